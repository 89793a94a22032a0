/* User-level threads: running, giving way and ending, and everything they wait on, also beside kernel threads. */
#include "guest/ult.h"
#include "check.h"

enum { THREADS = 16, STACK = 0x4000, ROUNDS = 200 };

static struct ult_runtime runtime;
static struct ult_object threads[THREADS], pool, mutex, condition, semaphore, rwlock, data_pool, queue, other_queue;
static _Alignas(16) uint8_t stacks[THREADS][STACK];
static _Alignas(8) uint8_t runtime_area[0x1000], pool_area[0x1000], data_area[0x400];
static volatile int order[THREADS], ordered;
static int64_t counted;

static int begin(int i, ult_entry entry, uint64_t argument) {
    return _sceUltUlthreadCreate(&threads[i], "ult", entry, argument, stacks[i], STACK, &runtime, NULL, 0);
}

static int32_t ended(int i) {
    int32_t status = -1;
    return sceUltUlthreadJoin(&threads[i], &status) == 0 ? status : -1;
}

static void begin_runtime(uint32_t workers) {
    HOLDS("the runtime's memory", sceUltUlthreadRuntimeGetWorkAreaSize(THREADS, workers) <= sizeof runtime_area);
    EQUAL("a runtime", 0, _sceUltUlthreadRuntimeCreate(&runtime, "runtime", THREADS, workers, runtime_area, NULL, 0));
}

static int32_t in_turn(uint64_t argument) {
    for (int i = 0; i < 3; i++) {
        order[ordered++] = (int)argument;
        sceUltUlthreadYield();
    }
    return (int32_t)argument + 100;
}

static int32_t knows_itself(uint64_t argument) {
    struct ult_object *self = NULL;
    int answer = sceUltUlthreadGetSelf(&self);
    sceUltUlthreadExit(answer == 0 && self == &threads[argument] && sceUltUlthreadJoin(self, NULL) == ULT_STATE ? 7 : 8);
    return 9;
}

/* One worker: nobody runs beside another, and who gives way goes behind the others. */
static void check_turns(void) {
    struct ult_object *self = NULL;
    begin_runtime(1);
    EQUAL("without an entry", ULT_NULL, begin(0, NULL, 0));
    EQUAL("a context too small", ULT_RANGE, _sceUltUlthreadCreate(&threads[0], "ult", in_turn, 0, stacks[0], 16, &runtime, NULL, 0));
    EQUAL("self outside", ULT_PERMISSION, sceUltUlthreadGetSelf(&self));
    EQUAL("give way outside", ULT_PERMISSION, sceUltUlthreadYield());
    EQUAL("join what was not made", ULT_STATE, sceUltUlthreadJoin(&threads[0], NULL));
    EQUAL("join null", ULT_NULL, sceUltUlthreadJoin(NULL, NULL));
    ordered = 0;
    EQUAL("a thread", 0, begin(0, knows_itself, 0));
    EQUAL("which ends with its status", 7, ended(0));
    EQUAL("and is joined once", ULT_STATE, sceUltUlthreadJoin(&threads[0], NULL));
    EQUAL("one without a context", 0, _sceUltUlthreadCreate(&threads[0], "ult", in_turn, 1, NULL, 0, &runtime, NULL, 0));
    EQUAL("ends as well", 101, ended(0));
    EQUAL("end of the runtime", 0, sceUltUlthreadRuntimeDestroy(&runtime));
    EQUAL("twice", ULT_STATE, sceUltUlthreadRuntimeDestroy(&runtime));
}

static int32_t starts_two(uint64_t argument) {
    (void)argument;
    ordered = 0;
    begin(1, in_turn, 1);
    begin(2, in_turn, 2);
    return sceUltUlthreadRuntimeDestroy(&runtime) == ULT_BUSY && ended(1) == 101 && ended(2) == 102;
}

static void check_alternation(void) {
    begin_runtime(1);
    begin(0, starts_two, 0);
    EQUAL("two threads of one worker, made and joined by a third", 1, ended(0));
    HOLDS("ran in turn", ordered == 6 && order[0] == 1 && order[1] == 2 && order[2] == 1 && order[3] == 2 && order[4] == 1 && order[5] == 2);
    EQUAL("end of the runtime", 0, sceUltUlthreadRuntimeDestroy(&runtime));
}

static int32_t adds(uint64_t argument) {
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        sceUltMutexLock(&mutex);
        int64_t before = counted;
        sceUltUlthreadYield();
        counted = before + 1;
        sceUltMutexUnlock(&mutex);
    }
    return 0;
}

