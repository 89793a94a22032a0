/* Threads that are cancelled, and what they run first. */
#include "check.h"
#include "guest/polling.h"
#include "guest/files.h"
#include "guest/time.h"

static volatile int order[8], count, ready;
static mutex_t mutex;
static condition_t condition;
static int ends[2];

static void note(void *argument) { order[count++] = (int)(intptr_t)argument; }

static void unlock(void *argument) {
    note((void *)7);
    scePthreadMutexUnlock(argument);
}

static void *sleep_long(void *argument) {
    pthread_cleanup_push(note, (void *)1);
    pthread_cleanup_push(note, (void *)2);
    ready = 1;
    sceKernelUsleep(60u * 1000 * 1000);
    return argument;
}

static void *wait_for_signal(void *argument) {
    scePthreadMutexLock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    ready = 1;
    for (;;) {
        scePthreadCondWait(&condition, &mutex);
    }
    return argument;
}

static void *read_pipe(void *argument) {
    char byte;
    ready = 1;
    read(ends[0], &byte, 1);
    return argument;
}

static void *shielded(void *argument) {
    int old = -1;
    pthread_setcancelstate(1, &old);
    ready = 1;
    while (ready < 2) {
        sceKernelUsleep(1000);
    }
    sceKernelUsleep(1000);
    order[count++] = old;
    pthread_setcancelstate(0, &old);
    order[count++] = old;
    pthread_testcancel();
    return argument;
}

static void *leave(void *argument) {
    pthread_cleanup_push(note, (void *)4);
    pthread_cleanup_push(note, (void *)5);
    pthread_cleanup_pop(1);
    scePthreadExit(argument);
}

static thread_t cancelled(thread_entry entry) {
    ready = count = 0;
    thread_t thread = start(entry, (void *)3);
    while (!ready) {
        sceKernelUsleep(1000);
    }
    return thread;
}

void check_cancellation(void) {
    area("cancellation");
    thread_t thread = cancelled(sleep_long);
    EQUAL("cancel a sleep", 0, pthread_cancel(thread));
    EQUAL("its value", 1, join(thread));
    HOLDS("cleanup ran, the last first", count == 2 && order[0] == 2 && order[1] == 1);
    EQUAL("cancel no thread", ESRCH, pthread_cancel((thread_t)0x1230));
    EQUAL("encoded", ENCODED(ESRCH), scePthreadCancel((thread_t)0x1230));

    scePthreadMutexInit(&mutex, NULL, "mutex");
    scePthreadCondInit(&condition, NULL, "condition");
    thread = cancelled(wait_for_signal);
    scePthreadMutexLock(&mutex);
    EQUAL("cancel a condition's wait", 0, scePthreadCancel(thread));
    HOLDS("it waits for the mutex", count == 0);
    scePthreadMutexUnlock(&mutex);
    EQUAL("its value", 1, join(thread));
    EQUAL("cleanup ran with the mutex", 7, order[0]);
    EQUAL("and unlocked it", 0, scePthreadMutexTrylock(&mutex));
    scePthreadMutexUnlock(&mutex);

    pipe(ends);
    thread = cancelled(read_pipe);
    EQUAL("cancel a read", 0, pthread_cancel(thread));
    EQUAL("its value", 1, join(thread));
    close(ends[0]);
    close(ends[1]);

    thread = cancelled(shielded);
    pthread_cancel(thread);
    ready = 2;
    EQUAL("a shielded thread ends where it asks", 1, join(thread));
    HOLDS("not before", count == 2 && order[0] == 0 && order[1] == 1);

    count = 0;
    EQUAL("an exit gives its value", 3, join(start(leave, (void *)3)));
    HOLDS("and runs what is left", count == 2 && order[0] == 5 && order[1] == 4);
}
