/* Planes in registers that clip what is drawn. */
#include "../gallery.h"

enum { CLIP_CONTROL = 0x204, ZERO_TO_ONE = 0x00080000, PLANE = 0x16f };

void draw_clip(struct command_buffer *buffer, const struct surface *target) {
    (void)target;
    struct vertex corners[6];
    float planes[PLANES][4];
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    for (int tile = 0; tile < CLIP_TILES; tile++) {
        set_context(buffer, CLIP_CONTROL, ZERO_TO_ONE | clip_planes(tile, planes));
        for (uint32_t i = 0; i < PLANES * 4; i++) {
            set_context(buffer, PLANE + i, bits(planes[i / 4][i % 4]));
        }
        draw_flat(buffer, corners, (uint32_t)clip_tile(corners, tile));
    }
}
