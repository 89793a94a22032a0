package org.lierne.lib.ngs2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.hle.HleRefusal;

/** What voices sound like when a grain is rendered (derived: each expected sample is worked out from the wave's). */
class RenderTest {
    private static final int GRAIN = Synthesizer.GRAIN;

    private final Synthesizer synth = new Synthesizer();
    private final long system = synth.system();

    /** A sine of 1,500 Hz and half the full scale: 32 samples a turn at 48,000 a second. */
    private static short[] sine(int samples) {
        short[] sine = new short[samples];
        for (int i = 0; i < samples; i++) {
            sine[i] = (short) Math.round(Math.sin(2 * Math.PI * i / 32) * 16_384);
        }
        return sine;
    }

    private static float[] silence(int samples) {
        return new float[samples];
    }

    @Test
    void aSineComesOutAsItWentIn() {
        short[] sine = sine(GRAIN + 8);
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long sampler = synth.sampler(system, 1, 48_000, 0, sine);
        synth.patch(sampler, 0, last);
        synth.act(sampler, Voice.PLAY);

        float[] first = synth.render(system, 1);
        float[] second = synth.render(system, 1);

        for (int i = 0; i < GRAIN; i++) {
            assertEquals(sine[i] / 32_768f, first[i]);
            assertEquals(i < 8 ? sine[GRAIN + i] / 32_768f : 0, second[i]);
        }
        assertEquals(0.5f, first[8]);
        assertArrayEquals(silence(GRAIN), synth.render(system, 1));
    }

    @Test
    void aStateFollowsEventsAndTheEndOfTheWave() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long sampler = synth.sampler(system, 1, 48_000, -1, (short) 16_384);
        synth.patch(sampler, 0, last);
        assertEquals(0, synth.flags(sampler));
        synth.act(sampler, Voice.PLAY);
        assertEquals(1, synth.flags(sampler));
        assertEquals(0.5f, synth.render(system, 1)[GRAIN - 1]);
        assertEquals(3, synth.flags(sampler));
        synth.act(sampler, Voice.PAUSE);
        assertEquals(5, synth.flags(sampler));
        assertArrayEquals(silence(GRAIN), synth.render(system, 1));
        synth.act(sampler, Voice.RESUME);
        assertEquals(0.5f, synth.render(system, 1)[0]);
        synth.act(sampler, Voice.STOP);
        assertEquals(11, synth.flags(sampler));
        synth.render(system, 1);
        assertEquals(0, synth.flags(sampler));

