/* Ground in patches that are finer near the eye; the edges of its triangles are drawn over it. */
#include "../gallery.h"

PROGRAM(ground_hull);
PROGRAM(ground_evaluation);
PROGRAM(flat_pixel);

enum { HULL_USER = 0x10c, RING_BYTES = 65536, FILL_MODE = 0x205, FILLED = 0x240, LINES = 1 << 3 | 1 << 5 | 1 << 8 };
enum { BLEND_CONTROL = 0x1e0, ADDED = 1 << 30 | 1 | 1 << 8 };

void draw_tessellation(struct command_buffer *buffer, const struct surface *target) {
    struct depth_surface depth = depth_surface(target->width, target->height);
    static struct ground points[PATCHES * PATCH_POINTS];
    struct vertex corners[6];
    set_depth(buffer, &depth, DEPTH_TEST | DEPTH_WRITE | depth_function(ALWAYS));
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    set_context(buffer, DEPTH_CONTROL, DEPTH_TEST | DEPTH_WRITE | depth_function(LESS_OR_EQUAL));

    uint32_t count = (uint32_t)ground(points);
    struct buffer_descriptor ring = buffer_descriptor(shared_memory(RING_BYTES, 256), 0, RING_BYTES, FORMAT_32_UINT);
    ring.words[3] |= 3 << 28; /* offsets are bytes */
    struct buffer_descriptor user[2] = {records(shared_copy(points, sizeof points), sizeof *points, count), ring};
    struct pipeline pipeline = link_pipeline(SHADER(ground_hull), SHADER(ground_evaluation), SHADER(flat_pixel), PRIMITIVE_PATCHES);
    bind(buffer, &pipeline);
    user_data(buffer, HULL_USER, user, sizeof user);
    user_data(buffer, VERTEX_USER, &ring, sizeof ring);
    draw(buffer, &pipeline, count);

    set_context(buffer, DEPTH_CONTROL, 0);
    set_context(buffer, FILL_MODE, LINES);
    set_context(buffer, BLEND_CONTROL, ADDED);
    draw(buffer, &pipeline, count);
}
