package org.lierne.lib.play_go;

import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** A title's chunks, all of which are installed. Documented: system calls, section 18. Assumed: lib.play-go. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.play-go", library = "libScePlayGo")
public final class PlayGoExports implements HleModule {
    private static final int HANDLE = 1;
    private static final byte LOCAL_FAST = 3;
    private static final int FULL_SPEED = 2;
    /** The only chunk. */
    private static final short CHUNK = 0;
    private static final long CHUNK_BYTES = 0x10000;
    private static final long EVERY_LANGUAGE = -1;

    /** What the library starts with. */
    @GuestStruct(size = 0x10)
    public record Init(@At(0x00) long buffer, @At(0x08) int bytes) {}

    /** How far chunks are. */
    @GuestStruct(size = 0x10)
    public record Progress(@At(0x00) long done, @At(0x08) long total) {}

    @Activate
    public PlayGoExports() {}

    @HleExport(name = "scePlayGoInitialize", nid = "ts6GlZOKRrE")
    public GuestStatus initialize(GuestPtr<Init> init) {
        if (init.isNull() || init.get().buffer() == 0 || init.get().bytes() == 0) {
            return PlayGoError.INVALID;
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "scePlayGoTerminate", nid = "MPe0EeBGM-E")
    public GuestStatus terminate() {
        return GuestStatus.OK;
    }

    @HleExport(name = "scePlayGoOpen", nid = "M1Gma1ocrGE")
    public GuestStatus open(@Out GuestPtr<Integer> handle, long parameter) {
        if (handle.isNull()) {
            return PlayGoError.INVALID;
        }
        handle.set(HANDLE);
        return GuestStatus.OK;
    }

    private static void check(int handle) {
        if (handle != HANDLE) {
            throw new HleRefusal("no chunk data is open under handle " + handle + ", and its error is not described");
        }
    }

    @HleExport(name = "scePlayGoClose", nid = "Uco1I0dlDi8")
    public GuestStatus close(int handle) {
        check(handle);
        return GuestStatus.OK;
    }

    /** Without a list only their number is told. */
    @HleExport(name = "scePlayGoGetChunkId", nid = "73fF1MFU8hA")
    public GuestStatus chunks(int handle, @Out @OrNull GuestPtr<Short> list, int capacity, @Out GuestPtr<Integer> count) {
        check(handle);
        if (count.isNull()) {
            return PlayGoError.INVALID;
        }
        if (!list.isNull() && capacity > 0) {
            list.set(CHUNK);
        }
        count.set(1);
        return GuestStatus.OK;
    }

    /** No chunk is being installed, and none is waiting. */
    @HleExport(name = "scePlayGoGetInstallChunkId", nid = "8-e7E989rCU")
    @HleExport(name = "scePlayGoGetToDoList", nid = "Nn7zKwnA5q0")
    public GuestStatus pending(int handle, @OrNull GuestPtr<Short> list, int capacity, @Out GuestPtr<Integer> count) {
        check(handle);
        if (count.isNull()) {
            return PlayGoError.INVALID;
        }
        count.set(0);
        return GuestStatus.OK;
    }

    @HleExport(name = "scePlayGoGetLocus", nid = "uWIYLFkkwqk")
    public GuestStatus places(int handle, GuestPtr<Short> chunks, int count, @Out GuestPtr<Byte> places) {
        check(handle);
        if (chunks.isNull() || places.isNull()) {
            return PlayGoError.INVALID;
        }
        for (int i = 0; i < count; i++) {
            places.plus(i).set(LOCAL_FAST);
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "scePlayGoGetProgress", nid = "-RJWNMK3fC8")
    public GuestStatus progress(int handle, GuestPtr<Short> chunks, int count, @Out GuestPtr<Progress> progress) {
        check(handle);
        if (chunks.isNull() || progress.isNull()) {
            return PlayGoError.INVALID;
        }
        progress.set(new Progress(count * CHUNK_BYTES, count * CHUNK_BYTES));
        return GuestStatus.OK;
    }

    @HleExport(name = "scePlayGoGetEta", nid = "v6EZ-YWRdMs")
    public GuestStatus secondsLeft(int handle, GuestPtr<Short> chunks, int count, @Out GuestPtr<Long> seconds) {
        check(handle);
        if (chunks.isNull() || seconds.isNull()) {
            return PlayGoError.INVALID;
        }
        seconds.set(0L);
        return GuestStatus.OK;
    }

    @HleExport(name = "scePlayGoGetInstallSpeed", nid = "rvBSfTimejE")
    public GuestStatus speed(int handle, @Out GuestPtr<Integer> speed) {
        check(handle);
        if (speed.isNull()) {
            return PlayGoError.INVALID;
        }
        speed.set(FULL_SPEED);
        return GuestStatus.OK;
    }

    @HleExport(name = "scePlayGoGetLanguageMask", nid = "3OMbYZBaa50")
    public GuestStatus languages(int handle, @Out GuestPtr<Long> mask) {
        check(handle);
        if (mask.isNull()) {
            return PlayGoError.INVALID;
        }
        mask.set(EVERY_LANGUAGE);
        return GuestStatus.OK;
    }

    /** How and in what order something is installed has no effect when everything is. */
    @HleExport(name = "scePlayGoSetInstallSpeed", nid = "4AAcTU9R3XM")
    @HleExport(name = "scePlayGoSetLanguageMask", nid = "LosLlHOpNqQ")
    @HleExport(name = "scePlayGoSetToDoList", nid = "gUPGiOQ1tmQ")
    @HleExport(name = "scePlayGoPrefetch", nid = "-Q1-u1a7p0g")
    public GuestStatus arrange(int handle) {
        check(handle);
        return GuestStatus.OK;
    }

    @HleExport(name = "scePlayGoGetOptionalChunk", nid = "g4AZyxpSAlA")
    @HleExport(name = "scePlayGoGetSupportedOptionalChunk", nid = "IfiN+-oeVWI")
    @HleExport(name = "scePlayGoPrefetchOptionalChunk", nid = "HVAa744ecdw")
    public GuestStatus optional(int handle, int type, long option) {
        throw new HleRefusal("optional chunks are not described");
    }
}