static void *adds_from_outside(void *argument) {
    for (int i = 0; i < ROUNDS; i++) {
        sceUltMutexLock(&mutex);
        counted++;
        sceUltMutexUnlock(&mutex);
    }
    return argument;
}

static int32_t unlocks(uint64_t argument) {
    (void)argument;
    return sceUltMutexTryLock(&mutex) == ULT_BUSY ? sceUltMutexUnlock(&mutex) : 0;
}

static void check_mutex(void) {
    begin_runtime(3);
    EQUAL("mutex with no pool of ours", ULT_INVALID, _sceUltMutexCreate(&mutex, "mutex", &mutex, NULL, 0));
    EQUAL("mutex", 0, _sceUltMutexCreate(&mutex, "mutex", &pool, NULL, 0));
    EQUAL("lock", 0, sceUltMutexLock(&mutex));
    EQUAL("lock it again", 0, sceUltMutexLock(&mutex));
    EQUAL("unlock", 0, sceUltMutexUnlock(&mutex));
    begin(0, unlocks, 0);
    EQUAL("it is still held, and nobody else's to unlock", ULT_PERMISSION, ended(0));
    EQUAL("nor to be destroyed", ULT_BUSY, sceUltMutexDestroy(&mutex));
    EQUAL("unlock", 0, sceUltMutexUnlock(&mutex));
    EQUAL("unlock a free one", ULT_PERMISSION, sceUltMutexUnlock(&mutex));
    counted = 0;
    EQUAL("lock, so that nobody ends", 0, sceUltMutexLock(&mutex));
    for (int i = 0; i < THREADS; i++) {
        begin(i, adds, 0);
    }
    EQUAL("one thread too many", ULT_AGAIN, _sceUltUlthreadCreate(&semaphore, "ult", adds, 0, NULL, 0, &runtime, NULL, 0));
    EQUAL("unlock", 0, sceUltMutexUnlock(&mutex));
    join(start(adds_from_outside, NULL));
    for (int i = 0; i < THREADS; i++) {
        ended(i);
    }
    EQUAL("no count is lost", (THREADS + 1) * ROUNDS, counted);
    EQUAL("end of the runtime", 0, sceUltUlthreadRuntimeDestroy(&runtime));
}

static int32_t waits_for_count(uint64_t argument) {
    sceUltMutexLock(&mutex);
    while (counted < (int64_t)argument) {
        sceUltConditionVariableWait(&condition);
    }
    counted++;
    sceUltConditionVariableSignalAll(&condition);
    sceUltMutexUnlock(&mutex);
    return (int32_t)argument;
}

/* Each waits for the one before it: they wake each other one by one, whatever order they began in. */
static void check_condition(void) {
    begin_runtime(2);
    EQUAL("condition", 0, _sceUltConditionVariableCreate(&condition, "condition", &mutex, NULL, 0));
    EQUAL("wait without the mutex", ULT_PERMISSION, sceUltConditionVariableWait(&condition));
    EQUAL("signal to nobody", 0, sceUltConditionVariableSignal(&condition));
    counted = 0;
    for (int i = THREADS; i-- > 0;) {
        begin(i, waits_for_count, (uint64_t)i);
    }
    int sum = 0;
    for (int i = 0; i < THREADS; i++) {
        sum += ended(i);
    }
    EQUAL("all went on", THREADS * (THREADS - 1) / 2, sum);
    EQUAL("destroy", 0, sceUltConditionVariableDestroy(&condition));
    EQUAL("twice", ULT_STATE, sceUltConditionVariableDestroy(&condition));
    EQUAL("destroy the mutex", 0, sceUltMutexDestroy(&mutex));
    EQUAL("end of the runtime", 0, sceUltUlthreadRuntimeDestroy(&runtime));
}

static int32_t takes(uint64_t argument) { return sceUltSemaphoreAcquire(&semaphore, (int32_t)argument); }

static int32_t writes(uint64_t argument) {
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        sceUltReaderWriterLockLockWrite(&rwlock);
        int64_t before = counted;
        sceUltUlthreadYield();
        counted = before + 1;
        sceUltReaderWriterLockUnlockWrite(&rwlock);
    }
    return 0;
}

