/*
 * Mutexes and conditions of C++, which are those of the thread library; results are the C++ library's. Documented: system calls, section 9.
 * Assumed: lib.libc.runtime.
 */
#include "native.h"

int scePthreadMutexattrInit(void **attributes);
int scePthreadMutexattrSettype(void **attributes, int type);
int scePthreadMutexattrDestroy(void **attributes);
int scePthreadMutexInit(void **mutex, void **attributes, const char *name);
int scePthreadMutexLock(void **mutex);
int scePthreadMutexUnlock(void **mutex);
int scePthreadMutexDestroy(void **mutex);
int scePthreadCondInit(void **condition, void **attributes, const char *name);
int scePthreadCondWait(void **condition, void **mutex);
int scePthreadCondSignal(void **condition);
int scePthreadCondBroadcast(void **condition);
int scePthreadCondDestroy(void **condition);
void scePthreadYield(void);

enum { SUCCESS = 0, ERROR = 4, RECURSIVE = 0x100, KIND_RECURSIVE = 2, KIND_NORMAL = 3, SYSTEM_LOCKS = 8 };
enum { DONE = 1, RUNNING = 2 };

static int answer(int result) { return result == 0 ? SUCCESS : ERROR; }

static int make(void **mutex, int kind) {
    void *attributes;
    if (scePthreadMutexattrInit(&attributes) != 0) {
        return ERROR;
    }
    int result = scePthreadMutexattrSettype(&attributes, kind);
    if (result == 0) {
        result = scePthreadMutexInit(mutex, &attributes, "std::mutex");
    }
    scePthreadMutexattrDestroy(&attributes);
    return answer(result);
}

EXPORT int _Mtx_init(void **mutex, int type) { return make(mutex, type & RECURSIVE ? KIND_RECURSIVE : KIND_NORMAL); }

EXPORT int _Mtx_lock(void **mutex) { return answer(scePthreadMutexLock(mutex)); }

EXPORT int _Mtx_unlock(void **mutex) { return answer(scePthreadMutexUnlock(mutex)); }

EXPORT void _Mtx_destroy(void **mutex) { scePthreadMutexDestroy(mutex); }

EXPORT int _Cnd_init(void **condition) { return answer(scePthreadCondInit(condition, NULL, "std::condition")); }

EXPORT int _Cnd_wait(void **condition, void **mutex) { return answer(scePthreadCondWait(condition, mutex)); }

EXPORT int _Cnd_signal(void **condition) { return answer(scePthreadCondSignal(condition)); }

EXPORT int _Cnd_broadcast(void **condition) { return answer(scePthreadCondBroadcast(condition)); }

EXPORT void _Cnd_destroy(void **condition) { scePthreadCondDestroy(condition); }

/* Runs a function once for a flag; whoever comes meanwhile waits. The function's false lets the next one try. */
static int execute_once(uint32_t *flag, int (*function)(void *, void *, void **), void *argument) {
    for (;;) {
        uint32_t state = 0;
        if (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == DONE) {
            return 1;
        }
        if (__atomic_compare_exchange_n(flag, &state, RUNNING, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            void *context = NULL;
            int holds = function(NULL, argument, &context);
            __atomic_store_n(flag, holds ? DONE : 0, __ATOMIC_RELEASE);
            return holds != 0;
        }
        scePthreadYield();
    }
}

EXPORT int _ZSt13_Execute_onceRSt9once_flagPFiPvS1_PS1_ES1_(uint32_t *flag, int (*function)(void *, void *, void **), void *argument) {
    return execute_once(flag, function, argument);
}

/* The library's own locks, by number. */
static void *system_locks[SYSTEM_LOCKS];
static uint32_t made[SYSTEM_LOCKS];

static int make_system_lock(void *unused, void *lock, void **context) {
    (void)unused, (void)context;
    return make(lock, KIND_RECURSIVE) == SUCCESS;
}

EXPORT void _Locksyslock(unsigned number) {
    number %= SYSTEM_LOCKS;
    execute_once(&made[number], make_system_lock, &system_locks[number]);
    scePthreadMutexLock(&system_locks[number]);
}

EXPORT void _Unlocksyslock(unsigned number) { scePthreadMutexUnlock(&system_locks[number % SYSTEM_LOCKS]); }
