/* Descriptors as the shaders read them. Documented: console facts, section 6. */
#pragma once
#include <stdint.h>

enum format { FORMAT_32_UINT = 20, FORMAT_32_FLOAT = 22, FORMAT_8_8_8_8_UNORM = 56, FORMAT_16_16_16_16_FLOAT = 71, FORMAT_32_32_32_FLOAT = 74,
    FORMAT_32_32_32_32_FLOAT = 77 };
enum { IMAGE_2D = 9, IMAGE_3D = 10, IMAGE_CUBE = 11, LINEAR = 0, TILED_64K_S = 9, SELECT_XYZW = 0xfac };

struct buffer_descriptor {
    uint32_t words[4];
};
struct image_descriptor {
    uint32_t words[8];
};
struct sampler_descriptor {
    uint32_t words[4];
};

static inline struct buffer_descriptor buffer_descriptor(const void *base, uint32_t stride, uint32_t records, enum format format) {
    uint64_t address = (uintptr_t)base;
    return (struct buffer_descriptor){{(uint32_t)address, (uint32_t)(address >> 32) | stride << 16, records,
        SELECT_XYZW | (uint32_t)format << 12 | 1 << 24}};
}

/* depth: for a cube the number of its last face, for a volume that of its last slice, for others 0. slice: the first slice. */
static inline struct image_descriptor image_descriptor(const void *base, uint32_t type, enum format format, uint32_t tiling,
                                                       uint32_t width, uint32_t height, uint32_t depth, uint32_t slice) {
    uint64_t address = (uintptr_t)base >> 8;
    return (struct image_descriptor){{(uint32_t)address,
        (uint32_t)(address >> 32) | (uint32_t)format << 20 | (width - 1) << 30,
        (width - 1) >> 2 | (height - 1) << 14 | 1u << 31,
        SELECT_XYZW | tiling << 20 | type << 28, depth | slice << 16}};
}

/* Bilinear without mip levels; clamped to the edge or repeated. */
static inline struct sampler_descriptor sampler_descriptor(int clamped) {
    return (struct sampler_descriptor){{clamped ? 0x92 : 0, 0x00fff000, 0x00500000, 0}};
}
