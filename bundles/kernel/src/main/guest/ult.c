/*
 * User-level threads: fibers of the library's own that the workers of a runtime run side by side, each until it waits, gives way or ends,
 * and what they wait on: mutexes, conditions, semaphores, readers' and writers' locks, queues. Kernel threads may wait there too. One lock
 * guards all of it; a worker holds it while it changes stacks, and whoever it changes to gives it up. Assumed: lib.ult.
 */
#include "stacks.h"

int scePthreadCreate(void **thread, const void *attributes, void *(*entry)(void *), void *argument, const char *name);
int scePthreadJoin(void *thread, void **result);
void *scePthreadSelf(void);
int scePthreadMutexLock(void **mutex);
int scePthreadMutexUnlock(void **mutex);
int scePthreadCondInit(void **condition, void **attributes, const char *name);
int scePthreadCondWait(void **condition, void **mutex);
int scePthreadCondSignal(void **condition);
int scePthreadCondBroadcast(void **condition);
int scePthreadCondDestroy(void **condition);

enum {
    ERROR_NULL = (int)0x80810001, ERROR_ALIGNMENT = (int)0x80810002, ERROR_RANGE = (int)0x80810003, ERROR_INVALID = (int)0x80810004,
    ERROR_PERMISSION = (int)0x80810005, ERROR_STATE = (int)0x80810006, ERROR_BUSY = (int)0x80810007, ERROR_AGAIN = (int)0x80810008,
};
enum { SMALLEST_CONTEXT = 0x200, USUAL_CONTEXT = 0x10000, OWN_BYTES = 0x100 };

/* What an object begins with. */
enum kind { RUNTIME = 0x75746c01, THREAD, POOL, DATA_POOL, MUTEX, CONDITION, SEMAPHORE, RWLOCK, QUEUE };

static void *lock_object; /* made at its first use */

static void lock(void) { scePthreadMutexLock(&lock_object); }

static int unlocked(int answer) {
    scePthreadMutexUnlock(&lock_object);
    return answer;
}

struct ulthread;

/* One wait, on the stack of whoever waits. */
struct waiter {
    struct waiter *next;
    struct ulthread *thread; /* or none: a kernel thread, which waits for its condition */
    void *condition, *owner;
    uint64_t wanted;
    void *data;
    uint32_t is_served;
};

struct waiters {
    struct waiter *first, *last;
};

struct runtime {
    uint32_t kind, most_threads, threads, worker_count, is_over;
    struct ulthread *ready, *last_ready;
    void *idle; /* condition */
    void **workers;
};

struct ulthread {
    uint32_t kind, is_over;
    int32_t status;
    uint32_t has_own_context;
    struct runtime *runtime;
    struct ulthread *next;
    int32_t (*entry)(uint64_t argument);
    uint64_t argument;
    uint8_t *context;
    uint64_t stack; /* where its registers lie while it does not run */
    struct waiters joiners;
};
_Static_assert(sizeof(struct runtime) <= OWN_BYTES && sizeof(struct ulthread) <= OWN_BYTES, "a title gives at least 0x100 bytes");

/* What a worker knows. */
struct worker {
    struct ulthread *current;
    uint64_t stack;
};
static __thread struct worker own;

/* Not inlined and not pure: a user-level thread may go on in another worker, so the address must be asked for anew after each switch. */
static __attribute__((noinline)) struct worker *worker(void) {
    struct worker *at = &own;
    __asm__ volatile("" : "+r"(at) : : "memory");
    return at;
}

static void *self(void) {
    struct ulthread *current = worker()->current;
    return current ? (void *)current : scePthreadSelf();
}

/* ---- waiting and waking, all under the lock */

static void ready(struct ulthread *thread) {
    struct runtime *runtime = thread->runtime;
    thread->next = NULL;
    if (runtime->ready) {
        runtime->last_ready->next = thread;
    } else {
        runtime->ready = thread;
    }
    runtime->last_ready = thread;
    scePthreadCondSignal(&runtime->idle);
}

/* Gives the worker to others; comes back in whatever worker runs this thread next. */
static void leave(struct ulthread *thread) { stack_switch(&thread->stack, worker()->stack); }

