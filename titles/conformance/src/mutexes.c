/* Mutexes of every kind, in both families. */
#include "check.h"
#include "guest/time.h"

static mutex_t mutex;

static void *try_lock(void *argument) {
    (void)argument;
    return (void *)(intptr_t)scePthreadMutexTrylock(&mutex);
}

static void *try_lock_posix(void *argument) {
    (void)argument;
    return (void *)(intptr_t)pthread_mutex_trylock(&mutex);
}

static void *unlock(void *argument) {
    (void)argument;
    return (void *)(intptr_t)scePthreadMutexUnlock(&mutex);
}

static void *lock_for_a_while(void *argument) {
    (void)argument;
    uint64_t begin = now();
    int result = scePthreadMutexTimedlock(&mutex, SHORT);
    return (void *)(intptr_t)(now() - begin < SHORT ? -1 : result);
}

static void *lock_until(void *argument) {
    (void)argument;
    struct timespec until = in_milliseconds(20);
    return (void *)(intptr_t)pthread_mutex_timedlock(&mutex, &until);
}

static void make(int type) {
    mutex_attributes_t attributes;
    scePthreadMutexattrInit(&attributes);
    scePthreadMutexattrSettype(&attributes, type);
    scePthreadMutexInit(&mutex, &attributes, "kind");
    scePthreadMutexattrDestroy(&attributes);
}

static void check_making(void) {
    mutex_attributes_t attributes = NULL, none = NULL;
    EQUAL("attributes", 0, scePthreadMutexattrInit(&attributes));
    EQUAL("type 0", ENCODED(EINVAL), scePthreadMutexattrSettype(&attributes, 0));
    EQUAL("type 5", ENCODED(EINVAL), scePthreadMutexattrSettype(&attributes, 5));
    EQUAL("protocol 3", ENCODED(EINVAL), scePthreadMutexattrSetprotocol(&attributes, 3));
    EQUAL("protocol 2", 0, scePthreadMutexattrSetprotocol(&attributes, 2));
    EQUAL("destroy attributes", 0, scePthreadMutexattrDestroy(&attributes));
    EQUAL("destroy attributes that are none", ENCODED(EINVAL), scePthreadMutexattrDestroy(&none));
    EQUAL("init without a place", ENCODED(EINVAL), scePthreadMutexInit(NULL, NULL, "none"));
    EQUAL("init", 0, scePthreadMutexInit(&mutex, NULL, "plain"));
    EQUAL("unlock of what is not locked", ENCODED(EPERM), scePthreadMutexUnlock(&mutex));
    EQUAL("lock", 0, scePthreadMutexLock(&mutex));
    EQUAL("lock again: the default kind checks", ENCODED(EDEADLK), scePthreadMutexLock(&mutex));
    ROW("M8", "trylock by another thread", ENCODED(EBUSY), (intptr_t)join(start(try_lock, NULL)));
    ROW("M8", "POSIX trylock by another thread", EBUSY, (intptr_t)join(start(try_lock_posix, NULL)));
    EQUAL("unlock by another thread", ENCODED(EPERM), (intptr_t)join(start(unlock, NULL)));
    EQUAL("timed lock by another thread", ENCODED(ETIMEDOUT), (intptr_t)join(start(lock_for_a_while, NULL)));
    EQUAL("POSIX timed lock by another thread", ETIMEDOUT, (intptr_t)join(start(lock_until, NULL)));
    EQUAL("destroy while locked", ENCODED(EBUSY), scePthreadMutexDestroy(&mutex));
    EQUAL("unlock", 0, scePthreadMutexUnlock(&mutex));
    EQUAL("destroy", 0, scePthreadMutexDestroy(&mutex));
    EQUAL("lock of a destroyed one", ENCODED(EINVAL), scePthreadMutexLock(&mutex));
    EQUAL("unlock of a destroyed one", ENCODED(EINVAL), scePthreadMutexUnlock(&mutex));
    EQUAL("destroy again", ENCODED(EINVAL), scePthreadMutexDestroy(&mutex));
}

