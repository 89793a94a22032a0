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

static struct signal_information told;
static volatile uint64_t masked_inside;

static void posix_handler(int number, int code, struct context *context) {
    (void)context;
    seen_signal = number;
    handled += 1 + code;
}

static void informed(int number, struct signal_information *information, struct context *context) {
    seen_signal = number;
    told = *information;
    struct signal_set inside;
    sigprocmask(MASK_BLOCK, NULL, &inside);
    masked_inside = inside.words[0];
    if (number == SIGNAL_ACCESS) {
        context->rip += 3;
        context->rax = 55;
    }
}

static void check_posix_signals(void) {
    struct signal_action action = {posix_handler, 0, {{0}}}, old;
    EQUAL("action of no signal", -EINVAL, posix(sigaction(0, &action, NULL)));
    EQUAL("action of the killing one", -EINVAL, posix(sigaction(9, &action, NULL)));
    EQUAL("action", 0, posix(sigaction(SIGNAL_USER, &action, &old)));
    HOLDS("nothing before", old.handler == NULL);
    sigaction(SIGNAL_USER, NULL, &old);
    HOLDS("it is kept", old.handler == (void *)posix_handler);
    handled = 0;
    EQUAL("raise", 0, posix(raise(SIGNAL_USER)));
    HOLDS("the handler ran in the call", handled == 1 && seen_signal == SIGNAL_USER);
    EQUAL("kill itself", 0, posix(kill(getpid(), SIGNAL_USER)));
    EQUAL("again", 2, handled);
    EQUAL("kill another", -ESRCH, posix(kill(getpid() + 1, SIGNAL_USER)));
    EQUAL("is the thread there", 0, pthread_kill(scePthreadSelf(), 0));
    EQUAL("to a thread", 0, pthread_kill(scePthreadSelf(), SIGNAL_USER));
    EQUAL("a third time", 3, handled);
    EQUAL("to no thread", ESRCH, pthread_kill((thread_t)0x1230, SIGNAL_USER));

    struct signal_set user, before;
    sigemptyset(&user);
    sigaddset(&user, SIGNAL_USER);
    EQUAL("mask", 0, posix(sigprocmask(MASK_BLOCK, &user, &before)));
    raise(SIGNAL_USER);
    sceKernelUsleep(1000);
    EQUAL("a masked signal waits", 3, handled);
    EQUAL("how", EINVAL, pthread_sigmask(9, &user, NULL));
    EQUAL("let it through", 0, pthread_sigmask(MASK_UNBLOCK, &user, &before));
    HOLDS("it was masked", before.words[0] == 1u << (SIGNAL_USER - 1));
    EQUAL("and comes", 4, handled);

    struct signal_action with = {informed, ACTION_INFORMATION, {{1u << (SIGNAL_BUS - 1)}}};
    sigaction(SIGNAL_USER, &with, NULL);
    raise(SIGNAL_USER);
    EQUAL("the handler is told the signal", SIGNAL_USER, told.signal);
    EQUAL("its mask and itself hold in it", 1u << (SIGNAL_USER - 1) | 1u << (SIGNAL_BUS - 1), masked_inside);
    sigaction(SIGNAL_ACCESS, &with, NULL);
    EQUAL("a fault goes on", 55, read_at(0x18));
    EQUAL("with its address", 0x18, told.address);
    HOLDS("signal gives what was there", signal(SIGNAL_ACCESS, NULL) == (void *)informed);
    signal(SIGNAL_USER, (void *)1);
    EQUAL("an ignored signal", 0, posix(raise(SIGNAL_USER)));
    HOLDS("and of no number", signal(200, NULL) == (void *)-1 && *__error() == EINVAL);
    signal(SIGNAL_USER, NULL);
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
    check_posix_signals();
}