static void append(struct waiters *waiters, struct waiter *waiter) {
    if (waiters->first) {
        waiters->last->next = waiter;
    } else {
        waiters->first = waiter;
    }
    waiters->last = waiter;
}

static void await(struct waiters *waiters, struct waiter *waiter) {
    waiter->thread = worker()->current;
    waiter->owner = self();
    append(waiters, waiter);
    if (waiter->thread) {
        leave(waiter->thread);
        return;
    }
    scePthreadCondInit(&waiter->condition, NULL, "ult");
    while (!waiter->is_served) {
        scePthreadCondWait(&waiter->condition, &lock_object);
    }
    scePthreadCondDestroy(&waiter->condition);
}

static struct waiter *take_first(struct waiters *waiters) {
    struct waiter *waiter = waiters->first;
    waiters->first = waiter->next;
    waiter->next = NULL;
    return waiter;
}

static void serve(struct waiter *waiter) {
    waiter->is_served = 1;
    if (waiter->thread) {
        ready(waiter->thread);
    } else {
        scePthreadCondSignal(&waiter->condition);
    }
}

/* ---- checks */

static int checked(const void *object, enum kind kind) {
    if (!object) {
        return ERROR_NULL;
    }
    if ((uintptr_t)object % 8) {
        return ERROR_ALIGNMENT;
    }
    return *(const uint32_t *)object == (uint32_t)kind ? 0 : ERROR_STATE;
}

static int checked_new(const void *object) {
    if (!object) {
        return ERROR_NULL;
    }
    return (uintptr_t)object % 8 ? ERROR_ALIGNMENT : 0;
}

/* Something to wait on; it need not have a pool. */
static int checked_waitable(const void *object, const void *pool) {
    int wrong = checked_new(object);
    return !wrong && pool && checked(pool, POOL) ? ERROR_INVALID : wrong;
}

static int initialise_options(void *options, size_t size) {
    if (!options) {
        return ERROR_NULL;
    }
    if ((uintptr_t)options % 8) {
        return ERROR_ALIGNMENT;
    }
    memset(options, 0, size);
    return 0;
}

/* Marks an object as no more one of its kind, unless somebody needs it. */
static int destroyed(void *object, enum kind kind, const struct waiters *waiters) {
    int wrong = checked(object, kind);
    if (!wrong && waiters->first) {
        wrong = ERROR_BUSY;
    }
    if (!wrong) {
        *(uint32_t *)object = 0;
    }
    return wrong;
}

/* ---- the library, runtimes */

EXPORT int sceUltInitialize(void) { return 0; }

EXPORT int sceUltFinalize(void) { return 0; }

EXPORT int sceUltUlthreadRuntimeOptParamInitialize(void *options, uint32_t version) {
    (void)version;
    return initialise_options(options, 128);
}

EXPORT uint64_t sceUltUlthreadRuntimeGetWorkAreaSize(uint32_t most_threads, uint32_t workers) {
    (void)most_threads;
    return workers * sizeof(void *);
}

static void end(struct ulthread *thread) {
    if (thread->has_own_context) {
        free(thread->context);
    }
    thread->is_over = 1;
    thread->runtime->threads--;
    while (thread->joiners.first) {
        serve(take_first(&thread->joiners));
    }
}

static void *work(void *argument) {
    struct runtime *runtime = argument;
    lock();
    for (;;) {
        while (!runtime->ready && !runtime->is_over) {
            scePthreadCondWait(&runtime->idle, &lock_object);
        }
        struct ulthread *next = runtime->ready;
        if (!next) {
            break;
        }
        runtime->ready = next->next;
        own.current = next;
        stack_switch(&own.stack, next->stack);
        own.current = NULL;
        if (!next->stack) {
            end(next);
        }
    }
    unlocked(0);
    return NULL;
}

static int over(struct runtime *runtime) {
    runtime->is_over = 1;
    scePthreadCondBroadcast(&runtime->idle);
    unlocked(0);
    for (uint32_t i = 0; i < runtime->worker_count; i++) {
        scePthreadJoin(runtime->workers[i], NULL);
    }
    scePthreadCondDestroy(&runtime->idle);
    runtime->kind = 0;
    return 0;
}

