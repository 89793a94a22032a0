package org.lierne.lib.rtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleRefusal;
import org.lierne.testing.ArrayGuestMemory;

class RtcExportsTest {
    /** Microseconds from year 1 to 1970 and to 1601 (derived: 719162 and 584388 days). */
    private static final long UNIX = 719_162L * 86_400_000_000L;
    private static final long WINDOWS = 584_388L * 86_400_000_000L;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final ClockExports clock = new ClockExports();
    private final TickExports ticks = new TickExports(memory);
    private final PackedDateExports dates = new PackedDateExports();
    private final GuestPtr<RtcDate> date = new GuestPtr<>(memory, 0x1000, RtcDate.class);
    private final GuestPtr<Long> tick = new GuestPtr<>(memory, 0x1100, Long.class);
    private final GuestPtr<Long> none = new GuestPtr<>(memory, 0, Long.class);

    private static RtcDate of(int year, int month, int day, int hour, int minute, int second, int microsecond) {
        return new RtcDate((short) year, (short) month, (short) day, (short) hour, (short) minute, (short) second, microsecond);
    }

    @Test
    void countsFromTheYearOne() {
        date.set(of(1970, 1, 1, 0, 0, 1, 5));

        assertEquals(0, clock.tick(date, tick).code());
        assertEquals(UNIX + 1_000_005, tick.get());
        assertEquals(0, clock.seconds(date, tick).code());
        assertEquals(1, tick.get());
        assertEquals(0, clock.fileTime(date, tick).code());
        assertEquals((UNIX - WINDOWS + 1_000_005) * 10, tick.get());
        assertEquals(0, clock.ofSeconds(date, 951_782_400).code());
        assertEquals(of(2000, 2, 29, 0, 0, 0, 0), date.get());
        tick.set(0L);
        clock.date(date, tick);
        assertEquals(of(1, 1, 1, 0, 0, 0, 0), date.get());
    }

    @ParameterizedTest
    @CsvSource({"0,1,1,0,0,0,0,8", "10000,1,1,0,0,0,0,8", "2000,0,1,0,0,0,0,9", "2000,13,1,0,0,0,0,9", "2001,2,29,0,0,0,0,10",
        "2000,2,0,0,0,0,0,10", "2000,1,1,24,0,0,0,11", "2000,1,1,0,60,0,0,12", "2000,1,1,0,0,60,0,13", "2000,1,1,0,0,0,1000000,14"})
    void namesTheFieldThatIsWrong(int year, int month, int day, int hour, int minute, int second, int microsecond, int code) {
        date.set(of(year, month, day, hour, minute, second, microsecond));

        assertEquals(0x80B50000 | code, clock.check(date).code());
        assertEquals(0x80B50000 | code, clock.tick(date, tick).code());
    }

    @Test
    void answersNullPointers() {
        assertEquals(0x80B50002, clock.now(none).code());
        assertEquals(0x80B50002, clock.tick(new GuestPtr<>(memory, 0, RtcDate.class), tick).code());
        assertEquals(0x80B50002, ticks.addDays(none, tick, 1).code());
        assertEquals(0x80B50002, (int) ticks.compare(none, tick).raw());
        assertEquals(0x80B50002, ticks.format(new GuestPtr<>(memory, 0, Byte.class), tick, 0).code());
    }

    /** Expected words derived by hand from the FAT specification: year 46, month 11, day 30, 13:07 and 29 pairs of seconds. */
    @Test
    void packsDatesAsTheFatDoes() {
        GuestPtr<Integer> packed = new GuestPtr<>(memory, 0x1200, Integer.class);
        date.set(of(2026, 11, 30, 13, 7, 59, 999_999));

        assertEquals(0, dates.pack(date, packed).code());
        assertEquals(46 << 25 | 11 << 21 | 30 << 16 | 13 << 11 | 7 << 5 | 29, packed.get());
        assertEquals(0, dates.unpack(date, packed.get()).code());
        assertEquals(of(2026, 11, 30, 13, 7, 58, 0), date.get());
        date.set(of(2026, 13, 1, 0, 0, 0, 0));
        assertEquals(0x80B50009, dates.pack(date, packed).code());
        date.set(of(1979, 12, 31, 0, 0, 0, 0));
        assertThrows(HleRefusal.class, () -> dates.pack(date, packed));
        assertEquals(0x80B50002, dates.unpack(new GuestPtr<>(memory, 0, RtcDate.class), 0).code());
    }

    @ParameterizedTest
    @CsvSource({"1970-01-01T00:00:01.5Z,1500000", "1970-01-01T01:00:00+01:00,0", "1969-12-31T23:30:00-00:30,0",
        "1970-01-02T00:00:00.000001Z,86400000001"})
    void readsDatesFromText(String text, long sinceUnix) {
        memory.putBytes(0x1300, (text + "\0").getBytes(StandardCharsets.US_ASCII));

        assertEquals(0, dates.parse(tick, new GuestString(memory, 0x1300)).code());
        assertEquals(UNIX + sinceUnix, tick.get());
    }

    @Test
    void refusesTextThatIsNoDate() {
        memory.putBytes(0x1300, "yesterday\0".getBytes(StandardCharsets.US_ASCII));

        assertThrows(HleRefusal.class, () -> dates.parse(tick, new GuestString(memory, 0x1300)));
        assertEquals(0x80B50002, dates.parse(none, new GuestString(memory, 0x1300)).code());
    }

    @Test
    void knowsTheCalendar() {
        assertEquals(1, clock.isLeapYear(2000).raw());
        assertEquals(0, clock.isLeapYear(1900).raw());
        assertEquals(29, clock.daysInMonth(2024, 2).raw());
        assertEquals(0x80B50009, (int) clock.daysInMonth(2024, 13).raw());
        assertEquals(1, clock.dayOfWeek(2026, 11, 30).raw());
        assertEquals(0x80B5000A, (int) clock.dayOfWeek(2026, 11, 31).raw());
    }

    @Test
    void addsAndFormats() {
        date.set(of(2024, 1, 31, 10, 0, 0, 120_000));
        clock.tick(date, tick);
        ticks.addMonths(tick, tick, 1);
        ticks.addHours(tick, tick, 2);
        clock.date(date, tick);

        assertEquals(of(2024, 2, 29, 12, 0, 0, 120_000), date.get());
        ticks.format(new GuestPtr<>(memory, 0x1200, Byte.class), tick, -90);
        assertEquals("2024-02-29T10:30:00.12-01:30", memory.getString(0x1200, 40));
        ticks.format(new GuestPtr<>(memory, 0x1200, Byte.class), tick, 0);
        assertEquals("2024-02-29T12:00:00.12Z", memory.getString(0x1200, 40));
    }
}
