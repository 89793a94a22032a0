/* File-reading command buffers. Documented: system calls, section 17. */
#pragma once
#include <stddef.h>
#include <stdint.h>
struct command_buffer {
    uint32_t type, offset;
    int32_t commands;
    uint32_t size;
    void *memory;
    uint64_t map_state, gather_state;
};
int64_t sceAmprAprCommandBufferConstructor(struct command_buffer *buffer, uint64_t *map_state, uint64_t *gather_state);
int64_t sceAmprCommandBufferSetBuffer(struct command_buffer *buffer, void *memory, size_t size);
int64_t sceAmprCommandBufferGetCurrentOffset(struct command_buffer *buffer);
int64_t sceAmprCommandBufferNop(struct command_buffer *buffer, uint32_t dwords);
int64_t sceAmprAprCommandBufferReadFile(struct command_buffer *buffer, uint64_t *map_state, uint64_t *gather_state, uint32_t file,
                                        void *to, uint64_t size, uint64_t offset);
int64_t sceAmprMeasureCommandSizeReadFile(uint32_t file, const void *to, uint64_t size, uint64_t offset);
int sceKernelAprResolveFilepathsToIds(const char *const *paths, uint32_t count, uint32_t *ids, uint32_t *error_index);
int sceKernelAprSubmitCommandBufferAndGetId(struct command_buffer *buffer, uint32_t priority, uint32_t *id);
int sceKernelAprWaitCommandBuffer(uint32_t id);
struct ampr_result {
    int32_t result;
    uint32_t offset;
};
int sceAmprCommandBufferReset(struct command_buffer *buffer);
int sceAmprAmmCommandBufferConstructor(struct command_buffer *buffer);
int sceAmprCommandBufferPushMarkerWithColor(struct command_buffer *buffer, const char *text, uint32_t color);
int64_t sceAmprMeasureCommandSizePushMarkerWithColor(const char *text, uint32_t color);
int sceAmprCommandBufferWriteCounter_04_00(struct command_buffer *buffer, uint8_t counter, uint8_t access, uint64_t value, uint8_t operation,
                                           uint8_t at_start);
int sceAmprCommandBufferWaitOnCounter_04_00(struct command_buffer *buffer, uint8_t counter, uint8_t access, uint64_t reference,
                                            uint8_t compare, uint8_t mask_operation, uint64_t mask, uint8_t flush);
int sceAmprAprCommandBufferMapBegin(struct command_buffer *buffer, uint64_t address, uint64_t size, int type, int protection);
int sceAmprAprCommandBufferMapEnd(struct command_buffer *buffer);
int sceAmprAmmGetVirtualAddressRanges(uint64_t *start, uint64_t *end, uint64_t *alias_start, uint64_t *alias_end);
int sceAmprAmmGiveDirectMemory(int64_t start, int64_t end, size_t size, size_t alignment, int usage, int64_t *offset);
int sceAmprAmmCommandBufferRemap(struct command_buffer *buffer, uint64_t to, uint64_t from, uint64_t size, int protection);
int sceAmprAmmCommandBufferUnmap(struct command_buffer *buffer, uint64_t address, size_t size);
int64_t sceAmprAmmMeasureAmmCommandSizeUnmap(uint64_t address, size_t size);
int sceAmprAmmSubmitCommandBuffer2(void *commands, uint32_t size, uint32_t priority, struct ampr_result *result, uint32_t *id);
int sceAmprAmmWaitCommandBufferCompletion(uint32_t id);
