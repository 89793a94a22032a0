package org.lierne.lib.ngs2;

import java.util.Optional;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Racks of samplers, submixers and last mixes. Assumed: lib.ngs2. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ngs2", library = "libSceNgs2")
public final class RackExports implements HleModule {
    private static final long BUFFER_BYTES = 0x1000;
    private static final long VOICE_BYTES = 0x100;
    private static final int FACTS_BYTES = 0xD8;

    /** What a rack is. */
    @GuestStruct(size = FACTS_BYTES)
    public record Facts(@At(value = 0x00, length = 64) String name, @At(0x40) long rack, @At(0x48) long buffer, @At(0x50) long bufferBytes,
            @At(0x80) long bufferUserValue, @At(0x88) long system, @At(0x90) int type, @At(0x94) int kind, @At(0x98) int number,
            @At(0x9C) int leastGrain, @At(0xA0) int mostGrain, @At(0xA4) int voices, @At(0xB0) int matrices, @At(0xB4) int ports,
            @At(0xC8) long rendered, @At(0xD0) int active) {}

    private final Leases leases;
    private final Handles handles;
    private final Locked locked;

    @Activate
    public RackExports(@Reference GuestThreads threads, @Reference Leases leases, @Reference Handles handles) {
        this.leases = leases;
        this.handles = handles;
        this.locked = new Locked(threads);
    }

    /** Empty for a kind that does not exist. */
    private static Optional<RackKind> kind(int number) {
        if (RackKind.isUnknownInside(number)) {
            throw new HleRefusal("racks of kind 0x%x are not known inside".formatted(number));
        }
        return RackKind.of(number);
    }

    private static RackOption chosen(GuestPtr<RackOption> option) {
        return option.isNull() ? RackOption.USUAL : option.get();
    }

    private static GuestStatus check(RackOption option) {
        if (option.size() < RackOption.BYTES) {
            return Ngs2Error.OPTION_SIZE;
        }
        if (option.voices() < 1 || option.voices() > RackOption.MOST_VOICES) {
            throw new HleRefusal("a rack of %d voices, and the code for that is not known".formatted(option.voices()));
        }
        return GuestStatus.OK;
    }

    private static long bytes(RackOption option) {
        return BUFFER_BYTES + option.voices() * VOICE_BYTES;
    }