static int32_t reads(uint64_t argument) {
    (void)argument;
    int changed = 0;
    for (int i = 0; i < ROUNDS; i++) {
        sceUltReaderWriterLockLockRead(&rwlock);
        int64_t before = counted;
        sceUltUlthreadYield();
        changed += counted != before;
        sceUltReaderWriterLockUnlockRead(&rwlock);
    }
    return changed;
}

static void check_semaphore(void) {
    begin_runtime(2);
    EQUAL("semaphore of less than nothing", ULT_RANGE, sceUltSemaphoreCreate(&semaphore, "semaphore", -1, &pool, NULL, 0));
    EQUAL("semaphore", 0, sceUltSemaphoreCreate(&semaphore, "semaphore", 2, &pool, NULL, 0));
    EQUAL("take nothing", ULT_RANGE, sceUltSemaphoreAcquire(&semaphore, 0));
    EQUAL("take", 0, sceUltSemaphoreAcquire(&semaphore, 2));
    EQUAL("try to take more", ULT_AGAIN, sceUltSemaphoreTryAcquire(&semaphore, 1));
    begin(0, takes, 3);
    begin(1, takes, 2);
    EQUAL("give some", 0, sceUltSemaphoreRelease(&semaphore, 2));
    EQUAL("give more", 0, sceUltSemaphoreRelease(&semaphore, 3));
    EQUAL("one went on", 0, ended(0));
    EQUAL("the other as well", 0, ended(1));
    EQUAL("nothing is left", ULT_AGAIN, sceUltSemaphoreTryAcquire(&semaphore, 1));
    EQUAL("destroy", 0, sceUltSemaphoreDestroy(&semaphore));
    EQUAL("take from a destroyed one", ULT_STATE, sceUltSemaphoreAcquire(&semaphore, 1));
    EQUAL("end of the runtime", 0, sceUltUlthreadRuntimeDestroy(&runtime));
}

static void check_rwlock(void) {
    begin_runtime(2);
    EQUAL("lock of readers and writers", 0, _sceUltReaderWriterLockCreate(&rwlock, "lock", &pool, NULL, 0));
    EQUAL("read", 0, sceUltReaderWriterLockLockRead(&rwlock));
    EQUAL("read beside it", 0, sceUltReaderWriterLockTryLockRead(&rwlock));
    EQUAL("try to write", ULT_BUSY, sceUltReaderWriterLockTryLockWrite(&rwlock));
    EQUAL("end reading", 0, sceUltReaderWriterLockUnlockRead(&rwlock));
    EQUAL("end reading", 0, sceUltReaderWriterLockUnlockRead(&rwlock));
    EQUAL("end what does not read", ULT_PERMISSION, sceUltReaderWriterLockUnlockRead(&rwlock));
    counted = 0;
    for (int i = 0; i < THREADS; i++) {
        begin(i, i % 4 == 0 ? writes : reads, 0);
    }
    int changed = 0;
    for (int i = 0; i < THREADS; i++) {
        changed += ended(i);
    }
    EQUAL("no reader saw a writer", 0, changed);
    EQUAL("no count is lost", THREADS / 4 * ROUNDS, counted);
    EQUAL("destroy", 0, sceUltReaderWriterLockDestroy(&rwlock));
    EQUAL("end of the runtime", 0, sceUltUlthreadRuntimeDestroy(&runtime));
}

static int32_t produces(uint64_t argument) {
    for (uint64_t i = 0; i < ROUNDS; i++) {
        uint64_t element[3] = {argument, i, argument * ROUNDS + i};
        sceUltQueuePush(&queue, element);
    }
    return 0;
}

static int32_t consumes(uint64_t argument) {
    (void)argument;
    uint64_t next[2] = {0, 0}, element[3];
    for (int i = 0; i < 2 * ROUNDS; i++) {
        sceUltQueuePop(&queue, element);
        if (element[0] > 1 || element[1] != next[element[0]]++ || element[2] != element[0] * ROUNDS + element[1]) {
            return 0;
        }
    }
    return 1;
}