EXPORT int _sceUltUlthreadRuntimeCreate(struct runtime *runtime, const char *name, uint32_t most_threads, uint32_t workers, void *work_area,
                                        const void *options, uint32_t version) {
    (void)options, (void)version;
    int wrong = checked_new(runtime);
    if (wrong || !work_area) {
        return wrong ? wrong : ERROR_NULL;
    }
    if ((uintptr_t)work_area % 8) {
        return ERROR_ALIGNMENT;
    }
    if (!most_threads || !workers) {
        return ERROR_RANGE;
    }
    *runtime = (struct runtime){.kind = RUNTIME, .most_threads = most_threads, .workers = work_area};
    scePthreadCondInit(&runtime->idle, NULL, name);
    for (uint32_t i = 0; i < workers; i++, runtime->worker_count++) {
        if (scePthreadCreate(&runtime->workers[i], NULL, work, runtime, name) != 0) {
            lock();
            over(runtime);
            return ERROR_AGAIN;
        }
    }
    return 0;
}

EXPORT int sceUltUlthreadRuntimeDestroy(struct runtime *runtime) {
    int wrong = checked(runtime, RUNTIME);
    if (wrong) {
        return wrong;
    }
    lock();
    return runtime->threads ? unlocked(ERROR_BUSY) : over(runtime);
}

/* ---- user-level threads */

/* The end of the running one. Its worker ends it when nobody is on its stack any more. */
static _Noreturn void finish(int32_t status) {
    struct ulthread *thread = worker()->current;
    uint64_t nowhere;
    thread->status = status;
    thread->stack = 0;
    stack_switch(&nowhere, worker()->stack);
    __builtin_unreachable();
}

static _Noreturn void begin(void) {
    struct ulthread *thread = worker()->current;
    unlocked(0);
    int32_t status = thread->entry(thread->argument);
    lock();
    finish(status);
}

EXPORT int _sceUltUlthreadCreate(struct ulthread *thread, const char *name, int32_t (*entry)(uint64_t), uint64_t argument, void *context,
                                 uint64_t size, struct runtime *runtime, const void *options, uint32_t version) {
    (void)name, (void)options, (void)version;
    int wrong = checked_new(thread);
    if (!wrong) {
        wrong = !entry ? ERROR_NULL : checked(runtime, RUNTIME);
    }
    if (wrong || (context && size < SMALLEST_CONTEXT)) {
        return wrong ? wrong : ERROR_RANGE;
    }
    uint8_t *stack = context ? context : malloc(USUAL_CONTEXT);
    if (!stack) {
        return ERROR_AGAIN;
    }
    lock();
    if (runtime->threads == runtime->most_threads) {
        if (!context) {
            free(stack);
        }
        return unlocked(ERROR_AGAIN);
    }
    runtime->threads++;
    *thread = (struct ulthread){.kind = THREAD, .has_own_context = !context, .runtime = runtime, .entry = entry, .argument = argument,
                                .context = stack, .stack = prepare_stack(stack, context ? size : USUAL_CONTEXT, begin)};
    ready(thread);
    return unlocked(0);
}

static int join(struct ulthread *thread, int32_t *status, int waits) {
    int wrong = checked(thread, THREAD);
    if (wrong) {
        return wrong;
    }
    lock();
    if (thread == worker()->current) {
        return unlocked(ERROR_STATE);
    }
    if (!thread->is_over) {
        if (!waits) {
            return unlocked(ERROR_BUSY);
        }
        struct waiter waiter = {0};
        await(&thread->joiners, &waiter);
    }
    if (status) {
        *status = thread->status;
    }
    thread->kind = 0;
    return unlocked(0);
}

EXPORT int sceUltUlthreadJoin(struct ulthread *thread, int32_t *status) { return join(thread, status, 1); }

EXPORT int sceUltUlthreadTryJoin(struct ulthread *thread, int32_t *status) { return join(thread, status, 0); }

EXPORT int sceUltUlthreadExit(int32_t status) {
    if (!worker()->current) {
        return ERROR_PERMISSION;
    }
    lock();
    finish(status);
}

EXPORT int sceUltUlthreadYield(void) {
    struct ulthread *thread = worker()->current;
    if (!thread) {
        return ERROR_PERMISSION;
    }
    lock();
    ready(thread);
    leave(thread);
    return unlocked(0);
}

