package org.lierne.lib.rtc;

import java.time.LocalDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.function.Function;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The time now, and dates and ticks of each other. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.rtc", library = "libSceRtc")
public final class ClockExports implements HleModule {
    @Activate
    public ClockExports() {}

    @HleExport(name = "sceRtcInit", nid = "LlodCMDbk3o")
    @HleExport(name = "sceRtcEnd", nid = "8SljQx6pDP8")
    public GuestStatus start() {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceRtcGetTickResolution", nid = "jMNwqYr4R-k")
    public int resolution() {
        return (int) Ticks.SECOND;
    }

    @HleExport(name = "sceRtcGetCurrentTick", nid = "18B2NS1y9UU")
    public GuestStatus now(@Out GuestPtr<Long> tick) {
        return write(tick, Ticks.now());
    }

    @HleExport(name = "sceRtcGetCurrentClock", nid = "8lfvnRMqwEM")
    public GuestStatus clock(@Out GuestPtr<RtcDate> date, int zoneMinutes) {
        return writeDate(date, Ticks.now() + zoneMinutes * Ticks.MINUTE);
    }

    @HleExport(name = "sceRtcGetCurrentClockLocalTime", nid = "ZPD1YOKI+Kw")
    public GuestStatus localClock(@Out GuestPtr<RtcDate> date) {
        return writeDate(date, Ticks.toLocal(Ticks.now(), ZoneId.systemDefault()));
    }

    @HleExport(name = "sceRtcGetCurrentDateTimeUtc", nid = "1JmEPl9y57g")
    public GuestStatus universalClock(@Out GuestPtr<RtcDate> date) {
        return writeDate(date, Ticks.now());
    }

    private static GuestStatus write(GuestPtr<Long> out, long value) {
        if (out.isNull()) {
            return RtcError.POINTER;
        }
        out.set(value);
        return GuestStatus.OK;
    }

    private static GuestStatus writeDate(GuestPtr<RtcDate> out, long tick) {
        if (out.isNull()) {
            return RtcError.POINTER;
        }
        out.set(RtcDate.of(Ticks.date(tick)));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceRtcCheckValid", nid = "lPEBYdVX0XQ")
    public GuestStatus check(GuestPtr<RtcDate> date) {
        return date.isNull() ? RtcError.POINTER : date.get().check();
    }

    @HleExport(name = "sceRtcGetTick", nid = "8w-H19ip48I")
    public GuestStatus tick(GuestPtr<RtcDate> date, @Out GuestPtr<Long> tick) {
        return fromDate(date, tick, Ticks::of);
    }

    @HleExport(name = "sceRtcSetTick", nid = "ueega6v3GUw")
    public GuestStatus date(@Out GuestPtr<RtcDate> date, GuestPtr<Long> tick) {
        return tick.isNull() ? RtcError.POINTER : writeDate(date, tick.get());
    }

    @HleExport(name = "sceRtcGetTime_t", nid = "BtqmpTRXHgk")
    public GuestStatus seconds(GuestPtr<RtcDate> date, @Out GuestPtr<Long> seconds) {
        return fromDate(date, seconds, d -> Math.floorDiv(Ticks.of(d) - Ticks.UNIX, Ticks.SECOND));
    }

    @HleExport(name = "sceRtcSetTime_t", nid = "bDEVVP4bTjQ")
    public GuestStatus ofSeconds(@Out GuestPtr<RtcDate> date, long seconds) {
        return writeDate(date, Ticks.UNIX + seconds * Ticks.SECOND);
    }

    /** Steps of 100 ns since 1601. */
    @HleExport(name = "sceRtcGetWin32FileTime", nid = "jfRO0uTjtzA")
    public GuestStatus fileTime(GuestPtr<RtcDate> date, @Out GuestPtr<Long> time) {
        return fromDate(date, time, d -> (Ticks.of(d) - Ticks.WINDOWS) * 10);
    }

    @HleExport(name = "sceRtcSetWin32FileTime", nid = "n5JiAJXsbcs")
    public GuestStatus ofFileTime(@Out GuestPtr<RtcDate> date, long time) {
        return writeDate(date, Ticks.WINDOWS + Long.divideUnsigned(time, 10));
    }

    private static GuestStatus fromDate(GuestPtr<RtcDate> date, GuestPtr<Long> out, Function<LocalDateTime, Long> value) {
        if (date.isNull() || out.isNull()) {
            return RtcError.POINTER;
        }
        GuestStatus checked = date.get().check();
        if (checked.code() != 0) {
            return checked;
        }
        out.set(value.apply(date.get().toDate()));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceRtcConvertUtcToLocalTime", nid = "M1TvFst-jrM")
    public GuestStatus toLocal(GuestPtr<Long> universal, @Out GuestPtr<Long> local) {
        return universal.isNull() ? RtcError.POINTER : write(local, Ticks.toLocal(universal.get(), ZoneId.systemDefault()));
    }

    @HleExport(name = "sceRtcConvertLocalTimeToUtc", nid = "8Yr143yEnRo")
    public GuestStatus toUniversal(GuestPtr<Long> local, @Out GuestPtr<Long> universal) {
        return local.isNull() ? RtcError.POINTER : write(universal, Ticks.toUtc(local.get(), ZoneId.systemDefault()));
    }

    @HleExport(name = "sceRtcIsLeapYear", nid = "Ug8pCwQvh0c")
    public GuestValue isLeapYear(int year) {
        return year < 1 ? GuestValue.error(RtcError.YEAR) : GuestValue.of(Year.isLeap(year) ? 1 : 0);
    }

    @HleExport(name = "sceRtcGetDaysInMonth", nid = "3O7Ln8AqJ1o")
    public GuestValue daysInMonth(int year, int month) {
        if (year < 1 || year > 9999) {
            return GuestValue.error(RtcError.YEAR);
        }
        return month < 1 || month > 12 ? GuestValue.error(RtcError.MONTH) : GuestValue.of(YearMonth.of(year, month).lengthOfMonth());
    }

    /** 0 is Sunday. */
    @HleExport(name = "sceRtcGetDayOfWeek", nid = "CyIK-i4XdgQ")
    public GuestValue dayOfWeek(int year, int month, int day) {
        GuestStatus checked = new RtcDate((short) year, (short) month, (short) day, (short) 0, (short) 0, (short) 0, 0).check();
        return checked.code() != 0 ? GuestValue.error(checked)
                : GuestValue.of(java.time.LocalDate.of(year, month, day).getDayOfWeek().getValue() % 7);
    }
}
