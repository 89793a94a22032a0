package org.lierne.lib.system_service;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.OptionalInt;
import org.lierne.hle.At;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Status, events and settings of the system. Documented: system calls, section 12. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.system-service", library = "libSceSystemService")
public final class SystemServiceExports implements HleModule {
    private static final int SAFE_AREA_SPARE = 128;
    private static final float FULL_SCREEN = 1.0f;
    /** Candela per square metre of a picture without high dynamic range. */
    private static final Luminance STANDARD = new Luminance(80, 1000, 0);

    /** The title's state, 0x0C bytes: newer titles pass a larger record, older ones have no more room. */
    @GuestStruct(size = 0x0C)
    public record Status(@At(0x00) int events, @At(0x04) byte overlaid, @At(0x05) byte inBackground) {}

    /** The part of the picture that every display shows: a ratio. */
    @GuestStruct(size = 0x84)
    public record SafeArea(@At(0x00) float ratio, @At(value = 0x04, length = SAFE_AREA_SPARE) byte[] spare) {}

    /** Luminance for tone mapping: full frame, greatest, least. */
    @GuestStruct(size = 0x0C)
    public record Luminance(@At(0x00) float fullFrame, @At(0x04) float greatest, @At(0x08) float least) {}

    @Activate
    public SystemServiceExports() {}

    @HleExport(name = "sceSystemServiceGetStatus", nid = "rPo6tV8D9bM")
    public GuestStatus status(@Out GuestPtr<Status> status) {
        if (status.isNull()) {
            return SystemServiceError.PARAMETER;
        }
        status.set(new Status(0, (byte) 0, (byte) 0));
        return GuestStatus.OK;
    }

    /** There are no events: the title is never suspended and started by nobody else. */
    @HleExport(name = "sceSystemServiceReceiveEvent", nid = "656LMQSrg6U")
    public GuestStatus event(@Out GuestPtr<Integer> event) {
        return event.isNull() ? SystemServiceError.PARAMETER : SystemServiceError.NO_EVENT;
    }

    @HleExport(name = "sceSystemServiceParamGetInt", nid = "fZo48un7LK4")
    public GuestStatus setting(int id, @Out GuestPtr<Integer> value) {
        OptionalInt known = SystemSettings.number(id, Locale.getDefault(), ZoneId.systemDefault(), Instant.now());
        if (value.isNull() || known.isEmpty()) {
            return SystemServiceError.PARAMETER;
        }
        value.set(known.getAsInt());
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSystemServiceParamGetString", nid = "SsC-m-S9JTA")
    public GuestStatus text(int id, @Out @SizedBy("size") GuestBytes text, long size) {
        byte[] name = (SystemSettings.NAME + "\0").getBytes(StandardCharsets.UTF_8);
        if (text.isNull() || id != SystemSettings.NAME_ID || Long.compareUnsigned(size, name.length) < 0) {
            return SystemServiceError.PARAMETER;
        }
        text.write(name);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSystemServiceGetDisplaySafeAreaInfo", nid = "1n37q1Bvc5Y")
    public GuestStatus safeArea(@Out GuestPtr<SafeArea> area) {
        if (area.isNull()) {
            return SystemServiceError.PARAMETER;
        }
        area.set(new SafeArea(FULL_SCREEN, new byte[SAFE_AREA_SPARE]));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSystemServiceGetHdrToneMapLuminance", nid = "mPpPxv5CZt4")
    public GuestStatus luminance(@Out GuestPtr<Luminance> luminance) {
        if (luminance.isNull()) {
            return SystemServiceError.PARAMETER;
        }
        luminance.set(STANDARD);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSystemServiceGetNoticeScreenSkipFlag", nid = "3RQ5aQfnstU")
    public GuestStatus noticeScreenSkip(@Out GuestPtr<Byte> flag) {
        if (flag.isNull()) {
            return SystemServiceError.PARAMETER;
        }
        flag.set((byte) 0);
        return GuestStatus.OK;
    }

    /** There is no splash screen, no music player and no sleep: what these calls ask for is so already. */
    @HleExport(name = "sceSystemServiceHideSplashScreen", nid = "Vo5V8KAwCmk")
    @HleExport(name = "sceSystemServicePowerTick", nid = "XbbJC3E+L5M")
    @HleExport(name = "sceSystemServiceDisableMusicPlayer", nid = "x1UB9bwDSOw")
    @HleExport(name = "sceSystemServiceReenableMusicPlayer", nid = "9kPCz7Or+1Y")
    @HleExport(name = "sceSystemServiceDisableMediaPlay", nid = "64nkF7LGk8w")
    @HleExport(name = "sceSystemServiceReenableMediaPlay", nid = "uInYhy7xa+U")
    @HleExport(name = "sceSystemServiceSetNoticeScreenSkipFlag", nid = "Q3utJvma4Mo")
    @HleExport(name = "sceSystemServiceDisableNoticeScreenSkipFlagAutoSet", nid = "8Lo6Zv94aho")
    public GuestStatus isSoAlready() {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSystemServiceReportAbnormalTermination", nid = "3s8cHiCBKBE")
    public GuestStatus reportAbnormalEnd(@OrNull GuestPtr<Integer> information) {
        throw new HleRefusal("the title reports its own abnormal end");
    }
}
