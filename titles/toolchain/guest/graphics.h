/* Command buffers, shader records and the calls that fill them. Documented: graphics library notes. */
#pragma once
#include <stddef.h>
#include <stdint.h>

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
enum { PRIMITIVE_TRIANGLES = 4, PRIMITIVE_PATCHES = 9, ARGUMENTS_OF_DRAWS = 0, INDEX_16 = 0, FLIP_AT_VERTICAL_BLANK = 1 };
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
uint32_t *sceAgcDcbSetCxRegisterDirect(struct command_buffer *buffer, struct pair pair);
uint32_t *sceAgcDcbSetUcRegisterDirect(struct command_buffer *buffer, struct pair pair);
uint32_t *sceAgcCbSetShRegisterRangeDirect(struct command_buffer *buffer, uint32_t offset, const uint32_t *values,
                                           uint32_t count);
uint32_t *sceAgcDcbSetIndexSize(struct command_buffer *buffer, uint8_t size, uint8_t cache);
uint32_t *sceAgcDcbSetNumInstances(struct command_buffer *buffer, uint32_t count);
uint32_t *sceAgcDcbDrawIndex(struct command_buffer *buffer, uint32_t count, const void *indices, uint64_t modifier);
uint32_t *sceAgcDcbDrawIndexAuto(struct command_buffer *buffer, uint32_t count, uint64_t modifier);
uint32_t *sceAgcDcbSetIndexBuffer(struct command_buffer *buffer, const void *indices);
uint32_t *sceAgcDcbSetIndexCount(struct command_buffer *buffer, uint32_t count);
uint32_t *sceAgcDcbSetBaseIndirectArgs(struct command_buffer *buffer, uint32_t type, const void *arguments);
uint32_t *sceAgcDcbDrawIndirect(struct command_buffer *buffer, uint32_t offset, uint64_t modifier);
uint32_t *sceAgcDcbDrawIndexIndirect(struct command_buffer *buffer, uint32_t offset, uint64_t modifier);
uint32_t *sceAgcDcbDrawIndirectMulti(struct command_buffer *buffer, uint32_t offset, uint32_t count_in_memory, uint32_t count,
                                     const void *count_address, uint32_t stride, uint64_t modifier);
uint32_t *sceAgcDcbDrawIndexIndirectMulti(struct command_buffer *buffer, uint32_t offset, uint32_t count_in_memory, uint32_t count,
                                          const void *count_address, uint32_t stride, uint64_t modifier);
uint32_t *sceAgcDcbWaitRegMem(struct command_buffer *buffer, uint8_t size, uint8_t function, uint8_t operation, uint8_t cache,
                              const void *address, uint64_t reference, uint64_t mask, uint32_t poll_cycles);
uint32_t *sceAgcDcbDmaData(struct command_buffer *buffer, uint8_t engine, uint8_t destination_kind, uint8_t destination_cache,
                           uint64_t destination, uint8_t source_kind, uint8_t source_cache, uint64_t source, uint32_t bytes,
                           uint8_t waits_for_previous, uint8_t confirms, uint8_t blocks_engine);
uint32_t *sceAgcDcbEventWrite(struct command_buffer *buffer, uint8_t event, const void *address);
uint32_t *sceAgcDcbSetPredication(struct command_buffer *buffer, uint8_t condition, uint8_t operation, uint8_t wait_operation,
                                  const void *address, uint32_t count);
int sceAgcSetRangePredication(uint32_t *begin, const uint32_t *end, uint32_t enable);
uint32_t *sceAgcCbDispatch(struct command_buffer *buffer, uint32_t x, uint32_t y, uint32_t z, uint32_t modifier);
uint32_t *sceAgcCbReleaseMem(struct command_buffer *buffer, uint8_t action, uint16_t gcr, uint8_t destination,
                             uint8_t cache, void *address, uint8_t data_select, uint64_t data, uint16_t gds_offset,
                             uint16_t gds_size, uint8_t interrupt, uint32_t context);
uint32_t *sceAgcDcbSetFlip(struct command_buffer *buffer, uint32_t handle, int32_t index, uint32_t mode, int64_t argument);
int sceAgcDriverSubmitDcb(const struct submission *submission);
int sceAgcDriverSubmitAcb(uint32_t queue, const struct submission *submission);
int sceAgcSuspendPoint(void);
