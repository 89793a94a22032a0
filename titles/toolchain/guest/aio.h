/* File requests beside the title. Documented: system calls, section 6. */
#pragma once
#include <stdint.h>
enum { AIO_SUBMITTED = 1, AIO_PROCESSING = 2, AIO_DONE = 3, AIO_ABORTED = 4, AIO_WAIT_ALL = 1, AIO_WAIT_ANY = 2 };
struct aio_result {
    int64_t value;
    uint32_t state, zero;
};
struct aio_request {
    int64_t offset, size;
    void *buffer;
    struct aio_result *result;
    int32_t file, zero;
};
int sceKernelAioSubmitReadCommands(struct aio_request *requests, int count, int priority, int *id);
int sceKernelAioSubmitReadCommandsMultiple(struct aio_request *requests, int count, int priority, int *ids);
int sceKernelAioSubmitWriteCommands(struct aio_request *requests, int count, int priority, int *id);
int sceKernelAioWaitRequest(int id, int *state, uint32_t *microseconds);
int sceKernelAioWaitRequests(int *ids, int count, int *states, uint32_t mode, uint32_t *microseconds);
int sceKernelAioPollRequest(int id, int *state);
int sceKernelAioDeleteRequest(int id, int *result);
