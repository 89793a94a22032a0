package org.lierne.lib.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class CalendarTest {
    /** 2026-11-30 02:58:49 UTC is a Monday, day 334 of its year (derived). */
    private static final long SECONDS = 1_796_007_529L;

    @Test
    void takesTimeApartAndPutsItTogether() {
        Calendar calendar = Calendar.of(SECONDS, ZoneOffset.UTC);

        assertEquals(new Calendar(49, 58, 2, 30, 10, 126, 1, 333, 0), calendar);
        assertEquals(SECONDS, calendar.toSeconds(ZoneOffset.UTC));
    }

    @Test
    void carriesComponentsOutsideOfTheirRanges() {
        Calendar calendar = new Calendar(60, 59, 23, 31, 11, 125, 0, 0, 0);

        assertEquals(Calendar.of(calendar.toSeconds(ZoneOffset.UTC), ZoneOffset.UTC), new Calendar(0, 0, 0, 1, 0, 126, 4, 0, 0));
    }

    @Test
    void formatsInTheCLocale() {
        Calendar calendar = Calendar.of(SECONDS, ZoneOffset.UTC);

        assertEquals("Mon Nov 30 02:58:49 2026", calendar.format("%c"));
        assertEquals("2026-11-30|11/30/26|02:58:49 AM|334|48|48|1|%", calendar.format("%F|%D|%r|%j|%U|%W|%u|%%"));
    }
}
