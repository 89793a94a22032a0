package org.lierne.lib.audio_in;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Ports of a microphone. A handle holds its mark in bits 31:24, its type in 23:16 and its port's number in 7:0. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.audio-in", library = "libSceAudioIn")
public final class AudioInExports implements HleModule, TitleListener {
    private static final int MOST_PORTS = 7;
    private static final int MOST_GRAIN = 2048;
    private static final Set<Integer> RATES = Set.of(16_000, 48_000);
    private static final int HANDLE_MARK = 0x3000_0000;
    private static final int MARK_MASK = 0x7F00_0000;
    private static final int TYPE_SHIFT = 16;
    private static final int PORT_MASK = 0xFF;
    /** Why nothing is heard: there is no device. */
    private static final int NO_DEVICE = 1;

    private final GuestThreads threads;
    private final Map<Integer, SilentInput> ports = new ConcurrentHashMap<>();

    @Activate
    public AudioInExports(@Reference GuestThreads threads) {
        this.threads = threads;
    }

    @Override
    public void titleStarting(Title title) {
        ports.clear();
    }

    /** Titles open ports without it, too. */
    @HleExport(name = "sceAudioInInit", nid = "SxQprgjttKE")
    public GuestStatus initialize() {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioInOpen", nid = "5NE8Sjc7VC8")
    public synchronized GuestValue open(int user, int type, int index, int grain, int rate, int format) {
        if (grain <= 0 || grain > MOST_GRAIN) {
            return GuestValue.error(AudioInError.SIZE);
        }
        Optional<SilentInput> input = SilentInput.of(grain, rate, format, System.nanoTime());
        if (input.isEmpty()) {
            return GuestValue.error(AudioInError.FORMAT);
        }
        if (!RATES.contains(rate)) {
            return GuestValue.error(AudioInError.RATE);
        }
        for (int port = 0; port < MOST_PORTS; port++) {
            if (ports.putIfAbsent(port, input.get()) == null) {
                return GuestValue.of(HANDLE_MARK | (type & PORT_MASK) << TYPE_SHIFT | port);
            }
        }
        return GuestValue.error(AudioInError.PORTS_FULL);
    }

    private static boolean isHandle(int handle) {
        return (handle & MARK_MASK) == HANDLE_MARK && (handle & PORT_MASK) < MOST_PORTS;
    }

    @HleExport(name = "sceAudioInClose", nid = "Jh6WbHhnI68")
    public GuestStatus close(int handle) {
        if (!isHandle(handle)) {
            return AudioInError.HANDLE;
        }
        return ports.remove(handle & PORT_MASK) == null ? AudioInError.NOT_OPENED : GuestStatus.OK;
    }

    /** Waits until a block would have been heard. Gives the samples of a channel. */
    @HleExport(name = "sceAudioInInput", nid = "LozEOU8+anM")
    @SilentStub("lib.audio-in")
    public GuestValue input(int handle, @OrNull GuestPtr<Short> samples) {
        if (!isHandle(handle)) {
            return GuestValue.error(AudioInError.HANDLE);
        }
        if (samples.isNull()) {
            return GuestValue.error(AudioInError.POINTER);
        }
        SilentInput input = ports.get(handle & PORT_MASK);
        if (input == null) {
            return GuestValue.error(AudioInError.NOT_OPENED);
        }
        try {
            TimeUnit.NANOSECONDS.sleep(input.take(System.nanoTime()));
        } catch (InterruptedException e) {
            throw threads.interrupted();
        }
        samples.memory().putBytes(samples.address(), new byte[input.grainBytes()]);
        return GuestValue.of(input.grain());
    }

    @HleExport(name = "sceAudioInGetSilentState", nid = "BohEAQ7DlUE")
    public GuestValue silentState(int handle) {
        if (!isHandle(handle)) {
            return GuestValue.error(AudioInError.HANDLE);
        }
        return ports.containsKey(handle & PORT_MASK) ? GuestValue.of(NO_DEVICE) : GuestValue.error(AudioInError.NOT_OPENED);
    }
}
