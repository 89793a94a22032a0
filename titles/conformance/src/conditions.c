/* Conditions in both families. */
#include "check.h"
#include "guest/time.h"

static mutex_t mutex;
static condition_t condition;
static volatile int waiting, ready, passed;

static void *wait_until_ready(void *argument) {
    scePthreadMutexLock(&mutex);
    waiting++;
    while (!ready) {
        scePthreadCondWait(&condition, &mutex);
    }
    passed++;
    scePthreadMutexUnlock(&mutex);
    return argument;
}

static void await_waiting(int count) {
    for (;;) {
        scePthreadMutexLock(&mutex);
        int seen = waiting;
        scePthreadMutexUnlock(&mutex);
        if (seen >= count) {
            return;
        }
        sceKernelUsleep(1000);
    }
}

static void check_wrong_use(void) {
    condition_t none = (condition_t)1;
    ROW("T5", "wait without a condition", ENCODED(EINVAL), scePthreadCondWait(NULL, &mutex));
    ROW("T5", "wait without a mutex", ENCODED(EINVAL), scePthreadCondWait(&condition, NULL));
    ROW("T5", "POSIX wait without a condition", EINVAL, pthread_cond_wait(NULL, &mutex));
    ROW("T5", "POSIX wait without a mutex", EINVAL, pthread_cond_wait(&condition, NULL));
    EQUAL("wait without owning the mutex", ENCODED(EPERM), scePthreadCondWait(&condition, &mutex));
    EQUAL("timed wait without owning the mutex", ENCODED(EPERM), scePthreadCondTimedwait(&condition, &mutex, SHORT));
    EQUAL("signal without a condition", ENCODED(EINVAL), scePthreadCondSignal(NULL));
    scePthreadMutexLock(&mutex);
    EQUAL("wait on a destroyed one", ENCODED(EINVAL), scePthreadCondWait(&none, &mutex));
    struct timespec wrong = {0, 1000000000};
    EQUAL("POSIX timed wait with 10^9 nanoseconds", EINVAL, pthread_cond_timedwait(&condition, &mutex, &wrong));
    wrong.nanoseconds = -1;
    EQUAL("POSIX timed wait with -1 nanoseconds", EINVAL, pthread_cond_timedwait(&condition, &mutex, &wrong));
    scePthreadMutexUnlock(&mutex);
}

static void check_times(void) {
    scePthreadMutexLock(&mutex);
    scePthreadCondSignal(&condition);
    uint64_t begin = now();
    ROW("T2", "a signal without a waiter is not stored", ENCODED(ETIMEDOUT), scePthreadCondTimedwait(&condition, &mutex, 10000));
    ROW_HOLDS("T2", "the wait took its time", now() - begin >= 10000);
    begin = now();
    ROW("T3", "the sce form is relative", ENCODED(ETIMEDOUT), scePthreadCondTimedwait(&condition, &mutex, SHORT));
    ROW_HOLDS("T3", "it waited that long", now() - begin >= SHORT);
    struct timespec past = {0, 1000000};
    begin = now();
    ROW("T3", "the POSIX form is absolute: a time in the past", ETIMEDOUT, pthread_cond_timedwait(&condition, &mutex, &past));
    struct timespec until = in_milliseconds(20);
    begin = now();
    ROW("T3", "the POSIX form is absolute: a time to come", ETIMEDOUT, pthread_cond_timedwait(&condition, &mutex, &until));
    ROW_HOLDS("T3", "it waited until then", now() - begin >= 15000);
    EQUAL("the mutex is owned after a time-out", 0, scePthreadMutexUnlock(&mutex));
}

static void check_waking(void) {
    thread_t threads[3];
    waiting = ready = passed = 0;
    for (int i = 0; i < 3; i++) {
        threads[i] = start(wait_until_ready, NULL);
    }
    await_waiting(3);
    scePthreadCondBroadcast(&condition);
    sceKernelUsleep(SHORT);
    ROW("T4", "a wake-up with the predicate still false", 0, passed);
    scePthreadMutexLock(&mutex);
    ready = 1;
    scePthreadCondBroadcast(&condition);
    scePthreadMutexUnlock(&mutex);
    for (int i = 0; i < 3; i++) {
        join(threads[i]);
    }
    ROW("T4", "all pass once it holds", 3, passed);
    waiting = ready = passed = 0;
    threads[0] = start(wait_until_ready, NULL);
    await_waiting(1);
    scePthreadMutexLock(&mutex);
    ready = 1;
    EQUAL("signal to a given thread", 0, scePthreadCondSignalto(&condition, threads[0]));
    scePthreadMutexUnlock(&mutex);
    join(threads[0]);
    EQUAL("it passed", 1, passed);
}

static void *hold_recursively(void *argument) {
    (void)argument;
    return (void *)(intptr_t)scePthreadMutexTrylock(&mutex);
}

static void check_recursive(void) {
    mutex_attributes_t attributes;
    scePthreadMutexDestroy(&mutex);
    scePthreadMutexattrInit(&attributes);
    scePthreadMutexattrSettype(&attributes, MUTEX_RECURSIVE);
    scePthreadMutexInit(&mutex, &attributes, "recursive");
    scePthreadMutexattrDestroy(&attributes);
    scePthreadMutexLock(&mutex);
    scePthreadMutexLock(&mutex);
    EQUAL("a wait with a recursive mutex", ENCODED(ETIMEDOUT), scePthreadCondTimedwait(&condition, &mutex, 1000));
    EQUAL("gives back one count", 0, scePthreadMutexUnlock(&mutex));
    EQUAL("and still owns the other", ENCODED(EBUSY), (intptr_t)join(start(hold_recursively, NULL)));
    scePthreadMutexUnlock(&mutex);
}

static void check_attributes(void) {
    condition_attributes_t attributes;
    int clock = -1;
    EQUAL("attributes", 0, pthread_condattr_init(&attributes));
    EQUAL("clock 4", 0, pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC));
    EQUAL("get clock", 0, pthread_condattr_getclock(&attributes, &clock));
    EQUAL("it is kept", CLOCK_MONOTONIC, clock);
    EQUAL("clock 99", EINVAL, pthread_condattr_setclock(&attributes, 99));
    condition_t monotonic = NULL;
    EQUAL("condition with the monotonic clock", 0, pthread_cond_init(&monotonic, &attributes));
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.seconds += until.nanoseconds >= 980000000;
    until.nanoseconds = (until.nanoseconds + 20000000) % 1000000000;
    scePthreadMutexLock(&mutex);
    EQUAL("it waits by that clock", ETIMEDOUT, pthread_cond_timedwait(&monotonic, &mutex, &until));
    scePthreadMutexUnlock(&mutex);
    EQUAL("destroy attributes", 0, pthread_condattr_destroy(&attributes));
    EQUAL("destroy the condition", 0, pthread_cond_destroy(&monotonic));
    EQUAL("destroy it again", EINVAL, pthread_cond_destroy(&monotonic));
}

void check_conditions(void) {
    area("conditions");
    scePthreadMutexInit(&mutex, NULL, "condition");
    EQUAL("init", 0, scePthreadCondInit(&condition, NULL, "condition"));
    check_wrong_use();
    check_times();
    check_waking();
    check_recursive();
    check_attributes();
    EQUAL("destroy", 0, scePthreadCondDestroy(&condition));
    scePthreadMutexDestroy(&mutex);
}
