/* Surfaces that are drawn to, and the registers that say so. Documented: graphics library notes, section 10. */
#include "gallery.h"

enum { COLOUR_8_8_8_8 = 0x00008028, COLOUR_16_16_16_16_FLOAT = 0x00000730 };
enum { LAYOUT_LINEAR = 0x4dc00000, LAYOUT_64K_R_X = 0x4dc6c000 };
enum { FOUR_SAMPLES = 2 << 12 | 2 << 15, COLOUR_CONTROL = 0x202, MODE_RESOLVE = 0x00cc0030, COLOUR_STEP = 15 };

uint32_t bits(float value) {
    union {
        float number;
        uint32_t bits;
    } both = {value};
    return both.bits;
}

/* Blocks of 64 KiB are 128 x 128 of four bytes, or 64 x 64 of four samples. */
static size_t blocks(uint32_t width, uint32_t height, uint32_t side) {
    return (size_t)((width + side - 1) / side) * ((height + side - 1) / side) * 65536;
}

struct surface plain_surface(uint32_t width, uint32_t height) {
    return (struct surface){shared_memory((size_t)width * height * 4, 65536), width, height, COLOUR_8_8_8_8, 0, LAYOUT_LINEAR,
        FORMAT_8_8_8_8_UNORM};
}

struct surface light_surface(uint32_t width, uint32_t height) {
    return (struct surface){shared_memory((size_t)width * height * 8, 65536), width, height, COLOUR_16_16_16_16_FLOAT, 0, LAYOUT_LINEAR,
        FORMAT_16_16_16_16_FLOAT};
}

struct surface sampled_surface(uint32_t width, uint32_t height) {
    return (struct surface){shared_memory(blocks(width, height, 64), 65536), width, height, COLOUR_8_8_8_8, FOUR_SAMPLES, LAYOUT_64K_R_X,
        FORMAT_8_8_8_8_UNORM};
}

struct image_descriptor surface_image(const struct surface *surface) {
    return image_descriptor(surface->memory, IMAGE_2D, surface->format, LINEAR, surface->width, surface->height, 0, 0);
}

struct depth_surface depth_surface(uint32_t width, uint32_t height) {
    struct depth_surface surface = {NULL, NULL, width, height};
    surface.depth = shared_memory(depth_bytes(&surface), 65536);
    surface.stencil = shared_memory(blocks(width, height, 256), 65536);
    return surface;
}

size_t depth_bytes(const struct depth_surface *surface) { return blocks(surface->width, surface->height, 128); }

void set_depth(struct command_buffer *buffer, const struct depth_surface *surface, uint32_t control) {
    uint64_t z = (uintptr_t)surface->depth, s = (uintptr_t)surface->stencil;
    uint32_t z_low = (uint32_t)(z >> 8), z_high = (uint32_t)(z >> 40), s_low = (uint32_t)(s >> 8), s_high = (uint32_t)(s >> 40);
    const struct pair state[] = {
        {0x000, 0}, {0x002, 0}, {0x005, 0}, {0x007, (surface->width - 1) | (surface->height - 1) << 16}, {0x00b, bits(1)},
        {0x010, 0x80000183}, {0x011, 0x20000181}, /* 32-bit float, eight bits, both 64 KiB Z_X */
        {0x012, z_low}, {0x013, s_low}, {0x014, z_low}, {0x015, s_low}, {0x01a, z_high}, {0x01b, s_high}, {0x01c, z_high}, {0x01d, s_high},
        {0x01e, 0}, {0x2af, 0}, {DEPTH_CONTROL, control},
    };
    sceAgcDcbSetCxRegistersIndirect(buffer, shared_copy(state, sizeof state), sizeof state / sizeof state[0]);
}

static void set_colour(struct command_buffer *buffer, uint32_t target, const struct surface *colour) {
    uint64_t address = (uintptr_t)colour->memory;
    uint32_t first = target * COLOUR_STEP;
    const struct pair state[] = {
        {0x318 + first, (uint32_t)(address >> 8)}, {0x390 + target, (uint32_t)(address >> 40)}, {0x31b + first, 0},
        {0x31c + first, colour->info}, {0x31d + first, colour->attributes}, {0x31e + first, 0x48}, {0x31f + first, 0}, {0x321 + first, 0},
        {0x323 + first, 0}, {0x324 + first, 0}, {0x325 + first, 0}, {0x398 + target, 0}, {0x3a0 + target, 0}, {0x3a8 + target, 0},
        {0x3b0 + target, (colour->height - 1) | (colour->width - 1) << 14}, {0x3b8 + target, colour->layout},
    };
    sceAgcDcbSetCxRegistersIndirect(buffer, shared_copy(state, sizeof state), sizeof state / sizeof state[0]);
}

void resolve(struct command_buffer *buffer, const struct surface *samples, const struct surface *target) {
    struct vertex corners[6];
    const struct colour unseen = {0, 0, 0, 0};
    set_target(buffer, samples);
    set_colour(buffer, 1, target);
    set_context(buffer, COLOUR_CONTROL, MODE_RESOLVE);
    draw_flat(buffer, corners, (uint32_t)rectangle(corners, -1, -1, 1, 1, 0, unseen, unseen));
}

void set_target(struct command_buffer *buffer, const struct surface *colour) {
    set_colour(buffer, 0, colour);
    uint32_t width = colour->width, height = colour->height, size = width | height << 16;
    uint32_t samples = colour->attributes >> 12 & 7; /* as a power of two */
    const struct pair state[] = {
        /* no depth, no stencil */
        {0x000, 0}, {0x010, 0}, {0x011, 0}, {0x200, 0},
        /* the viewport: y upwards, z from 0 to 1 */
        {0x10f, bits((float)width / 2)}, {0x110, bits((float)width / 2)}, {0x111, bits(-(float)height / 2)},
        {0x112, bits((float)height / 2)}, {0x113, bits(1)}, {0x114, 0}, {0x0b4, 0}, {0x0b5, bits(1)}, {0x2fa, bits(1)}, {0x2fb, bits(1)},
        {0x2fc, bits(1)}, {0x2fd, bits(1)}, {0x206, 0x43f}, {0x204, 0x00080000},
        /* scissors */
        {0x00c, 0}, {0x00d, size}, {0x081, 0x80000000}, {0x082, size}, {0x090, 0x80000000}, {0x091, size}, {0x094, 0x80000000}, {0x095, size},
        /* all channels as they are exported, both faces, the samples of the surface */
        {0x08e, 0xf}, {0x202, 0x00cc0010}, {0x1e0, 0x20010001}, {0x205, 0x240}, {0x292, samples ? 3 : 2}, {0x293, 0}, {0x2f8, samples}, {0x30e, 0xffffffff},
        {0x30f, 0xffffffff},
    };
    sceAgcDcbSetCxRegistersIndirect(buffer, shared_copy(state, sizeof state), sizeof state / sizeof state[0]);
}
