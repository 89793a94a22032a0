/* As much of Vulkan as the references need: one queue, one command buffer that is done at once, images in one layout. */
#pragma once
#include "scenes.h"
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

struct image {
    VkImage image;
    VkImageView view;
    VkFormat format;
    VkExtent3D size;
    VkImageAspectFlags aspect;
    VkSampleCountFlagBits samples;
};

struct buffer {
    VkBuffer buffer;
    void *data;
    size_t size;
};

/* What a binding of set 0 holds: an image with a sampler, or a buffer. */
struct binding {
    const struct image *image;
    VkSampler sampler;
    const struct buffer *buffer;
};

enum { MAX_BINDINGS = 4 };

/* Everything of a draw. What is left out is off: no test, no blending, triangles, no culling. */
struct draw {
    const char *vertex, *control, *evaluation, *geometry, *fragment; /* names of modules */
    const struct image *colour, *depth;
    const struct vertex *vertices; /* NULL for programs that fetch by themselves */
    uint32_t count, instances, patch_points;
    int has_topology; /* else triangles */
    VkPrimitiveTopology topology;
    VkPolygonMode fill;
    VkPipelineColorBlendAttachmentState blend; /* a write mask of 0 stands for all channels */
    float constants[4];
    VkBool32 has_logic;
    VkLogicOp logic;
    VkPipelineDepthStencilStateCreateInfo tests;
    struct binding bindings[MAX_BINDINGS];
    VkQueryPool query;
};

/* Ends the program with the name of what did not work. */
_Noreturn void fail(const char *what);

void open_device(const char *modules);
const char *device_name(void);

struct image make_image(VkImageType type, VkFormat format, uint32_t width, uint32_t height, uint32_t depth, uint32_t layers,
                        VkSampleCountFlagBits samples);
/* Zeros without data. */
struct buffer make_buffer(size_t size, const void *data);
VkSampler make_sampler(VkFilter filter, VkSamplerAddressMode mode);
/* Bilinear, of comparisons. */
VkSampler make_comparison(VkCompareOp comparison);
VkQueryPool make_query(void);
uint64_t query_result(VkQueryPool query);

void clear_colour(const struct image *image, float r, float g, float b, float a);
void clear_depth(const struct image *image, float depth, uint32_t stencil);
/* Texels of four bytes, layers or slices one behind another. */
void fill(const struct image *image, const void *texels, size_t size);
void draw(const struct draw *draw);
void dispatch(const char *module, const struct binding *bindings, uint32_t x, uint32_t y, uint32_t z);
void resolve(const struct image *from, const struct image *to);
/* Texels of four bytes. */
void read_texels(const struct image *image, void *out, size_t size);
void write_picture(const struct image *image, const char *file);
