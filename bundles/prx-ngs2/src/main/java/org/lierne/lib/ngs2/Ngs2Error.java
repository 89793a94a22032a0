package org.lierne.lib.ngs2;

import org.lierne.hle.GuestStatus;

/** Errors of the synthesizer, as open programs of this generation have them. Assumed: lib.ngs2. */
enum Ngs2Error implements GuestStatus {
    OUT_ADDRESS(0x010),
    OUT_SIZE(0x011),
    OPTION_SIZE(0x013),
    BUFFER(0x020),
    ALLOCATOR(0x023),
    WAVEFORM_TYPE(0x050),
    SAMPLE_RATE(0x051),
    CHANNELS(0x052),
    SYSTEM(0x201),
    RACK(0x202),
    VOICE(0x203),
    RENDER_BUFFER(0x251),
    RACK_ID(0x300),
    VOICE_INDEX(0x305),
    RENDER_COUNT(0x30B),
    GRAIN(0x310),
    MOST_GRAIN(0x311),
    PARAMETERS(0x360),
    WAVEFORM_DATA(0x430),
    WAVEFORM_FORMAT(0x431),
    UNKNOWN_FORMAT(0x432);

    private static final int FACILITY = 0x804A8000;

    private final int number;

    Ngs2Error(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
