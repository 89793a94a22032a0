/* The pages by plain Vulkan and their original GLSL. */
#include "device.h"
#include <stdio.h>

static struct image page;

/* Triangles with a colour at each vertex. */
static struct draw flat(const struct vertex *vertices, int count) {
    return (struct draw){.vertex = "flat.vert", .fragment = "flat.frag", .colour = &page, .vertices = vertices, .count = (uint32_t)count};
}

static VkPipelineColorBlendAttachmentState blend(VkBlendFactor source, VkBlendOp operation, VkBlendFactor target) {
    return (VkPipelineColorBlendAttachmentState){VK_TRUE, source, target, operation, source, target, operation, 0xf};
}

static void draw_blend(void) {
    VkPipelineColorBlendAttachmentState keeping_alpha = blend(VK_BLEND_FACTOR_DST_ALPHA, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE);
    keeping_alpha.srcAlphaBlendFactor = VK_BLEND_FACTOR_ZERO;
    const VkPipelineColorBlendAttachmentState blends[BLEND_TILES] = {
        blend(VK_BLEND_FACTOR_SRC_ALPHA, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA),
        blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE),
        blend(VK_BLEND_FACTOR_DST_COLOR, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ZERO),
        blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_REVERSE_SUBTRACT, VK_BLEND_FACTOR_ONE),
        blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_MIN, VK_BLEND_FACTOR_ONE),
        blend(VK_BLEND_FACTOR_ONE, VK_BLEND_OP_MAX, VK_BLEND_FACTOR_ONE),
        blend(VK_BLEND_FACTOR_CONSTANT_COLOR, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR),
        keeping_alpha,
        blend(VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE),
    };
    struct vertex corners[6];
    struct draw backdrop = flat(corners, blend_backdrop(corners));
    draw(&backdrop);
    for (int i = 0; i < BLEND_TILES; i++) {
        struct draw tile = flat(corners, blend_tile(corners, i));
        tile.blend = blends[i];
        tile.has_logic = i == BLEND_TILES - 1;
        tile.logic = VK_LOGIC_OP_XOR;
        tile.constants[0] = blend_constant.r;
        tile.constants[1] = blend_constant.g;
        tile.constants[2] = blend_constant.b;
        tile.constants[3] = blend_constant.a;
        draw(&tile);
    }
}

static const struct {
    const char *name;
    void (*draw)(void);
} pages[] = {
    {"blend", draw_blend},
};

/* pages MODULES OUT: draws each page to OUT/NAME.png and names the device in OUT/device.txt. */
int main(int count, char **words) {
    if (count != 3) {
        fail("reading MODULES OUT");
    }
    open_device(words[1]);
    char path[512];
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        page = make_image(VK_IMAGE_TYPE_2D, VK_FORMAT_R8G8B8A8_UNORM, PAGE_WIDTH, PAGE_HEIGHT, 1, 1, VK_SAMPLE_COUNT_1_BIT);
        clear_colour(&page, 0, 0, 0, 0);
        pages[i].draw();
        snprintf(path, sizeof path, "%s/%s.png", words[2], pages[i].name);
        write_picture(&page, path);
    }
    snprintf(path, sizeof path, "%s/device.txt", words[2]);
    FILE *file = fopen(path, "w");
    if (!file) {
        fail(path);
    }
    fprintf(file, "%s\n", device_name());
    fclose(file);
    return 0;
}