EXPORT int sceUltUlthreadGetSelf(struct ulthread **thread) {
    if (!thread) {
        return ERROR_NULL;
    }
    *thread = worker()->current;
    return *thread ? 0 : ERROR_PERMISSION;
}

/* ---- pools: what waits here lies on the stacks of those who wait, so that a pool's own memory is not needed */

struct pool {
    uint32_t kind;
};

EXPORT uint64_t sceUltWaitingQueueResourcePoolGetWorkAreaSize(uint32_t threads, uint32_t objects) {
    return ((uint64_t)threads + objects) * sizeof(void *);
}

EXPORT int _sceUltWaitingQueueResourcePoolCreate(struct pool *pool, const char *name, uint32_t threads, uint32_t objects, void *work_area,
                                                 const void *options, uint32_t version) {
    (void)name, (void)options, (void)version;
    int wrong = checked_new(pool);
    if (wrong || !work_area) {
        return wrong ? wrong : ERROR_NULL;
    }
    if (!threads || !objects) {
        return ERROR_RANGE;
    }
    pool->kind = POOL;
    return 0;
}

EXPORT int sceUltWaitingQueueResourcePoolDestroy(struct pool *pool) { return destroyed(pool, POOL, &(struct waiters){0}); }

/* ---- mutexes and conditions */

struct mutex {
    uint32_t kind, counts; /* how often its owner has locked it */
    void *owner;
    struct waiters waiters; /* each with the counts that it gets */
};

struct condition {
    uint32_t kind;
    struct mutex *mutex;
    struct waiters waiters;
};

EXPORT int sceUltMutexOptParamInitialize(void *options, uint32_t version) {
    (void)version;
    return initialise_options(options, 16);
}

EXPORT int _sceUltMutexCreate(struct mutex *mutex, const char *name, const struct pool *pool, const void *options, uint32_t version) {
    (void)name, (void)options, (void)version;
    int wrong = checked_waitable(mutex, pool);
    if (!wrong) {
        *mutex = (struct mutex){.kind = MUTEX};
    }
    return wrong;
}

static int lock_mutex(struct mutex *mutex, int waits) {
    int wrong = checked(mutex, MUTEX);
    if (wrong) {
        return wrong;
    }
    lock();
    void *caller = self();
    if (!mutex->owner || mutex->owner == caller) {
        mutex->owner = caller;
        mutex->counts++;
    } else if (!waits) {
        return unlocked(ERROR_BUSY);
    } else {
        struct waiter waiter = {.wanted = 1};
        await(&mutex->waiters, &waiter);
    }
    return unlocked(0);
}

/* To whoever waits first, so that nobody overtakes it. */
static void hand_over(struct mutex *mutex) {
    struct waiter *next = mutex->waiters.first ? take_first(&mutex->waiters) : NULL;
    mutex->owner = next ? next->owner : NULL;
    mutex->counts = next ? (uint32_t)next->wanted : 0;
    if (next) {
        serve(next);
    }
}

EXPORT int sceUltMutexLock(struct mutex *mutex) { return lock_mutex(mutex, 1); }

EXPORT int sceUltMutexTryLock(struct mutex *mutex) { return lock_mutex(mutex, 0); }

EXPORT int sceUltMutexUnlock(struct mutex *mutex) {
    int wrong = checked(mutex, MUTEX);
    if (wrong) {
        return wrong;
    }
    lock();
    if (mutex->owner != self()) {
        return unlocked(ERROR_PERMISSION);
    }
    if (--mutex->counts == 0) {
        hand_over(mutex);
    }
    return unlocked(0);
}

EXPORT int sceUltMutexDestroy(struct mutex *mutex) {
    lock();
    return unlocked(!checked(mutex, MUTEX) && mutex->owner ? ERROR_BUSY : destroyed(mutex, MUTEX, mutex ? &mutex->waiters : NULL));
}

EXPORT int _sceUltConditionVariableCreate(struct condition *condition, const char *name, struct mutex *mutex, const void *options,
                                          uint32_t version) {
    (void)name, (void)options, (void)version;
    int wrong = checked_new(condition);
    if (!wrong) {
        wrong = checked(mutex, MUTEX);
    }
    if (!wrong) {
        *condition = (struct condition){.kind = CONDITION, .mutex = mutex};
    }
    return wrong;
}

