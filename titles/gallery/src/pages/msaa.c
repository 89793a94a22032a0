/* Four samples a pixel and their average on the left, one sample on the right. */
#include "../gallery.h"

void draw_msaa(struct command_buffer *buffer, const struct surface *target) {
    struct surface samples = sampled_surface(target->width, target->height);
    struct vertex corners[6];
    set_target(buffer, &samples);
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    for (int i = 0; i < BLADES; i++) {
        draw_flat(buffer, corners, (uint32_t)blade(corners, i, -0.5f));
    }
    resolve(buffer, &samples, target);
    set_target(buffer, target);
    for (int i = 0; i < BLADES; i++) {
        draw_flat(buffer, corners, (uint32_t)blade(corners, i, 0.5f));
    }
}
