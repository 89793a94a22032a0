/* What this title uses of the guest's libraries: functions, records and constants. Documented: system call notes. */
#pragma once
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

/* Event flags and event queues */
typedef struct event_flag *event_flag_t;
typedef struct equeue *equeue_t;
struct event {
    uint64_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t filter_flags;
    int64_t data;
    void *user;
};
enum { EVENT_FLAG_MANY_WAITERS = 0x20, WAIT_ALL = 0x01, WAIT_ANY = 0x02, WAIT_CLEAR_ALL = 0x10 };
enum { FILTER_USER = -11, FILTER_DISPLAY = -13 };
int sceKernelCreateEventFlag(event_flag_t *flag, const char *name, uint32_t attributes, uint64_t bits, const void *option);
int sceKernelSetEventFlag(event_flag_t flag, uint64_t bits);
int sceKernelWaitEventFlag(event_flag_t flag, uint64_t bits, uint32_t mode, uint64_t *result, uint32_t *timeout);
int sceKernelPollEventFlag(event_flag_t flag, uint64_t bits, uint32_t mode, uint64_t *result);
int sceKernelDeleteEventFlag(event_flag_t flag);
int sceKernelCreateEqueue(equeue_t *queue, const char *name);
int sceKernelAddUserEvent(equeue_t queue, int id);
int sceKernelTriggerUserEvent(equeue_t queue, int id, void *data);
int sceKernelDeleteUserEvent(equeue_t queue, int id);
int sceKernelWaitEqueue(equeue_t queue, struct event *events, int count, int *out, const uint32_t *timeout);
int sceKernelDeleteEqueue(equeue_t queue);

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

/* Display */
struct video_attribute {
    uint8_t bytes[0x50];
};
struct video_buffer {
    const void *data, *metadata;
    uint64_t zero[2];
};
struct flip_status {
    uint64_t count, process_time, unused0;
    int64_t argument;
    uint64_t unused1, counter;
    int32_t gpu_queue, pending, current, unused2;
    uint64_t submit_counter, unused3[7];
};
_Static_assert(sizeof(struct flip_status) == 0x80, "flip status");
int sceVideoOutOpen(int32_t user, int bus, int index, const void *parameters);
void sceVideoOutSetBufferAttribute2(struct video_attribute *attribute, uint64_t format, uint32_t tiling, uint32_t width,
                                    uint32_t height, uint64_t option, uint32_t dcc_control, uint64_t dcc_clear);
int sceVideoOutRegisterBuffers2(int handle, int set, int first, const struct video_buffer *buffers, int count,
                                const struct video_attribute *attribute, int category, void *option);
int sceVideoOutUnregisterBuffers(int handle, int set);
int sceVideoOutSetFlipRate(int handle, int rate);
int sceVideoOutAddFlipEvent(equeue_t queue, int handle, void *user);
int sceVideoOutDeleteFlipEvent(equeue_t queue, int handle);
int sceVideoOutGetEventData(const struct event *event, int64_t *data);
int sceVideoOutGetFlipStatus(int handle, struct flip_status *status);
int sceVideoOutClose(int handle);

/* Graphics */
struct command_buffer {
    uint32_t *bottom, *top, *up, *down;
    int (*full)(struct command_buffer *buffer, uint32_t dwords, void *user);
    void *user;
    uint32_t reserved, pad;
};
struct pair {
    uint32_t offset, value;
};
struct specials {
    struct pair ge_control, stages;
    uint32_t dispatch_modifier;
    uint16_t first_user, user_count;
    uint64_t draw_modifier;
    struct pair out_primitive, user_vgprs;
};
struct shader {
    uint32_t magic, version;
    void *user_data;
    const void *code;
    struct pair *cx, *sh;
    struct specials *specials;
    uint32_t *inputs, *outputs;
    uint32_t header_size, code_size, constants, target;
    uint32_t input_count;
    uint16_t scratch, output_count, specials_size;
    uint8_t type, cx_count, sh_count, pad[3];
};
struct submission {
    const uint32_t *address;
    uint32_t dwords;
    uint8_t flag, pad[3];
};
_Static_assert(sizeof(struct command_buffer) == 0x38, "command buffer object");
_Static_assert(sizeof(struct specials) == 0x30, "specials");
_Static_assert(sizeof(struct shader) == 0x60, "record header");
enum { PRIMITIVE_TRIANGLES = 4, INDEX_16 = 0, FLIP_AT_VERTICAL_BLANK = 1 };
enum { ACTION_FLUSH_AND_INVALIDATE = 0x14, RELEASE_64_BITS = 2, INTERRUPT_AFTER_WRITE = 2 };
int sceAgcInit_0090(uint32_t *state, uint32_t version);
int sceAgcCreateShader(struct shader **out, void *header, const void *code);
int sceAgcLinkShaders(struct pair cx[34], struct pair uc[3], const struct shader *hull, const struct shader *geometry,
                      const struct shader *pixel, uint32_t primitive);
uint32_t *sceAgcDcbResetQueue(struct command_buffer *buffer, uint32_t operation, uint32_t state);
uint32_t *sceAgcDcbWaitUntilSafeForRendering(struct command_buffer *buffer, uint32_t handle, int32_t index);
uint32_t *sceAgcDcbAcquireMem(struct command_buffer *buffer, uint8_t engine, uint32_t cb_db, uint32_t gcr,
                              const void *base, uint64_t bytes, uint32_t poll_cycles);
uint32_t *sceAgcDcbSetCxRegistersIndirect(struct command_buffer *buffer, const struct pair *list, uint32_t count);
uint32_t *sceAgcDcbSetShRegistersIndirect(struct command_buffer *buffer, const struct pair *list, uint32_t count);
uint32_t *sceAgcDcbSetUcRegistersIndirect(struct command_buffer *buffer, const struct pair *list, uint32_t count);
uint32_t *sceAgcCbSetShRegisterRangeDirect(struct command_buffer *buffer, uint32_t offset, const uint32_t *values,
                                           uint32_t count);
uint32_t *sceAgcDcbSetIndexSize(struct command_buffer *buffer, uint8_t size, uint8_t cache);
uint32_t *sceAgcDcbSetNumInstances(struct command_buffer *buffer, uint32_t count);
uint32_t *sceAgcDcbDrawIndex(struct command_buffer *buffer, uint32_t count, const void *indices, uint64_t modifier);
uint32_t *sceAgcCbDispatch(struct command_buffer *buffer, uint32_t x, uint32_t y, uint32_t z, uint32_t modifier);
uint32_t *sceAgcCbReleaseMem(struct command_buffer *buffer, uint8_t action, uint16_t gcr, uint8_t destination,
                             uint8_t cache, void *address, uint8_t data_select, uint64_t data, uint16_t gds_offset,
                             uint16_t gds_size, uint8_t interrupt, uint32_t context);
uint32_t *sceAgcDcbSetFlip(struct command_buffer *buffer, uint32_t handle, int32_t index, uint32_t mode, int64_t argument);
int sceAgcDriverSubmitDcb(const struct submission *submission);
int sceAgcSuspendPoint(void);
