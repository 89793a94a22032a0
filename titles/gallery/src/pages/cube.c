/* A cube of six faces, read all around. */
#include "../gallery.h"

PROGRAM(flat_vertex);
PROGRAM(cube_pixel);

enum { LAST_FACE = 5 };

void draw_cube(struct command_buffer *buffer, const struct surface *target) {
    (void)target;
    uint32_t *texels = shared_memory(6 * FACE * FACE * 4, 65536);
    for (uint32_t i = 0; i < 6 * FACE * FACE; i++) {
        texels[i] = cube_texel(i / (FACE * FACE), i % FACE, i / FACE % FACE);
    }
    static struct vertex corners[GLOBE_VERTICES];
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    struct pipeline pipeline = link_pipeline(NULL, SHADER(flat_vertex), SHADER(cube_pixel), PRIMITIVE_TRIANGLES);
    uint32_t count = (uint32_t)globe(corners);
    draw_sampled(buffer, &pipeline, corners, count,
        image_descriptor(texels, IMAGE_CUBE, FORMAT_8_8_8_8_UNORM, LINEAR, FACE, FACE, LAST_FACE, 0), smooth());
}
