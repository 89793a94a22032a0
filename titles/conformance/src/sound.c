/* The sound synthesizer: a wave that is played comes out sample for sample, and the title's functions are called. */
#include "guest/sound.h"
#include "check.h"

enum { GRAIN = 64, SAMPLES = GRAIN + 4 };

static int given, taken, told;
static uint8_t places[3][0x10000];
static struct block_event last;

static int allocate(struct sound_buffer *buffer) {
    if (buffer->own != 7 || buffer->size > sizeof places[0]) {
        return -1;
    }
    buffer->place = places[given++];
    return 0;
}

static int release(struct sound_buffer *buffer) {
    taken += buffer->place >= (void *)places && buffer->place < (void *)(places + 3);
    return 0;
}

static void on_block(const struct block_event *event) {
    told++;
    last = *event;
}

static void tell(uint64_t voice, struct sound_parameter *parameter, size_t size, uint32_t id) {
    parameter->size = (uint16_t)size;
    parameter->id = id;
    EQUAL("tell a voice", 0, sceNgs2VoiceControl(voice, parameter));
}

static uint64_t first_voice(uint64_t system, uint32_t kind, const struct sound_allocator *allocator) {
    uint64_t rack = 0, voice = 0;
    EQUAL("make a rack", 0, sceNgs2RackCreateWithAllocator(system, kind, NULL, allocator, &rack));
    EQUAL("its first voice", 0, sceNgs2RackGetVoiceHandle(rack, 0, &voice));
    return voice;
}

static void play(uint64_t voice) {
    struct sound_number event = {.number = SOUND_PLAY};
    tell(voice, &event.head, sizeof event, SOUND_EVENT);
}

static void check_rendering(void) {
    static int16_t wave[SAMPLES], sound[GRAIN];
    struct sound_allocator allocator = {allocate, release, 7};
    struct sound_option option;
    uint64_t system = 0;
    uint32_t flags = 99;
    for (int i = 0; i < SAMPLES; i++) {
        wave[i] = (int16_t)(i * 400 - 13000);
    }
    EQUAL("the usual option", 0, sceNgs2SystemResetOption(&option));
    HOLDS("what is usual", option.size == 0x90 && option.most_grain == 512 && option.grain == 256 && option.rate == 48000);
    option.grain = 100;
    EQUAL("a grain that is none", (int)0x804a8310, sceNgs2SystemCreateWithAllocator(&option, &allocator, &system));
    option.grain = GRAIN;
    EQUAL("make a system", 0, sceNgs2SystemCreateWithAllocator(&option, &allocator, &system));
    uint64_t master = first_voice(system, RACK_MASTERING, &allocator);
    uint64_t sampler = first_voice(system, RACK_SAMPLER, &allocator);
    EQUAL("memory was asked for", 3, given);

    struct sound_number channels = {.number = 1};
    tell(master, &channels.head, sizeof channels, MASTERING_SETUP);
    play(master);
    struct sampler_setup setup = {.format = {WAVE_I16, 1, 48000, 0, 0, 0}};
    tell(sampler, &setup.head, sizeof setup, SAMPLER_SETUP);
    struct wave_block block = {0, sizeof wave, 0, 0, SAMPLES, 0, 5};
    struct sampler_blocks blocks = {.data = wave, .count = 1, .blocks = &block};
    tell(sampler, &blocks.head, sizeof blocks, SAMPLER_BLOCKS);
    struct sound_patch patch = {.voice = master};
    tell(sampler, &patch.head, sizeof patch, SOUND_PATCH);
    struct sound_callback callback = {.function = on_block, .argument = 9, .events = BLOCK_END};
    tell(sampler, &callback.head, sizeof callback, SOUND_CALLBACK);
    play(sampler);

    struct render_buffer buffer = {sound, sizeof sound, WAVE_I16, 1};
    EQUAL("render", 0, sceNgs2SystemRender(system, &buffer, 1));
    EQUAL("as it went in", 0, memcmp(sound, wave, sizeof sound));
    EQUAL("state", 0, sceNgs2VoiceGetStateFlags(sampler, &flags));
    EQUAL("it plays", 3, flags);
    EQUAL("not at its end", 0, told);
    EQUAL("render the rest", 0, sceNgs2SystemRender(system, &buffer, 1));
    HOLDS("the rest, then silence", sound[3] == wave[GRAIN + 3] && sound[4] == 0 && sound[GRAIN - 1] == 0);
    HOLDS("the end was told", told == 1 && last.argument == 9 && last.voice == sampler && last.event == BLOCK_END && last.own == 5 &&
            last.data == wave && last.size == sizeof wave);
    sceNgs2VoiceGetStateFlags(sampler, &flags);
    EQUAL("it is over", 0, flags);
    EQUAL("end", 0, sceNgs2SystemDestroy(system, NULL));
    EQUAL("memory was given back", 3, taken);
    EQUAL("end again", (int)0x804a8201, sceNgs2SystemDestroy(system, NULL));
    EQUAL("a voice of it", (int)0x804a8203, sceNgs2VoiceGetStateFlags(sampler, &flags));
}

static void check_waves(void) {
    static const uint32_t file[15] = {0x46464952, 52, 0x45564157, 0x20746d66, 16, 2 << 16 | 1, 44100, 44100 * 4, 16 << 16 | 4, 0x61746164, 16};
    struct wave wave;
    EQUAL("read a wave", 0, sceNgs2ParseWaveformData(file, sizeof file, &wave));
    HOLDS("how it is written", wave.format.type == WAVE_I16 && wave.format.channels == 2 && wave.format.rate == 44100);
    HOLDS("its samples", wave.offset == 44 && wave.size == 16 && wave.samples == 4);
    HOLDS("its block", wave.count == 1 && wave.blocks[0].offset == 44 && wave.blocks[0].size == 16 && wave.blocks[0].samples == 4);
    EQUAL("nothing", (int)0x804a8430, sceNgs2ParseWaveformData(NULL, 0, &wave));
}

void check_sound(void) {
    area("sound");
    check_rendering();
    check_waves();
}
