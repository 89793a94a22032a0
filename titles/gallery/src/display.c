/* The display: two linear buffers that are shown in turns. */
#include "guest/display.h"
#include "gallery.h"
#include "guest/time.h"

enum { BUFFERS = 2, WAIT_US = 60000000 };

static int display;
static equeue_t flips;
static struct surface buffers[BUFFERS];
static int64_t frames;

void open_display(void) {
    struct video_buffer list[BUFFERS];
    for (int i = 0; i < BUFFERS; i++) {
        buffers[i] = plain_surface(DISPLAY_WIDTH, DISPLAY_HEIGHT);
        list[i] = (struct video_buffer){buffers[i].memory, NULL, {0}};
    }
    display = sceVideoOutOpen(0xff, 0, 0, NULL);
    struct video_attribute attribute;
    sceVideoOutSetBufferAttribute2(&attribute, DISPLAY_RGBA8_SRGB, 1, DISPLAY_WIDTH, DISPLAY_HEIGHT, 0, 0, 0);
    if (display < 1 || sceKernelCreateEqueue(&flips, "flips") != 0 || sceVideoOutAddFlipEvent(flips, display, NULL) != 0
        || sceVideoOutRegisterBuffers2(display, 0, 0, list, BUFFERS, &attribute, 0, NULL) != 0 || sceVideoOutSetFlipRate(display, 0) != 0) {
        fail(106, "the display could not be opened");
    }
}

void close_display(void) {
    if (sceVideoOutUnregisterBuffers(display, 0) != 0 || sceVideoOutDeleteFlipEvent(flips, display) != 0 || sceVideoOutClose(display) != 0
        || sceKernelDeleteEqueue(flips) != 0) {
        fail(106, "the display could not be closed");
    }
}

static void wait_for_flip(int64_t frame) {
    struct flip_status status;
    uint64_t until = sceKernelGetProcessTime() + WAIT_US;
    while (sceVideoOutGetFlipStatus(display, &status) == 0 && (status.count == 0 || status.argument < frame)) {
        struct event event;
        int count;
        uint32_t timeout = 1000000;
        if (sceKernelGetProcessTime() > until) {
            fail(103, "a frame was not shown");
        }
        sceKernelWaitEqueue(flips, &event, 1, &count, &timeout);
    }
}

void show_frame(void (*paint)(struct command_buffer *buffer, int page), int page) {
    int slot = (int)(frames % BUFFERS);
    struct command_buffer buffer = begin_commands();
    sceAgcDcbResetQueue(&buffer, 0x3ff, 0);
    sceAgcDcbWaitUntilSafeForRendering(&buffer, (uint32_t)display, slot);
    acquire(&buffer);
    set_target(&buffer, &buffers[slot]);
    paint(&buffer, page);
    sceAgcDcbSetFlip(&buffer, (uint32_t)display, slot, FLIP_AT_VERTICAL_BLANK, frames);
    finish(&buffer);
    wait_for_flip(frames++);
}
