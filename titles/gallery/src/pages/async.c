/* Two compute queues make patterns; the graphics queue is handed over first and waits for both. */
#include "../gallery.h"

PROGRAM(pattern);
PROGRAM(flat_vertex);
PROGRAM(texture_pixel);

enum { FIRST_QUEUE = 0x20, QUEUE_STEP = 8, WIDE = 1, EQUALS = 3, GROUP = 8 };

void draw_async(struct command_buffer *buffer, const struct surface *target) {
    (void)target;
    struct surface patterns[PATTERNS];
    volatile uint64_t *labels = shared_memory(PATTERNS * sizeof *labels, 8);
    struct vertex corners[6];
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    for (int i = 0; i < PATTERNS; i++) {
        patterns[i] = plain_surface(PATTERN, PATTERN);
        labels[i] = 0;
        sceAgcDcbWaitRegMem(buffer, WIDE, EQUALS, 0, 0, (const void *)&labels[i], 1, ~0ull, 400);
    }
    acquire(buffer);
    struct pipeline pipeline = link_pipeline(NULL, SHADER(flat_vertex), SHADER(texture_pixel), PRIMITIVE_TRIANGLES);
    for (int i = 0; i < PATTERNS; i++) {
        const float *place = pattern_places[i];
        uint32_t count = picture_corners(corners, place[0], place[1], place[2], place[3]);
        draw_sampled(buffer, &pipeline, corners, count, surface_image(&patterns[i]), nearest());
    }
    volatile uint64_t *done = start(buffer);
    struct shader *shader = SHADER(pattern);
    for (uint32_t i = 0; i < PATTERNS; i++) {
        struct command_buffer compute = begin_commands();
        struct {
            struct buffer_descriptor out;
            uint32_t key;
        } user = {buffer_descriptor(patterns[i].memory, 4, PATTERN * PATTERN, FORMAT_32_UINT), pattern_keys[i]};
        dispatch(&compute, shader, &user, 20, PATTERN / GROUP, PATTERN / GROUP, 1);
        submit_compute(&compute, FIRST_QUEUE + QUEUE_STEP * i, &labels[i]);
    }
    wait_for(done);
    *buffer = begin_commands();
}
