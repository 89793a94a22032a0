/* File-reading command buffers. */
#include "guest/ampr.h"
#include "check.h"
#include "guest/memory.h"

static _Alignas(8) uint32_t mapping_memory[64];

static int mapped(struct command_buffer *buffer) {
    struct ampr_result result = {-1, 1};
    uint32_t submission = 0;
    if (sceAmprAmmSubmitCommandBuffer2(mapping_memory, buffer->offset, 0, &result, &submission) != 0
        || sceAmprAmmWaitCommandBufferCompletion(submission) != 0) {
        return -1;
    }
    sceAmprCommandBufferReset(buffer);
    return result.result;
}

/* Reads into memory that is mapped for them, then moves and unmaps it. */
static void check_mapping(struct command_buffer *reads, uint32_t file) {
    enum { PAGE = 0x4000 };
    struct command_buffer buffer;
    uint64_t start = 0, end = 0, alias_start = 0, alias_end = 0;
    int64_t given = -1;
    uint32_t submission = 0;
    struct virtual_query info;
    EQUAL("ranges", 0, sceAmprAmmGetVirtualAddressRanges(&start, &end, &alias_start, &alias_end));
    HOLDS("of 32 GiB each", end - start == 32ull << 30 && alias_end - alias_start == 32ull << 30);
    EQUAL("give memory", 0, sceAmprAmmGiveDirectMemory(0, sceKernelGetDirectMemorySize(), 2 * PAGE, PAGE, 0, &given));
    HOLDS("at its offset", given >= 0);
    EQUAL("end of no group", ENCODED(EPERM), sceAmprAprCommandBufferMapEnd(reads));
    EQUAL("map half a page", ENCODED(EINVAL), sceAmprAprCommandBufferMapBegin(reads, start, PAGE / 2, 0, 3));
    EQUAL("a group", 0, sceAmprAprCommandBufferMapBegin(reads, start, 2 * PAGE, 0, 3));
    EQUAL("a group in a group", ENCODED(EPERM), sceAmprAprCommandBufferMapBegin(reads, start, PAGE, 0, 3));
    EQUAL("a read", 0, sceAmprAprCommandBufferReadFile(reads, &reads->map_state, &reads->gather_state, file, (void *)(start + PAGE), 7, 4));
    EQUAL("submit in a group", ENCODED(EPERM), sceKernelAprSubmitCommandBufferAndGetId(reads, 0, &submission));
    EQUAL("end of the group", 0, sceAmprAprCommandBufferMapEnd(reads));
    EQUAL("submit", 0, sceKernelAprSubmitCommandBufferAndGetId(reads, 0, &submission));
    EQUAL("wait", 0, sceKernelAprWaitCommandBuffer(submission));
    TEXT("bytes in the mapped memory", "rib tha", (const char *)(start + PAGE));
    sceAmprAmmCommandBufferConstructor(&buffer);
    sceAmprCommandBufferSetBuffer(&buffer, mapping_memory, sizeof mapping_memory);
    EQUAL("move", 0, sceAmprAmmCommandBufferRemap(&buffer, alias_start, start, 2 * PAGE, 3));
    EQUAL("run", 0, mapped(&buffer));
    TEXT("bytes after the move", "rib tha", (const char *)(alias_start + PAGE));
    EQUAL("nothing is left behind", ENCODED(EACCES), sceKernelVirtualQuery((void *)start, 0, &info, sizeof info));
    sceAmprAmmCommandBufferUnmap(&buffer, alias_start, 2 * PAGE);
    EQUAL("an unmap takes what was measured", sceAmprAmmMeasureAmmCommandSizeUnmap(alias_start, 2 * PAGE), buffer.offset);
    EQUAL("run", 0, mapped(&buffer));
    EQUAL("it is gone", ENCODED(EACCES), sceKernelVirtualQuery((void *)alias_start, 0, &info, sizeof info));
    sceAmprAmmCommandBufferUnmap(&buffer, alias_start, PAGE);
    EQUAL("unmap it again", ENCODED(EACCES), mapped(&buffer));
    EQUAL("wait for nothing", ENCODED(ESRCH), sceAmprAmmWaitCommandBufferCompletion(12345));
    EQUAL("give the memory back", 0, sceKernelReleaseDirectMemory(given, 2 * PAGE));
}

/* A marker with a colour: header, colour and 56 bytes of text, then a piece for the rest. Counters in parts. */
static void check_markers_and_counters(struct command_buffer *buffer) {
    static const char text[] = "a marker of more than fifty-six bytes goes into two pieces, both with a header";
    uint32_t submission = 0, before = buffer->offset, commands = buffer->commands;
    uint32_t size = (uint32_t)(4 + 4 + 56 + 4 + (sizeof text - 56 + 3) / 4 * 4);
    EQUAL("size of a long marker", size, sceAmprMeasureCommandSizePushMarkerWithColor(text, 0xff00ff));
    EQUAL("a long marker", 0, sceAmprCommandBufferPushMarkerWithColor(buffer, text, 0xff00ff));
    EQUAL("the offset", before + size, buffer->offset);
    EQUAL("counts twice", commands + 2, buffer->commands);
    EQUAL("without a text", ENCODED(EINVAL), sceAmprCommandBufferPushMarkerWithColor(buffer, NULL, 0));
    EQUAL("store in a pair", 0, sceAmprCommandBufferWriteCounter_04_00(buffer, 10, 0, 0x1122334455667788, 0, 0));
    EQUAL("add to a half", 0, sceAmprCommandBufferWriteCounter_04_00(buffer, 11, 2, 0xffff, 4, 0));
    EQUAL("wait for masked bits of a byte", 0, sceAmprCommandBufferWaitOnCounter_04_00(buffer, 11, 4, 3, 0, 1, 0xf, 0));
    EQUAL("no such comparison", ENCODED(EINVAL), sceAmprCommandBufferWaitOnCounter_04_00(buffer, 11, 4, 3, 7, 0, 0, 0));
    EQUAL("submit", 0, sceKernelAprSubmitCommandBufferAndGetId(buffer, 0, &submission));
    EQUAL("wait", 0, sceKernelAprWaitCommandBuffer(submission));
}

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
    sceAmprCommandBufferReset(&buffer);
    check_markers_and_counters(&buffer);
    sceAmprCommandBufferReset(&buffer);
    check_mapping(&buffer, ids[0]);
}
