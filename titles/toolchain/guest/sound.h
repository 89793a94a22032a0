/* The sound synthesizer: systems, racks, voices, waves. Assumed: lib.ngs2. */
#pragma once
#include <stddef.h>
#include <stdint.h>
enum { RACK_SAMPLER = 0x1000, RACK_MASTERING = 0x3000 };
enum { WAVE_I16 = 0x12, WAVE_F32 = 0x18 };
enum { SOUND_PATCH = 5, SOUND_EVENT = 6, SOUND_CALLBACK = 7 };
enum { SAMPLER_SETUP = 0x10000000, SAMPLER_BLOCKS = 0x10000001, MASTERING_SETUP = 0x30000000 };
enum { SOUND_PLAY = 1, BLOCK_END = 1 };
struct sound_option {
    uint64_t size;
    char name[64];
    uint64_t schedulers[4];
    uint32_t flags, most_grain, grain, rate, channels, zero[5];
};
_Static_assert(sizeof(struct sound_option) == 0x90, "the option of a sound system");
struct sound_buffer {
    void *place;
    size_t size;
    uint64_t zero[5], own;
};
struct sound_allocator {
    int (*allocate)(struct sound_buffer *buffer);
    int (*release)(struct sound_buffer *buffer);
    uint64_t own;
};
struct render_buffer {
    void *place;
    size_t size;
    uint32_t type, channels;
};
struct sound_parameter {
    uint16_t size;
    int16_t next;
    uint32_t id;
};
struct sound_number {
    struct sound_parameter head;
    uint32_t number, more;
};
struct sound_patch {
    struct sound_parameter head;
    uint32_t port, input;
    uint64_t voice;
};
struct wave_block {
    uint64_t offset, size;
    uint32_t repeats, skipped, samples, zero;
    uint64_t own;
};
struct block_event {
    uint64_t argument, voice;
    uint32_t event, zero;
    uint64_t own;
    const void *data;
    uint32_t size, repeated, attributes, more;
};
struct sound_callback {
    struct sound_parameter head;
    void (*function)(const struct block_event *event);
    uint64_t argument;
    uint32_t events, zero;
};
struct wave_format {
    uint32_t type, channels, rate, configuration, offset, margin;
};
struct sampler_setup {
    struct sound_parameter head;
    struct wave_format format;
};
struct sampler_blocks {
    struct sound_parameter head;
    const void *data;
    uint32_t flags, count;
    const struct wave_block *blocks;
};
struct wave {
    struct wave_format format;
    uint32_t offset, size, loop_start, loop_end, samples, unit_size, unit_samples, units, frame_size, frame_samples, delay, count;
    struct wave_block blocks[4];
};
_Static_assert(sizeof(struct wave) == 0xe8, "what a wave's file says");
int sceNgs2SystemResetOption(struct sound_option *option);
int sceNgs2SystemCreateWithAllocator(const struct sound_option *option, const struct sound_allocator *allocator, uint64_t *system);
int sceNgs2SystemRender(uint64_t system, const struct render_buffer *buffers, uint32_t count);
int sceNgs2SystemDestroy(uint64_t system, struct sound_buffer *buffer);
int sceNgs2RackCreateWithAllocator(uint64_t system, uint32_t kind, const void *option, const struct sound_allocator *allocator, uint64_t *rack);
int sceNgs2RackGetVoiceHandle(uint64_t rack, uint32_t index, uint64_t *voice);
int sceNgs2VoiceControl(uint64_t voice, const struct sound_parameter *parameters);
int sceNgs2VoiceGetStateFlags(uint64_t voice, uint32_t *flags);
int sceNgs2ParseWaveformData(const void *data, size_t size, struct wave *wave);
