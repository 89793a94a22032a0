package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MeasuredRowTest {
    private static final String ROW = "a.b.001\tx\tgfx1013\t32\tc0\t0\t1\t0\tx\tbf800000\tffffffff\t-\tv0=00000000\texact\tcomputed";

    /** A table is written by people and scripts: what is wrong in it is shown as it stands. */
    @ParameterizedTest
    @CsvSource({"bf800000, bf80000x, 8", "ffffffff, ffff-fff, 16", "v0=00000000, v0=, 16", "v0=00000000, v0=+0000000, 16", "exact, mask:0xff, 8"})
    void namesWhatIsNoNumber(String right, String wrong, int digits) {
        String row = ROW.replace(right, wrong);

        String said = assertThrows(IllegalArgumentException.class, () -> MeasuredRow.parse(row)).getMessage();

        assertEquals("'" + wrong.replaceAll("v0=|mask:", "") + "' is no hexadecimal number of at most " + digits + " digits", said);
    }
}
