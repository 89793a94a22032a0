/* Direct memory: taking, giving back and mapping it. */
#include "check.h"
#include "guest/memory.h"

enum { RW = READ | WRITE, BLOCK = 0x1000000, BUTTERFLY = 12 };
static const int64_t LOW = 0x1000000, HIGH = 0x2000000;
static int64_t size;

static void check_allocation(void) {
    int64_t physical = -1, other = -1;
    EQUAL("negative start", ENCODED(EINVAL), sceKernelAllocateDirectMemory(-1, size, PAGE, 0, 0, &physical));
    EQUAL("negative end", ENCODED(EINVAL), sceKernelAllocateDirectMemory(0, -1, PAGE, 0, 0, &physical));
    EQUAL("length 0", ENCODED(EINVAL), sceKernelAllocateDirectMemory(0, size, 0, 0, 0, &physical));
    EQUAL("length of half a page", ENCODED(EINVAL), sceKernelAllocateDirectMemory(0, size, PAGE / 2, 0, 0, &physical));
    EQUAL("alignment of half a page", ENCODED(EINVAL), sceKernelAllocateDirectMemory(0, size, PAGE, PAGE / 2, 0, &physical));
    EQUAL("no place for the result", ENCODED(EINVAL), sceKernelAllocateDirectMemory(0, size, PAGE, 0, 0, NULL));
    EQUAL("empty search range", ENCODED(EAGAIN), sceKernelAllocateDirectMemory(HIGH, LOW, PAGE, 0, 0, &physical));
    EQUAL("search range shorter than the length", ENCODED(EAGAIN), sceKernelAllocateDirectMemory(LOW, LOW + PAGE, 2 * PAGE, 0, 0, &physical));
    EQUAL("half of a range taken", 0, sceKernelAllocateDirectMemory(LOW, HIGH, BLOCK / 2, 0, 0, &physical));
    HOLDS("the block lies inside of the range", physical >= LOW && physical + BLOCK / 2 <= HIGH);
    ROW("M3", "the whole of a half used range", ENCODED(EAGAIN), sceKernelAllocateDirectMemory(LOW, HIGH, BLOCK, 0, 0, &other));
    ROW("M3", "no address was given", -1, other);
    EQUAL("the other half", 0, sceKernelAllocateDirectMemory(LOW, HIGH, BLOCK / 2, 0, 0, &other));
    HOLDS("the halves do not overlap", other >= LOW && other + BLOCK / 2 <= HIGH && (other >= physical + BLOCK / 2 || other + BLOCK / 2 <= physical));
    EQUAL("give back one half", 0, sceKernelReleaseDirectMemory(physical, BLOCK / 2));
    EQUAL("give back the other", 0, sceKernelReleaseDirectMemory(other, BLOCK / 2));
    EQUAL("aligned block", 0, sceKernelAllocateDirectMemory(LOW + PAGE, size, PAGE, 0x200000, 0, &physical));
    EQUAL("its offset is aligned", 0, physical % 0x200000);
    EQUAL("give it back", 0, sceKernelCheckedReleaseDirectMemory(physical, PAGE));
    HOLDS("give it back again, checked", sceKernelCheckedReleaseDirectMemory(physical, PAGE) != 0);
    EQUAL("give back what is free", 0, sceKernelReleaseDirectMemory(physical, PAGE));
    EQUAL("give back nothing", 0, sceKernelReleaseDirectMemory(physical, 0));
    EQUAL("give back at an odd offset", ENCODED(EINVAL), sceKernelReleaseDirectMemory(1, PAGE));
    EQUAL("main block", 0, sceKernelAllocateMainDirectMemory(PAGE, 0, 0, &physical));
    EQUAL("give back the main block", 0, sceKernelReleaseDirectMemory(physical, PAGE));
}

static void check_questions(void) {
    int64_t physical = 0, start = 0, end = 0;
    size_t free = 1;
    int type = -1;
    struct direct_query info = {0};
    EQUAL("room without a place for it", ENCODED(EINVAL), sceKernelAvailableDirectMemorySize(0, size, 0, &physical, NULL));
    EQUAL("room in a negative range", ENCODED(EINVAL), sceKernelAvailableDirectMemorySize(-PAGE, size, 0, &physical, &free));
    EQUAL("room in a negative range is written as 0", 0, free);
    EQUAL("room in an empty range", ENCODED(ENOMEM), sceKernelAvailableDirectMemorySize(HIGH, HIGH, 0, &physical, &free));
    EQUAL("room", 0, sceKernelAvailableDirectMemorySize(0, size, 0, &physical, &free));
    HOLDS("there is some", free >= BLOCK);
    sceKernelAllocateDirectMemory(LOW, HIGH, 2 * PAGE, 0, BUTTERFLY, &physical);
    EQUAL("query with a wrong size", ENCODED(EINVAL), sceKernelDirectMemoryQuery(physical, 0, &info, 0x10));
    EQUAL("query with flag 2", ENCODED(EINVAL), sceKernelDirectMemoryQuery(physical, 2, &info, sizeof info));
    EQUAL("query of a negative offset", ENCODED(EINVAL), sceKernelDirectMemoryQuery(-1, 0, &info, sizeof info));
    EQUAL("query of free memory", ENCODED(EACCES), sceKernelDirectMemoryQuery(physical + 2 * PAGE, 0, &info, sizeof info));
    EQUAL("query", 0, sceKernelDirectMemoryQuery(physical + PAGE, 0, &info, sizeof info));
    HOLDS("it tells the block", info.start == physical && info.end == physical + 2 * PAGE && info.type == BUTTERFLY);
    EQUAL("query of the next block", 0, sceKernelDirectMemoryQuery(physical - PAGE, 1, &info, sizeof info));
    EQUAL("it tells the block above", physical, info.start);
    EQUAL("type", 0, sceKernelGetDirectMemoryType(physical, &type, &start, &end));
    HOLDS("it tells type and block", type == BUTTERFLY && start == physical && end == physical + 2 * PAGE);
    EQUAL("type of free memory", ENCODED(ENOENT), sceKernelGetDirectMemoryType(physical + 2 * PAGE, &type, &start, &end));
    sceKernelReleaseDirectMemory(physical, 2 * PAGE);
}

