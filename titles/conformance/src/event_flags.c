/* Event flags and address waits. */
#include "check.h"
#include "guest/time.h"

static event_flag_t flag;
static volatile int state;
static volatile uint64_t seen;

static void *wait_all(void *bits) {
    uint64_t result = 0;
    state = 1;
    int end = sceKernelWaitEventFlag(flag, (uint64_t)bits, WAIT_ALL, &result, NULL);
    seen = result;
    state = 2;
    return (void *)(intptr_t)end;
}

static thread_t waiter(uint64_t bits) {
    state = 0;
    thread_t thread = start(wait_all, (void *)bits);
    while (!state) {
        sceKernelUsleep(1000);
    }
    sceKernelUsleep(SHORT);
    return thread;
}

static void check_making(void) {
    EQUAL("without a place", ENCODED(EINVAL), sceKernelCreateEventFlag(NULL, "f", 0, 0, NULL));
    EQUAL("without a name", ENCODED(EINVAL), sceKernelCreateEventFlag(&flag, NULL, 0, 0, NULL));
    EQUAL("with an option", ENCODED(EINVAL), sceKernelCreateEventFlag(&flag, "f", 0, 0, &flag));
    EQUAL("with attribute 4", ENCODED(EINVAL), sceKernelCreateEventFlag(&flag, "f", 4, 0, NULL));
    EQUAL("with both orders", ENCODED(EINVAL), sceKernelCreateEventFlag(&flag, "f", FLAG_FIFO | FLAG_PRIORITY, 0, NULL));
    EQUAL("with both waiter bits", ENCODED(EINVAL), sceKernelCreateEventFlag(&flag, "f", FLAG_ONE_WAITER | FLAG_MANY_WAITERS, 0, NULL));
    EQUAL("with a name of 32 characters", ENCODED(ENAMETOOLONG), sceKernelCreateEventFlag(&flag, "12345678901234567890123456789012", 0, 0, NULL));
    EQUAL("create", 0, sceKernelCreateEventFlag(&flag, "f", FLAG_FIFO | FLAG_MANY_WAITERS, 5, NULL));
}

static void check_polls(void) {
    uint64_t result = 0;
    ROW("T1", "poll with the pattern not met", ENCODED(EBUSY), sceKernelPollEventFlag(flag, 2, WAIT_ANY, &result));
    EQUAL("poll of no bits", ENCODED(EINVAL), sceKernelPollEventFlag(flag, 0, WAIT_ANY, &result));
    EQUAL("poll with mode 0", ENCODED(EINVAL), sceKernelPollEventFlag(flag, 1, 0, &result));
    EQUAL("poll with both clearings", ENCODED(EINVAL), sceKernelPollEventFlag(flag, 1, WAIT_ANY | CLEAR_ALL | CLEAR_PATTERN, &result));
    EQUAL("poll any", 0, sceKernelPollEventFlag(flag, 3, WAIT_ANY, &result));
    EQUAL("bits", 5, result);
    EQUAL("poll all", ENCODED(EBUSY), sceKernelPollEventFlag(flag, 3, WAIT_ALL, &result));
    EQUAL("poll all, clear the pattern", 0, sceKernelPollEventFlag(flag, 4, WAIT_ALL | CLEAR_PATTERN, &result));
    EQUAL("the bits are those before", 5, result);
    sceKernelPollEventFlag(flag, 1, WAIT_ALL, &result);
    EQUAL("the pattern is gone", 1, result);
    EQUAL("set", 0, sceKernelSetEventFlag(flag, 0xf0));
    EQUAL("clear keeps the given bits", 0, sceKernelClearEventFlag(flag, 0x30));
    EQUAL("poll, clear everything", 0, sceKernelPollEventFlag(flag, 0x10, WAIT_ALL | CLEAR_ALL, &result));
    EQUAL("kept bits", 0x30, result);
    EQUAL("nothing is left", ENCODED(EBUSY), sceKernelPollEventFlag(flag, ~0ull, WAIT_ANY, &result));
}

