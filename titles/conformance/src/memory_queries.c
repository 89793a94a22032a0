/* Questions about the address space. */
#include "check.h"
#include "guest/memory.h"

void check_memory_queries(void) {
    struct virtual_query query;
    void *address = NULL, *start = NULL, *end = NULL;
    int local = 0;
    area("memory-queries");
    EQUAL("query without a place", ENCODED(EINVAL), sceKernelVirtualQuery(&local, 0, NULL, sizeof query));
    EQUAL("query with a wrong size", ENCODED(EINVAL), sceKernelVirtualQuery(&local, 0, &query, 0x40));
    EQUAL("query with flag 2", ENCODED(EINVAL), sceKernelVirtualQuery(&local, 2, &query, sizeof query));
    EQUAL("query of nothing", ENCODED(EACCES), sceKernelVirtualQuery((void *)0x4000, 0, &query, sizeof query));
    ROW("M6", "find next below the first area", 0, sceKernelVirtualQuery((void *)0x4000, 1, &query, sizeof query));
    ROW_HOLDS("M6", "it gives an area above", query.start > 0x4000 && query.end > query.start);
    sceKernelMapNamedFlexibleMemory(&address, 2 * PAGE, READ | WRITE, 0, "named range");
    EQUAL("query of a named range", 0, sceKernelVirtualQuery((char *)address + 5, 0, &query, sizeof query));
    HOLDS("start and end", query.start == (uint64_t)address && query.end == (uint64_t)address + 2 * PAGE);
    TEXT("name", "named range", query.name);
    EQUAL("kind", KIND_FLEXIBLE | KIND_COMMITTED, query.bits & 0x1f);
    EQUAL("protection", READ | WRITE, query.protection & 7);
    EQUAL("rename without a name", ENCODED(EFAULT), sceKernelSetVirtualRangeName(address, PAGE, NULL));
    EQUAL("rename with 32 characters", ENCODED(ENAMETOOLONG), sceKernelSetVirtualRangeName(address, PAGE, "12345678901234567890123456789012"));
    EQUAL("rename", 0, sceKernelSetVirtualRangeName(address, 2 * PAGE, "1234567890123456789012345678901"));
    sceKernelVirtualQuery(address, 0, &query, sizeof query);
    TEXT("new name", "1234567890123456789012345678901", query.name);
    sceKernelMunmap(address, 2 * PAGE);
    address = NULL;
    sceKernelMapFlexibleMemory(&address, PAGE, READ | WRITE, 0);
    sceKernelVirtualQuery(address, 0, &query, sizeof query);
    ROW_HOLDS("M7", "a mapping without a name has a generated one", query.name[0] != 0);
    EQUAL("is it a stack", 0, sceKernelIsStack(address, &start, &end));
    HOLDS("it is none", !start && !end);
    sceKernelMunmap(address, PAGE);
    EQUAL("is nothing a stack", ENCODED(EACCES), sceKernelIsStack((void *)0x4000, &start, &end));
    EQUAL("is a local variable on a stack", 0, sceKernelIsStack(&local, &start, &end));
    HOLDS("it lies in it", (char *)start <= (char *)&local && (char *)&local < (char *)end);
    sceKernelVirtualQuery(&local, 0, &query, sizeof query);
    EQUAL("kind of a stack", KIND_STACK, query.bits & KIND_STACK);
}
