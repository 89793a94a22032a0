package org.lierne.lib.rtc;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** Arithmetic of ticks: microseconds since 0001-01-01. */
final class Ticks {
    static final long SECOND = 1_000_000;
    static final long MINUTE = 60 * SECOND;
    static final long HOUR = 60 * MINUTE;
    static final long DAY = 24 * HOUR;
    static final long WEEK = 7 * DAY;
    private static final LocalDateTime START = LocalDateTime.of(1, 1, 1, 0, 0);
    /** Ticks of 1970-01-01 and of 1601-01-01. */
    static final long UNIX = of(LocalDateTime.of(1970, 1, 1, 0, 0));
    static final long WINDOWS = of(LocalDateTime.of(1601, 1, 1, 0, 0));

    private Ticks() {}

    static long of(LocalDateTime date) {
        return ChronoUnit.MICROS.between(START, date);
    }

    static LocalDateTime date(long tick) {
        return START.plus(tick, ChronoUnit.MICROS);
    }

    static long now() {
        Instant now = Instant.now();
        return UNIX + now.getEpochSecond() * SECOND + now.getNano() / 1000;
    }

    static Instant instant(long tick) {
        return Instant.EPOCH.plus(tick - UNIX, ChronoUnit.MICROS);
    }

    static long toLocal(long tick, ZoneId zone) {
        return tick + zone.getRules().getOffset(instant(tick)).getTotalSeconds() * SECOND;
    }

    static long toUtc(long tick, ZoneId zone) {
        return tick - zone.getRules().getOffset(date(tick)).getTotalSeconds() * SECOND;
    }
}
