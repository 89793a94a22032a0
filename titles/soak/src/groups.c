#include "soak.h"
#include "guest/events.h"

/* ---- a queue of eight under a mutex and two conditions: four put, four take */

static struct {
    mutex_t mutex;
    condition_t not_empty, not_full;
    long slots[8], put, taken, put_sum, taken_sum;
    int putters;
} queue;

static void begin_queue(void) {
    scePthreadMutexInit(&queue.mutex, NULL, "queue");
    scePthreadCondInit(&queue.not_empty, NULL, "not empty");
    scePthreadCondInit(&queue.not_full, NULL, "not full");
    queue.putters = MEMBERS / 2;
}

static void wait_on(condition_t *condition, int member) {
    int answer = scePthreadCondTimedwait(condition, &queue.mutex, PATIENCE);
    if (answer != 0) {
        lost("condition", member, "wait", answer);
    }
}

static long put(int member) {
    long rounds = 0;
    for (long value = member; !is_over(); value += 7, rounds++) {
        scePthreadMutexLock(&queue.mutex);
        while (queue.put - queue.taken == 8) {
            wait_on(&queue.not_full, member);
        }
        queue.slots[queue.put++ % 8] = value;
        queue.put_sum += value;
        scePthreadCondSignal(&queue.not_empty);
        scePthreadMutexUnlock(&queue.mutex);
    }
    scePthreadMutexLock(&queue.mutex);
    queue.putters--;
    scePthreadCondBroadcast(&queue.not_empty);
    scePthreadMutexUnlock(&queue.mutex);
    return rounds;
}

static long take(int member) {
    for (long rounds = 0;; rounds++) {
        scePthreadMutexLock(&queue.mutex);
        while (queue.put == queue.taken && queue.putters > 0) {
            wait_on(&queue.not_empty, member);
        }
        if (queue.put == queue.taken) {
            scePthreadMutexUnlock(&queue.mutex);
            return rounds;
        }
        queue.taken_sum += queue.slots[queue.taken++ % 8];
        scePthreadCondSignal(&queue.not_full);
        scePthreadMutexUnlock(&queue.mutex);
    }
}

static long work_queue(int member) { return member < MEMBERS / 2 ? put(member) : take(member); }

static int queue_holds(void) { return queue.put == queue.taken && queue.put_sum == queue.taken_sum; }

/* ---- rings: a token goes round; each member waits for its turn and wakes the next. Negative: the ring ends. */

static volatile long token[4];

/* What a member does once it has the token. Gives 0 if the ring ends. */
static int turn(int ring) {
    if (token[ring] < 0) {
        return 0;
    }
    token[ring] = is_over() ? -token[ring] - 1 : token[ring] + 1;
    return token[ring] >= 0;
}

static long passed[4];

static long keep(int ring, long rounds) {
    __atomic_add_fetch(&passed[ring], rounds, __ATOMIC_SEQ_CST);
    return rounds;
}

static int ring_holds(int ring) { return passed[ring] == -token[ring] - 1; }

static thread_semaphore_t posts[MEMBERS];

static void begin_posts(void) {
    for (int i = 0; i < MEMBERS; i++) {
        scePthreadSemInit(&posts[i], 0, i == 0, "post");
    }
}

static long work_posts(int member) {
    for (long rounds = 0;; rounds++) {
        int answer = scePthreadSemTimedwait(&posts[member], PATIENCE);
        if (answer != 0) {
            lost("thread semaphore", member, "wait", answer);
        }
        int goes_on = turn(0);
        scePthreadSemPost(&posts[(member + 1) % MEMBERS]);
        if (!goes_on) {
            return keep(0, rounds);
        }
    }
}

static int posts_hold(void) { return ring_holds(0); }

static event_flag_t flag;

static void begin_flag(void) { sceKernelCreateEventFlag(&flag, "ring", FLAG_FIFO | FLAG_MANY_WAITERS, 1, NULL); }

static long work_flag(int member) {
    for (long rounds = 0;; rounds++) {
        uint64_t bits;
        uint32_t timeout = PATIENCE;
        int answer = sceKernelWaitEventFlag(flag, 1u << member, WAIT_ALL | CLEAR_PATTERN, &bits, &timeout);
        if (answer != 0) {
            lost("event flag", member, "wait", answer);
        }
        int goes_on = turn(1);
        sceKernelSetEventFlag(flag, 1u << (member + 1) % MEMBERS);
        if (!goes_on) {
            return keep(1, rounds);
        }
    }
}

static int flag_holds(void) { return ring_holds(1); }

static volatile uint32_t whose;

static void begin_address(void) { whose = 0; }

