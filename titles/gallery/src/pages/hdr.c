/* Light beyond white in half floats, then brought back to what a display shows. */
#include "../gallery.h"

PROGRAM(flat_vertex);
PROGRAM(tone_pixel);

enum { BLEND_CONTROL = 0x1e0, ADDED = 1 << 30 | 1 | 1 << 8 };

void draw_hdr(struct command_buffer *buffer, const struct surface *target) {
    struct surface light = light_surface(target->width, target->height);
    struct vertex corners[12];
    set_target(buffer, &light);
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    set_context(buffer, BLEND_CONTROL, ADDED);
    for (int i = 0; i < LAMPS; i++) {
        draw_flat(buffer, corners, (uint32_t)lamp(corners, i));
    }
    set_target(buffer, target);
    struct pipeline tone = link_pipeline(NULL, SHADER(flat_vertex), SHADER(tone_pixel), PRIMITIVE_TRIANGLES);
    uint32_t count = picture_corners(corners, -1, -1, 1, 1);
    draw_sampled(buffer, &tone, corners, count, surface_image(&light), nearest());
}
