/* Depth tests: surfaces through each other, and every comparison. */
#include "../gallery.h"

void draw_depth(struct command_buffer *buffer, const struct surface *target) {
    struct depth_surface depth = depth_surface(target->width, target->height);
    struct vertex corners[6];
    set_depth(buffer, &depth, DEPTH_TEST | DEPTH_WRITE | depth_function(ALWAYS));
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    for (int step = 0; step < DEPTH_STEPS; step++) {
        draw_flat(buffer, corners, (uint32_t)depth_step(corners, step));
    }
    for (int comparison = 0; comparison < COMPARISONS; comparison++) {
        set_context(buffer, DEPTH_CONTROL, DEPTH_TEST | depth_function((uint32_t)comparison));
        draw_flat(buffer, corners, (uint32_t)depth_bar(corners, comparison));
    }
    set_context(buffer, DEPTH_CONTROL, DEPTH_TEST | DEPTH_WRITE | depth_function(LESS));
    for (int triangle = 0; triangle < DEPTH_TRIANGLES; triangle++) {
        draw_flat(buffer, corners, (uint32_t)depth_triangle(corners, triangle));
    }
}
