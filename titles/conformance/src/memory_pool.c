/* The memory pool, hints and windows. */
#include "check.h"
#include "guest/memory.h"

static void check_pool(void) {
    int64_t physical = 0;
    void *address = NULL;
    struct pool_statistics before = {0}, after = {0};
    EQUAL("expand by a page", ENCODED(EINVAL), sceKernelMemoryPoolExpand(0, (int64_t)sceKernelGetDirectMemorySize(), PAGE, 0, &physical));
    EQUAL("expand from too small a range", ENCODED(ENOMEM), sceKernelMemoryPoolExpand(0, PAGE, POOL_PAGE, 0, &physical));
    EQUAL("expand", 0, sceKernelMemoryPoolExpand(0, (int64_t)sceKernelGetDirectMemorySize(), 4 * POOL_PAGE, 0, &physical));
    EQUAL("reserve a pool page", ENCODED(EINVAL), sceKernelMemoryPoolReserve(NULL, POOL_PAGE, 0, 0, &address));
    EQUAL("reserve", 0, sceKernelMemoryPoolReserve(NULL, POOL_STEP, 0, 0, &address));
    EQUAL("its address is aligned", 0, (uintptr_t)address % POOL_STEP);
    struct virtual_query query;
    sceKernelVirtualQuery(address, 0, &query, sizeof query);
    EQUAL("kind of a reservation", KIND_POOLED, query.bits & (KIND_POOLED | KIND_COMMITTED));
    EQUAL("commit at null", ENCODED(EINVAL), sceKernelMemoryPoolCommit(NULL, POOL_PAGE, 0, READ | WRITE, 0));
    EQUAL("commit of a page", ENCODED(EINVAL), sceKernelMemoryPoolCommit(address, PAGE, 0, READ | WRITE, 0));
    EQUAL("commit for execution", ENCODED(EINVAL), sceKernelMemoryPoolCommit(address, POOL_PAGE, 0, READ | EXECUTE, 0));
    EQUAL("commit outside of a reservation", ENCODED(EACCES), sceKernelMemoryPoolCommit((char *)address + POOL_STEP, POOL_PAGE, 0, READ | WRITE, 0));
    EQUAL("commit of more than there is", ENCODED(ENOMEM), sceKernelMemoryPoolCommit(address, 5 * POOL_PAGE, 0, READ | WRITE, 0));
    sceKernelMemoryPoolGetBlockStats(&before, sizeof before);
    EQUAL("commit", 0, sceKernelMemoryPoolCommit(address, 3 * POOL_PAGE, 0, READ | WRITE, 0));
    EQUAL("statistics", 0, sceKernelMemoryPoolGetBlockStats(&after, sizeof after));
    EQUAL("three blocks were taken", 3, before.free_flushed + before.free_cached - after.free_flushed - after.free_cached);
    EQUAL("and are in use", 3, after.used_flushed + after.used_cached - before.used_flushed - before.used_cached);
    volatile uint32_t *words = address;
    words[3 * POOL_PAGE / 4 - 1] = 5;
    EQUAL("the memory can be used to its end", 5, words[3 * POOL_PAGE / 4 - 1]);
    sceKernelVirtualQuery(address, 0, &query, sizeof query);
    EQUAL("kind of committed memory", KIND_POOLED | KIND_COMMITTED, query.bits & (KIND_POOLED | KIND_COMMITTED));
    EQUAL("decommit", 0, sceKernelMemoryPoolDecommit(address, 3 * POOL_PAGE, 0));
    sceKernelMemoryPoolGetBlockStats(&after, sizeof after);
    EQUAL("the blocks are back", before.free_flushed + before.free_cached, after.free_flushed + after.free_cached);
    EQUAL("decommit outside of a reservation", ENCODED(EACCES), sceKernelMemoryPoolDecommit((char *)address + POOL_STEP, POOL_PAGE, 0));
    EQUAL("statistics with a wrong size", ENCODED(EINVAL), sceKernelMemoryPoolGetBlockStats(&after, 4));
    sceKernelMunmap(address, POOL_STEP);
}

static void check_advice(void) {
    void *address = NULL;
    size_t size = 0;
    int local;
    EQUAL("advice", 0, posix(madvise((void *)((uintptr_t)&local & -(uintptr_t)PAGE), PAGE, 0)));
    EQUAL("pin", 0, posix(mlock(&local, 4)));
    EQUAL("unpin", 0, posix(munlock(&local, 4)));
    EQUAL("write back", 0, sceKernelMsync(&local, 4, 0));
    EQUAL("texture window 3", ENCODED(EINVAL), sceKernelSetPrtAperture(3, (void *)0x1000000000, 0x100000));
    EQUAL("texture window at an odd address", ENCODED(EINVAL), sceKernelSetPrtAperture(0, (void *)0x1000000010, 0x100000));
    EQUAL("texture window", 0, sceKernelSetPrtAperture(1, (void *)0x1000000000, 0x100000));
    EQUAL("get it", 0, sceKernelGetPrtAperture(1, &address, &size));
    HOLDS("it is as it was set", address == (void *)0x1000000000 && size == 0x100000);
}

void check_memory_pool(void) {
    area("memory-pool");
    check_pool();
    area("memory-advice");
    check_advice();
}