    @HleExport(name = "sceNgs2RackQueryBufferSize", nid = "0eFLVCfWVds")
    public GuestStatus bytes(int number, @OrNull GuestPtr<RackOption> option, @InOut GuestPtr<BufferRecord> buffer) {
        if (buffer.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        if (kind(number).isEmpty()) {
            return Ngs2Error.RACK_ID;
        }
        RackOption wanted = chosen(option);
        GuestStatus checked = check(wanted);
        if (checked.code() == 0) {
            buffer.set(new BufferRecord(0, bytes(wanted), buffer.get().userValue()));
        }
        return checked;
    }

    @HleExport(name = "sceNgs2RackCreate", nid = "cLV4aiT9JpA")
    public GuestStatus create(long handle, int number, @OrNull GuestPtr<RackOption> option, GuestPtr<BufferRecord> buffer,
            @Out GuestPtr<Long> rack) {
        if (buffer.isNull() || buffer.get().address() == 0) {
            return Ngs2Error.BUFFER;
        }
        RackOption wanted = chosen(option);
        GuestStatus checked = check(handle, number, wanted, rack);
        if (checked.code() == 0) {
            create(handle, number, wanted, new Lease(buffer.get(), 0), rack);
        }
        return checked;
    }

    /** What is to be made is read before the title's function is called, which may write there. */
    @HleExport(name = "sceNgs2RackCreateWithAllocator", nid = "U546k6orxQo")
    public GuestValue createBy(long handle, int number, @OrNull GuestPtr<RackOption> option, GuestPtr<Leases.Allocator> allocator,
            @Out GuestPtr<Long> rack) {
        if (allocator.isNull() || allocator.get().allocate() == 0) {
            return GuestValue.error(Ngs2Error.ALLOCATOR);
        }
        RackOption wanted = chosen(option);
        GuestStatus checked = check(handle, number, wanted, rack);
        if (checked.code() != 0) {
            return GuestValue.error(checked);
        }
        Leases.Given given = leases.take(allocator.get(), bytes(wanted));
        if (given.answer() < 0) {
            return GuestValue.of(given.answer());
        }
        if (given.lease().buffer().address() == 0) {
            return GuestValue.error(Ngs2Error.BUFFER);
        }
        create(handle, number, wanted, given.lease(), rack);
        return GuestValue.of(0);
    }

    /** A rack's kind is looked at before its system. */
    private GuestStatus check(long handle, int number, RackOption option, GuestPtr<Long> rack) {
        if (rack.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        if (kind(number).isEmpty()) {
            return Ngs2Error.RACK_ID;
        }
        return handles.system(handle).isEmpty() ? Ngs2Error.SYSTEM : check(option);
    }

    private void create(long handle, int number, RackOption option, Lease lease, GuestPtr<Long> out) {
        SoundSystem system = handles.system(handle).orElseThrow(() -> new HleRefusal("the sound system was destroyed while a rack was made"));
        Rack rack = handles.create(system, kind(number).orElseThrow(), option, lease);
        locked.with(system, () -> system.racks().add(rack));
        out.set(rack.handle());
    }

    @HleExport(name = "sceNgs2RackDestroy", nid = "lCqD7oycmIM")
    public GuestStatus destroy(long handle, @OrNull @Out GuestPtr<BufferRecord> buffer) {
        Rack rack = handles.rack(handle).orElse(null);
        if (rack == null) {
            return Ngs2Error.RACK;
        }
        boolean wasThere = locked.with(rack.system(), () -> {
            rack.system().remove(rack);
            return handles.remove(rack);
        });
        if (!wasThere) {
            return Ngs2Error.RACK;
        }
        leases.end(rack.lease(), buffer);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNgs2RackGetInfo", nid = "M4LYATRhRUE")
    public GuestStatus facts(long handle, @Out GuestPtr<Facts> facts, long bytes) {
        if (facts.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        if (bytes < FACTS_BYTES) {
            return Ngs2Error.OUT_SIZE;
        }
        Rack rack = handles.rack(handle).orElse(null);
        if (rack == null) {
            return Ngs2Error.RACK;
        }
        BufferRecord buffer = rack.lease().buffer();
        RackOption option = rack.option();
        facts.set(locked.with(rack.system(), () -> new Facts(option.name(), handle, buffer.address(), buffer.bytes(), buffer.userValue(),
                rack.system().handle(), rack.kind().ordinal(), rack.kind().number(), 0, SystemOption.GRAIN_STEP, option.mostGrain(),
                option.voices(), option.matrices(), option.ports(), rack.system().rendered(),
                (int) rack.voices().stream().filter(Voice::isActive).count())));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNgs2RackGetVoiceHandle", nid = "MwmHz8pAdAo")
    public GuestStatus voice(long handle, int index, @Out GuestPtr<Long> voice) {
        Optional<Rack> rack = handles.rack(handle);
        if (rack.isEmpty()) {
            return Ngs2Error.RACK;
        }
        if (voice.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        if (index < 0 || index >= rack.get().voices().size()) {
            return Ngs2Error.VOICE_INDEX;
        }
        voice.set(rack.get().voices().get(index).handle());
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNgs2RackSetUserData", nid = "JNTMIaBIbV4")
    public GuestStatus setUserValue(long handle, long value) {
        Optional<Rack> rack = handles.rack(handle);
        rack.ifPresent(r -> r.setUserValue(value));
        return rack.isPresent() ? GuestStatus.OK : Ngs2Error.RACK;
    }

    @HleExport(name = "sceNgs2RackGetUserData", nid = "Mn4XNDg03XY")
    public GuestStatus userValue(long handle, @Out GuestPtr<Long> value) {
        Optional<Rack> rack = handles.rack(handle);
        if (rack.isEmpty()) {
            return Ngs2Error.RACK;
        }
        if (value.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        value.set(rack.get().userValue());
        return GuestStatus.OK;
    }

    /** Holds the whole system. */
    @HleExport(name = "sceNgs2RackLock", nid = "MzTa7VLjogY")
    public GuestStatus lock(long handle) {
        Optional<Rack> rack = handles.rack(handle);
        rack.ifPresent(r -> locked.lock(r.system()));
        return rack.isPresent() ? GuestStatus.OK : Ngs2Error.RACK;
    }

    @HleExport(name = "sceNgs2RackUnlock", nid = "++YZ7P9e87U")
    public GuestStatus unlock(long handle) {
        Optional<Rack> rack = handles.rack(handle);
        rack.ifPresent(r -> Locked.unlock(r.system()));
        return rack.isPresent() ? GuestStatus.OK : Ngs2Error.RACK;
    }
}
