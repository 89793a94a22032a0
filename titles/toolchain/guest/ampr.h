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
