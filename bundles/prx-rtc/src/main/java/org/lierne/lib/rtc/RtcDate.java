package org.lierne.lib.rtc;

import java.time.LocalDateTime;
import java.time.YearMonth;
import org.lierne.hle.At;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;

/** A date as the guest writes it. */
@GuestStruct(size = 0x10)
public record RtcDate(@At(0x00) short year, @At(0x02) short month, @At(0x04) short day, @At(0x06) short hour, @At(0x08) short minute,
        @At(0x0A) short second, @At(0x0C) int microsecond) {
    private static final int LAST_YEAR = 9999;

    static RtcDate of(LocalDateTime d) {
        return new RtcDate((short) d.getYear(), (short) d.getMonthValue(), (short) d.getDayOfMonth(), (short) d.getHour(),
                (short) d.getMinute(), (short) d.getSecond(), d.getNano() / 1000);
    }

    /** The first field that is out of range, from the year on. */
    GuestStatus check() {
        if (year < 1 || year > LAST_YEAR) {
            return RtcError.YEAR;
        }
        if (month < 1 || month > 12) {
            return RtcError.MONTH;
        }
        if (day < 1 || day > YearMonth.of(year, month).lengthOfMonth()) {
            return RtcError.DAY;
        }
        if (hour < 0 || hour > 23) {
            return RtcError.HOUR;
        }
        if (minute < 0 || minute > 59) {
            return RtcError.MINUTE;
        }
        if (second < 0 || second > 59) {
            return RtcError.SECOND;
        }
        return microsecond < 0 || microsecond >= Ticks.SECOND ? RtcError.MICROSECOND : GuestStatus.OK;
    }

    LocalDateTime toDate() {
        return LocalDateTime.of(year, month, day, hour, minute, second, microsecond * 1000);
    }
}
