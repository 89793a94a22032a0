package org.lierne.lib.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

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

    /** 2026 has 53 weeks, and so has every year that is a multiple of 400 away; its first day is a Thursday (derived). */
    @ParameterizedTest
    @CsvSource({"126", "2000000126", "-2000001874"})
    void tellsTheWeekOfAnyYear(int year) {
        assertEquals("53", new Calendar(0, 0, 0, 31, 11, year, 4, 364, 0).format("%V"));
        assertEquals("53", new Calendar(0, 0, 0, 1, 0, year + 1, 5, 0, 0).format("%V"));
    }

    @Test
    void theLongestTextHasRoom() {
        int least = Integer.MIN_VALUE;
        String text = new Calendar(least, least, least, least, 0, least, 0, 0, 0).text();

        assertEquals("Sun Jan-2147483648 -2147483648:-2147483648:-2147483648 -2147481748\n", text);
        assertTrue(text.length() < Calendar.TEXT_BYTES, text);
    }

    @Test
    void formatsInTheCLocale() {
        Calendar calendar = Calendar.of(SECONDS, ZoneOffset.UTC);

        assertEquals("Mon Nov 30 02:58:49 2026", calendar.format("%c"));
        assertEquals("2026-11-30|11/30/26|02:58:49 AM|334|48|48|1|%", calendar.format("%F|%D|%r|%j|%U|%W|%u|%%"));
    }

    /** Worked out by {@code date -u -d DAY +'%G-W%V-%g'} of the build machine (derived). */
    @ParameterizedTest
    @CsvSource({"2026-12-31, 2026-W53-26", "2027-01-03, 2026-W53-26", "2027-01-04, 2027-W01-27", "2024-12-30, 2025-W01-25",
            "2023-01-01, 2022-W52-22", "2000-02-29, 2000-W09-00"})
    void countsTheWeeksOfIso8601(LocalDate day, String expected) {
        assertEquals(expected, Calendar.of(day.atStartOfDay().toEpochSecond(ZoneOffset.UTC), ZoneOffset.UTC).format("%G-W%V-%g"));
    }

    /** The first example is that of ISO C17, 7.27.3.1. */
    @Test
    void writesADay() {
        assertEquals("Sun Sep 16 01:03:52 1973\n", new Calendar(52, 3, 1, 16, 8, 73, 0, 258, 0).text());
        assertEquals("? ?  1 00:00:00 1900\n", new Calendar(0, 0, 0, 1, 12, 0, 7, 0, 0).text());
    }

    @Test
    void tellsWhatNoCalendarHolds() {
        Calendar beyond = new Calendar(0, 0, 0, 1, 0, Integer.MAX_VALUE, 0, 0, 0);

        assertEquals(Errno.EOVERFLOW, assertThrows(GuestErrno.class, () -> Calendar.of(Long.MAX_VALUE, ZoneOffset.UTC)).errno());
        assertEquals(Errno.EOVERFLOW, assertThrows(GuestErrno.class, () -> beyond.toSeconds(ZoneOffset.UTC)).errno());
    }
}
