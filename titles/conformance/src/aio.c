/* File requests beside the title. */
#include "guest/aio.h"
#include "check.h"
#include "guest/files.h"
#include "places.h"

void check_aio(void) {
    char first[16] = {0}, second[16] = {0}, path[64];
    struct aio_result results[3];
    int id = 0, state = 0, ids[2], states[2], none = 0;
    uint32_t long_time = LONG;
    int file = sceKernelOpen("/app0/data/motto.txt", OPEN_READ, 0);
    struct aio_request reads[3] = {
        {.offset = 4, .size = 3, .buffer = first, .result = &results[0], .file = file},
        {.offset = 13, .size = 4, .buffer = second, .result = &results[1], .file = file},
        {.offset = 0, .size = 4, .buffer = second, .result = &results[2], .file = 99},
    };
    area("aio");
    EQUAL("submit without requests", ENCODED(EFAULT), sceKernelAioSubmitReadCommands(NULL, 1, 0, &id));
    EQUAL("submit without a place", ENCODED(EFAULT), sceKernelAioSubmitReadCommands(reads, 1, 0, NULL));
    EQUAL("submit two", 0, sceKernelAioSubmitReadCommands(reads, 2, 0, &id));
    EQUAL("wait without a place", ENCODED(EFAULT), sceKernelAioWaitRequest(id, NULL, &long_time));
    EQUAL("wait", 0, sceKernelAioWaitRequest(id, &state, &long_time));
    EQUAL("done", AIO_DONE, state);
    HOLDS("their results", results[0].value == 3 && results[0].state == AIO_DONE && results[1].value == 4);
    TEXT("first", "rib", first);
    TEXT("second", "ties", second);
    EQUAL("poll", 0, sceKernelAioPollRequest(id, &state));
    EQUAL("done", AIO_DONE, state);
    EQUAL("delete", 0, sceKernelAioDeleteRequest(id, &none));
    HOLDS("its id is gone", sceKernelAioPollRequest(id, &state) != 0);
    EQUAL("submit one each", 0, sceKernelAioSubmitReadCommandsMultiple(reads, 2, 0, ids));
    EQUAL("wait for both", 0, sceKernelAioWaitRequests(ids, 2, states, AIO_WAIT_ALL, &long_time));
    HOLDS("both are done", states[0] == AIO_DONE && states[1] == AIO_DONE && ids[0] != ids[1]);
    EQUAL("submit for no file", 0, sceKernelAioSubmitReadCommands(reads + 2, 1, 0, &id));
    sceKernelAioWaitRequest(id, &state, NULL);
    EQUAL("its result is the error", ENCODED(EBADF), (int)results[2].value);
    sceKernelClose(file);
    in_save(path, "aio.bin");
    file = sceKernelOpen(path, OPEN_READ_WRITE | OPEN_CREATE, 0666);
    struct aio_request write = {.offset = 2, .size = 5, .buffer = "hello", .result = &results[0], .file = file};
    EQUAL("submit a write", 0, sceKernelAioSubmitWriteCommands(&write, 1, 0, &id));
    sceKernelAioWaitRequest(id, &state, NULL);
    EQUAL("bytes written", 5, results[0].value);
    memset(first, 0, sizeof first);
    EQUAL("the file has them", 7, sceKernelPread(file, first, sizeof first, 0));
    HOLDS("at their place", memcmp(first, "\0\0hello", 7) == 0);
    sceKernelClose(file);
    sceKernelUnlink(path);
}
