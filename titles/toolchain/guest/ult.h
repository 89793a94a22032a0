/* User-level threads. Assumed: the ledger's lib.ult. */
#pragma once
#include <stddef.h>
#include <stdint.h>
struct ult_object {
    _Alignas(8) uint8_t bytes[0x100];
};
struct ult_runtime {
    _Alignas(8) uint8_t bytes[0x1000];
};
typedef int32_t (*ult_entry)(uint64_t argument);
enum {
    ULT_NULL = (int)0x80810001, ULT_ALIGNMENT = (int)0x80810002, ULT_RANGE = (int)0x80810003, ULT_INVALID = (int)0x80810004,
    ULT_PERMISSION = (int)0x80810005, ULT_STATE = (int)0x80810006, ULT_BUSY = (int)0x80810007, ULT_AGAIN = (int)0x80810008,
};
int sceUltInitialize(void);
int sceUltFinalize(void);
int sceUltUlthreadRuntimeOptParamInitialize(void *options, uint32_t version);
uint64_t sceUltUlthreadRuntimeGetWorkAreaSize(uint32_t most_threads, uint32_t workers);
int _sceUltUlthreadRuntimeCreate(struct ult_runtime *runtime, const char *name, uint32_t most_threads, uint32_t workers, void *work_area,
                                 const void *options, uint32_t version);
int sceUltUlthreadRuntimeDestroy(struct ult_runtime *runtime);
int _sceUltUlthreadCreate(struct ult_object *thread, const char *name, ult_entry entry, uint64_t argument, void *context, uint64_t size,
                          struct ult_runtime *runtime, const void *options, uint32_t version);
int sceUltUlthreadJoin(struct ult_object *thread, int32_t *status);
int sceUltUlthreadTryJoin(struct ult_object *thread, int32_t *status);
int sceUltUlthreadExit(int32_t status);
int sceUltUlthreadYield(void);
int sceUltUlthreadGetSelf(struct ult_object **thread);
uint64_t sceUltWaitingQueueResourcePoolGetWorkAreaSize(uint32_t threads, uint32_t objects);
int _sceUltWaitingQueueResourcePoolCreate(struct ult_object *pool, const char *name, uint32_t threads, uint32_t objects, void *work_area,
                                          const void *options, uint32_t version);
int sceUltWaitingQueueResourcePoolDestroy(struct ult_object *pool);
int _sceUltMutexCreate(struct ult_object *mutex, const char *name, struct ult_object *pool, const void *options, uint32_t version);
int sceUltMutexLock(struct ult_object *mutex);
int sceUltMutexTryLock(struct ult_object *mutex);
int sceUltMutexUnlock(struct ult_object *mutex);
int sceUltMutexDestroy(struct ult_object *mutex);
int _sceUltConditionVariableCreate(struct ult_object *condition, const char *name, struct ult_object *mutex, const void *options,
                                   uint32_t version);
int sceUltConditionVariableWait(struct ult_object *condition);
int sceUltConditionVariableSignal(struct ult_object *condition);
int sceUltConditionVariableSignalAll(struct ult_object *condition);
int sceUltConditionVariableDestroy(struct ult_object *condition);
int sceUltSemaphoreCreate(struct ult_object *semaphore, const char *name, int32_t count, struct ult_object *pool, const void *options,
                          uint32_t version);
int sceUltSemaphoreAcquire(struct ult_object *semaphore, int32_t count);
int sceUltSemaphoreTryAcquire(struct ult_object *semaphore, int32_t count);
int sceUltSemaphoreRelease(struct ult_object *semaphore, int32_t count);
int sceUltSemaphoreDestroy(struct ult_object *semaphore);
int _sceUltReaderWriterLockCreate(struct ult_object *rwlock, const char *name, struct ult_object *pool, const void *options,
                                  uint32_t version);
int sceUltReaderWriterLockLockRead(struct ult_object *rwlock);
int sceUltReaderWriterLockTryLockRead(struct ult_object *rwlock);
int sceUltReaderWriterLockUnlockRead(struct ult_object *rwlock);
int sceUltReaderWriterLockLockWrite(struct ult_object *rwlock);
int sceUltReaderWriterLockTryLockWrite(struct ult_object *rwlock);
int sceUltReaderWriterLockUnlockWrite(struct ult_object *rwlock);
int sceUltReaderWriterLockDestroy(struct ult_object *rwlock);
uint64_t sceUltQueueDataResourcePoolGetWorkAreaSize(uint32_t count, uint64_t data_bytes, uint32_t queues);
int sceUltQueueDataResourcePoolCreate(struct ult_object *pool, const char *name, uint32_t count, uint64_t data_bytes, uint32_t queues,
                                      struct ult_object *waiting, void *work_area, const void *options, uint32_t version);
int sceUltQueueDataResourcePoolDestroy(struct ult_object *pool);
int sceUltQueueCreate(struct ult_object *queue, const char *name, uint64_t data_bytes, struct ult_object *waiting, struct ult_object *pool,
                      const void *options, uint32_t version);
int sceUltQueuePush(struct ult_object *queue, const void *data);
int sceUltQueueTryPush(struct ult_object *queue, const void *data);
int sceUltQueuePop(struct ult_object *queue, void *data);
int sceUltQueueTryPop(struct ult_object *queue, void *data);
int sceUltQueueDestroy(struct ult_object *queue);
