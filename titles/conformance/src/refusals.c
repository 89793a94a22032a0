/* What the system call notes refuse and no other file asks for: nothing where a record or place belongs, handles that are none, amounts that cannot be. */
#include "check.h"
#include "guest/events.h"
#include "guest/files.h"
#include "guest/memory.h"
#include "places.h"

enum { RW = READ | WRITE };
static const char LONG_NAME[] = "12345678901234567890123456789012";

static void check_direct(void) {
    int64_t physical = 0, size = (int64_t)sceKernelGetDirectMemorySize();
    struct direct_query info;
    size_t free = 1;
    void *address = NULL;
    EQUAL("main block of length 0", ENCODED(EINVAL), sceKernelAllocateMainDirectMemory(0, 0, 0, &physical));
    EQUAL("main block of half a page", ENCODED(EINVAL), sceKernelAllocateMainDirectMemory(PAGE / 2, 0, 0, &physical));
    EQUAL("main block with an odd alignment", ENCODED(EINVAL), sceKernelAllocateMainDirectMemory(PAGE, PAGE / 2, 0, &physical));
    EQUAL("main block without a place", ENCODED(EINVAL), sceKernelAllocateMainDirectMemory(PAGE, 0, 0, NULL));
    EQUAL("more than there is", ENCODED(EAGAIN), sceKernelAllocateMainDirectMemory((size_t)size + PAGE, 0, 0, &physical));
    EQUAL("room without a place for its offset", ENCODED(EINVAL), sceKernelAvailableDirectMemorySize(0, size, 0, NULL, &free));
    EQUAL("query without a record", ENCODED(EINVAL), sceKernelDirectMemoryQuery(0, 0, NULL, sizeof info));
    EQUAL("release of half a page", ENCODED(EINVAL), sceKernelReleaseDirectMemory(0, PAGE / 2));
    EQUAL("checked release at an odd offset", ENCODED(EINVAL), sceKernelCheckedReleaseDirectMemory(1, PAGE));
    EQUAL("a block", 0, sceKernelAllocateMainDirectMemory(2 * PAGE, 0, 0, &physical));
    EQUAL("map without a place", ENCODED(EFAULT), sceKernelMapDirectMemory(NULL, PAGE, RW, 0, physical, 0));
    address = (void *)(0x2000000000 + PAGE / 2);
    EQUAL("fixed map at half a page", ENCODED(EINVAL), sceKernelMapDirectMemory(&address, PAGE, RW, MAP_FIXED, physical, 0));
    address = (void *)(0x2000000000 + PAGE);
    EQUAL("fixed map off its alignment", ENCODED(EINVAL), sceKernelMapDirectMemory(&address, PAGE, RW, MAP_FIXED, physical, 2 * PAGE));
    EQUAL("map over the end of a block", ENCODED(ENOMEM), sceKernelMapDirectMemory(&address, (size_t)size, RW, 0, physical, 0));
    EQUAL("second form of length 0", ENCODED(EINVAL), sceKernelMapDirectMemory2(&address, 0, 0, RW, 0, physical, 0));
    EQUAL("second form at an odd offset", ENCODED(EINVAL), sceKernelMapDirectMemory2(&address, PAGE, 0, RW, 0, physical + 1, 0));
    EQUAL("the block is given back", 0, sceKernelReleaseDirectMemory(physical, 2 * PAGE));
    EQUAL("map of a block that was given back", ENCODED(ENOMEM), sceKernelMapDirectMemory(&address, PAGE, RW, 0, physical, 0));
    EQUAL("type of what is free", ENCODED(ENOENT), sceKernelGetDirectMemoryType(size - PAGE, &(int){0}, &(int64_t){0}, &(int64_t){0}));
}