EXPORT int sceUltConditionVariableWait(struct condition *condition) {
    int wrong = checked(condition, CONDITION);
    if (wrong) {
        return wrong;
    }
    lock();
    if (condition->mutex->owner != self()) {
        return unlocked(ERROR_PERMISSION);
    }
    struct waiter waiter = {.wanted = condition->mutex->counts};
    hand_over(condition->mutex);
    await(&condition->waiters, &waiter);
    return unlocked(0);
}

/* Lets waiters go on: with the mutex if it is free, else they wait for it from now on. */
static int signal(struct condition *condition, int all) {
    int wrong = checked(condition, CONDITION);
    if (wrong) {
        return wrong;
    }
    lock();
    struct mutex *mutex = condition->mutex;
    while (condition->waiters.first) {
        append(&mutex->waiters, take_first(&condition->waiters));
        if (!mutex->owner) {
            hand_over(mutex);
        }
        if (!all) {
            break;
        }
    }
    return unlocked(0);
}

EXPORT int sceUltConditionVariableSignal(struct condition *condition) { return signal(condition, 0); }

EXPORT int sceUltConditionVariableSignalAll(struct condition *condition) { return signal(condition, 1); }

EXPORT int sceUltConditionVariableDestroy(struct condition *condition) {
    lock();
    return unlocked(destroyed(condition, CONDITION, condition ? &condition->waiters : NULL));
}

/* ---- semaphores */

struct semaphore {
    uint32_t kind;
    int32_t count;
    struct waiters waiters;
};

EXPORT int sceUltSemaphoreCreate(struct semaphore *semaphore, const char *name, int32_t count, const struct pool *pool, const void *options,
                                 uint32_t version) {
    (void)name, (void)options, (void)version;
    int wrong = checked_waitable(semaphore, pool);
    if (wrong || count < 0) {
        return wrong ? wrong : ERROR_RANGE;
    }
    *semaphore = (struct semaphore){.kind = SEMAPHORE, .count = count};
    return 0;
}

static int acquire(struct semaphore *semaphore, int32_t count, int waits) {
    int wrong = checked(semaphore, SEMAPHORE);
    if (wrong || count < 1) {
        return wrong ? wrong : ERROR_RANGE;
    }
    lock();
    if (!semaphore->waiters.first && semaphore->count >= count) {
        semaphore->count -= count;
    } else if (!waits) {
        return unlocked(ERROR_AGAIN);
    } else {
        struct waiter waiter = {.wanted = (uint64_t)count};
        await(&semaphore->waiters, &waiter);
    }
    return unlocked(0);
}

EXPORT int sceUltSemaphoreAcquire(struct semaphore *semaphore, int32_t count) { return acquire(semaphore, count, 1); }

EXPORT int sceUltSemaphoreTryAcquire(struct semaphore *semaphore, int32_t count) { return acquire(semaphore, count, 0); }

EXPORT int sceUltSemaphoreRelease(struct semaphore *semaphore, int32_t count) {
    int wrong = checked(semaphore, SEMAPHORE);
    if (wrong || count < 1) {
        return wrong ? wrong : ERROR_RANGE;
    }
    lock();
    if (semaphore->count > INT32_MAX - count) {
        return unlocked(ERROR_RANGE);
    }
    semaphore->count += count;
    while (semaphore->waiters.first && semaphore->count >= (int32_t)semaphore->waiters.first->wanted) {
        struct waiter *waiter = take_first(&semaphore->waiters);
        semaphore->count -= (int32_t)waiter->wanted;
        serve(waiter);
    }
    return unlocked(0);
}

EXPORT int sceUltSemaphoreDestroy(struct semaphore *semaphore) {
    lock();
    return unlocked(destroyed(semaphore, SEMAPHORE, semaphore ? &semaphore->waiters : NULL));
}

/* ---- readers' and writers' locks */

struct rwlock {
    uint32_t kind, readers;
    void *writer;
    struct waiters waiters; /* a writer wants 1 */
};

