/* Handlers of signals: faults that go on, and signals between threads. */
#include "guest/signals.h"
#include "check.h"
#include "guest/time.h"

static volatile int seen_signal, handled;
static volatile uint64_t seen_address;
static volatile int waiting, stopping;
static event_flag_t flag;
static mutex_t mutex;
static condition_t condition;

/* Skips the three bytes of `mov (%rdi), %rax` and gives 77 as its result. */
static void skip(int signal, struct context *context) {
    seen_signal = signal;
    seen_address = context->address;
    context->rip += 3;
    context->rax = 77;
}

static void count(int signal, struct context *context) {
    (void)context;
    seen_signal = signal;
    __atomic_add_fetch(&handled, 1, __ATOMIC_SEQ_CST);
}

static uint64_t read_at(uint64_t address) {
    uint64_t value;
    __asm__ volatile("mov (%%rdi), %%rax" : "=a"(value) : "D"(address));
    return value;
}

static void check_faults(void) {
    EQUAL("install for signal 9", ENCODED(EINVAL), sceKernelInstallExceptionHandler(9, skip));
    EQUAL("install", 0, sceKernelInstallExceptionHandler(SIGNAL_ACCESS, skip));
    EQUAL("install again", ENCODED(EAGAIN), sceKernelInstallExceptionHandler(SIGNAL_ACCESS, count));
    EQUAL("a read of an unmapped address is handled", 77, read_at(0x10));
    HOLDS("the handler saw signal and address", seen_signal == SIGNAL_ACCESS && seen_address == 0x10);
    double kept = 1.5;
    __asm__ volatile("" : "+x"(kept));
    read_at(0x20);
    HOLDS("vector registers are as before", kept == 1.5);
    EQUAL("remove", 0, sceKernelRemoveExceptionHandler(SIGNAL_ACCESS));
}

static void *loop(void *argument) {
    waiting = 1;
    while (!stopping) {
    }
    return argument;
}

static void *wait_for_flag(void *argument) {
    uint64_t bits;
    waiting = 1;
    return (void *)(intptr_t)(sceKernelWaitEventFlag(flag, 1, WAIT_ALL, &bits, NULL) == 0 ? (intptr_t)argument : -1);
}

static void *wait_for_condition(void *argument) {
    scePthreadMutexLock(&mutex);
    waiting = 1;
    while (!stopping) {
        scePthreadCondWait(&condition, &mutex);
    }
    int unlocked = scePthreadMutexUnlock(&mutex);
    return (void *)(intptr_t)(unlocked == 0 ? (intptr_t)argument : -1);
}

static void await(const volatile int *value, int wanted) {
    while (*value < wanted) {
        sceKernelUsleep(1000);
    }
}

static thread_t interrupted(thread_entry entry, void *argument, int count_before) {
    waiting = stopping = 0;
    thread_t thread = start(entry, argument);
    await(&waiting, 1);
    sceKernelUsleep(SHORT);
    EQUAL("raise", 0, sceKernelRaiseException(thread, SIGNAL_USER));
    await(&handled, count_before + 1);
    EQUAL("its handler ran once", count_before + 1, handled);
    return thread;
}

void check_signals(void) {
    area("signals");
    check_faults();
    handled = 0;
    sceKernelInstallExceptionHandler(SIGNAL_USER, count);
    EQUAL("raise for nobody", ENCODED(ESRCH), sceKernelRaiseException((thread_t)0x123450, SIGNAL_USER));
    EQUAL("raise signal 9", ENCODED(EINVAL), sceKernelRaiseException(scePthreadSelf(), 9));
    EQUAL("raise for the caller", 0, sceKernelRaiseException(scePthreadSelf(), SIGNAL_USER));
    HOLDS("its handler ran at the return", handled == 1 && seen_signal == SIGNAL_USER);
    thread_t thread = interrupted(loop, (void *)3, 1);
    stopping = 1;
    EQUAL("a thread in a loop goes on", 3, (intptr_t)join(thread));
    sceKernelCreateEventFlag(&flag, "signals", FLAG_MANY_WAITERS, 0, NULL);
    thread = interrupted(wait_for_flag, (void *)4, 2);
    sceKernelSetEventFlag(flag, 1);
    EQUAL("a thread in a wait goes on waiting, then on", 4, (intptr_t)join(thread));
    sceKernelDeleteEventFlag(flag);
    scePthreadCondInit(&condition, NULL, "signals");
    scePthreadMutexInit(&mutex, NULL, "signals");
    thread = interrupted(wait_for_condition, (void *)5, 3);
    scePthreadMutexLock(&mutex);
    stopping = 1;
    scePthreadCondSignal(&condition);
    scePthreadMutexUnlock(&mutex);
    EQUAL("a thread in a condition keeps its mutex", 5, (intptr_t)join(thread));
    scePthreadCondDestroy(&condition);
    scePthreadMutexDestroy(&mutex);
    sceKernelRemoveExceptionHandler(SIGNAL_USER);
}