static long work_address(int member) {
    for (long rounds = 0;; rounds++) {
        uint32_t seen, timeout = PATIENCE;
        while ((seen = whose) != (uint32_t)member) {
            int answer = sceKernelSyncOnAddressWait(&whose, seen, &timeout);
            if (answer != 0) {
                lost("address", member, "wait", answer);
            }
        }
        int goes_on = turn(2);
        whose = (member + 1) % MEMBERS;
        sceKernelSyncOnAddressWake(&whose, 0x7fffffff);
        if (!goes_on) {
            return keep(2, rounds);
        }
    }
}

static int address_holds(void) { return ring_holds(2); }

static equeue_t queues[MEMBERS];

static void begin_queues(void) {
    for (int i = 0; i < MEMBERS; i++) {
        sceKernelCreateEqueue(&queues[i], "ring");
        sceKernelAddUserEventEdge(queues[i], 1);
    }
    sceKernelTriggerUserEvent(queues[0], 1, NULL);
}

static long work_queues(int member) {
    for (long rounds = 0;; rounds++) {
        struct event event;
        int count;
        const uint32_t timeout = PATIENCE;
        int answer = sceKernelWaitEqueue(queues[member], &event, 1, &count, &timeout);
        if (answer != 0) {
            lost("event queue", member, "wait", answer);
        }
        int goes_on = turn(3);
        sceKernelTriggerUserEvent(queues[(member + 1) % MEMBERS], 1, NULL);
        if (!goes_on) {
            return keep(3, rounds);
        }
    }
}

static int queues_hold(void) { return ring_holds(3); }

/* ---- a semaphore object with three permits */

static semaphore_t permits;
static volatile int inside, most_inside;

static void begin_permits(void) { sceKernelCreateSema(&permits, "permits", 1, 3, 3, NULL); }

static long work_permits(int member) {
    long rounds = 0;
    for (; !is_over(); rounds++) {
        uint32_t timeout = PATIENCE;
        int answer = sceKernelWaitSema(permits, 1, &timeout);
        if (answer != 0) {
            lost("semaphore", member, "wait", answer);
        }
        int now = __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
        if (now > most_inside) {
            most_inside = now;
        }
        __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
        answer = sceKernelSignalSema(permits, 1);
        if (answer != 0) {
            lost("semaphore", member, "signal", answer);
        }
    }
    return rounds;
}

static int permits_hold(void) { return inside == 0 && most_inside <= 3 && sceKernelPollSema(permits, 3) == 0; }

/* ---- two words that writers keep equal */

static rwlock_t lock;
static volatile long left, right, unequal;

static void begin_words(void) { scePthreadRwlockInit(&lock, NULL, "words"); }

static long work_words(int member) {
    long rounds = 0;
    for (; !is_over(); rounds++) {
        int answer = member < 2 ? scePthreadRwlockTimedwrlock(&lock, PATIENCE) : scePthreadRwlockTimedrdlock(&lock, PATIENCE);
        if (answer != 0) {
            lost("rwlock", member, "lock", answer);
        }
        if (member < 2) {
            left++;
            right++;
        } else if (left != right) {
            __atomic_add_fetch(&unequal, 1, __ATOMIC_SEQ_CST);
        }
        scePthreadRwlockUnlock(&lock);
        if (member < 2) {
            scePthreadYield();
        }
    }
    return rounds;
}

static int words_hold(void) { return left == right && unequal == 0; }

/* ---- a barrier: nobody is a generation ahead */

static barrier_t barrier;
static volatile long generation[MEMBERS], ahead;
static volatile int ends;

static void begin_barrier(void) { scePthreadBarrierInit(&barrier, NULL, MEMBERS, "barrier"); }

static long work_barrier(int member) {
    for (long rounds = 0;; rounds++) {
        generation[member] = rounds;
        scePthreadBarrierWait(&barrier);
        for (int i = 0; i < MEMBERS; i++) {
            if (generation[i] != rounds) {
                __atomic_add_fetch(&ahead, 1, __ATOMIC_SEQ_CST);
            }
        }
        if (member == 0) {
            ends = is_over();
        }
        scePthreadBarrierWait(&barrier);
        if (ends) {
            return rounds;
        }
    }
}

static int barrier_holds(void) { return ahead == 0; }

const struct group groups[GROUPS] = {
    {"condition", begin_queue, work_queue, queue_holds},
    {"thread semaphore", begin_posts, work_posts, posts_hold},
    {"event flag", begin_flag, work_flag, flag_holds},
    {"address", begin_address, work_address, address_holds},
    {"event queue", begin_queues, work_queues, queues_hold},
    {"semaphore", begin_permits, work_permits, permits_hold},
    {"rwlock", begin_words, work_words, words_hold},
    {"barrier", begin_barrier, work_barrier, barrier_holds},
};
