/* Queries: boxes before and behind a wall. Draws go by what was seen, and so do bars that the title makes of the counts. */
#include "../gallery.h"

enum { SLOTS = 16, SAMPLES_PASSED = 1, STAT_CONTROL = 0x38, STAT_DUMP = 0x39 };

/* Samples, 128 bits a block, all blocks. The event takes this where others take an address. */
static const uintptr_t sample_counts = 2 << 9 | 0xffff << 11;

/* What each depth block counted before and after the draws. */
struct counts {
    struct {
        uint64_t begin, end;
    } slots[SLOTS];
};

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
    sceAgcDcbEventWrite(buffer, STAT_CONTROL, (const void *)sample_counts);
    for (int i = 0; i < BOXES; i++) {
        sceAgcDcbEventWrite(buffer, STAT_DUMP, &counts[i].slots[0].begin);
        draw_flat(buffer, corners, (uint32_t)box(corners, i));
        sceAgcDcbEventWrite(buffer, STAT_DUMP, &counts[i].slots[0].end);
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