static void check_kinds(void) {
    make(MUTEX_RECURSIVE);
    EQUAL("recursive: lock", 0, scePthreadMutexLock(&mutex));
    EQUAL("recursive: lock again", 0, scePthreadMutexLock(&mutex));
    EQUAL("recursive: trylock by its owner", 0, scePthreadMutexTrylock(&mutex));
    EQUAL("recursive: unlock thrice", 0, scePthreadMutexUnlock(&mutex) | scePthreadMutexUnlock(&mutex) | scePthreadMutexUnlock(&mutex));
    EQUAL("recursive: unlock once more", ENCODED(EPERM), scePthreadMutexUnlock(&mutex));
    EQUAL("recursive: destroy", 0, scePthreadMutexDestroy(&mutex));
    make(MUTEX_ADAPTIVE);
    scePthreadMutexLock(&mutex);
    EQUAL("adaptive: lock again", ENCODED(EDEADLK), scePthreadMutexLock(&mutex));
    EQUAL("adaptive: trylock by its owner", ENCODED(EBUSY), scePthreadMutexTrylock(&mutex));
    scePthreadMutexUnlock(&mutex);
    scePthreadMutexDestroy(&mutex);
    make(MUTEX_NORMAL);
    scePthreadMutexLock(&mutex);
    EQUAL("normal: trylock by its owner", ENCODED(EBUSY), scePthreadMutexTrylock(&mutex));
    uint64_t begin = now();
    EQUAL("normal: timed lock by its owner", ENCODED(ETIMEDOUT), scePthreadMutexTimedlock(&mutex, SHORT));
    HOLDS("it took its time", now() - begin >= SHORT);
    scePthreadMutexUnlock(&mutex);
    scePthreadMutexDestroy(&mutex);
}

static void check_static(void) {
    mutex = NULL;
    EQUAL("static: unlock before use", ENCODED(EPERM), scePthreadMutexUnlock(&mutex));
    EQUAL("static: lock", 0, scePthreadMutexLock(&mutex));
    EQUAL("static: unlock", 0, scePthreadMutexUnlock(&mutex));
    scePthreadMutexDestroy(&mutex);
    mutex = NULL;
    EQUAL("static: destroy without use", 0, scePthreadMutexDestroy(&mutex));
    EQUAL("static: destroyed for good", ENCODED(EINVAL), scePthreadMutexLock(&mutex));
    mutex = (mutex_t)1;
    EQUAL("static adaptive: lock", 0, scePthreadMutexLock(&mutex));
    EQUAL("static adaptive: lock again", ENCODED(EDEADLK), scePthreadMutexLock(&mutex));
    scePthreadMutexUnlock(&mutex);
    scePthreadMutexDestroy(&mutex);
}

static int counted;

static void *count(void *argument) {
    for (int i = 0; i < 2000; i++) {
        scePthreadMutexLock(&mutex);
        counted++;
        scePthreadMutexUnlock(&mutex);
    }
    return argument;
}

static void check_exclusion(void) {
    thread_t threads[4];
    mutex = NULL;
    for (int i = 0; i < 4; i++) {
        threads[i] = start(count, NULL);
    }
    for (int i = 0; i < 4; i++) {
        join(threads[i]);
    }
    EQUAL("a static mutex that four threads meet first", 8000, counted);
    scePthreadMutexDestroy(&mutex);
    EQUAL("POSIX init", 0, pthread_mutex_init(&mutex, NULL));
    EQUAL("POSIX lock", 0, pthread_mutex_lock(&mutex));
    EQUAL("POSIX unlock", 0, pthread_mutex_unlock(&mutex));
    EQUAL("POSIX unlock again", EPERM, pthread_mutex_unlock(&mutex));
    EQUAL("POSIX destroy", 0, pthread_mutex_destroy(&mutex));
}

void check_mutexes(void) {
    area("mutexes");
    check_making();
    check_kinds();
    check_static();
    check_exclusion();
    ROW("M8", "EAGAIN in guest numbers", 35, EAGAIN);
}
