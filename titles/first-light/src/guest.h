/* What this title uses of the guest's libraries: functions, records and constants. Documented: system call notes. */
#pragma once
#include "guest/display.h"
#include "guest/events.h"
#include "guest/graphics.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* C library */
int printf(const char *format, ...);
int snprintf(char *out, size_t size, const char *format, ...);
int vsnprintf(char *out, size_t size, const char *format, va_list arguments);
int strcmp(const char *a, const char *b);
size_t strlen(const char *text);
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *malloc(size_t size);
void free(void *block);
float sinf(float x);
float cosf(float x);
float sqrtf(float x);

/* Threads */
typedef struct thread *thread_t;
typedef struct mutex *mutex_t;
typedef struct condition *condition_t;
int scePthreadCreate(thread_t *thread, const void *attributes, void *(*entry)(void *), void *argument, const char *name);
int scePthreadJoin(thread_t thread, void **result);
int scePthreadMutexInit(mutex_t *mutex, const void *attributes, const char *name);
int scePthreadMutexLock(mutex_t *mutex);
int scePthreadMutexUnlock(mutex_t *mutex);
int scePthreadMutexDestroy(mutex_t *mutex);
int scePthreadCondInit(condition_t *condition, const void *attributes, const char *name);
int scePthreadCondWait(condition_t *condition, mutex_t *mutex);
int scePthreadCondSignal(condition_t *condition);
int scePthreadCondBroadcast(condition_t *condition);
int scePthreadCondDestroy(condition_t *condition);

/* Event flags */
typedef struct event_flag *event_flag_t;
enum { EVENT_FLAG_MANY_WAITERS = 0x20, WAIT_ALL = 0x01, WAIT_ANY = 0x02, WAIT_CLEAR_ALL = 0x10 };
int sceKernelCreateEventFlag(event_flag_t *flag, const char *name, uint32_t attributes, uint64_t bits, const void *option);
int sceKernelSetEventFlag(event_flag_t flag, uint64_t bits);
int sceKernelWaitEventFlag(event_flag_t flag, uint64_t bits, uint32_t mode, uint64_t *result, uint32_t *timeout);
int sceKernelPollEventFlag(event_flag_t flag, uint64_t bits, uint32_t mode, uint64_t *result);
int sceKernelDeleteEventFlag(event_flag_t flag);

/* Files */
enum { OPEN_READ = 0, OPEN_READ_WRITE = 2, OPEN_CREATE = 0x200, SEEK_FROM_START = 0 };
struct file_attributes {
    uint8_t before_size[0x48];
    int64_t size;
    uint8_t after_size[0x30];
};
int sceKernelOpen(const char *path, int flags, uint16_t mode);
int64_t sceKernelRead(int file, void *buffer, size_t size);
int64_t sceKernelWrite(int file, const void *buffer, size_t size);
int64_t sceKernelLseek(int file, int64_t offset, int whence);
int sceKernelFstat(int file, struct file_attributes *attributes);
int sceKernelClose(int file);

/* Memory and time */
enum { PROTECT_CPU_GPU_READ_WRITE = 0x33, MEMORY_CACHED = 11 };
size_t sceKernelGetDirectMemorySize(void);
int sceKernelAllocateDirectMemory(int64_t start, int64_t end, size_t size, size_t alignment, int type, int64_t *physical);
int sceKernelMapDirectMemory(void **address, size_t size, int protection, int flags, int64_t physical, size_t alignment);
int sceKernelReleaseDirectMemory(int64_t physical, size_t size);
int sceKernelUsleep(uint32_t microseconds);
uint64_t sceKernelGetProcessTime(void);

/* Users, system, controller, network services */
int sceUserServiceInitialize(const void *parameters);
int sceUserServiceGetInitialUser(int32_t *user);
int sceUserServiceGetUserName(int32_t user, char *name, size_t size);
int sceSystemServiceHideSplashScreen(void);
int sceSystemServiceGetStatus(void *status);
int scePadInit(void);
int scePadOpen(int32_t user, int type, int index, const void *parameters);
int scePadReadState(int handle, void *sample);
int scePadClose(int handle);
int sceNpGetState(int32_t user, uint32_t *state);
int sceNpGetAccountIdA(int32_t user, uint64_t *account);
enum { NP_SIGNED_OUT = 1, NP_ERROR_SIGNED_OUT = (int)0x80550006 };

/* Save data */
struct save_mount {
    int32_t user, pad0;
    const char *directory; /* 32 bytes */
    uint64_t blocks, system_blocks;
    uint32_t mode, pad1;
    int32_t resource;
    uint8_t zero[32];
    uint32_t pad2;
};
struct save_mount_result {
    char place[16];
    uint64_t required_blocks;
    uint32_t unused, status;
    uint8_t zero[32];
};
enum { SAVE_READ_WRITE = 0x02, SAVE_CREATE_IF_MISSING = 0x20 };
int sceSaveDataInitialize3(const void *parameters);
int sceSaveDataMount3(const struct save_mount *mount, struct save_mount_result *result);
int sceSaveDataUmount2(uint32_t mode, const char *place);
int sceSaveDataTerminate(void);
_Static_assert(sizeof(struct save_mount) == 0x50, "mount block");
_Static_assert(sizeof(struct save_mount_result) == 0x40, "mount result");
