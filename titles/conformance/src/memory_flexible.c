/* Flexible memory, reservations, protection and batches. */
#include "check.h"
#include "guest/memory.h"

enum { RW = READ | WRITE };

static void check_maps(void) {
    size_t before = 0, during = 0, after = 0, configured = 0;
    void *address = NULL;
    EQUAL("room without a place for it", ENCODED(EINVAL), sceKernelAvailableFlexibleMemorySize(NULL));
    EQUAL("room", 0, sceKernelAvailableFlexibleMemorySize(&before));
    EQUAL("configured size", 0, sceKernelConfiguredFlexibleMemorySize(&configured));
    HOLDS("room is at most what was configured", before > 0 && before <= configured);
    EQUAL("map of length 0", ENCODED(EINVAL), sceKernelMapFlexibleMemory(&address, 0, RW, 0));
    EQUAL("map of half a page", ENCODED(EINVAL), sceKernelMapFlexibleMemory(&address, PAGE / 2, RW, 0));
    EQUAL("map of more than there is", ENCODED(ENOMEM), sceKernelMapFlexibleMemory(&address, configured + PAGE, RW, 0));
    EQUAL("map without a name", ENCODED(EFAULT), sceKernelMapNamedFlexibleMemory(&address, PAGE, RW, 0, NULL));
    EQUAL("map with a name of 32 characters", ENCODED(ENAMETOOLONG), sceKernelMapNamedFlexibleMemory(&address, PAGE, RW, 0,
        "12345678901234567890123456789012"));
    EQUAL("map with an unknown flag", ENCODED(EINVAL), sceKernelMapFlexibleMemory(&address, PAGE, RW, 0x20));
    EQUAL("fixed map at 0", ENCODED(EINVAL), sceKernelMapFlexibleMemory(&address, PAGE, RW, MAP_FIXED));
    EQUAL("map", 0, sceKernelMapNamedFlexibleMemory(&address, 4 * PAGE, RW, 0, "flexible"));
    uint64_t bits = 0;
    for (int i = 0; i < 4 * PAGE / 8; i++) {
        bits |= ((volatile uint64_t *)address)[i];
    }
    EQUAL("it is zero", 0, bits);
    sceKernelAvailableFlexibleMemorySize(&during);
    EQUAL("it was taken from the room", 4 * PAGE, before - during);
    EQUAL("unmap of length 0", ENCODED(EINVAL), sceKernelMunmap(address, 0));
    EQUAL("unmap its second page", 0, sceKernelMunmap((char *)address + PAGE, PAGE));
    EQUAL("unmap over the hole", ENCODED(EACCES), sceKernelMunmap(address, 4 * PAGE));
    struct virtual_query query;
    EQUAL("the pages before the hole", 0, sceKernelVirtualQuery(address, 0, &query, sizeof query));
    EQUAL("they end at the hole", PAGE, query.end - query.start);
    EQUAL("unmap the first page", 0, sceKernelMunmap(address, PAGE));
    EQUAL("give back the rest", 0, sceKernelReleaseFlexibleMemory((char *)address + 2 * PAGE, 2 * PAGE));
    sceKernelAvailableFlexibleMemorySize(&after);
    EQUAL("the room is back", before, after);
    void *aligned = NULL;
    EQUAL("map aligned by flags", 0, sceKernelMapFlexibleMemory(&aligned, PAGE, RW, 21 << 24));
    EQUAL("its address is aligned", 0, (uintptr_t)aligned % 0x200000);
    EQUAL("alignment below a page", ENCODED(EINVAL), sceKernelMapFlexibleMemory(&address, PAGE, RW, 13 << 24));
    sceKernelMunmap(aligned, PAGE);
}