static void check_ranges(void) {
    void *address = NULL, *used = NULL;
    EQUAL("configured size without a place", ENCODED(EINVAL), sceKernelConfiguredFlexibleMemorySize(NULL));
    EQUAL("reservation of length 0", ENCODED(EINVAL), sceKernelReserveVirtualRange(&address, 0, 0, 0));
    EQUAL("fixed reservation at 0", ENCODED(EINVAL), sceKernelReserveVirtualRange(&address, PAGE, MAP_FIXED, 0));
    address = (void *)(0x2000000000 + 8);
    EQUAL("fixed flexible map at an odd address", ENCODED(EINVAL), sceKernelMapFlexibleMemory(&address, PAGE, RW, MAP_FIXED));
    EQUAL("a map to keep", 0, sceKernelMapNamedFlexibleMemory(&used, PAGE, RW, 0, "kept"));
    address = used;
    EQUAL("fixed flexible map over it, not to overwrite", ENCODED(ENOMEM), sceKernelMapFlexibleMemory(&address, PAGE, RW, MAP_FIXED | MAP_NO_OVERWRITE));
    EQUAL("unmap with a wrapping length", ENCODED(EINVAL), sceKernelMunmap(used, ~(size_t)PAGE + 1));
    EQUAL("name without a map", ENCODED(ENAMETOOLONG), sceKernelSetVirtualRangeName(used, PAGE, LONG_NAME));
    EQUAL("a batch of no entries", ENCODED(EINVAL), sceKernelBatchMap(&(struct batch_entry){.operation = 1, .start = (uint64_t)used, .size = 0}, 1, &(int){0}));
    EQUAL("it is there still", 0, sceKernelQueryMemoryProtection(used, NULL, NULL, NULL));
    EQUAL("unmap", 0, sceKernelMunmap(used, PAGE));
}

static void check_pool(void) {
    int64_t physical = 0, size = (int64_t)sceKernelGetDirectMemorySize();
    void *address = NULL;
    EQUAL("expand without a place", ENCODED(EINVAL), sceKernelMemoryPoolExpand(0, size, POOL_PAGE, 0, NULL));
    EQUAL("expand by more than there is", ENCODED(ENOMEM), sceKernelMemoryPoolExpand(0, size, (size_t)size + POOL_PAGE, 0, &physical));
    EQUAL("reservation without a place", ENCODED(EINVAL), sceKernelMemoryPoolReserve(NULL, POOL_STEP, 0, 0, NULL));
    EQUAL("reserve", 0, sceKernelMemoryPoolReserve(NULL, POOL_STEP, 0, 0, &address));
    EQUAL("commit at an odd address", ENCODED(EINVAL), sceKernelMemoryPoolCommit((char *)address + PAGE, POOL_PAGE, 0, RW, 0));
    EQUAL("decommit at null", ENCODED(EINVAL), sceKernelMemoryPoolDecommit(NULL, POOL_PAGE, 0));
    EQUAL("decommit of a page", ENCODED(EINVAL), sceKernelMemoryPoolDecommit(address, PAGE, 0));
    EQUAL("unmap", 0, sceKernelMunmap(address, POOL_STEP));
}

static void check_locks(void) {
    condition_t destroyed = 0;
    EQUAL("lock of null", ENCODED(EINVAL), scePthreadMutexLock(NULL));
    EQUAL("trylock of null", ENCODED(EINVAL), scePthreadMutexTrylock(NULL));
    EQUAL("unlock of null", ENCODED(EINVAL), scePthreadMutexUnlock(NULL));
    EQUAL("destroy null", ENCODED(EINVAL), scePthreadMutexDestroy(NULL));
    EQUAL("condition at null", ENCODED(EINVAL), scePthreadCondInit(NULL, NULL, "none"));
    EQUAL("broadcast to null", ENCODED(EINVAL), scePthreadCondBroadcast(NULL));
    EQUAL("destroy no condition", ENCODED(EINVAL), scePthreadCondDestroy(NULL));
    EQUAL("a condition", 0, scePthreadCondInit(&destroyed, NULL, "gone"));
    EQUAL("destroyed", 0, scePthreadCondDestroy(&destroyed));
    EQUAL("signal to a destroyed one", ENCODED(EINVAL), scePthreadCondSignal(&destroyed));
    EQUAL("destroy it again", ENCODED(EINVAL), scePthreadCondDestroy(&destroyed));
    EQUAL("read-write lock at null", ENCODED(EINVAL), scePthreadRwlockInit(NULL, NULL, "none"));
    EQUAL("read null", ENCODED(EINVAL), scePthreadRwlockRdlock(NULL));
    EQUAL("write null", ENCODED(EINVAL), scePthreadRwlockWrlock(NULL));
    EQUAL("unlock null", ENCODED(EINVAL), scePthreadRwlockUnlock(NULL));
    EQUAL("semaphore null: wait", ENCODED(EINVAL), scePthreadSemWait(NULL));
    EQUAL("semaphore null: post", ENCODED(EINVAL), scePthreadSemPost(NULL));
    EQUAL("semaphore null: destroy", ENCODED(EINVAL), scePthreadSemDestroy(NULL));
    EQUAL("key without a place", ENCODED(EINVAL), scePthreadKeyCreate(NULL, NULL));
    EQUAL("once without a record", ENCODED(EINVAL), scePthreadOnce(NULL, NULL));
    EQUAL("priority of nobody", ENCODED(ESRCH), scePthreadGetprio((thread_t)0x123450, &(int){0}));
    EQUAL("affinity of nobody", ENCODED(ESRCH), scePthreadGetaffinity((thread_t)0x123450, &(uint64_t){0}));
    EQUAL("name of nobody", ENCODED(ESRCH), scePthreadGetname((thread_t)0x123450, (char[32]){0}));
}

