/* Depth that is drawn, then compared with, between texels. */
#include "../gallery.h"

PROGRAM(flat_vertex);
PROGRAM(shadow_pixel);

enum { COLOUR_MASK = 0x08e, TILED_64K_Z_X = 24, COMPARE_LESS_OR_EQUAL = 3 << 12 };

/* What the light sees, as depth alone. */
static struct depth_surface light_view(struct command_buffer *buffer) {
    struct depth_surface depth = depth_surface(SHADOW_SIZE, SHADOW_SIZE);
    struct surface unused = plain_surface(SHADOW_SIZE, SHADOW_SIZE);
    struct vertex corners[6];
    set_target(buffer, &unused);
    set_context(buffer, COLOUR_MASK, 0);
    set_depth(buffer, &depth, DEPTH_TEST | DEPTH_WRITE | depth_function(ALWAYS));
    draw_flat(buffer, corners, (uint32_t)shadow_backdrop(corners));
    set_context(buffer, DEPTH_CONTROL, DEPTH_TEST | DEPTH_WRITE | depth_function(LESS));
    for (int i = 0; i < SHADOW_SHAPES; i++) {
        draw_flat(buffer, corners, (uint32_t)shadow_shape(corners, i));
    }
    return depth;
}

void draw_shadow(struct command_buffer *buffer, const struct surface *target) {
    struct depth_surface depth = light_view(buffer);
    struct vertex corners[6];
    acquire(buffer);
    set_target(buffer, target);
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    struct pipeline pipeline = link_pipeline(NULL, SHADER(flat_vertex), SHADER(shadow_pixel), PRIMITIVE_TRIANGLES);
    struct sampler_descriptor compared = smooth();
    compared.words[0] |= COMPARE_LESS_OR_EQUAL;
    uint32_t count = (uint32_t)shadow_floor(corners);
    draw_sampled(buffer, &pipeline, corners, count,
        image_descriptor(depth.depth, IMAGE_2D, FORMAT_32_FLOAT, TILED_64K_Z_X, SHADOW_SIZE, SHADOW_SIZE, 0, 0), compared);
}
