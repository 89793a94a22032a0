/* Surfaces that are drawn to, and the registers that say so. Documented: graphics library notes, section 10. */
#include "gallery.h"

enum { COLOUR_8_8_8_8 = 0x00008028, LAYOUT_LINEAR = 0x4dc00000 };

static uint32_t bits(float value) {
    union {
        float number;
        uint32_t bits;
    } both = {value};
    return both.bits;
}

struct surface plain_surface(uint32_t width, uint32_t height) {
    return (struct surface){shared_memory((size_t)width * height * 4, 65536), width, height, COLOUR_8_8_8_8, 0, LAYOUT_LINEAR};
}

struct image_descriptor surface_image(const struct surface *surface) {
    return image_descriptor(surface->memory, IMAGE_2D, FORMAT_8_8_8_8_UNORM, LINEAR, surface->width, surface->height, 0, 0);
}

void set_target(struct command_buffer *buffer, const struct surface *colour) {
    uint64_t address = (uintptr_t)colour->memory;
    uint32_t width = colour->width, height = colour->height, size = width | height << 16;
    const struct pair state[] = {
        /* colour target 0 */
        {0x318, (uint32_t)(address >> 8)}, {0x390, (uint32_t)(address >> 40)}, {0x31b, 0}, {0x31c, colour->info},
        {0x31d, colour->attributes}, {0x31e, 0x48}, {0x31f, 0}, {0x321, 0}, {0x323, 0}, {0x324, 0}, {0x325, 0}, {0x398, 0}, {0x3a0, 0},
        {0x3a8, 0}, {0x3b0, (height - 1) | (width - 1) << 14}, {0x3b8, colour->layout},
        /* no depth, no stencil */
        {0x000, 0}, {0x010, 0}, {0x011, 0}, {0x200, 0},
        /* the viewport: y upwards, z from 0 to 1 */
        {0x10f, bits((float)width / 2)}, {0x110, bits((float)width / 2)}, {0x111, bits(-(float)height / 2)},
        {0x112, bits((float)height / 2)}, {0x113, bits(1)}, {0x114, 0}, {0x0b4, 0}, {0x0b5, bits(1)}, {0x2fa, bits(1)}, {0x2fb, bits(1)},
        {0x2fc, bits(1)}, {0x2fd, bits(1)}, {0x206, 0x43f}, {0x204, 0x00080000},
        /* scissors */
        {0x00c, 0}, {0x00d, size}, {0x081, 0x80000000}, {0x082, size}, {0x090, 0x80000000}, {0x091, size}, {0x094, 0x80000000}, {0x095, size},
        /* all channels as they are exported, both faces, one sample */
        {0x08e, 0xf}, {0x202, 0x00cc0010}, {0x1e0, 0x20010001}, {0x205, 0x240}, {0x292, 2}, {0x293, 0}, {0x2f8, 0}, {0x30e, 0xffffffff},
        {0x30f, 0xffffffff},
    };
    sceAgcDcbSetCxRegistersIndirect(buffer, shared_copy(state, sizeof state), sizeof state / sizeof state[0]);
}
