/* Threads, their attributes, locks and waits, in both families. Documented: system calls, sections 2 to 4. */
#pragma once
#include <stddef.h>
#include <stdint.h>
typedef struct thread *thread_t;
typedef struct thread_attributes *thread_attributes_t;
typedef struct mutex *mutex_t;
typedef struct mutex_attributes *mutex_attributes_t;
typedef struct condition *condition_t;
typedef struct condition_attributes *condition_attributes_t;
typedef struct rwlock *rwlock_t;
typedef struct rwlock_attributes *rwlock_attributes_t;
typedef struct barrier *barrier_t;
typedef struct thread_semaphore *thread_semaphore_t;
typedef struct event_flag *event_flag_t;
typedef struct semaphore *semaphore_t;
struct timespec {
    int64_t seconds, nanoseconds;
};
struct once {
    int32_t state, zero;
    void *mutex;
};
enum { MUTEX_ERROR_CHECK = 1, MUTEX_RECURSIVE = 2, MUTEX_NORMAL = 3, MUTEX_ADAPTIVE = 4 };
enum { POLICY_FIFO = 1, POLICY_OTHER = 2, POLICY_ROUND_ROBIN = 3 };
enum { PRIORITY_HIGHEST = 256, PRIORITY_DEFAULT = 700, PRIORITY_LOWEST = 767 };
typedef void *(*thread_entry)(void *);

int scePthreadCreate(thread_t *thread, const thread_attributes_t *attributes, thread_entry entry, void *argument, const char *name);
int scePthreadJoin(thread_t thread, void **result);
int scePthreadDetach(thread_t thread);
_Noreturn void scePthreadExit(void *result);
thread_t scePthreadSelf(void);
int scePthreadEqual(thread_t a, thread_t b);
void scePthreadYield(void);
int scePthreadGetthreadid(void);
int scePthreadRename(thread_t thread, const char *name);
int scePthreadGetname(thread_t thread, char *name);
int scePthreadGetprio(thread_t thread, int *priority);
int scePthreadSetprio(thread_t thread, int priority);
int scePthreadGetschedparam(thread_t thread, int *policy, int *priority);
int scePthreadSetschedparam(thread_t thread, int policy, const int *priority);
int scePthreadGetaffinity(thread_t thread, uint64_t *mask);
int scePthreadSetaffinity(thread_t thread, uint64_t mask);
int scePthreadOnce(struct once *once, void (*function)(void));
int scePthreadKeyCreate(int *key, void (*destructor)(void *));
int scePthreadKeyDelete(int key);
int scePthreadSetspecific(int key, const void *value);
void *scePthreadGetspecific(int key);
int scePthreadGetstack(thread_t thread, void **low, size_t *size);
int scePthreadCancel(thread_t thread);
int scePthreadSetcancelstate(int state, int *old);
int scePthreadSetcanceltype(int type, int *old);
int pthread_create(thread_t *thread, const thread_attributes_t *attributes, thread_entry entry, void *argument);
int pthread_join(thread_t thread, void **result);
int pthread_detach(thread_t thread);
int pthread_cancel(thread_t thread);
int pthread_setcancelstate(int state, int *old);
void pthread_testcancel(void);
void pthread_cleanup_push(void (*function)(void *), void *argument);
void pthread_cleanup_pop(int run);

int scePthreadAttrInit(thread_attributes_t *attributes);
int scePthreadAttrDestroy(thread_attributes_t *attributes);
int scePthreadAttrGet(thread_t thread, thread_attributes_t *attributes);
int scePthreadAttrSetstacksize(thread_attributes_t *attributes, size_t size);
int scePthreadAttrGetstacksize(const thread_attributes_t *attributes, size_t *size);
int scePthreadAttrSetstack(thread_attributes_t *attributes, void *stack, size_t size);
int scePthreadAttrGetstack(const thread_attributes_t *attributes, void **stack, size_t *size);
int scePthreadAttrSetdetachstate(thread_attributes_t *attributes, int state);
int scePthreadAttrGetdetachstate(const thread_attributes_t *attributes, int *state);
int scePthreadAttrSetinheritsched(thread_attributes_t *attributes, int inherit);
int scePthreadAttrGetinheritsched(const thread_attributes_t *attributes, int *inherit);
int scePthreadAttrSetschedpolicy(thread_attributes_t *attributes, int policy);
int scePthreadAttrGetschedpolicy(const thread_attributes_t *attributes, int *policy);
int scePthreadAttrSetschedparam(thread_attributes_t *attributes, const int *priority);
int scePthreadAttrGetschedparam(const thread_attributes_t *attributes, int *priority);
int scePthreadAttrSetaffinity(thread_attributes_t *attributes, uint64_t mask);
int scePthreadAttrGetaffinity(const thread_attributes_t *attributes, uint64_t *mask);
int scePthreadAttrSetguardsize(thread_attributes_t *attributes, size_t size);
int scePthreadAttrGetguardsize(const thread_attributes_t *attributes, size_t *size);

int scePthreadMutexattrInit(mutex_attributes_t *attributes);
int scePthreadMutexattrSettype(mutex_attributes_t *attributes, int type);
int scePthreadMutexattrSetprotocol(mutex_attributes_t *attributes, int protocol);
int scePthreadMutexattrDestroy(mutex_attributes_t *attributes);
int scePthreadMutexInit(mutex_t *mutex, const mutex_attributes_t *attributes, const char *name);
int scePthreadMutexLock(mutex_t *mutex);
int scePthreadMutexTrylock(mutex_t *mutex);
int scePthreadMutexTimedlock(mutex_t *mutex, uint32_t microseconds);
int scePthreadMutexUnlock(mutex_t *mutex);
int scePthreadMutexDestroy(mutex_t *mutex);
int pthread_mutex_init(mutex_t *mutex, const mutex_attributes_t *attributes);
int pthread_mutex_lock(mutex_t *mutex);
int pthread_mutex_trylock(mutex_t *mutex);
int pthread_mutex_timedlock(mutex_t *mutex, const struct timespec *until);
int pthread_mutex_unlock(mutex_t *mutex);
int pthread_mutex_destroy(mutex_t *mutex);

