package org.lierne.lib.libc;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleRefusal;

/** C's broken-down time: nine ints. */
@GuestStruct(size = 0x24)
public record Calendar(@At(0x00) int second, @At(0x04) int minute, @At(0x08) int hour, @At(0x0C) int day, @At(0x10) int month,
        @At(0x14) int year, @At(0x18) int weekday, @At(0x1C) int dayOfYear, @At(0x20) int summerTime) {
    private static final int FIRST_YEAR = 1900;
    private static final String[] DAYS = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    private static final String[] MONTHS = {"January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December"};

    static Calendar of(long seconds, ZoneId zone) {
        Instant instant = Instant.ofEpochSecond(seconds);
        ZonedDateTime t = instant.atZone(zone);
        return new Calendar(t.getSecond(), t.getMinute(), t.getHour(), t.getDayOfMonth(), t.getMonthValue() - 1, t.getYear() - FIRST_YEAR,
                t.getDayOfWeek().getValue() % 7, t.getDayOfYear() - 1, zone.getRules().isDaylightSavings(instant) ? 1 : 0);
    }

    /** Seconds since 1970; components outside of their ranges carry over. */
    long toSeconds(ZoneId zone) {
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
            case 'a' -> DAYS[weekday].substring(0, 3);
            case 'A' -> DAYS[weekday];
            case 'b', 'h' -> MONTHS[month].substring(0, 3);
            case 'B' -> MONTHS[month];
            case 'c' -> format("%a %b %e %H:%M:%S %Y");
            case 'C' -> two(fullYear / 100);
            case 'd' -> two(day);
            case 'D' -> format("%m/%d/%y");
            case 'e' -> "%2d".formatted(day);
            case 'F' -> format("%Y-%m-%d");
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
            case 'w' -> String.valueOf(weekday);
            case 'W' -> two((dayOfYear + 7 - (weekday + 6) % 7) / 7);
            case 'x' -> format("%m/%d/%y");
            case 'y' -> two(Math.floorMod(fullYear, 100));
            case 'Y' -> String.valueOf(fullYear);
            case '%' -> "%";
            default -> throw new HleRefusal("conversion '%" + letter + "' of a time is not implemented");
        };
    }

    private static String two(int value) {
        return "%02d".formatted(value);
    }
}
