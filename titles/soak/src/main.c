/*
 * Soak: 64 threads over every primitive, while signals interrupt them, and one that waits all the time for what does not come. Runs so many
 * seconds as data/seconds.txt says.
 */
#include "guest/events.h"
#include "guest/files.h"
#include "guest/signals.h"
#include "soak.h"

_Noreturn void exit(int status);
int atoi(const char *text);

static uint64_t end;
static thread_t threads[GROUPS * MEMBERS];
static volatile int handled, running;

int is_over(void) { return sceKernelGetProcessTime() >= end; }

_Noreturn void lost(const char *group, int member, const char *what, int64_t answer) {
    printf("soak: FAILED %s, thread %d: %s: 0x%llx\n", group, member, what, (long long)answer);
    exit(1);
}

static void *work(void *argument) {
    int index = (int)(intptr_t)argument;
    long rounds = groups[index / MEMBERS].work(index % MEMBERS);
    __atomic_sub_fetch(&running, 1, __ATOMIC_SEQ_CST);
    return (void *)rounds;
}

static void count(int signal, struct context *context) {
    (void)signal, (void)context;
    __atomic_add_fetch(&handled, 1, __ATOMIC_SEQ_CST);
}

/* A wait may last as long as it likes: nobody who watches may take it for a stall. */
static void *wait_for_nothing(void *argument) {
    (void)argument;
    equeue_t queue;
    struct event event;
    int count = -1;
    sceKernelCreateEqueue(&queue, "nothing");
    uint32_t patience = (uint32_t)(end - sceKernelGetProcessTime());
    int answer = sceKernelWaitEqueue(queue, &event, 1, &count, &patience);
    return (void *)(intptr_t)(answer == ENCODED(ETIMEDOUT) && count == 0 && is_over());
}

static int seconds(void) {
    char text[16] = {0};
    int file = sceKernelOpen("/app0/data/seconds.txt", OPEN_READ, 0);
    sceKernelRead(file, text, sizeof text - 1);
    sceKernelClose(file);
    return atoi(text);
}

/* Every signal that was sent is handled once its thread gets to run; threads that end first take theirs along. */
static int interrupt_threads(void) {
    uint32_t state = 12345;
    int sent = 0;
    while (!is_over()) {
        state = state * 1664525 + 1013904223;
        int answer = sceKernelRaiseException(threads[(state >> 16) % (GROUPS * MEMBERS)], SIGNAL_USER);
        if (answer != 0 && answer != ENCODED(ESRCH)) {
            lost("signals", 0, "raise", answer);
        }
        sent += answer == 0;
        sceKernelUsleep(3000);
    }
    return sent;
}

int main(void) {
    sceKernelInstallExceptionHandler(SIGNAL_USER, count);
    running = GROUPS * MEMBERS;
    for (int i = 0; i < GROUPS; i++) {
        groups[i].begin();
    }
    end = sceKernelGetProcessTime() + (uint64_t)seconds() * 1000000;
    for (int i = 0; i < GROUPS * MEMBERS; i++) {
        int made = scePthreadCreate(&threads[i], NULL, work, (void *)(intptr_t)i, groups[i / MEMBERS].name);
        if (made != 0) {
            lost(groups[i / MEMBERS].name, i % MEMBERS, "create", made);
        }
    }
    thread_t patient;
    void *waited = NULL;
    scePthreadCreate(&patient, NULL, wait_for_nothing, NULL, "patient");
    int sent = interrupt_threads(), failed = 0;
    scePthreadJoin(patient, &waited);
    printf("soak: a wait for nothing: %s\n", waited ? "ok" : "FAILED");
    failed += !waited;
    for (int g = 0; g < GROUPS; g++) {
        long total = 0;
        for (int m = 0; m < MEMBERS; m++) {
            void *rounds = NULL;
            scePthreadJoin(threads[g * MEMBERS + m], &rounds);
            total += (long)rounds;
        }
        int holds = groups[g].holds() && total > 0;
        printf("soak: %s: %ld rounds: %s\n", groups[g].name, total, holds ? "ok" : "FAILED");
        failed += !holds;
    }
    printf("soak: %d signals sent, %d handled\n", sent, handled);
    failed += handled == 0 || handled > sent;
    printf("soak: done, %d failed\n", failed);
    return failed;
}
