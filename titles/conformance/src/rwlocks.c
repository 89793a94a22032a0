/* Read-write locks and barriers. */
#include "check.h"
#include "guest/time.h"

static rwlock_t lock;
static barrier_t barrier;

static void *try_read(void *argument) {
    (void)argument;
    int result = scePthreadRwlockTryrdlock(&lock);
    if (result == 0) {
        scePthreadRwlockUnlock(&lock);
    }
    return (void *)(intptr_t)result;
}

static void *try_write(void *argument) {
    (void)argument;
    return (void *)(intptr_t)scePthreadRwlockTrywrlock(&lock);
}

static void *read_for_a_while(void *argument) {
    (void)argument;
    return (void *)(intptr_t)scePthreadRwlockTimedrdlock(&lock, SHORT);
}

static void *write_for_a_while(void *argument) {
    (void)argument;
    return (void *)(intptr_t)scePthreadRwlockTimedwrlock(&lock, SHORT);
}

static void check_locks(void) {
    rwlock_attributes_t attributes;
    EQUAL("attributes", 0, scePthreadRwlockattrInit(&attributes));
    EQUAL("type 3", ENCODED(EINVAL), scePthreadRwlockattrSettype(&attributes, 3));
    EQUAL("type 2", 0, scePthreadRwlockattrSettype(&attributes, 2));
    EQUAL("destroy attributes", 0, scePthreadRwlockattrDestroy(&attributes));
    EQUAL("init", 0, scePthreadRwlockInit(&lock, NULL, "lock"));
    EQUAL("unlock of what is not locked", ENCODED(EPERM), scePthreadRwlockUnlock(&lock));
    EQUAL("read lock", 0, scePthreadRwlockRdlock(&lock));
    EQUAL("read lock twice", 0, scePthreadRwlockRdlock(&lock));
    EQUAL("read lock by another thread", 0, (intptr_t)join(start(try_read, NULL)));
    EQUAL("write lock by another thread", ENCODED(EBUSY), (intptr_t)join(start(try_write, NULL)));
    EQUAL("timed write lock by another thread", ENCODED(ETIMEDOUT), (intptr_t)join(start(write_for_a_while, NULL)));
    EQUAL("unlock twice", 0, scePthreadRwlockUnlock(&lock) | scePthreadRwlockUnlock(&lock));
    EQUAL("write lock", 0, scePthreadRwlockWrlock(&lock));
    EQUAL("write lock again", ENCODED(EDEADLK), scePthreadRwlockWrlock(&lock));
    EQUAL("read lock by another thread", ENCODED(EBUSY), (intptr_t)join(start(try_read, NULL)));
    EQUAL("timed read lock by another thread", ENCODED(ETIMEDOUT), (intptr_t)join(start(read_for_a_while, NULL)));
    EQUAL("unlock", 0, scePthreadRwlockUnlock(&lock));
    EQUAL("destroy", 0, scePthreadRwlockDestroy(&lock));
    EQUAL("lock of a destroyed one", ENCODED(EINVAL), scePthreadRwlockRdlock(&lock));
    EQUAL("destroy again", ENCODED(EINVAL), scePthreadRwlockDestroy(&lock));
    lock = NULL;
    EQUAL("static: write lock", 0, scePthreadRwlockWrlock(&lock));
    EQUAL("static: unlock", 0, scePthreadRwlockUnlock(&lock));
    scePthreadRwlockDestroy(&lock);
}

static void *meet(void *argument) {
    (void)argument;
    return (void *)(intptr_t)scePthreadBarrierWait(&barrier);
}

static void check_barriers(void) {
    EQUAL("barrier of none", ENCODED(EINVAL), scePthreadBarrierInit(&barrier, NULL, 0, "none"));
    EQUAL("barrier of three", 0, scePthreadBarrierInit(&barrier, NULL, 3, "three"));
    thread_t first = start(meet, NULL), second = start(meet, NULL);
    int own = scePthreadBarrierWait(&barrier);
    int others = (int)(intptr_t)join(first), last = (int)(intptr_t)join(second);
    EQUAL("one of three is told apart", 1, (own != 0) + (others != 0) + (last != 0));
    first = start(meet, NULL), second = start(meet, NULL);
    scePthreadBarrierWait(&barrier);
    join(first);
    join(second);
    EQUAL("it serves again, then is destroyed", 0, scePthreadBarrierDestroy(&barrier));
}

void check_rwlocks(void) {
    area("rwlocks");
    check_locks();
    area("barriers");
    check_barriers();
}
