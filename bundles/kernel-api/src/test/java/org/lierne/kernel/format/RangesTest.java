package org.lierne.kernel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.testing.Rule;

@Rule("S-001")
class RangesTest {
    /** The rule's own rows, and their neighbours (derived), for a buffer of 0x100 bytes. */
    @ParameterizedTest
    @CsvSource({
        "fffffffffffffff8, 10, false",
        "f0, 10, true",
        "f1, 10, false",
        "100, 0, true",
        "101, 0, false",
        "0, 100, true",
        "0, 101, false",
        "0, ffffffffffffffff, false",
        "1, ffffffffffffffff, false",
        "8000000000000000, 8000000000000000, false",
    })
    void comparesWithoutAdding(String offset, String size, boolean fits) {
        assertEquals(fits, Ranges.fits(Long.parseUnsignedLong(offset, 16), Long.parseUnsignedLong(size, 16), 0x100));
    }
}
