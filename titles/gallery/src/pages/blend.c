/* Blend factors, operations, separate alpha, constants, and an operation on bits. */
#include "../gallery.h"

enum { ENABLE = 1 << 30, SEPARATE = 1 << 29 };
enum { ZERO = 0, ONE = 1, SRC_ALPHA = 4, ONE_MINUS_SRC_ALPHA = 5, DST_ALPHA = 6, DST_COLOUR = 8, ONE_MINUS_DST_COLOUR = 9, CONSTANT_COLOUR = 13,
    ONE_MINUS_CONSTANT_COLOUR = 14 };
enum { ADD = 0, MIN = 2, MAX = 3, DST_MINUS_SRC = 4 };
enum { COLOUR_CONTROL = 0x202, BLEND_CONTROL = 0x1e0, BLEND_CONSTANT = 0x105, DRAW = 0x10, COPY = 0xcc << 16, XOR = 0x66 << 16 };

static uint32_t blend(uint32_t source, uint32_t operation, uint32_t target) { return ENABLE | source | operation << 5 | target << 8; }

static uint32_t alpha(uint32_t source, uint32_t operation, uint32_t target) {
    return SEPARATE | source << 16 | operation << 21 | target << 24;
}

void draw_blend(struct command_buffer *buffer, const struct surface *target) {
    (void)target;
    const uint32_t controls[BLEND_TILES] = {
        blend(SRC_ALPHA, ADD, ONE_MINUS_SRC_ALPHA), blend(ONE, ADD, ONE), blend(DST_COLOUR, ADD, ZERO), blend(ONE, DST_MINUS_SRC, ONE),
        blend(ONE, MIN, ONE), blend(ONE, MAX, ONE), blend(CONSTANT_COLOUR, ADD, ONE_MINUS_CONSTANT_COLOUR),
        blend(DST_ALPHA, ADD, ONE) | alpha(ZERO, ADD, ONE), blend(ONE_MINUS_DST_COLOUR, ADD, ONE), 0,
    };
    struct vertex corners[6];
    draw_flat(buffer, corners, (uint32_t)blend_backdrop(corners));
    set_context(buffer, BLEND_CONSTANT, bits(blend_constant.r));
    set_context(buffer, BLEND_CONSTANT + 1, bits(blend_constant.g));
    set_context(buffer, BLEND_CONSTANT + 2, bits(blend_constant.b));
    set_context(buffer, BLEND_CONSTANT + 3, bits(blend_constant.a));
    for (int tile = 0; tile < BLEND_TILES; tile++) {
        set_context(buffer, BLEND_CONTROL, controls[tile]);
        set_context(buffer, COLOUR_CONTROL, (tile == BLEND_TILES - 1 ? XOR : COPY) | DRAW);
        draw_flat(buffer, corners, (uint32_t)blend_tile(corners, tile));
    }
}