static void check_refused_maps(int64_t physical) {
    void *address = NULL;
    ROW("M1", "direct map with a wrapping length", ENCODED(ENOMEM), sceKernelMapDirectMemory(&address, 0xfffffffff8a00000, RW, 0, physical, 0));
    ROW("M2", "fixed map at 0", ENCODED(EINVAL), sceKernelMapDirectMemory(&address, PAGE, RW, MAP_FIXED, physical, 0));
    ROW("M2", "nothing was mapped", 0, (intptr_t)address);
    EQUAL("map of length 0", ENCODED(EINVAL), sceKernelMapDirectMemory(&address, 0, RW, 0, physical, 0));
    EQUAL("map of half a page", ENCODED(EINVAL), sceKernelMapDirectMemory(&address, PAGE / 2, RW, 0, physical, 0));
    EQUAL("map at a negative offset", ENCODED(EINVAL), sceKernelMapDirectMemory(&address, PAGE, RW, 0, -PAGE, 0));
    EQUAL("map at an odd offset", ENCODED(EINVAL), sceKernelMapDirectMemory(&address, PAGE, RW, 0, physical + 1, 0));
    EQUAL("map with an odd alignment", ENCODED(EINVAL), sceKernelMapDirectMemory(&address, PAGE, RW, 0, physical, 3));
    EQUAL("map for execution", ENCODED(EACCES), sceKernelMapDirectMemory(&address, PAGE, RW | EXECUTE, 0, physical, 0));
    EQUAL("map for execution, second form", ENCODED(EINVAL), sceKernelMapDirectMemory2(&address, PAGE, 0, RW | EXECUTE, 0, physical, 0));
    EQUAL("map of what is not allocated", ENCODED(ENOMEM), sceKernelMapDirectMemory(&address, PAGE, RW, 0, physical + BLOCK, 0));
    EQUAL("map with a name of 32 characters", ENCODED(ENAMETOOLONG), sceKernelMapNamedDirectMemory(&address, PAGE, RW, 0, physical, 0,
        "12345678901234567890123456789012"));
}

static void check_maps(void) {
    int64_t physical = 0;
    void *first = NULL, *second = NULL, *third = NULL;
    EQUAL("block for maps", 0, sceKernelAllocateDirectMemory(LOW, HIGH, 4 * PAGE, 0, 0, &physical));
    check_refused_maps(physical);
    ROW("M4", "first view of a block", 0, sceKernelMapDirectMemory(&first, 2 * PAGE, RW, 0, physical, 0));
    ROW("M4", "second view of the block", 0, sceKernelMapDirectMemory(&second, 2 * PAGE, RW, 0, physical, 0));
    ROW_HOLDS("M4", "the views lie apart", first && second && first != second);
    ((volatile uint32_t *)first)[5] = 0x12345678;
    ROW("M4", "both show the same bytes", 0x12345678, ((volatile uint32_t *)second)[5]);
    ROW_HOLDS("M5", "second form over a mapped block is refused", sceKernelMapDirectMemory2(&third, PAGE, 0, RW, 0, physical + PAGE, 0) != 0);
    EQUAL("second form over a free block", 0, sceKernelMapDirectMemory2(&third, PAGE, 0, RW, 0, physical + 2 * PAGE, 0));
    void *aligned = NULL;
    EQUAL("aligned map", 0, sceKernelMapDirectMemory(&aligned, PAGE, RW, 0, physical, 0x200000));
    EQUAL("its address is aligned", 0, (uintptr_t)aligned % 0x200000);
    void *fixed = aligned;
    EQUAL("fixed map over another, not to overwrite", ENCODED(ENOMEM), sceKernelMapDirectMemory(&fixed, PAGE, RW, MAP_FIXED | MAP_NO_OVERWRITE, physical, 0));
    EQUAL("fixed map over another", 0, sceKernelMapDirectMemory(&fixed, PAGE, RW, MAP_FIXED, physical + 3 * PAGE, 0));
    HOLDS("it lies where it was wanted", fixed == aligned);
    EQUAL("fresh direct memory is zero", 0, ((volatile uint32_t *)fixed)[5]);
    EQUAL("give back a mapped block", 0, sceKernelReleaseDirectMemory(physical, 4 * PAGE));
    struct virtual_query query;
    EQUAL("its views are gone", ENCODED(EACCES), sceKernelVirtualQuery(first, 0, &query, sizeof query));
}

void check_direct_memory(void) {
    area("direct-memory");
    size = (int64_t)sceKernelGetDirectMemorySize();
    check_allocation();
    check_questions();
    check_maps();
}