int scePthreadCondInit(condition_t *condition, const condition_attributes_t *attributes, const char *name);
int scePthreadCondWait(condition_t *condition, mutex_t *mutex);
int scePthreadCondTimedwait(condition_t *condition, mutex_t *mutex, uint32_t microseconds);
int scePthreadCondSignal(condition_t *condition);
int scePthreadCondSignalto(condition_t *condition, thread_t thread);
int scePthreadCondBroadcast(condition_t *condition);
int scePthreadCondDestroy(condition_t *condition);
int pthread_cond_init(condition_t *condition, const condition_attributes_t *attributes);
int pthread_cond_wait(condition_t *condition, mutex_t *mutex);
int pthread_cond_timedwait(condition_t *condition, mutex_t *mutex, const struct timespec *until);
int pthread_cond_signal(condition_t *condition);
int pthread_cond_destroy(condition_t *condition);
int pthread_condattr_init(condition_attributes_t *attributes);
int pthread_condattr_setclock(condition_attributes_t *attributes, int clock);
int pthread_condattr_getclock(const condition_attributes_t *attributes, int *clock);
int pthread_condattr_destroy(condition_attributes_t *attributes);

int scePthreadRwlockInit(rwlock_t *lock, const rwlock_attributes_t *attributes, const char *name);
int scePthreadRwlockRdlock(rwlock_t *lock);
int scePthreadRwlockTryrdlock(rwlock_t *lock);
int scePthreadRwlockTimedrdlock(rwlock_t *lock, uint32_t microseconds);
int scePthreadRwlockWrlock(rwlock_t *lock);
int scePthreadRwlockTrywrlock(rwlock_t *lock);
int scePthreadRwlockTimedwrlock(rwlock_t *lock, uint32_t microseconds);
int scePthreadRwlockUnlock(rwlock_t *lock);
int scePthreadRwlockDestroy(rwlock_t *lock);
int scePthreadRwlockattrInit(rwlock_attributes_t *attributes);
int scePthreadRwlockattrSettype(rwlock_attributes_t *attributes, int type);
int scePthreadRwlockattrDestroy(rwlock_attributes_t *attributes);

int scePthreadBarrierInit(barrier_t *barrier, const void *attributes, unsigned count, const char *name);
int scePthreadBarrierWait(barrier_t *barrier);
int scePthreadBarrierDestroy(barrier_t *barrier);

int scePthreadSemInit(thread_semaphore_t *semaphore, int flag, unsigned value, const char *name);
int scePthreadSemWait(thread_semaphore_t *semaphore);
int scePthreadSemTrywait(thread_semaphore_t *semaphore);
int scePthreadSemTimedwait(thread_semaphore_t *semaphore, uint32_t microseconds);
int scePthreadSemPost(thread_semaphore_t *semaphore);
int scePthreadSemGetvalue(thread_semaphore_t *semaphore, int *value);
int scePthreadSemDestroy(thread_semaphore_t *semaphore);
int sem_init(thread_semaphore_t *semaphore, int shared, unsigned value);
int sem_wait(thread_semaphore_t *semaphore);
int sem_trywait(thread_semaphore_t *semaphore);
int sem_timedwait(thread_semaphore_t *semaphore, const struct timespec *until);
int sem_post(thread_semaphore_t *semaphore);
int sem_getvalue(thread_semaphore_t *semaphore, int *value);
int sem_destroy(thread_semaphore_t *semaphore);

enum { FLAG_FIFO = 0x01, FLAG_PRIORITY = 0x02, FLAG_ONE_WAITER = 0x10, FLAG_MANY_WAITERS = 0x20 };
enum { WAIT_ALL = 0x01, WAIT_ANY = 0x02, CLEAR_ALL = 0x10, CLEAR_PATTERN = 0x20 };
int sceKernelCreateEventFlag(event_flag_t *flag, const char *name, uint32_t attributes, uint64_t bits, const void *option);
int sceKernelDeleteEventFlag(event_flag_t flag);
int sceKernelSetEventFlag(event_flag_t flag, uint64_t bits);
int sceKernelClearEventFlag(event_flag_t flag, uint64_t bits);
int sceKernelCancelEventFlag(event_flag_t flag, uint64_t bits, int *waiters);
int sceKernelWaitEventFlag(event_flag_t flag, uint64_t bits, uint32_t mode, uint64_t *result, uint32_t *timeout);
int sceKernelPollEventFlag(event_flag_t flag, uint64_t bits, uint32_t mode, uint64_t *result);

int sceKernelCreateSema(semaphore_t *semaphore, const char *name, uint32_t attributes, int initial, int maximum, const void *option);
int sceKernelDeleteSema(semaphore_t semaphore);
int sceKernelWaitSema(semaphore_t semaphore, int count, uint32_t *timeout);
int sceKernelPollSema(semaphore_t semaphore, int count);
int sceKernelSignalSema(semaphore_t semaphore, int count);
int sceKernelCancelSema(semaphore_t semaphore, int count, int *waiters);

int sceKernelSyncOnAddressWait(volatile uint32_t *address, uint32_t expected, const uint32_t *timeout);
int sceKernelSyncOnAddressWait64(volatile uint64_t *address, uint64_t expected, const uint32_t *timeout);
int sceKernelSyncOnAddressWake(volatile void *address, int count);