static void check_queue(void) {
    uint64_t element[3] = {5, 6, 7};
    begin_runtime(2);
    HOLDS("the elements' memory", sceUltQueueDataResourcePoolGetWorkAreaSize(4, 24, 2) <= sizeof data_area);
    EQUAL("elements", 0, sceUltQueueDataResourcePoolCreate(&data_pool, "data", 4, 24, 2, &pool, data_area, NULL, 0));
    EQUAL("queue of longer elements", ULT_RANGE, sceUltQueueCreate(&queue, "queue", 32, &pool, &data_pool, NULL, 0));
    EQUAL("queue", 0, sceUltQueueCreate(&queue, "queue", 24, &pool, &data_pool, NULL, 0));
    EQUAL("another", 0, sceUltQueueCreate(&other_queue, "other", 8, &pool, &data_pool, NULL, 0));
    EQUAL("take from an empty one", ULT_AGAIN, sceUltQueueTryPop(&queue, element));
    for (int i = 0; i < 4; i++) {
        EQUAL("put", 0, sceUltQueueTryPush(&queue, element));
    }
    EQUAL("no element is left, for neither", ULT_AGAIN, sceUltQueueTryPush(&other_queue, element));
    EQUAL("destroy what holds something", ULT_BUSY, sceUltQueueDestroy(&queue));
    for (int i = 0; i < 4; i++) {
        element[2] = 0;
        EQUAL("take", 0, sceUltQueueTryPop(&queue, element));
        EQUAL("what was put", 7, element[2]);
    }
    begin(0, consumes, 0);
    begin(1, produces, 0);
    begin(2, produces, 1);
    EQUAL("two put and one takes, each one's in order", 1, ended(0));
    ended(1);
    ended(2);
    EQUAL("destroy", 0, sceUltQueueDestroy(&queue));
    EQUAL("destroy the other", 0, sceUltQueueDestroy(&other_queue));
    EQUAL("destroy the elements", 0, sceUltQueueDataResourcePoolDestroy(&data_pool));
    EQUAL("end of the runtime", 0, sceUltUlthreadRuntimeDestroy(&runtime));
}

static int32_t pushes(uint64_t to_other) {
    uint64_t element[3] = {1, 2, 3};
    return sceUltQueuePush(to_other ? &other_queue : &queue, element);
}

static int32_t pops_other(uint64_t argument) {
    uint64_t element[3] = {argument, 0, 0};
    return sceUltQueuePop(&other_queue, element);
}

static int32_t does_nothing(uint64_t argument) { return (int32_t)argument; }

/* One element for two queues, and one worker, so that whoever began earlier waits before the last one runs. An element that goes straight to
   who waits for it is free again at once, for the next that waits to push. */
static void check_hand_over(void) {
    uint64_t element[3] = {5, 6, 7};
    begin_runtime(1);
    EQUAL("one element", 0, sceUltQueueDataResourcePoolCreate(&data_pool, "data", 1, 24, 2, &pool, data_area, NULL, 0));
    EQUAL("queue", 0, sceUltQueueCreate(&queue, "queue", 24, &pool, &data_pool, NULL, 0));
    EQUAL("another", 0, sceUltQueueCreate(&other_queue, "other", 24, &pool, &data_pool, NULL, 0));
    EQUAL("it is taken", 0, sceUltQueueTryPush(&queue, element));
    begin(0, pops_other, 0);
    begin(1, pushes, 1);
    begin(2, pushes, 0);
    begin(3, does_nothing, 9);
    EQUAL("all others wait", 9, ended(3));
    EQUAL("it is free", 0, sceUltQueueTryPop(&queue, element));
    EQUAL("who waited for the other queue's has it", 0, ended(0));
    EQUAL("from who waited first", 0, ended(1));
    EQUAL("and who waited next pushed too", 0, ended(2));
    EQUAL("into the first queue", 0, sceUltQueueTryPop(&queue, element));
    EQUAL("destroy", 0, sceUltQueueDestroy(&queue));
    EQUAL("destroy the other", 0, sceUltQueueDestroy(&other_queue));
    EQUAL("destroy the element", 0, sceUltQueueDataResourcePoolDestroy(&data_pool));
    EQUAL("end of the runtime", 0, sceUltUlthreadRuntimeDestroy(&runtime));
}

void check_ult(void) {
    area("ult");
    EQUAL("start", 0, sceUltInitialize());
    HOLDS("the pool's memory", sceUltWaitingQueueResourcePoolGetWorkAreaSize(THREADS + 1, 8) <= sizeof pool_area);
    EQUAL("pool", 0, _sceUltWaitingQueueResourcePoolCreate(&pool, "pool", THREADS + 1, 8, pool_area, NULL, 0));
    check_turns();
    check_alternation();
    check_mutex();
    check_condition();
    check_semaphore();
    check_rwlock();
    check_queue();
    check_hand_over();
    EQUAL("destroy the pool", 0, sceUltWaitingQueueResourcePoolDestroy(&pool));
    EQUAL("end", 0, sceUltFinalize());
}
