/* Event queues. Documented: system calls, section 5. */
#pragma once
#include <stddef.h>
#include <stdint.h>
struct timespec;
typedef struct equeue *equeue_t;
struct event {
    uint64_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t filter_flags;
    int64_t data;
    void *user;
};
enum { FILTER_READ = -1, FILTER_WRITE = -2, FILTER_FILE = -4, FILTER_TIMER = -7, FILTER_USER = -11, FILTER_HR_TIMER = -15 };
int sceKernelCreateEqueue(equeue_t *queue, const char *name);
int sceKernelDeleteEqueue(equeue_t queue);
int sceKernelWaitEqueue(equeue_t queue, struct event *events, int count, int *out, const uint32_t *timeout);
int sceKernelAddUserEvent(equeue_t queue, int id);
int sceKernelAddUserEventEdge(equeue_t queue, int id);
int sceKernelTriggerUserEvent(equeue_t queue, int id, void *data);
int sceKernelDeleteUserEvent(equeue_t queue, int id);
int sceKernelAddTimerEvent(equeue_t queue, int id, uint32_t microseconds, void *user);
int sceKernelDeleteTimerEvent(equeue_t queue, int id);
int sceKernelAddHRTimerEvent(equeue_t queue, int id, const struct timespec *after, void *user);
int sceKernelDeleteHRTimerEvent(equeue_t queue, int id);
uint64_t sceKernelGetEventId(const struct event *event);
int sceKernelGetEventFilter(const struct event *event);
int64_t sceKernelGetEventData(const struct event *event);
void *sceKernelGetEventUserData(const struct event *event);
int64_t sceKernelGetEventFflags(const struct event *event);
int sceKernelGetEventError(const struct event *event);
int sceKernelAddReadEvent(equeue_t queue, int file, size_t size, void *user);
int sceKernelDeleteReadEvent(equeue_t queue, int file);
int sceKernelAddWriteEvent(equeue_t queue, int file, size_t size, void *user);
int sceKernelDeleteWriteEvent(equeue_t queue, int file);
int kevent(int queue, const struct event *changes, int change_count, struct event *events, int count, const struct timespec *timeout);
