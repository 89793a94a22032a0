/* Points, lines, strips, fans, rectangles, quads, and an index that begins a strip anew. */
#include "../gallery.h"

PROGRAM(flat_vertex);
PROGRAM(flat_pixel);

enum { RESTART_INDEX = 0x103, RESTART_ENABLE = 0x24b };

static void draw_restarted(struct command_buffer *buffer, const struct pipeline *pipeline) {
    set_context(buffer, RESTART_INDEX, RESTART);
    sceAgcDcbSetUcRegisterDirect(buffer, (struct pair){RESTART_ENABLE, 1});
    sceAgcDcbSetNumInstances(buffer, 1);
    sceAgcDcbSetIndexSize(buffer, INDEX_16, 0);
    sceAgcDcbDrawIndex(buffer, STRIP_INDICES, shared_copy(strip_indices, sizeof strip_indices), pipeline->vertex->specials->draw_modifier);
    sceAgcDcbSetUcRegisterDirect(buffer, (struct pair){RESTART_ENABLE, 0});
}

void draw_primitives(struct command_buffer *buffer, const struct surface *target) {
    (void)target;
    static const uint32_t types[PRIMITIVE_TILES] = {1, 2, 3, 0x12, 6, 5, 0x11, 0x13};
    struct vertex list[PRIMITIVE_VERTICES];
    draw_flat(buffer, list, (uint32_t)plain_backdrop(list));
    struct shader *vertex = SHADER(flat_vertex), *pixel = SHADER(flat_pixel);
    for (int tile = 0; tile < PRIMITIVE_TILES; tile++) {
        uint32_t count = (uint32_t)primitive_tile(list, tile);
        struct pipeline pipeline = link_pipeline(NULL, vertex, pixel, types[tile]);
        bind(buffer, &pipeline);
        set_vertices(buffer, list, count);
        if (tile == TILE_STRIP) {
            draw_restarted(buffer, &pipeline);
        } else {
            draw(buffer, &pipeline, count);
        }
    }
}
