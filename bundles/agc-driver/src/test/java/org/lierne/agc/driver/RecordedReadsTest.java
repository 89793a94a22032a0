package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.MemoryReader;
import org.lierne.recompiler.program.WordSource;
import org.lierne.testing.Rule;

final class RecordedReadsTest {
    private static final Modes DEFAULTS = new Modes(() -> Switches.DEFAULTS, null);

    /** The word at byte 8 behind the pointer in the first two user data. */
    private static DescriptorWalker walked(int low, int high) {
        DescriptorWalker walker = new DescriptorWalker(new int[] {low, high}, MemoryReader.NONE);
        assertEquals(0, walker.evaluate(new WordSource.Loaded(WordSource.userData(0), WordSource.userData(1),
                WordSource.literal(8))));
        return walker;
    }

    @Rule("A-068")
    @Test
    void goesOnWithZeroBehindANullPointerOfUserData() {
        RecordedReads.check(walked(0, 0), DEFAULTS, "cs test");

        assertEquals("refused at draw: cs test: a scalar load through the pointer 0x0 from user data, not mapped at 0x8"
                + " (srt.flat.null-user-pointer is off)", assertThrows(WorkRefused.class, () -> RecordedReads.check(walked(0,
                0), new Modes(() -> new Switches(Map.of("srt.flat.null-user-pointer", false)), null), "cs test")).getMessage());
    }

    @Rule("A-067")
    @Test
    void refusesAnyOtherPointerOfUserDataThatLeadsNowhere() {
        WorkRefused refusal = assertThrows(WorkRefused.class, () -> RecordedReads.check(walked(0x1000, 2), DEFAULTS,
                "cs test"));

        assertEquals("refused at draw: cs test: a scalar load through the pointer 0x200001000 from user data, not mapped at"
                + " 0x200001008", refusal.getMessage());
    }
}
