package org.lierne.lib.rtc;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.osgi.service.component.annotations.Component;

/**
 * Dates as the FAT file system packs them, and from text. Documented: Microsoft's FAT specification, "Date and Time Formats"; RFC 3339,
 * section 5.6. Dates that these cannot hold have codes that are not known: refused.
 */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.rtc", library = "libSceRtc")
public final class PackedDateExports implements HleModule {
    private static final int FIRST_YEAR = 1980;
    private static final int LAST_YEAR = FIRST_YEAR + 127;

    @HleExport(name = "sceRtcGetDosTime", nid = "E7AR4o7Ny7E")
    public GuestStatus pack(GuestPtr<RtcDate> date, @Out GuestPtr<Integer> packed) {
        if (date.isNull() || packed.isNull()) {
            return RtcError.POINTER;
        }
        RtcDate d = date.get();
        GuestStatus check = d.check();
        if (check != GuestStatus.OK) {
            return check;
        }
        if (d.year() < FIRST_YEAR || d.year() > LAST_YEAR) {
            throw new HleRefusal("year " + d.year() + " has no packed form, and the code for that is not known");
        }
        packed.set(d.year() - FIRST_YEAR << 25 | d.month() << 21 | d.day() << 16 | d.hour() << 11 | d.minute() << 5 | d.second() / 2);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceRtcSetDosTime", nid = "aYPCd1cChyg")
    public GuestStatus unpack(@Out GuestPtr<RtcDate> date, int packed) {
        if (date.isNull()) {
            return RtcError.POINTER;
        }
        date.set(new RtcDate((short) (FIRST_YEAR + (packed >>> 25)), (short) (packed >>> 21 & 0xF), (short) (packed >>> 16 & 0x1F),
                (short) (packed >>> 11 & 0x1F), (short) (packed >>> 5 & 0x3F), (short) ((packed & 0x1F) * 2), 0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceRtcParseRFC3339", nid = "99bMGglFW3I")
    public GuestStatus parse(@Out GuestPtr<Long> tick, GuestString text) {
        if (tick.isNull() || text.isNull()) {
            return RtcError.POINTER;
        }
        try {
            tick.set(Ticks.of(OffsetDateTime.parse(text.get()).withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()));
            return GuestStatus.OK;
        } catch (DateTimeParseException _) {
            throw new HleRefusal("'%s' is no date, and the code for that is not known".formatted(text.get()));
        }
    }
}