EXPORT int _sceUltReaderWriterLockCreate(struct rwlock *rwlock, const char *name, const struct pool *pool, const void *options,
                                         uint32_t version) {
    (void)name, (void)options, (void)version;
    int wrong = checked_waitable(rwlock, pool);
    if (!wrong) {
        *rwlock = (struct rwlock){.kind = RWLOCK};
    }
    return wrong;
}

static void enter(struct rwlock *rwlock, int writes, void *owner) {
    if (writes) {
        rwlock->writer = owner;
    } else {
        rwlock->readers++;
    }
}

static int is_open(const struct rwlock *rwlock, int writes) { return !rwlock->writer && !(writes && rwlock->readers); }

static int lock_rwlock(struct rwlock *rwlock, int writes, int waits) {
    int wrong = checked(rwlock, RWLOCK);
    if (wrong) {
        return wrong;
    }
    lock();
    if (!rwlock->waiters.first && is_open(rwlock, writes)) {
        enter(rwlock, writes, self());
    } else if (!waits) {
        return unlocked(ERROR_BUSY);
    } else {
        struct waiter waiter = {.wanted = (uint64_t)writes};
        await(&rwlock->waiters, &waiter);
    }
    return unlocked(0);
}

static int unlock_rwlock(struct rwlock *rwlock, int writes) {
    int wrong = checked(rwlock, RWLOCK);
    if (wrong) {
        return wrong;
    }
    lock();
    if (writes ? rwlock->writer != self() : !rwlock->readers) {
        return unlocked(ERROR_PERMISSION);
    }
    if (writes) {
        rwlock->writer = NULL;
    } else {
        rwlock->readers--;
    }
    while (rwlock->waiters.first && is_open(rwlock, (int)rwlock->waiters.first->wanted)) {
        struct waiter *waiter = take_first(&rwlock->waiters);
        enter(rwlock, (int)waiter->wanted, waiter->owner);
        serve(waiter);
    }
    return unlocked(0);
}

EXPORT int sceUltReaderWriterLockLockRead(struct rwlock *rwlock) { return lock_rwlock(rwlock, 0, 1); }

EXPORT int sceUltReaderWriterLockTryLockRead(struct rwlock *rwlock) { return lock_rwlock(rwlock, 0, 0); }

EXPORT int sceUltReaderWriterLockUnlockRead(struct rwlock *rwlock) { return unlock_rwlock(rwlock, 0); }

EXPORT int sceUltReaderWriterLockLockWrite(struct rwlock *rwlock) { return lock_rwlock(rwlock, 1, 1); }

EXPORT int sceUltReaderWriterLockTryLockWrite(struct rwlock *rwlock) { return lock_rwlock(rwlock, 1, 0); }

EXPORT int sceUltReaderWriterLockUnlockWrite(struct rwlock *rwlock) { return unlock_rwlock(rwlock, 1); }

EXPORT int sceUltReaderWriterLockDestroy(struct rwlock *rwlock) {
    lock();
    int is_held = !checked(rwlock, RWLOCK) && (rwlock->readers || rwlock->writer);
    return unlocked(is_held ? ERROR_BUSY : destroyed(rwlock, RWLOCK, rwlock ? &rwlock->waiters : NULL));
}

/* ---- queues, whose elements lie in a pool's memory */

struct element {
    struct element *next;
    uint8_t data[];
};

struct data_pool {
    uint32_t kind;
    uint64_t data_bytes;
    struct element *unused;
    struct waiters writers; /* of all its queues */
};

struct queue {
    uint32_t kind;
    uint64_t data_bytes;
    struct data_pool *pool;
    struct element *first, *last;
    struct waiters readers; /* each with where its data go */
};

static uint64_t element_bytes(uint64_t data_bytes) { return sizeof(struct element) + ((data_bytes + 7) & ~7ull); }

EXPORT uint64_t sceUltQueueDataResourcePoolGetWorkAreaSize(uint32_t count, uint64_t data_bytes, uint32_t queues) {
    (void)queues;
    return count * element_bytes(data_bytes);
}

