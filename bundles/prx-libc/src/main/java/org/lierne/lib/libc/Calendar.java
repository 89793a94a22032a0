package org.lierne.lib.libc;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** C's broken-down time: nine ints. */
@GuestStruct(size = 0x24)
public record Calendar(@At(0x00) int second, @At(0x04) int minute, @At(0x08) int hour, @At(0x0C) int day, @At(0x10) int month,
        @At(0x14) int year, @At(0x18) int weekday, @At(0x1C) int dayOfYear, @At(0x20) int summerTime) {
    /** Room for {@link #text}, whatever the components are: 66 characters at most, and a zero. */
    static final int TEXT_BYTES = 0x50;
    private static final int FIRST_YEAR = 1900;
    /** What the host's calendar holds, with a year to spare for zones. */
    private static final long LAST_SECOND = Instant.MAX.getEpochSecond() - 86_400L * 366;
    private static final long FIRST_SECOND = Instant.MIN.getEpochSecond() + 86_400L * 366;
    /** So many years, with every other component at its most, stay within the host's calendar. */
    private static final int MOST_YEARS = 700_000_000;
    private static final String UNKNOWN = "?";
    private static final String[] DAYS = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    private static final String[] MONTHS = {"January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December"};

    /** A point in time taken apart; {@code EOVERFLOW} if its year is beyond the host's calendar. */
    static Calendar of(long seconds, ZoneId zone) {
        if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
            throw new GuestErrno(Errno.EOVERFLOW, seconds + " seconds");
        }
        Instant instant = Instant.ofEpochSecond(seconds);
        ZonedDateTime t = instant.atZone(zone);
        return new Calendar(t.getSecond(), t.getMinute(), t.getHour(), t.getDayOfMonth(), t.getMonthValue() - 1, t.getYear() - FIRST_YEAR,
                t.getDayOfWeek().getValue() % 7, t.getDayOfYear() - 1, zone.getRules().isDaylightSavings(instant) ? 1 : 0);
    }

    /** Seconds since 1970; components outside of their ranges carry over. {@code EOVERFLOW} for a year beyond the host's calendar. */
    long toSeconds(ZoneId zone) {
        if (Math.abs((long) year) > MOST_YEARS) {
            throw new GuestErrno(Errno.EOVERFLOW, "year " + year);
        }
        LocalDateTime start = LocalDateTime.of(FIRST_YEAR, 1, 1, 0, 0);
        return start.plusYears(year).plusMonths(month).plusDays(day - 1L).plusHours(hour).plusMinutes(minute).plusSeconds(second)
                .atZone(zone).toEpochSecond();
    }

    /** strftime in the C locale. */
    String format(String format) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%' || i + 1 == format.length()) {
                out.append(c);
                continue;
            }
            char letter = format.charAt(++i);
            if ((letter == 'E' || letter == 'O') && i + 1 < format.length()) {
                letter = format.charAt(++i);
            }
            out.append(field(letter));
        }
        return out.toString();
    }

    private String field(char letter) {
        int hour12 = hour % 12 == 0 ? 12 : hour % 12;
        int fullYear = year + FIRST_YEAR;
        return switch (letter) {
            case 'a' -> shortName(DAYS, weekday);
            case 'A' -> name(DAYS, weekday);
            case 'b', 'h' -> shortName(MONTHS, month);
            case 'B' -> name(MONTHS, month);
            case 'c' -> format("%a %b %e %H:%M:%S %Y");
            case 'C' -> two(Math.floorDiv(fullYear, 100));
            case 'd' -> two(day);
            case 'D' -> format("%m/%d/%y");
            case 'e' -> "%2d".formatted(day);
            case 'F' -> format("%Y-%m-%d");
            case 'g' -> two(Math.floorMod(weekYear(), 100));
            case 'G' -> String.valueOf(weekYear());
            case 'H' -> two(hour);
            case 'I' -> two(hour12);
            case 'j' -> "%03d".formatted(dayOfYear + 1);
            case 'm' -> two(month + 1);
            case 'M' -> two(minute);
            case 'n' -> "\n";
            case 'p' -> hour < 12 ? "AM" : "PM";
            case 'r' -> format("%I:%M:%S %p");
            case 'R' -> format("%H:%M");
            case 'S' -> two(second);
            case 't' -> "\t";
            case 'T', 'X' -> format("%H:%M:%S");
            case 'u' -> String.valueOf(weekday == 0 ? 7 : weekday);
            case 'U' -> two((dayOfYear + 7 - weekday) / 7);
            case 'V' -> two(weekOfYear());
            case 'w' -> String.valueOf(weekday);
            case 'W' -> two((dayOfYear + 7 - (weekday + 6) % 7) / 7);
            case 'x' -> format("%m/%d/%y");
            case 'y' -> two(Math.floorMod(fullYear, 100));
            case 'Y' -> String.valueOf(fullYear);
            case '%' -> "%";
            default -> throw new HleRefusal("conversion '%" + letter + "' of a time is not implemented");
        };
    }

    private static String name(String[] names, int number) {
        return number >= 0 && number < names.length ? names[number] : UNKNOWN;
    }

    private static String shortName(String[] names, int number) {
        String name = name(names, number);
        return name.substring(0, Math.min(3, name.length()));
    }

    /** The number of the week of ISO 8601 (Monday first, the first one has the year's first Thursday); 0 if it is the last year's. */
    private int rawWeek() {
        return (dayOfYear + 11 - (weekday == 0 ? 7 : weekday)) / 7;
    }

    /** The calendar is the same every 400 years. */
    private static int weeksOf(int year) {
        return LocalDate.of(Math.floorMod(year, 400), 12, 28).get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
    }

    private int weekOfYear() {
        int year = this.year + FIRST_YEAR;
        int week = rawWeek();
        return week < 1 ? weeksOf(year - 1) : week > weeksOf(year) ? 1 : week;
    }

    private int weekYear() {
        int year = this.year + FIRST_YEAR;
        int week = rawWeek();
        return week < 1 ? year - 1 : week > weeksOf(year) ? year + 1 : year;
    }

    /** {@code asctime}'s text, its line end included. Documented: ISO C17, 7.27.3.1. */
    String text() {
        return "%.3s %.3s%3d %02d:%02d:%02d %d\n".formatted(name(DAYS, weekday), name(MONTHS, month), day, hour, minute, second,
                (long) year + FIRST_YEAR);
    }

    private static String two(int value) {
        return "%02d".formatted(value);
    }
}
