package org.lierne.lib.voice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleRefusal;
import org.lierne.testing.ArrayGuestMemory;

/** Codes and records are those of the ledger's lib.voice. */
class VoiceExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final VoiceExports voice = new VoiceExports();
    private final GuestPtr<VoiceExports.Wanted> wanted = at(0x1100, VoiceExports.Wanted.class);

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    private GuestPtr<Integer> number() {
        return at(0x1000, Integer.class);
    }

    @BeforeEach
    void initialize() {
        assertEquals(0x804E0801, voice.create(number(), wanted).code());
        assertEquals(0x804E0805, voice.initialize(at(0, Integer.class), 100).code());
        assertEquals(0, voice.initialize(number(), 100).code());
        wanted.set(new VoiceExports.Wanted(4, 0.5f, 16_000));
    }

    private int port() {
        assertEquals(0, voice.create(number(), wanted).code());
        return number().get();
    }

    @Test
    void portsAreNumberedAndFound() {
        assertEquals(0x804E0802, voice.initialize(number(), 100).code());
        assertEquals(0x804E0805, voice.create(number(), at(0, VoiceExports.Wanted.class)).code());
        assertEquals(0, port());
        assertEquals(1, port());
        assertEquals(0, voice.delete(0).code());
        assertEquals(0x804E0807, voice.delete(0).code());
        assertEquals(0x804E0804, voice.delete(64).code());
        assertEquals(0x804E0804, voice.delete(-1).code());
        assertEquals(0, port());
        for (int i = 2; i < 64; i++) {
            assertEquals(i, port());
        }
        assertEquals(0x804E0808, voice.create(number(), wanted).code());
        assertEquals(0, voice.connect(0, 63).code());
        assertEquals(0x804E0804, voice.connect(0, 64).code());
    }

    @Test
    void tellsWhatAPortIs() {
        int port = port();
        GuestPtr<VoiceExports.Facts> facts = at(0x1200, VoiceExports.Facts.class);
        facts.set(new VoiceExports.Facts(9, 9, 0x1300, 9, 9, (short) 9));
        memory.putLong(0x1400, 0);

        assertEquals(0x804E0805, voice.start(at(0x1400, Long.class)).code());
        memory.putLong(0x1400, 0x1500);
        assertEquals(0, voice.start(at(0x1400, Long.class)).code());
        assertEquals(0, voice.facts(port, facts).code());
        assertEquals(new VoiceExports.Facts(4, 3, 0x1300, 0, 1, (short) 0), facts.get());
        assertEquals(0, voice.stop().code());
        voice.facts(port, facts);
        assertEquals(0, facts.get().state());
        assertEquals(0, voice.bitRate(port, number()).code());
        assertEquals(16_000, number().get());
        assertThrows(HleRefusal.class, () -> voice.attribute(port, 1000, 0x1000, 4));
    }

    @Test
    void keepsTheVolume() {
        int port = port();

        voice.volume(port, at(0x1010, Float.class));
        assertEquals(0.5f, memory.getFloat(0x1010));
        assertEquals(0, voice.setVolume(port, 0.25f).code());
        voice.volume(port, at(0x1010, Float.class));

        assertEquals(0.25f, memory.getFloat(0x1010));
    }

    @Test
    void takesAllAndGivesNothing() {
        int port = port();
        number().set(80);

        assertEquals(0, voice.write(port, 0x1600, number(), (short) 0).code());
        assertEquals(80, number().get());
        assertEquals(0, voice.read(port, 0x1600, number()).code());
        assertEquals(0, number().get());
        assertEquals(0x804E0805, voice.write(port, 0, number(), (short) 0).code());
    }

    @Test
    void endingForgetsThePorts() {
        int port = port();

        assertEquals(0, voice.end().code());
        assertEquals(0x804E0801, voice.end().code());
        voice.initialize(number(), 100);

        assertEquals(0x804E0807, voice.delete(port).code());
    }

    @Test
    void theQualityOfConnectionsIsRefusedByName() {
        assertThrows(HleRefusal.class, () -> new QualityExports().initialize(0, 0, 0));
    }
}
