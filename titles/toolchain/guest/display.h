/* The display. Documented: system calls, section 10. */
#pragma once
#include "events.h"
#include <stddef.h>
#include <stdint.h>
enum { FILTER_DISPLAY = -13 };
#define DISPLAY_RGBA8_SRGB 0x8000000022000000ull
struct video_attribute {
    uint8_t bytes[0x50];
};
struct video_buffer {
    const void *data, *metadata;
    uint64_t zero[2];
};
struct flip_status {
    uint64_t count, process_time, unused0;
    int64_t argument;
    uint64_t unused1, counter;
    int32_t gpu_queue, pending, current, unused2;
    uint64_t submit_counter, unused3[7];
};
_Static_assert(sizeof(struct flip_status) == 0x80, "flip status");
int sceVideoOutOpen(int32_t user, int bus, int index, const void *parameters);
void sceVideoOutSetBufferAttribute2(struct video_attribute *attribute, uint64_t format, uint32_t tiling, uint32_t width,
                                    uint32_t height, uint64_t option, uint32_t dcc_control, uint64_t dcc_clear);
int sceVideoOutRegisterBuffers2(int handle, int set, int first, const struct video_buffer *buffers, int count,
                                const struct video_attribute *attribute, int category, void *option);
int sceVideoOutUnregisterBuffers(int handle, int set);
int sceVideoOutSetFlipRate(int handle, int rate);
int sceVideoOutAddFlipEvent(equeue_t queue, int handle, void *user);
int sceVideoOutDeleteFlipEvent(equeue_t queue, int handle);
int sceVideoOutGetEventData(const struct event *event, int64_t *data);
int sceVideoOutGetFlipStatus(int handle, struct flip_status *status);
int sceVideoOutClose(int handle);
