/* Queries: boxes before and behind a wall. Draws go by what was seen, and so do bars that the title makes of the counts. */
#include "../gallery.h"

enum { SLOTS = 16, SAMPLES_PASSED = 1 };

/* What each depth block counted before and after the draws. */
struct counts {
    struct {
        uint64_t begin, end;
    } slots[SLOTS];
};

/* Asks for the counts so far; the library has no call that writes this packet with an address. */
static void report_counts(struct command_buffer *buffer, uint64_t *place) {
    const uint32_t packet[] = {0xc0024600, 0x115, (uint32_t)(uintptr_t)place, (uint32_t)((uintptr_t)place >> 32)};
    memcpy(buffer->up, packet, sizeof packet);
    buffer->up += sizeof packet / sizeof packet[0];
}

static uint64_t samples(const struct counts *counts) {
    uint64_t sum = 0;
    for (int i = 0; i < SLOTS; i++) {
        sum += counts->slots[i].end - counts->slots[i].begin;
    }
    return sum;
}

void draw_occlusion(struct command_buffer *buffer, const struct surface *target) {
    struct depth_surface depth = depth_surface(target->width, target->height);
    struct counts *counts = shared_memory(BOXES * sizeof *counts, 256);
    struct vertex corners[6];
    set_depth(buffer, &depth, DEPTH_TEST | DEPTH_WRITE | depth_function(ALWAYS));
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    draw_flat(buffer, corners, (uint32_t)wall(corners));
    set_context(buffer, DEPTH_CONTROL, DEPTH_TEST | DEPTH_WRITE | depth_function(LESS));
    for (int i = 0; i < BOXES; i++) {
        report_counts(buffer, &counts[i].slots[0].begin);
        draw_flat(buffer, corners, (uint32_t)box(corners, i));
        report_counts(buffer, &counts[i].slots[0].end);
    }
    set_context(buffer, DEPTH_CONTROL, 0);
    for (int i = 0; i < BOXES; i++) {
        sceAgcDcbSetPredication(buffer, 1, SAMPLES_PASSED, 0, &counts[i], 0);
        uint32_t *first = buffer->up;
        draw_flat(buffer, corners, (uint32_t)box_lamp(corners, i));
        sceAgcSetRangePredication(first, buffer->up, 1);
        sceAgcDcbSetPredication(buffer, 0, 0, 0, NULL, 0);
    }
    pass(buffer);
    set_target(buffer, target);
    for (int i = 0; i < BOXES; i++) {
        draw_flat(buffer, corners, (uint32_t)box_bar(corners, i, samples(&counts[i])));
    }
}
