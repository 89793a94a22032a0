package org.lierne.lib.audio_out;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.lierne.hle.At;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Ports and their output. Documented: system calls, section 19. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.audio-out", library = "libSceAudioOut")
public final class AudioOutExports implements HleModule, TitleListener {
    private static final int MOST_PORTS = 32;
    private static final int MOST_GRAIN = 2048;
    private static final int GRAIN_STEP = 256;
    private static final Set<Integer> TYPES = Set.of(0, 1, 2, 3, 4, 126, 127);
    /** Channels by the format's low byte. */
    private static final int[] CHANNELS = {1, 2, 8, 1, 2, 8, 8, 8};
    private static final int FORMAT_MASK = 0xFF;
    private static final short PRIMARY = 1;

    /** What a port is connected to. */
    @GuestStruct(size = 0x20)
    public record PortState(@At(0x00) short output, @At(0x02) byte channels, @At(0x04) short volume, @At(0x06) short reroute,
            @At(0x08) long flag) {}

    /** One of several ports that get their blocks together. */
    @GuestStruct(size = 0x10)
    public record Output(@At(0x00) int handle, @At(0x08) long samples) {}

    private final GuestThreads threads;
    private final Map<Integer, Port> ports = new ConcurrentHashMap<>();
    private volatile boolean isInitialized;
    private int next = 1;

    @Activate
    public AudioOutExports(@Reference GuestThreads threads) {
        this.threads = threads;
    }

    @Override
    public void titleStarting(Title title) {
        isInitialized = false;
        ports.clear();
    }

    @HleExport(name = "sceAudioOutInit", nid = "JfEPXVxhFqA")
    public GuestStatus initialize() {
        isInitialized = true;
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOutOpen", nid = "ekNvsT22rsY")
    public synchronized GuestValue open(int user, int type, int index, int grain, int rate, int format) {
        if (!isInitialized) {
            return GuestValue.error(AudioOutError.NOT_INITIALIZED);
        }
        if (grain <= 0 || grain > MOST_GRAIN || grain % GRAIN_STEP != 0) {
            return GuestValue.error(AudioOutError.GRAIN);
        }
        if (!TYPES.contains(type)) {
            return GuestValue.error(AudioOutError.TYPE);
        }
        if (rate != Port.RATE) {
            return GuestValue.error(AudioOutError.RATE);
        }
        if ((format & FORMAT_MASK) >= CHANNELS.length) {
            return GuestValue.error(AudioOutError.FORMAT);
        }
        if (ports.size() >= MOST_PORTS) {
            return GuestValue.error(AudioOutError.PORTS_FULL);
        }
        ports.put(next, new Port(type, grain, CHANNELS[format & FORMAT_MASK]));
        return GuestValue.of(next++);
    }

    @HleExport(name = "sceAudioOutClose", nid = "s1--uE9mBFw")
    public GuestStatus close(int handle) {
        return ports.remove(handle) == null ? AudioOutError.HANDLE : GuestStatus.OK;
    }

    /** Null waits until all is played. Gives the samples of a channel. */
    @HleExport(name = "sceAudioOutOutput", nid = "QOQtbeDqsT4")
    @SilentStub("lib.audio-out.silence")
    public GuestValue output(int handle, @OrNull GuestPtr<Short> samples) {
        Port port = ports.get(handle);
        if (port == null) {
            return GuestValue.error(AudioOutError.HANDLE);
        }
        sleep(samples.isNull() ? port.leftNs(System.nanoTime()) : port.take(System.nanoTime()));
        return GuestValue.of(port.grain());
    }

    @HleExport(name = "sceAudioOutOutputs", nid = "w3PdaSTSwGE")
    @SilentStub("lib.audio-out.silence")
    public GuestValue outputAll(@SizedBy("count") GuestArray<Output> outputs, int count) {
        if (outputs.isNull() || count <= 0) {
            return GuestValue.error(AudioOutError.POINTER);
        }
        long longestNs = 0;
        int grain = 0;
        for (Output output : outputs.read()) {
            Port port = ports.get(output.handle());
            if (port == null) {
                return GuestValue.error(AudioOutError.HANDLE);
            }
            if (grain != 0 && port.grain() != grain) {
                return GuestValue.error(AudioOutError.GRAIN);
            }
            grain = port.grain();
            longestNs = Math.max(longestNs, output.samples() == 0 ? port.leftNs(System.nanoTime()) : port.take(System.nanoTime()));
        }
        sleep(longestNs);
        return GuestValue.of(grain);
    }

    private void sleep(long ns) {
        try {
            TimeUnit.NANOSECONDS.sleep(ns);
        } catch (InterruptedException e) {
            throw threads.interrupted();
        }
    }

    @HleExport(name = "sceAudioOutGetPortState", nid = "GrQ9s4IrNaQ")
    public GuestStatus state(int handle, @Out GuestPtr<PortState> state) {
        Port port = ports.get(handle);
        if (port == null) {
            return AudioOutError.HANDLE;
        }
        if (state.isNull()) {
            return AudioOutError.POINTER;
        }
        state.set(new PortState(PRIMARY, (byte) Math.min(2, port.channels()), (short) -1, (short) 0, 0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOutSetVolume", nid = "b+uAV89IlxE")
    @SilentStub("lib.audio-out.silence")
    public GuestStatus setVolume(int handle, int channels, GuestPtr<Integer> volumes) {
        if (!ports.containsKey(handle)) {
            return AudioOutError.HANDLE;
        }
        return volumes.isNull() ? AudioOutError.POINTER : GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOutSetMixLevelPadSpk", nid = "wVwPU50pS1c")
    @SilentStub("lib.audio-out.silence")
    public GuestStatus setSpeakerLevel(int handle, int level) {
        return ports.containsKey(handle) ? GuestStatus.OK : AudioOutError.HANDLE;
    }
}
