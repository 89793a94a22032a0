/* Triangles of which a program makes four each. */
#include "../gallery.h"

PROGRAM(star_vertex);
PROGRAM(flat_pixel);

void draw_amplification(struct command_buffer *buffer, const struct surface *target) {
    (void)target;
    static struct vertex list[3 * SEEDS];
    struct vertex corners[6];
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    uint32_t count = (uint32_t)seeds(list);
    struct pipeline stars = link_pipeline(NULL, SHADER(star_vertex), SHADER(flat_pixel), PRIMITIVE_TRIANGLES);
    bind(buffer, &stars);
    set_vertices(buffer, list, count);
    draw(buffer, &stars, count);
}
