package org.lierne.lib.share;

import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** What a title says of sharing is taken; captures are not supported, and nothing is ever recorded. Assumed: lib.share. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.share", library = "libSceShare")
public final class ShareExports implements HleModule {
    /** What is recorded now: nothing. */
    @GuestStruct(size = 0x10)
    public record Recording(@At(0x00) int first, @At(0x04) int second) {}

    @Activate
    public ShareExports() {}

    @SilentStub("lib.share")
    @HleExport(name = "sceShareInitialize", nid = "nBDD66kiFW8")
    public GuestStatus initialize(long heapBytes, int priority, long processors) {
        return GuestStatus.OK;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceShareTerminate", nid = "0IL1keINExQ")
    public GuestStatus end() {
        return GuestStatus.OK;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceShareFeaturePermit", nid = "YBiIdcDPrxs")
    public GuestStatus allow(int features) {
        return GuestStatus.OK;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceShareFeatureProhibit", nid = "5wjxESwX68I")
    public GuestStatus forbid(int features) {
        return GuestStatus.OK;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceShareSetCaptureSource", nid = "kCurUZVFqcI")
    public GuestStatus source(int features, long point) {
        return GuestStatus.OK;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceShareSetContentParam", nid = "7QZtURYnXG4")
    public GuestStatus describe(@OrNull GuestString parameters) {
        return GuestStatus.OK;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceShareSetContentParamForApplicationTitle", nid = "ORspsWDXPps")
    public GuestStatus name(@OrNull GuestString name) {
        return GuestStatus.OK;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceShareSetScreenshotOverlayImage", nid = "T64o-315wbg")
    public GuestStatus overlay(@OrNull GuestString file, int x, int y, int origin) {
        return GuestStatus.OK;
    }

    /** Nothing is shared, so there is nothing to tell of. */
    @SilentStub("lib.share")
    @HleExport(name = "sceShareRegisterContentEventCallback", nid = "Sygnk9dr5WQ")
    public GuestStatus register(long function, long argument) {
        return GuestStatus.OK;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceShareUnregisterContentEventCallback", nid = "KnsfHKmZqFA")
    public GuestStatus unregister(long function) {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceShareCaptureScreenshot", nid = "ErH6tKS7fzE")
    public GuestStatus screenshot(long parameters, @OrNull @Out GuestPtr<Integer> request) {
        return ShareError.NOT_SUPPORTED;
    }

    @HleExport(name = "sceShareCaptureVideoClip", nid = "4jt8pMDudgk")
    public GuestStatus clip(long parameters, @OrNull @Out GuestPtr<Integer> request) {
        return ShareError.NOT_SUPPORTED;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceShareGetCurrentStatus", nid = "QNop2YAtIDE")
    public GuestStatus recording(int feature, @Out GuestPtr<Recording> recording) {
        if (recording.isNull()) {
            throw new HleRefusal("the code for a state of recording without a place is not known");
        }
        recording.set(new Recording(0, 0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceShareOpenMenuForContent", nid = "8qAJ0Jd58-Q")
    public void menu(long content) {
        throw new HleRefusal("there is no menu of what was recorded, and no code for that is known");
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceSharePlayInitialize", nid = "isruqthpYcw", library = "libSceSharePlay")
    public GuestStatus initializePlay(long heap, long bytes) {
        return GuestStatus.OK;
    }

    @SilentStub("lib.share")
    @HleExport(name = "sceSharePlayTerminate", nid = "UaLjloJinow", library = "libSceSharePlay")
    public GuestStatus endPlay() {
        return GuestStatus.OK;
    }
}
