package org.lierne.lib.audio_in;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

/** Assumed: the ledger's lib.audio-in. */
class AudioInExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x2000);
    private final AudioInExports audio = new AudioInExports((GuestThreads) Proxy.newProxyInstance(
            GuestThreads.class.getClassLoader(), new Class<?>[] {GuestThreads.class}, (_, method, _) -> {
                throw new AssertionError(method + " is not needed here");
            }));

    private int open(int grain, int rate, int format) {
        return (int) audio.open(1, 1, 0, grain, rate, format).raw();
    }

    private GuestPtr<Short> at(long address) {
        return new GuestPtr<>(memory, address, Short.class);
    }

    @Test
    void givesSilenceAndSaysWhy() {
        byte[] noise = new byte[0x500];
        Arrays.fill(noise, (byte) 0x55);
        memory.putBytes(0x1000, noise);
        int handle = open(256, 48_000, 2);

        assertEquals(256, audio.input(handle, at(0x1000)).raw());

        assertArrayEquals(new byte[256 * 2 * 2], memory.getBytes(0x1000, 256 * 2 * 2));
        assertEquals(0x55, memory.getByte(0x1400));
        assertEquals(1, audio.silentState(handle).raw());
        assertEquals(0, audio.close(handle).code());
        assertEquals(0x80260109, audio.close(handle).code());
        assertEquals(0x80260109, (int) audio.input(handle, at(0x1000)).raw());
    }

    @Test
    void checksItsArguments() {
        assertEquals(0x80260102, open(0, 48_000, 0));
        assertEquals(0x80260102, open(2049, 48_000, 0));
        assertEquals(0x80260106, open(256, 48_000, 1));
        assertEquals(0x80260103, open(256, 44_100, 0));
        assertEquals(0x80260101, audio.close(0x2000_0000).code());
        assertEquals(0x80260105, (int) audio.input(open(256, 16_000, 0), at(0)).raw());
        for (int i = 1; i < 7; i++) {
            open(256, 16_000, 0);
        }
        assertEquals(0x80260107, open(256, 16_000, 0));
    }

    /** 160 samples at 16 kHz last 10 ms; derived. */
    @Test
    void keepsThePaceOfItsRate() {
        Optional<SilentInput> input = SilentInput.of(160, 16_000, 0, 1000);
        assertEquals(10_000_000, input.orElseThrow().take(1000));
        assertEquals(15_000_000, input.orElseThrow().take(5_001_000));
        assertEquals(0, input.orElseThrow().take(90_000_000));
    }
}
