package org.lierne.lib.audio_out;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestArray;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

class AudioOutExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final AudioOutExports audio = new AudioOutExports((GuestThreads) Proxy.newProxyInstance(
            GuestThreads.class.getClassLoader(), new Class<?>[] {GuestThreads.class}, (_, method, _) -> {
                throw new AssertionError(method + " is not needed here");
            }));

    /** Assumed: the ledger's lib.audio-out.pointer-error. */
    @Test
    void refusesANullListOfOutputs() {
        var outputs = new GuestArray<>(memory, 0, 1, AudioOutExports.Output.class);

        assertEquals(0x80260004, (int) audio.outputAll(outputs, 1).raw());
    }

    @Test
    void refusesAHandleThatWasNeverOpened() {
        var outputs = new GuestArray<>(memory, 0x1000, 1, AudioOutExports.Output.class);
        memory.putInt(0x1000, 7);

        assertEquals(0x80260003, (int) audio.outputAll(outputs, 1).raw());
    }
}
