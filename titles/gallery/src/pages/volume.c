/* A volume, read on planes that cut through it. */
#include "../gallery.h"

PROGRAM(flat_vertex);
PROGRAM(volume_pixel);

void draw_volume(struct command_buffer *buffer, const struct surface *target) {
    (void)target;
    uint32_t *texels = shared_memory(VOLUME_WIDTH * VOLUME_HEIGHT * VOLUME_DEPTH * 4, 65536);
    for (uint32_t i = 0; i < VOLUME_WIDTH * VOLUME_HEIGHT * VOLUME_DEPTH; i++) {
        texels[i] = volume_texel(i % VOLUME_WIDTH, i / VOLUME_WIDTH % VOLUME_HEIGHT, i / (VOLUME_WIDTH * VOLUME_HEIGHT));
    }
    struct vertex corners[6];
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    struct pipeline pipeline = link_pipeline(NULL, SHADER(flat_vertex), SHADER(volume_pixel), PRIMITIVE_TRIANGLES);
    for (int cut = 0; cut < VOLUME_CUTS; cut++) {
        uint32_t count = (uint32_t)volume_cut(corners, cut);
        draw_sampled(buffer, &pipeline, corners, count,
            image_descriptor(texels, IMAGE_3D, FORMAT_8_8_8_8_UNORM, LINEAR, VOLUME_WIDTH, VOLUME_HEIGHT, VOLUME_DEPTH - 1, 0), smooth());
    }
}