static void check_reservations(void) {
    void *address = NULL, *inside;
    EQUAL("reservation without a place", ENCODED(EINVAL), sceKernelReserveVirtualRange(NULL, PAGE, 0, 0));
    EQUAL("reservation of half a page", ENCODED(EINVAL), sceKernelReserveVirtualRange(&address, PAGE / 2, 0, 0));
    EQUAL("reservation with an odd alignment", ENCODED(EINVAL), sceKernelReserveVirtualRange(&address, PAGE, 0, 5));
    EQUAL("reservation", 0, sceKernelReserveVirtualRange(&address, 8 * PAGE, 0, 0));
    struct virtual_query query;
    EQUAL("query of a reservation", 0, sceKernelVirtualQuery(address, 0, &query, sizeof query));
    EQUAL("nothing is committed there", 0, query.bits & KIND_COMMITTED);
    inside = (char *)address + 2 * PAGE;
    EQUAL("map with a hint inside of it", 0, sceKernelMapFlexibleMemory(&inside, PAGE, RW, 0));
    HOLDS("the hint was taken", inside == (char *)address + 2 * PAGE);
    EQUAL("unmap reservation and mapping", 0, sceKernelMunmap(address, 8 * PAGE));
}

static void check_protection(void) {
    void *address = NULL, *start = NULL, *end = NULL;
    int protection = -1;
    sceKernelMapFlexibleMemory(&address, 4 * PAGE, RW, 0);
    EQUAL("protect one byte of the second page", 0, sceKernelMprotect((char *)address + PAGE + 5, 1, READ));
    EQUAL("ask for its protection", 0, sceKernelQueryMemoryProtection((char *)address + PAGE, &start, &end, &protection));
    HOLDS("the whole page changed and no other", start == (char *)address + PAGE && end == (char *)address + 2 * PAGE && protection == READ);
    EQUAL("ask without places for the answers", 0, sceKernelQueryMemoryProtection(address, NULL, NULL, NULL));
    EQUAL("protect nothing", 0, sceKernelMprotect(address, 0, READ));
    sceKernelMunmap((char *)address + 2 * PAGE, PAGE);
    EQUAL("protect over a hole", ENCODED(EACCES), sceKernelMprotect(address, 4 * PAGE, RW));
    EQUAL("ask at a hole", ENCODED(EACCES), sceKernelQueryMemoryProtection((char *)address + 2 * PAGE, &start, &end, &protection));
    EQUAL("protection and type", 0, sceKernelMtypeprotect(address, PAGE, 0, READ));
    sceKernelMunmap(address, 2 * PAGE);
    sceKernelMunmap((char *)address + 3 * PAGE, PAGE);
}

static void check_batches(void) {
    void *address = NULL;
    int done = -1;
    sceKernelReserveVirtualRange(&address, 4 * PAGE, 0, 0);
    uint64_t base = (uint64_t)address;
    struct batch_entry entries[4] = {
        {.start = base, .size = 2 * PAGE, .protection = RW, .operation = 3},
        {.start = base, .size = PAGE, .protection = READ, .operation = 2},
        {.start = base, .size = 0, .operation = 1},
        {.start = base, .size = PAGE, .operation = 1},
    };
    EQUAL("batch without entries", ENCODED(EINVAL), sceKernelBatchMap(NULL, 1, &done));
    EQUAL("batch whose third entry is empty", ENCODED(EINVAL), sceKernelBatchMap(entries, 4, &done));
    EQUAL("two entries were done", 2, done);
    EQUAL("batch from the fourth entry", 0, sceKernelBatchMap2(entries + 3, 1, &done, MAP_FIXED));
    EQUAL("one entry was done", 1, done);
    entries[0].operation = 5;
    EQUAL("batch with operation 5", ENCODED(EINVAL), sceKernelBatchMap(entries, 1, &done));
    EQUAL("no entry was done", 0, done);
    sceKernelMunmap((char *)address + PAGE, 3 * PAGE);
}

void check_flexible_memory(void) {
    area("flexible-memory");
    check_maps();
    check_reservations();
    check_protection();
    check_batches();
}
