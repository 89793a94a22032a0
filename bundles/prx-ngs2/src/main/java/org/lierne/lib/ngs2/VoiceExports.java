package org.lierne.lib.ngs2;

import java.util.Arrays;
import java.util.Optional;
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
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Voices: what a title tells them and asks of them. Assumed: lib.ngs2. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ngs2", library = "libSceNgs2")
public final class VoiceExports implements HleModule {
    private static final int LEAST_STATE_BYTES = 8;
    private static final int PORT_BYTES = 0x18;

    /** Where a port leads. */
    @GuestStruct(size = PORT_BYTES)
    public record PortFacts(@At(0x00) int matrix, @At(0x04) float volume, @At(0x08) int delay, @At(0x0C) int input, @At(0x10) long voice) {}

    private final GuestMemory memory;
    private final Handles handles;
    private final Locked locked;
    private final VoiceControl control;

    @Activate
    public VoiceExports(@Reference GuestMemory memory, @Reference GuestThreads threads, @Reference Handles handles) {
        this.memory = memory;
        this.handles = handles;
        this.locked = new Locked(threads);
        this.control = new VoiceControl(memory, handles);
    }

    @HleExport(name = "sceNgs2VoiceControl", nid = "uu94irFOGpA")
    public GuestStatus control(long handle, long parameters) {
        if (parameters == 0) {
            return Ngs2Error.PARAMETERS;
        }
        return handles.voice(handle).map(v -> locked.with(v.rack().system(), () -> control.apply(v, parameters))).orElse(Ngs2Error.VOICE);
    }

    /** The size is looked at before the place. */
    @HleExport(name = "sceNgs2VoiceGetState", nid = "-TOuuAQ-buE")
    public GuestStatus state(long handle, @Out GuestPtr<Integer> state, long bytes) {
        Optional<Voice> voice = handles.voice(handle);
        if (voice.isEmpty()) {
            return Ngs2Error.VOICE;
        }
        if (Long.compareUnsigned(bytes, LEAST_STATE_BYTES) < 0) {
            return Ngs2Error.OUT_SIZE;
        }
        if (state.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        byte[] told = locked.with(voice.get().rack().system(), voice.get()::state);
        memory.putBytes(state.address(), Long.compareUnsigned(bytes, told.length) < 0 ? Arrays.copyOf(told, (int) bytes) : told);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNgs2VoiceGetStateFlags", nid = "rEh728kXk3w")
    public GuestStatus flags(long handle, @Out GuestPtr<Integer> flags) {
        Optional<Voice> voice = handles.voice(handle);
        if (voice.isEmpty()) {
            return Ngs2Error.VOICE;
        }
        if (flags.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        flags.set(locked.with(voice.get().rack().system(), voice.get()::flags));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNgs2VoiceGetOwner", nid = "W-Z8wWMBnhk")
    public GuestStatus owner(long handle, @OrNull @Out GuestPtr<Long> rack, @OrNull @Out GuestPtr<Integer> index) {
        Optional<Voice> voice = handles.voice(handle);
        if (voice.isEmpty()) {
            return Ngs2Error.VOICE;
        }
        if (!rack.isNull()) {
            rack.set(voice.get().rack().handle());
        }
        if (!index.isNull()) {
            index.set(voice.get().index());
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNgs2VoiceGetPortInfo", nid = "WCayTgob7-o")
    public GuestStatus port(long handle, int number, @Out GuestPtr<PortFacts> facts, long bytes) {
        Optional<Voice> voice = handles.voice(handle);
        if (voice.isEmpty()) {
            return Ngs2Error.VOICE;
        }
        if (facts.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        if (Long.compareUnsigned(bytes, PORT_BYTES) < 0) {
            return Ngs2Error.OUT_SIZE;
        }
        if (number < 0 || number >= RackOption.MOST_PORTS) {
            throw new HleRefusal("a voice has no port " + number + ", and the code for that is not known");
        }
        Port port = locked.with(voice.get().rack().system(), () -> voice.get().port(number));
        facts.set(new PortFacts(port.matrix(), port.volume(), 0, port.input(), port.destination() == null ? 0 : port.destination().handle()));
        return GuestStatus.OK;
    }
}
