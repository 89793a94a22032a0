package org.lierne.lib.voice;

import java.util.OptionalInt;
import java.util.function.Function;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.InOut;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Ports of voice chat: what goes into them is taken, and nothing comes out. Assumed: lib.voice. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.voice", library = "libSceVoice")
public final class VoiceExports implements HleModule, TitleListener {
    private static final int IDLE = 0;
    private static final int RUNNING = 3;
    /** Titles divide by it. */
    private static final int FRAME_BYTES = 1;

    /** What a port is to be; the bit rate is that of encoded voice. */
    @GuestStruct(size = 0x18)
    public record Wanted(@At(0x00) int type, @At(0x08) float volume, @At(0x0C) int bitRate) {}

    /** What a port is; the list of connections is the title's own place for it. */
    @GuestStruct(size = 0x20)
    public record Facts(@At(0x00) int type, @At(0x04) int state, @At(0x08) long connections, @At(0x10) int bytes, @At(0x14) int frameBytes,
            @At(0x18) short connected) {}

    private final VoicePorts ports = new VoicePorts();
    private boolean isInitialized;
    private boolean isStarted;

    @Activate
    public VoiceExports() {}

    @Override
    public synchronized void titleStarting(Title title) {
        isInitialized = false;
        isStarted = false;
        ports.clear();
    }

    @HleExport(name = "sceVoiceInit", nid = "9TrhuGzberQ")
    public synchronized GuestStatus initialize(GuestPtr<Integer> parameters, int version) {
        if (isInitialized) {
            return VoiceError.INITIALIZED;
        }
        if (parameters.isNull()) {
            return VoiceError.ARGUMENT;
        }
        isInitialized = true;
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVoiceEnd", nid = "Oo0S5PH7FIQ")
    public synchronized GuestStatus end() {
        if (!isInitialized) {
            return VoiceError.NOT_INITIALIZED;
        }
        isInitialized = false;
        isStarted = false;
        ports.clear();
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVoiceStart", nid = "54phPH2LZls")
    public synchronized GuestStatus start(GuestPtr<Long> container) {
        if (!isInitialized) {
            return VoiceError.NOT_INITIALIZED;
        }
        if (container.isNull() || container.get() == 0) {
            return VoiceError.ARGUMENT;
        }
        isStarted = true;
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVoiceStop", nid = "Ao2YNSA7-Qo")
    public synchronized GuestStatus stop() {
        if (!isInitialized) {
            return VoiceError.NOT_INITIALIZED;
        }
        isStarted = false;
        return GuestStatus.OK;
    }

    @SilentStub("lib.voice")
    @HleExport(name = "sceVoiceSetThreadsParams", nid = "clyKUyi3RYU")
    public synchronized GuestStatus threads(GuestPtr<Integer> parameters) {
        if (!isInitialized) {
            return VoiceError.NOT_INITIALIZED;
        }
        return parameters.isNull() ? VoiceError.ARGUMENT : GuestStatus.OK;
    }

    // ---- ports

    private GuestStatus with(int number, Function<VoicePorts.Port, GuestStatus> use) {
        if (!isInitialized) {
            return VoiceError.NOT_INITIALIZED;
        }
        if (number < 0 || number >= VoicePorts.MOST) {
            return VoiceError.PORT_NUMBER;
        }
        return ports.find(number).map(use).orElse(VoiceError.NO_SUCH_PORT);
    }

    @HleExport(name = "sceVoiceCreatePort", nid = "nXpje5yNpaE")
    public synchronized GuestStatus create(@Out GuestPtr<Integer> number, GuestPtr<Wanted> wanted) {
        if (!isInitialized) {
            return VoiceError.NOT_INITIALIZED;
        }
        if (number.isNull() || wanted.isNull()) {
            return VoiceError.ARGUMENT;
        }
        Wanted port = wanted.get();
        OptionalInt made = ports.add(port.type(), port.bitRate(), port.volume());
        if (made.isEmpty()) {
            return VoiceError.RESOURCES;
        }
        number.set(made.getAsInt());
        return GuestStatus.OK;
    }

    @HleExport(name = "sceVoiceDeletePort", nid = "b7kJI+nx2hg")
    public synchronized GuestStatus delete(int number) {
        return with(number, _ -> {
            ports.remove(number);
            return GuestStatus.OK;
        });
    }

    @SilentStub("lib.voice")
    @HleExport(name = "sceVoiceConnectIPortToOPort", nid = "oV9GAdJ23Gw")
    public synchronized GuestStatus connect(int input, int output) {
        return with(input, _ -> with(output, _ -> GuestStatus.OK));
    }

    @SilentStub("lib.voice")
    @HleExport(name = "sceVoiceDisconnectIPortFromOPort", nid = "ajVj3QG2um4")
    public synchronized GuestStatus disconnect(int input, int output) {
        return with(input, _ -> with(output, _ -> GuestStatus.OK));
    }

    @HleExport(name = "sceVoiceGetPortInfo", nid = "CrLqDwWLoXM")
    public synchronized GuestStatus facts(int number, @InOut GuestPtr<Facts> facts) {
        return with(number, port -> {
            if (facts.isNull()) {
                return VoiceError.ARGUMENT;
            }
            facts.set(new Facts(port.type(), isStarted ? RUNNING : IDLE, facts.get().connections(), 0, FRAME_BYTES, (short) 0));
            return GuestStatus.OK;
        });
    }

    @HleExport(name = "sceVoiceGetBitRate", nid = "cJLufzou6bc")
    public synchronized GuestStatus bitRate(int number, @Out GuestPtr<Integer> bits) {
        return with(number, port -> {
            if (bits.isNull()) {
                return VoiceError.ARGUMENT;
            }
            bits.set(port.bitRate());
            return GuestStatus.OK;
        });
    }

    @HleExport(name = "sceVoiceGetPortAttr", nid = "elcxZTEfHZM")
    public synchronized GuestStatus attribute(int number, int attribute, long value, int bytes) {
        return with(number, _ -> {
            throw new HleRefusal("attribute " + attribute + " of a voice port is not described");
        });
    }

    @HleExport(name = "sceVoiceGetVolume", nid = "jjkCjneOYSs")
    public synchronized GuestStatus volume(int number, @Out GuestPtr<Float> volume) {
        return with(number, port -> {
            if (volume.isNull()) {
                return VoiceError.ARGUMENT;
            }
            volume.set(port.volume());
            return GuestStatus.OK;
        });
    }

    @HleExport(name = "sceVoiceSetVolume", nid = "QBFoAIjJoXQ")
    public synchronized GuestStatus setVolume(int number, float volume) {
        return with(number, port -> {
            port.setVolume(volume);
            return GuestStatus.OK;
        });
    }

    /** Nothing was heard. */
    @SilentStub("lib.voice")
    @HleExport(name = "sceVoiceReadFromOPort", nid = "cQ6DGsQEjV4")
    public synchronized GuestStatus read(int number, long data, @InOut GuestPtr<Integer> bytes) {
        return with(number, _ -> {
            if (bytes.isNull()) {
                return VoiceError.ARGUMENT;
            }
            bytes.set(0);
            return GuestStatus.OK;
        });
    }

    /** All of it is taken. */
    @SilentStub("lib.voice")
    @HleExport(name = "sceVoiceWriteToIPort", nid = "YeJl6yDlhW0")
    public synchronized GuestStatus write(int number, long data, @InOut GuestPtr<Integer> bytes, short gaps) {
        return with(number, _ -> data == 0 || bytes.isNull() ? VoiceError.ARGUMENT : GuestStatus.OK);
    }
}