        synth.add(sampler, 0, 1, 0, (short) 1);
        synth.act(sampler, Voice.PLAY);
        synth.render(system, 1);
        assertEquals(0, synth.flags(sampler));
        synth.add(sampler, 0, 1, 0, (short) 1);
        synth.act(sampler, Voice.PLAY);
        synth.act(sampler, Voice.KILL);
        assertEquals(0, synth.flags(sampler));
        assertThrows(HleRefusal.class, () -> synth.control(sampler, 6, 0x0C, 64));
    }

    @Test
    void theStateTellsWhereTheWaveIs() {
        long sampler = synth.sampler(system, 1, 48_000, 0, new short[GRAIN + 10]);
        synth.act(sampler, Voice.PLAY);
        synth.render(system, 1);

        assertEquals(0, synth.voices.state(sampler, synth.at(0x3_0000, Integer.class), 0x38).code());

        assertEquals(3, synth.memory.getInt(0x3_0000));
        assertEquals(GRAIN, synth.memory.getLong(0x3_0018));
        assertEquals(2 * GRAIN, synth.memory.getLong(0x3_0020));
        assertEquals(0x77, synth.memory.getLong(0x3_0028));
        assertEquals(0x8000 + 2 * GRAIN, synth.memory.getLong(0x3_0030));
    }

    @Test
    void theStateTellsThePeaksOfTheLastGrain() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 2);
        long middle = synth.mixer(system, Synthesizer.SUBMIXER, 2);
        long sampler = synth.sampler(system, 2, 48_000, -1, (short) 8192, (short) -16_384);
        synth.patch(sampler, 0, middle);
        synth.patch(middle, 0, last);
        synth.control(last, 0x3000_0004, 0x10, Float.floatToIntBits(0.5f), 0);
        assertEquals(0, synth.control(sampler, 0x1000_0009, 0x10, 1, 0));
        synth.act(sampler, Voice.PLAY);
        synth.render(system, 2);

        synth.voices.state(sampler, synth.at(0x3_0000, Integer.class), 0x38);
        assertEquals(0.5f, synth.memory.getFloat(0x3_000C));
        synth.voices.state(middle, synth.at(0x3_0000, Integer.class), 0x14);
        assertEquals(0.5f, synth.memory.getFloat(0x3_000C));
        synth.voices.state(last, synth.at(0x3_0000, Integer.class), 0x50);
        assertEquals(0.25f, synth.memory.getFloat(0x3_0010));
        assertEquals(0.5f, synth.memory.getFloat(0x3_0014));
        assertEquals(0.125f, synth.memory.getFloat(0x3_0030));
        assertEquals(0.25f, synth.memory.getFloat(0x3_0034));
        assertEquals(0, synth.memory.getFloat(0x3_0038));

        synth.act(sampler, Voice.PAUSE);
        synth.render(system, 2);
        synth.voices.state(last, synth.at(0x3_0000, Integer.class), 0x50);
        assertEquals(0, synth.memory.getFloat(0x3_0030));
    }

    @Test
    void halfThePitchTakesValuesBetweenSamples() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long sampler = synth.sampler(system, 1, 48_000, 0, (short) 0, (short) 8192, (short) 16_384);
        synth.patch(sampler, 0, last);
        synth.control(sampler, 0x1000_0005, 0x10, Float.floatToIntBits(0.5f));
        synth.act(sampler, Voice.PLAY);

        float[] sound = synth.render(system, 1);

        assertArrayEquals(new float[] {0, 0.125f, 0.25f, 0.375f, 0.5f, 0.25f, 0}, Arrays.copyOf(sound, 7));
    }

    @Test
    void theRateOfTheWaveCountsAgainstTheSystems() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long sampler = synth.sampler(system, 1, 96_000, 0, sine(4 * GRAIN));
        synth.patch(sampler, 0, last);
        synth.act(sampler, Voice.PLAY);

        float[] sound = synth.render(system, 1);

        short[] sine = sine(2 * GRAIN);
        for (int i = 0; i < GRAIN; i++) {
            assertEquals(sine[2 * i] / 32_768f, sound[i]);
        }
    }

    @Test
    void aBlockIsRepeatedUntilTheLoopIsLeft() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        short[] wave = new short[GRAIN / 2];
        wave[0] = 16_384;
        long sampler = synth.sampler(system, 1, 48_000, -1, wave);
        synth.patch(sampler, 0, last);
        synth.act(sampler, Voice.PLAY);

        float[] sound = synth.render(system, 1);
        assertEquals(0.5f, sound[0]);
        assertEquals(0.5f, sound[GRAIN / 2]);
        synth.control(sampler, 0x1000_0004, 8);
        sound = synth.render(system, 1);

        assertEquals(0.5f, sound[0]);
        assertEquals(0, sound[GRAIN / 2]);
        assertEquals(0, synth.flags(sampler));
    }

    @Test
    void aWaveThatIsContinuedWaitsForMore() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long sampler = synth.sampler(system, 1, 48_000, 0);
        synth.patch(sampler, 0, last);
        synth.add(sampler, 1, 1, 0, (short) 8192);
        synth.act(sampler, Voice.PLAY);

        assertEquals(0.25f, synth.render(system, 1)[0]);
        assertEquals(3, synth.flags(sampler));
        synth.add(sampler, 0, 1, 0, (short) 16_384);
        assertEquals(0.5f, synth.render(system, 1)[0]);
        assertEquals(0, synth.flags(sampler));
    }

    @Test
    void levelsLeadEachChannelToEach() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 2);
        long sampler = synth.sampler(system, 2, 48_000, -1, (short) 16_384, (short) 8192);
        synth.patch(sampler, 0, last);
        synth.levels(sampler, 3, 1, 0.5f, 0, 2);
        synth.control(sampler, 3, 0x10, 0, 3);
        synth.control(sampler, 2, 0x10, 0, Float.floatToIntBits(0.5f));
        synth.act(sampler, Voice.PLAY);

        float[] sound = synth.render(system, 2);

        assertEquals(0.5f * 0.5f, sound[0]);
        assertEquals(0.5f * (0.5f * 0.5f + 2 * 0.25f), sound[1]);
    }

    @Test
    void withoutLevelsOneChannelGoesToTwo() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 4);
        long sampler = synth.sampler(system, 1, 48_000, -1, (short) 16_384);
        synth.patch(sampler, 0, last);
        synth.act(sampler, Voice.PLAY);

        assertArrayEquals(new float[] {0.5f, 0.5f, 0, 0}, Arrays.copyOf(synth.render(system, 4), 4));
    }

    @Test
    void voicesAreMixedThroughSubmixers() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long first = synth.mixer(system, Synthesizer.SUBMIXER, 1);
        long second = synth.mixer(system, Synthesizer.SUBMIXER, 1);
        long one = synth.sampler(system, 1, 48_000, -1, (short) 16_384);
        long two = synth.sampler(system, 1, 48_000, -1, (short) 16_384);
        synth.patch(second, 0, first);
        synth.patch(first, 0, last);
        synth.patch(one, 0, second);
        synth.patch(one, 1, last);
        synth.patch(two, 0, first);
        synth.control(one, 2, 0x10, 1, Float.floatToIntBits(0.25f));
        synth.control(last, 0x3000_0004, 0x10, Float.floatToIntBits(0.5f), Float.floatToIntBits(1));
        synth.act(one, Voice.PLAY);
        synth.act(two, Voice.PLAY);

        assertEquals(0.5f * (0.5f + 0.5f + 0.5f * 0.25f), synth.render(system, 1)[5]);

        synth.act(second, Voice.PAUSE);
        assertEquals(0.5f * (0.5f + 0.5f * 0.25f), synth.render(system, 1)[5]);
    }

    @Test
    void lastMixesGoToTheBuffersOfTheirNumbers() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long sampler = synth.sampler(system, 1, 48_000, -1, (short) 16_384);
        synth.patch(sampler, 0, last);
        synth.act(sampler, Voice.PLAY);
        synth.control(last, 0x3000_0005, 0x10, 1, 0);
        synth.memory.putInt(0x3_0000, -1);
        var buffers = synth.at(0x1700, SystemExports.RenderBuffer.class);
        buffers.set(new SystemExports.RenderBuffer(0x3_0000, 0x100, 0x12, 1));
        buffers.plus(1).set(new SystemExports.RenderBuffer(0x3_1000, 4, 0x13, 1));
        synth.memory.putInt(0x3_1004, -1);

        assertEquals(0, synth.systems.render(system, buffers, 2).code());

        assertEquals(0, synth.memory.getInt(0x3_0000));
        assertEquals(0x0040_0040, synth.memory.getInt(0x3_1000));
        assertEquals(-1, synth.memory.getInt(0x3_1004));
    }

    @Test
    void theTitleIsToldOfBlocksAfterTheGrain() {
        List<String> told = new ArrayList<>();
        synth.functions.put(0x5000L, record -> {
            told.add(synth.memory.getLong(record) + " " + synth.memory.getInt(record + 0x10) + " " + synth.memory.getLong(record + 0x18) + " "
                    + synth.memory.getLong(record + 0x20) + " " + synth.memory.getInt(record + 0x28) + " " + synth.memory.getInt(record + 0x2C));
            return 0;
        });
        long sampler = synth.sampler(system, 1, 48_000, 1, (short) 1, (short) 2);
        synth.control(sampler, 7, 0x20, 0x5000, 0, 9, 0, 3, 0);
        synth.act(sampler, Voice.PLAY);

        synth.render(system, 1);

        assertEquals(List.of("9 2 119 32768 4 1", "9 1 119 32768 4 1"), told);
        assertEquals(0, synth.blocksInUse);
    }

    @Test
    void voicesInACircleAreRefused() {
        long first = synth.mixer(system, Synthesizer.SUBMIXER, 1);
        long second = synth.mixer(system, Synthesizer.SUBMIXER, 1);
        synth.patch(first, 0, second);
        synth.patch(second, 0, first);

        assertThrows(HleRefusal.class, () -> synth.render(system, 1));
        assertEquals(0, synth.systems.setRate(system, 44_100).code());
    }

    @Test
    void anEffectHasNoEffect() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long sampler = synth.sampler(system, 1, 48_000, -1, (short) 16_384);
        synth.patch(sampler, 0, last);

        assertEquals(0, synth.control(sampler, 0x1000_000A, 0x38, 0, 0, 1));
        synth.act(sampler, Voice.PLAY);

        assertEquals(0.5f, synth.render(system, 1)[0]);
    }

    @Test
    void atrac9IsSilenceOfItsLength() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long sampler = synth.sampler(system, 1, 48_000, 0);
        synth.patch(sampler, 0, last);
        synth.control(sampler, 0x1000_0000, 0x20, 0x40, 1, 48_000, 0xFE7209F0, 0, 0);
        synth.add(sampler, 0, 1, 0, new short[GRAIN + 1]);
        synth.act(sampler, Voice.PLAY);

        assertArrayEquals(silence(GRAIN), synth.render(system, 1));
        assertEquals(3, synth.flags(sampler));
        synth.render(system, 1);
        assertEquals(0, synth.flags(sampler));
    }

    @Test
    void whatWasSentToADestroyedRackGoesNowhere() {
        long last = synth.mixer(system, Synthesizer.MASTERING, 1);
        long rack = synth.rack(system, Synthesizer.SUBMIXER);
        long middle = synth.voice(rack, 2);
        synth.patch(middle, 0, last);
        synth.patch(synth.sampler(system, 1, 48_000, -1, (short) 1), 0, middle);

        assertEquals(0, synth.racks.destroy(rack, synth.at(0, BufferRecord.class)).code());

        assertEquals(0x804A8203, synth.voices.flags(middle, synth.at(0x1000, Integer.class)).code());
        assertArrayEquals(silence(GRAIN), synth.render(system, 1));
    }
}