static void check_objects(void) {
    event_flag_t flag = 0;
    semaphore_t semaphore = 0;
    equeue_t queue = 0;
    uint64_t bits = 0;
    int out = 7;
    uint32_t none = 0;
    struct event event;
    struct timespec soon = {.nanoseconds = 1000};
    EQUAL("wait on no flag", ENCODED(ESRCH), sceKernelWaitEventFlag((event_flag_t)0, 1, 1, &bits, NULL));
    EQUAL("set no flag", ENCODED(ESRCH), sceKernelSetEventFlag((event_flag_t)0, 1));
    EQUAL("delete no flag", ENCODED(ESRCH), sceKernelDeleteEventFlag((event_flag_t)0));
    EQUAL("flag", 0, sceKernelCreateEventFlag(&flag, "flag", 0, 0, NULL));
    EQUAL("wait for no bits", ENCODED(EINVAL), sceKernelWaitEventFlag(flag, 0, 1, &bits, NULL));
    EQUAL("wait in mode 3", ENCODED(EINVAL), sceKernelWaitEventFlag(flag, 1, 3, &bits, NULL));
    EQUAL("wait in mode 0x40", ENCODED(EINVAL), sceKernelWaitEventFlag(flag, 1, 0x41, &bits, NULL));
    EQUAL("delete it", 0, sceKernelDeleteEventFlag(flag));
    EQUAL("signal no semaphore", ENCODED(ESRCH), sceKernelSignalSema((semaphore_t)0, 1));
    EQUAL("cancel no semaphore", ENCODED(ESRCH), sceKernelCancelSema((semaphore_t)0, 1, NULL));
    EQUAL("poll no semaphore", ENCODED(ESRCH), sceKernelPollSema((semaphore_t)0, 1));
    EQUAL("semaphore", 0, sceKernelCreateSema(&semaphore, "semaphore", 1, 2, 3, NULL));
    EQUAL("poll for none", ENCODED(EINVAL), sceKernelPollSema(semaphore, 0));
    EQUAL("poll for more than the maximum", ENCODED(EINVAL), sceKernelPollSema(semaphore, 4));
    EQUAL("take two", 0, sceKernelPollSema(semaphore, 2));
    EQUAL("cancel with a negative count", 0, sceKernelCancelSema(semaphore, -1, &out));
    EQUAL("nobody waited", 0, out);
    EQUAL("the first value is back", 0, sceKernelPollSema(semaphore, 2));
    EQUAL("and no more", ENCODED(EBUSY), sceKernelPollSema(semaphore, 1));
    EQUAL("delete it", 0, sceKernelDeleteSema(semaphore));
    EQUAL("signal a deleted one", ENCODED(ESRCH), sceKernelSignalSema(semaphore, 1));
    EQUAL("queue with a name of 33 characters", ENCODED(ENAMETOOLONG), sceKernelCreateEqueue(&queue, "123456789012345678901234567890123"));
    EQUAL("queue with a name of 32 characters", 0, sceKernelCreateEqueue(&queue, LONG_NAME));
    EQUAL("edge event on no queue", ENCODED(EBADF), sceKernelAddUserEventEdge((equeue_t)0x7777, 1));
    EQUAL("delete an event of no queue", ENCODED(EBADF), sceKernelDeleteUserEvent((equeue_t)0x7777, 1));
    EQUAL("delete a timer of no queue", ENCODED(EBADF), sceKernelDeleteTimerEvent((equeue_t)0x7777, 1));
    EQUAL("delete a one shot of no queue", ENCODED(EBADF), sceKernelDeleteHRTimerEvent((equeue_t)0x7777, 1));
    EQUAL("one shot without a time on no queue", ENCODED(EBADF), sceKernelAddHRTimerEvent((equeue_t)0x7777, 1, NULL, NULL));
    soon.seconds = -1;
    EQUAL("one shot in the past", ENCODED(EINVAL), sceKernelAddHRTimerEvent(queue, 1, &soon, NULL));
    EQUAL("wait for fewer than none", ENCODED(EINVAL), sceKernelWaitEqueue(queue, &event, -1, &out, &none));
    EQUAL("wait without a place for the number", ENCODED(ETIMEDOUT), sceKernelWaitEqueue(queue, &event, 1, &out, &none));
    EQUAL("the same event twice", 0, sceKernelAddUserEvent(queue, 1) | sceKernelAddUserEvent(queue, 1));
    EQUAL("is one", 0, sceKernelDeleteUserEvent(queue, 1));
    EQUAL("and gone", ENCODED(ENOENT), sceKernelDeleteUserEvent(queue, 1));
    EQUAL("delete the queue", 0, sceKernelDeleteEqueue(queue));
}

