/* Stencil operations: counting, inverting, comparing. */
#include "../gallery.h"

enum { STENCIL_CONTROL = 0x10b, STENCIL_REFERENCE = 0x10c, COLOUR_MASK = 0x08e };
enum { KEEP = 0, REPLACE = 3, INCREMENT = 5, INVERT = 7 };

/* What a pixel does that passes both tests. */
static void operate(struct command_buffer *buffer, uint32_t operation, uint32_t comparison, uint32_t reference, uint32_t mask, uint32_t colours) {
    set_context(buffer, STENCIL_CONTROL, operation << 4);
    set_context(buffer, STENCIL_REFERENCE, reference | mask << 8 | mask << 16 | 1 << 24);
    set_context(buffer, DEPTH_CONTROL, STENCIL_TEST | comparison << 8);
    set_context(buffer, COLOUR_MASK, colours);
}

void draw_stencil(struct command_buffer *buffer, const struct surface *target) {
    struct depth_surface depth = depth_surface(target->width, target->height);
    struct vertex corners[3 * STENCIL_POINTS];
    set_depth(buffer, &depth, 0);
    operate(buffer, REPLACE, ALWAYS, 0, 0xff, 0xf);
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    operate(buffer, INCREMENT, ALWAYS, 0, 0xff, 0);
    for (int i = 0; i < STENCIL_RECTANGLES; i++) {
        draw_flat(buffer, corners, (uint32_t)stencil_rectangle(corners, i));
    }
    for (int count = 1; count <= STENCIL_COUNTS; count++) {
        operate(buffer, KEEP, EQUAL, (uint32_t)count, 0xff, 0xf);
        draw_flat(buffer, corners, (uint32_t)stencil_count(corners, count - 1));
    }
    operate(buffer, INVERT, ALWAYS, 0, 0x80, 0);
    draw_flat(buffer, corners, (uint32_t)stencil_star(corners));
    operate(buffer, KEEP, EQUAL, 0x80, 0x80, 0xf);
    draw_flat(buffer, corners, (uint32_t)stencil_gold(corners));
}
