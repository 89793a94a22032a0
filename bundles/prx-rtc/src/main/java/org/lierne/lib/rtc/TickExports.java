package org.lierne.lib.rtc;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Sums of ticks, and their text form. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.rtc", library = "libSceRtc")
public final class TickExports implements HleModule {
    private final GuestMemory memory;

    @Activate
    public TickExports(@Reference GuestMemory memory) {
        this.memory = memory;
    }

    @HleExport(name = "sceRtcCompareTick", nid = "fNaZ4DbzHAE")
    public GuestValue compare(GuestPtr<Long> a, GuestPtr<Long> b) {
        return a.isNull() || b.isNull() ? GuestValue.error(RtcError.POINTER) : GuestValue.of(Long.compareUnsigned(a.get(), b.get()));
    }

    private static GuestStatus add(GuestPtr<Long> result, GuestPtr<Long> tick, long amount, long unit) {
        if (result.isNull() || tick.isNull()) {
            return RtcError.POINTER;
        }
        result.set(tick.get() + amount * unit);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceRtcTickAddTicks", nid = "AqVMssr52Rc")
    @HleExport(name = "sceRtcTickAddMicroseconds", nid = "XPIiw58C+GM")
    public GuestStatus addMicroseconds(@Out GuestPtr<Long> result, GuestPtr<Long> tick, long amount) {
        return add(result, tick, amount, 1);
    }

    @HleExport(name = "sceRtcTickAddSeconds", nid = "07O525HgICs")
    public GuestStatus addSeconds(@Out GuestPtr<Long> result, GuestPtr<Long> tick, long amount) {
        return add(result, tick, amount, Ticks.SECOND);
    }

    @HleExport(name = "sceRtcTickAddMinutes", nid = "mn-tf4QiFzk")
    public GuestStatus addMinutes(@Out GuestPtr<Long> result, GuestPtr<Long> tick, long amount) {
        return add(result, tick, amount, Ticks.MINUTE);
    }

    @HleExport(name = "sceRtcTickAddHours", nid = "MDc5cd8HfCA")
    public GuestStatus addHours(@Out GuestPtr<Long> result, GuestPtr<Long> tick, int amount) {
        return add(result, tick, amount, Ticks.HOUR);
    }

    @HleExport(name = "sceRtcTickAddDays", nid = "NR1J0N7L2xY")
    public GuestStatus addDays(@Out GuestPtr<Long> result, GuestPtr<Long> tick, int amount) {
        return add(result, tick, amount, Ticks.DAY);
    }

    @HleExport(name = "sceRtcTickAddWeeks", nid = "gI4t194c2W8")
    public GuestStatus addWeeks(@Out GuestPtr<Long> result, GuestPtr<Long> tick, int amount) {
        return add(result, tick, amount, Ticks.WEEK);
    }

    /** A day that the new month does not have becomes its last one. */
    @HleExport(name = "sceRtcTickAddMonths", nid = "CL6y9q-XbuQ")
    public GuestStatus addMonths(@Out GuestPtr<Long> result, GuestPtr<Long> tick, int amount) {
        if (result.isNull() || tick.isNull()) {
            return RtcError.POINTER;
        }
        result.set(Ticks.of(Ticks.date(tick.get()).plusMonths(amount)));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceRtcTickAddYears", nid = "-5y2uJ62qS8")
    public GuestStatus addYears(@Out GuestPtr<Long> result, GuestPtr<Long> tick, int amount) {
        return addMonths(result, tick, Math.multiplyExact(amount, 12));
    }

    /** {@code 2026-11-30T02:58:49.00+09:00}, or {@code Z} for universal time. */
    @HleExport(name = "sceRtcFormatRFC3339", nid = "WJ3rqFwymew")
    public GuestStatus format(@Out GuestPtr<Byte> text, GuestPtr<Long> tick, int zoneMinutes) {
        if (text.isNull() || tick.isNull()) {
            return RtcError.POINTER;
        }
        LocalDateTime d = Ticks.date(tick.get() + zoneMinutes * Ticks.MINUTE);
        String zone = zoneMinutes == 0 ? "Z"
                : "%s%02d:%02d".formatted(zoneMinutes < 0 ? "-" : "+", Math.abs(zoneMinutes) / 60, Math.abs(zoneMinutes) % 60);
        String formatted = "%04d-%02d-%02dT%02d:%02d:%02d.%02d%s\0".formatted(d.getYear(), d.getMonthValue(), d.getDayOfMonth(),
                d.getHour(), d.getMinute(), d.getSecond(), d.getNano() / 10_000_000, zone);
        memory.putBytes(text.address(), formatted.getBytes(StandardCharsets.US_ASCII));
        return GuestStatus.OK;
    }
}
