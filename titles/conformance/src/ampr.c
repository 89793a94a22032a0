/* File-reading command buffers. */
#include "guest/ampr.h"
#include "check.h"

void check_ampr(void) {
    static _Alignas(8) uint32_t memory[64];
    struct command_buffer buffer;
    const char *paths[] = {"/app0/data/motto.txt", "/app0/data/none"};
    char text[32] = {0};
    uint32_t ids[2] = {0, 0}, wrong = 9, submission = 0;
    area("ampr");
    sceAmprAprCommandBufferConstructor(&buffer, &buffer.map_state, &buffer.gather_state);
    EQUAL("memory", 0, sceAmprCommandBufferSetBuffer(&buffer, memory, sizeof memory));
    HOLDS("memory again", sceAmprCommandBufferSetBuffer(&buffer, memory, sizeof memory) != 0);
    EQUAL("paths, one of which is missing", ENCODED(ENOENT), sceKernelAprResolveFilepathsToIds(paths, 2, ids, &wrong));
    EQUAL("its place", 1, wrong);
    EQUAL("a path", 0, sceKernelAprResolveFilepathsToIds(paths, 1, ids, &wrong));
    EQUAL("no-op of 3 dwords", 0, sceAmprCommandBufferNop(&buffer, 3));
    ROW("S10", "the offset counts its header", 12, sceAmprCommandBufferGetCurrentOffset(&buffer));
    EQUAL("read", 0, sceAmprAprCommandBufferReadFile(&buffer, &buffer.map_state, &buffer.gather_state, ids[0], text, 7, 4));
    ROW("S10", "and the read", 12 + 20, sceAmprCommandBufferGetCurrentOffset(&buffer));
    EQUAL("submit", 0, sceKernelAprSubmitCommandBufferAndGetId(&buffer, 0, &submission));
    EQUAL("wait", 0, sceKernelAprWaitCommandBuffer(submission));
    TEXT("bytes", "rib tha", text);
}
