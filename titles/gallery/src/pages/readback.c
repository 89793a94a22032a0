/* Depth that the title itself counts, after a packet has copied it out of the surface. */
#include "../gallery.h"

void draw_readback(struct command_buffer *buffer, const struct surface *target) {
    struct depth_surface depth = depth_surface(target->width, target->height);
    struct vertex corners[6];
    set_depth(buffer, &depth, DEPTH_TEST | DEPTH_WRITE | depth_function(ALWAYS));
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    set_context(buffer, DEPTH_CONTROL, DEPTH_TEST | DEPTH_WRITE | depth_function(LESS));
    for (int i = 0; i < HILLS; i++) {
        draw_flat(buffer, corners, (uint32_t)deep_hill(corners, i));
    }
    size_t size = depth_bytes(&depth);
    float *copy = shared_memory(size, 256);
    sceAgcDcbDmaData(buffer, 0, 0, 0, (uintptr_t)copy, 0, 0, (uintptr_t)depth.depth, (uint32_t)size, 1, 1, 0);
    pass(buffer);
    /* Texels past the page's edge hold 0, and the backdrop 1. */
    int texels[DEPTH_RANGES] = {0};
    for (size_t i = 0; i < size / sizeof *copy; i++) {
        if (copy[i] > 0 && copy[i] < 1) {
            texels[depth_range(copy[i])]++;
        }
    }
    set_target(buffer, target);
    for (int range = 0; range < DEPTH_RANGES; range++) {
        draw_flat(buffer, corners, (uint32_t)range_bar(corners, range, texels[range]));
    }
}
