/* The three kinds of semaphores. */
#include "check.h"
#include "guest/time.h"

static semaphore_t object;
static thread_semaphore_t own;
static volatile int state;

static void *wait_object(void *argument) {
    state = 1;
    int result = sceKernelWaitSema(object, (int)(intptr_t)argument, NULL);
    state = 2;
    return (void *)(intptr_t)result;
}

static void *wait_own(void *argument) {
    (void)argument;
    state = 1;
    int result = scePthreadSemWait(&own);
    state = 2;
    return (void *)(intptr_t)result;
}

static void await_state(int wanted) {
    while (state < wanted) {
        sceKernelUsleep(1000);
    }
    sceKernelUsleep(SHORT);
}

static void check_object(void) {
    uint32_t timeout = SHORT;
    int waiters = -1;
    EQUAL("object without a name", ENCODED(EINVAL), sceKernelCreateSema(&object, NULL, 1, 0, 1, NULL));
    EQUAL("object with attribute 3", ENCODED(EINVAL), sceKernelCreateSema(&object, "s", 3, 0, 1, NULL));
    EQUAL("object with a negative value", ENCODED(EINVAL), sceKernelCreateSema(&object, "s", 1, -1, 1, NULL));
    EQUAL("object with maximum 0", ENCODED(EINVAL), sceKernelCreateSema(&object, "s", 1, 0, 0, NULL));
    EQUAL("object with value above maximum", ENCODED(EINVAL), sceKernelCreateSema(&object, "s", 1, 2, 1, NULL));
    EQUAL("object", 0, sceKernelCreateSema(&object, "s", 1, 2, 3, NULL));
    EQUAL("take 0", ENCODED(EINVAL), sceKernelWaitSema(object, 0, NULL));
    EQUAL("take more than the maximum", ENCODED(EINVAL), sceKernelWaitSema(object, 4, NULL));
    EQUAL("take 2", 0, sceKernelWaitSema(object, 2, &timeout));
    EQUAL("poll of an empty one", ENCODED(EBUSY), sceKernelPollSema(object, 1));
    timeout = SHORT;
    EQUAL("wait on an empty one", ENCODED(ETIMEDOUT), sceKernelWaitSema(object, 1, &timeout));
    EQUAL("no time is left", 0, timeout);
    EQUAL("give more than the maximum", ENCODED(EINVAL), sceKernelSignalSema(object, 4));
    EQUAL("nothing was given", ENCODED(EBUSY), sceKernelPollSema(object, 1));
    state = 0;
    thread_t thread = start(wait_object, (void *)2);
    await_state(1);
    sceKernelSignalSema(object, 1);
    sceKernelUsleep(SHORT);
    ROW("T4", "a semaphore waiter goes on waiting while too few are there", 1, state);
    sceKernelSignalSema(object, 1);
    ROW("T8", "it returns with the post", 0, (intptr_t)join(thread));
    state = 0;
    thread = start(wait_object, (void *)1);
    await_state(1);
    ROW("T8", "a wait at count 0 blocks", 1, state);
    EQUAL("cancel", 0, sceKernelCancelSema(object, 3, &waiters));
    EQUAL("it tells the waiters", 1, waiters);
    EQUAL("the waiter was cancelled", ENCODED(ECANCELED), (intptr_t)join(thread));
    EQUAL("the count was set", 0, sceKernelPollSema(object, 3));
    EQUAL("cancel with a count above the maximum", ENCODED(EINVAL), sceKernelCancelSema(object, 4, &waiters));
    state = 0;
    thread = start(wait_object, (void *)1);
    await_state(1);
    EQUAL("delete", 0, sceKernelDeleteSema(object));
    EQUAL("its waiter is told", ENCODED(EACCES), (intptr_t)join(thread));
    EQUAL("wait on a deleted one", ENCODED(ESRCH), sceKernelWaitSema(object, 1, NULL));
    EQUAL("delete again", ENCODED(ESRCH), sceKernelDeleteSema(object));
}

static void check_own(void) {
    int value = -1;
    EQUAL("shared", ENCODED(EINVAL), scePthreadSemInit(&own, 1, 0, "s"));
    EQUAL("value 2^31", ENCODED(EINVAL), scePthreadSemInit(&own, 0, 0x80000000u, "s"));
    EQUAL("without a place", ENCODED(EINVAL), scePthreadSemInit(NULL, 0, 0, "s"));
    EQUAL("init", 0, scePthreadSemInit(&own, 0, 1, "s"));
    EQUAL("trywait", 0, scePthreadSemTrywait(&own));
    EQUAL("trywait at 0", ENCODED(EAGAIN), scePthreadSemTrywait(&own));
    EQUAL("timed wait at 0", ENCODED(ETIMEDOUT), scePthreadSemTimedwait(&own, SHORT));
    EQUAL("post", 0, scePthreadSemPost(&own));
    EQUAL("get value", 0, scePthreadSemGetvalue(&own, &value));
    EQUAL("it is 1", 1, value);
    scePthreadSemWait(&own);
    state = 0;
    thread_t thread = start(wait_own, NULL);
    await_state(1);
    EQUAL("a wait at 0 blocks", 1, state);
    scePthreadSemPost(&own);
    EQUAL("until the post", 0, (intptr_t)join(thread));
    EQUAL("destroy", 0, scePthreadSemDestroy(&own));
    scePthreadSemInit(&own, 0, 0x7fffffff, "full");
    EQUAL("post at the maximum", ENCODED(EOVERFLOW), scePthreadSemPost(&own));
    scePthreadSemDestroy(&own);
}

static void check_posix(void) {
    int value = -1;
    EQUAL("POSIX init", 0, posix(sem_init(&own, 0, 1)));
    EQUAL("POSIX wait", 0, posix(sem_wait(&own)));
    EQUAL("POSIX trywait at 0", -EAGAIN, posix(sem_trywait(&own)));
    struct timespec until = in_milliseconds(20);
    EQUAL("POSIX timed wait at 0", -ETIMEDOUT, posix(sem_timedwait(&own, &until)));
    EQUAL("POSIX post", 0, posix(sem_post(&own)));
    EQUAL("POSIX get value", 0, posix(sem_getvalue(&own, &value)));
    EQUAL("POSIX value", 1, value);
    EQUAL("POSIX destroy", 0, posix(sem_destroy(&own)));
}

void check_semaphores(void) {
    area("semaphores");
    check_object();
    check_own();
    check_posix();
}
