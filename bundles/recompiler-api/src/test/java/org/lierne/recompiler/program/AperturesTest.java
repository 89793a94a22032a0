package org.lierne.recompiler.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.testing.Rule;

/** The windows of flat addresses as configuration. */
final class AperturesTest {
    @Test
    @Rule("B-003")
    void windowsAreThoseOfTheRuleUnlessConfigured() {
        Apertures usual = Apertures.of(Map.of("keys", "100"));
        Apertures other = Apertures.of(Map.of("shared", "0x10000", "private", 0x20000));

        assertEquals(0x80000000_00000000L, Apertures.base(usual.sharedHigh()));
        assertEquals(0x80000000_ffffffffL, Apertures.limit(usual.sharedHigh()));
        assertEquals(0x70000000_00000000L, Apertures.base(usual.privateHigh()));
        assertEquals(0x00010000_ffffffffL, Apertures.limit(other.sharedHigh()));
        assertEquals(0x00020000_00000000L, Apertures.base(other.privateHigh()));
    }

    @ParameterizedTest
    @CsvSource({"0x100000000, 32 bits", "-1, 32 bits", "lds, is a number", "0x70000000, both"})
    @Rule("B-003")
    void refusesWhatIsNoWindow(String shared, String reason) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> Apertures.of(Map.of("shared", shared)));

        assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused.getMessage());
    }
}