static void check_descriptors(void) {
    char text[400], path[64];
    struct piece piece = {text, 4};
    struct file_attributes attributes;
    int reader = sceKernelOpen("/app0/data/motto.txt", OPEN_READ, 0);
    int folder = sceKernelOpen("/app0/data", OPEN_READ | OPEN_DIRECTORY, 0);
    EQUAL("write at an offset to what is read", ENCODED(EBADF), sceKernelPwrite(reader, text, 1, 0));
    EQUAL("gathered write to what is read", ENCODED(EBADF), sceKernelWritev(reader, &piece, 1));
    EQUAL("read at an offset of nothing", ENCODED(EBADF), sceKernelPread(99, text, 1, 0));
    EQUAL("scattered read of nothing", ENCODED(EBADF), sceKernelReadv(99, &piece, 1));
    EQUAL("seek in nothing", ENCODED(EBADF), sceKernelLseek(99, 0, FROM_START));
    EQUAL("sync nothing", ENCODED(EBADF), sceKernelFsync(99));
    EQUAL("copy of nothing", ENCODED(EBADF), sceKernelDup(99));
    EQUAL("shorten nothing", ENCODED(EBADF), sceKernelFtruncate(99, 1));
    EQUAL("close the console's input", ENCODED(EPERM), sceKernelClose(0));
    EQUAL("close the console's errors", ENCODED(EPERM), sceKernelClose(2));
    EQUAL("attributes to null", ENCODED(EFAULT), sceKernelFstat(reader, NULL));
    EQUAL("read of a folder at an offset", ENCODED(EISDIR), sceKernelPread(folder, text, 4, 0));
    EQUAL("create a folder there", ENCODED(EEXIST), sceKernelMkdir("/app0/data", 0777));
    EQUAL("truncate nothing", ENCODED(ENOENT), sceKernelTruncate("/app0/missing", 1));
    in_save(path, "refusals");
    int writer = sceKernelOpen(path, OPEN_WRITE | OPEN_CREATE, 0666);
    HOLDS("a file", writer >= 3);
    EQUAL("read at an offset of what is written", ENCODED(EBADF), sceKernelPread(writer, text, 1, 0));
    EQUAL("truncate to less than nothing", ENCODED(EINVAL), sceKernelTruncate(path, -1));
    EQUAL("a file as a parent", ENCODED(ENOTDIR), sceKernelOpen(strcat(path, "/x"), OPEN_READ, 0));
    path[strlen(path) - 2] = 0;
    EQUAL("close", 0, sceKernelClose(writer) | sceKernelClose(reader) | sceKernelClose(folder));
    EQUAL("unlink", 0, sceKernelUnlink(path));
    EQUAL("stat of what was unlinked", ENCODED(ENOENT), sceKernelStat(path, &attributes));
    memset(text, 'a', sizeof text - 1);
    text[0] = '/';
    text[sizeof text - 1] = 0;
    EQUAL("whether a path of 399 characters is reachable", ENCODED(ENAMETOOLONG), sceKernelCheckReachability(text));
    EQUAL("stat of it", ENCODED(ENAMETOOLONG), sceKernelStat(text, &attributes));
}

void check_refusals(void) {
    area("refusals");
    check_direct();
    check_ranges();
    check_pool();
    check_locks();
    check_objects();
    check_descriptors();
}