static void check_waits(void) {
    uint64_t result = 7;
    uint32_t timeout = SHORT;
    uint64_t begin = now();
    EQUAL("wait in vain", ENCODED(ETIMEDOUT), sceKernelWaitEventFlag(flag, 1, WAIT_ALL, &result, &timeout));
    HOLDS("it took its time", now() - begin >= SHORT);
    HOLDS("no time is left, and the bits are told", timeout == 0 && result == 0);
    thread_t thread = waiter(3);
    sceKernelSetEventFlag(flag, 1);
    sceKernelUsleep(SHORT);
    ROW("T4", "a flag's waiter goes on waiting while a bit is missing", 1, state);
    sceKernelSetEventFlag(flag, 2);
    EQUAL("it ends with the last bit", 0, (intptr_t)join(thread));
    EQUAL("it sees all bits", 3, seen);
    timeout = LONG;
    EQUAL("wait for what is there", 0, sceKernelWaitEventFlag(flag, 3, WAIT_ALL | CLEAR_ALL, &result, &timeout));
    HOLDS("time is left", timeout > 0 && timeout <= LONG);
    thread = waiter(8);
    int waiters = -1;
    EQUAL("cancel", 0, sceKernelCancelEventFlag(flag, 0x40, &waiters));
    EQUAL("it tells the waiters", 1, waiters);
    EQUAL("the waiter was cancelled", ENCODED(ECANCELED), (intptr_t)join(thread));
    EQUAL("with the new bits", 0x40, seen);
    thread = waiter(8);
    EQUAL("delete", 0, sceKernelDeleteEventFlag(flag));
    EQUAL("its waiter is told", ENCODED(EACCES), (intptr_t)join(thread));
    EQUAL("set a deleted one", ENCODED(ESRCH), sceKernelSetEventFlag(flag, 1));
    EQUAL("poll a deleted one", ENCODED(ESRCH), sceKernelPollEventFlag(flag, 1, WAIT_ANY, &result));
    EQUAL("clear a deleted one", ENCODED(ESRCH), sceKernelClearEventFlag(flag, 1));
    EQUAL("cancel a deleted one", ENCODED(ESRCH), sceKernelCancelEventFlag(flag, 1, NULL));
    EQUAL("delete again", ENCODED(ESRCH), sceKernelDeleteEventFlag(flag));
    sceKernelCreateEventFlag(&flag, "one", FLAG_ONE_WAITER, 0, NULL);
    thread = waiter(1);
    EQUAL("second waiter of a flag for one", ENCODED(EPERM), sceKernelWaitEventFlag(flag, 1, WAIT_ALL, &result, NULL));
    sceKernelSetEventFlag(flag, 1);
    join(thread);
    sceKernelDeleteEventFlag(flag);
}

void check_event_flags(void) {
    area("event-flags");
    check_making();
    check_polls();
    check_waits();
}

static volatile uint32_t word;
static volatile uint64_t wide;

static void *sleep_on_word(void *argument) {
    (void)argument;
    state = 1;
    int end = sceKernelSyncOnAddressWait(&word, 7, NULL);
    state = 2;
    return (void *)(intptr_t)end;
}

void check_address_waits(void) {
    uint32_t timeout = SHORT;
    area("address-waits");
    word = 7;
    EQUAL("wait on null", ENCODED(EINVAL), sceKernelSyncOnAddressWait(NULL, 0, &timeout));
    EQUAL("wait on an odd address", ENCODED(EINVAL), sceKernelSyncOnAddressWait((uint32_t *)((char *)&word + 1), 0, &timeout));
    EQUAL("wait with another value", 0, sceKernelSyncOnAddressWait(&word, 8, NULL));
    EQUAL("wait in vain", ENCODED(ETIMEDOUT), sceKernelSyncOnAddressWait(&word, 7, &timeout));
    EQUAL("wake nobody", 0, sceKernelSyncOnAddressWake(&word, 1));
    state = 0;
    thread_t thread = start(sleep_on_word, NULL);
    while (!state) {
        sceKernelUsleep(1000);
    }
    sceKernelUsleep(SHORT);
    EQUAL("wake none of one", 0, sceKernelSyncOnAddressWake(&word, 0));
    sceKernelUsleep(SHORT);
    EQUAL("it sleeps on", 1, state);
    EQUAL("wake all", 0, sceKernelSyncOnAddressWake(&word, 0x7fffffff));
    EQUAL("it woke", 0, (intptr_t)join(thread));
    wide = 1ull << 40;
    EQUAL("64-bit wait with another value", 0, sceKernelSyncOnAddressWait64(&wide, 0, NULL));
    EQUAL("64-bit wait in vain", ENCODED(ETIMEDOUT), sceKernelSyncOnAddressWait64(&wide, 1ull << 40, &timeout));
}