EXPORT int sceUltQueueDataResourcePoolCreate(struct data_pool *pool, const char *name, uint32_t count, uint64_t data_bytes, uint32_t queues,
                                             const struct pool *waiting, uint8_t *work_area, const void *options, uint32_t version) {
    (void)name, (void)options, (void)version;
    int wrong = checked_waitable(pool, waiting);
    if (wrong || !work_area) {
        return wrong ? wrong : ERROR_NULL;
    }
    if ((uintptr_t)work_area % 8) {
        return ERROR_ALIGNMENT;
    }
    if (!count || !data_bytes || !queues) {
        return ERROR_RANGE;
    }
    *pool = (struct data_pool){.kind = DATA_POOL, .data_bytes = data_bytes};
    for (uint32_t i = 0; i < count; i++) {
        struct element *element = (struct element *)(work_area + i * element_bytes(data_bytes));
        element->next = pool->unused;
        pool->unused = element;
    }
    return 0;
}

EXPORT int sceUltQueueDataResourcePoolDestroy(struct data_pool *pool) {
    lock();
    return unlocked(destroyed(pool, DATA_POOL, pool ? &pool->writers : NULL));
}

EXPORT int sceUltQueueCreate(struct queue *queue, const char *name, uint64_t data_bytes, const struct pool *waiting, struct data_pool *pool,
                             const void *options, uint32_t version) {
    (void)name, (void)options, (void)version;
    int wrong = checked_waitable(queue, waiting);
    if (!wrong && checked(pool, DATA_POOL)) {
        wrong = ERROR_INVALID;
    }
    if (wrong || !data_bytes || data_bytes > pool->data_bytes) {
        return wrong ? wrong : ERROR_RANGE;
    }
    *queue = (struct queue){.kind = QUEUE, .data_bytes = data_bytes, .pool = pool};
    return 0;
}

/* For whoever waits to push. */
static void give_back(struct data_pool *pool, struct element *element) {
    element->next = pool->unused;
    pool->unused = element;
    if (pool->writers.first) {
        serve(take_first(&pool->writers));
    }
}

/* Into the hands of whoever waits for it, else to the end of the queue. */
static void put(struct queue *queue, struct element *element) {
    if (queue->readers.first) {
        struct waiter *reader = take_first(&queue->readers);
        memcpy(reader->data, element->data, queue->data_bytes);
        serve(reader);
        give_back(queue->pool, element);
        return;
    }
    element->next = NULL;
    if (queue->first) {
        queue->last->next = element;
    } else {
        queue->first = element;
    }
    queue->last = element;
}

static int push(struct queue *queue, const void *data, int waits) {
    int wrong = checked(queue, QUEUE);
    if (wrong || !data) {
        return wrong ? wrong : ERROR_NULL;
    }
    lock();
    struct data_pool *pool = queue->pool;
    while (!pool->unused) {
        if (!waits) {
            return unlocked(ERROR_AGAIN);
        }
        struct waiter waiter = {0};
        await(&pool->writers, &waiter);
    }
    struct element *element = pool->unused;
    pool->unused = element->next;
    memcpy(element->data, data, queue->data_bytes);
    put(queue, element);
    return unlocked(0);
}

static int pop(struct queue *queue, void *data, int waits) {
    int wrong = checked(queue, QUEUE);
    if (wrong || !data) {
        return wrong ? wrong : ERROR_NULL;
    }
    lock();
    struct element *element = queue->first;
    if (!element) {
        if (!waits) {
            return unlocked(ERROR_AGAIN);
        }
        struct waiter waiter = {.data = data};
        await(&queue->readers, &waiter);
        return unlocked(0);
    }
    queue->first = element->next;
    memcpy(data, element->data, queue->data_bytes);
    give_back(queue->pool, element);
    return unlocked(0);
}

EXPORT int sceUltQueuePush(struct queue *queue, const void *data) { return push(queue, data, 1); }

EXPORT int sceUltQueueTryPush(struct queue *queue, const void *data) { return push(queue, data, 0); }

EXPORT int sceUltQueuePop(struct queue *queue, void *data) { return pop(queue, data, 1); }

EXPORT int sceUltQueueTryPop(struct queue *queue, void *data) { return pop(queue, data, 0); }

EXPORT int sceUltQueueDestroy(struct queue *queue) {
    lock();
    return unlocked(!checked(queue, QUEUE) && queue->first ? ERROR_BUSY : destroyed(queue, QUEUE, queue ? &queue->readers : NULL));
}
