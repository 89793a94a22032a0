package org.lierne.lib.ngs2;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lierne.hle.At;
import org.lierne.hle.GuestArray;
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
import org.lierne.hle.SizedBy;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Systems: made, asked, and rendered a grain at a time into the title's buffers. Assumed: lib.ngs2. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ngs2", library = "libSceNgs2")
public final class SystemExports implements HleModule {
    private static final int BUFFER_BYTES = 0x4000;
    private static final int FACTS_BYTES = 0xB8;
    private static final int MOST_BUFFERS = 31;
    private static final int TOLD_BYTES = 0x38;

    /** A buffer of the title that is rendered into. */
    @GuestStruct(size = 0x18)
    public record RenderBuffer(@At(0x00) long address, @At(0x08) long bytes, @At(0x10) int type, @At(0x14) int channels) {}

    /** What a system is. */
    @GuestStruct(size = FACTS_BYTES)
    public record Facts(@At(value = 0x00, length = 64) String name, @At(0x40) long system, @At(0x48) long buffer, @At(0x50) long bufferBytes,
            @At(0x80) long bufferUserValue, @At(0x88) int number, @At(0x8C) int leastGrain, @At(0x90) int mostGrain, @At(0x94) int state,
            @At(0x98) int racks, @At(0x9C) float load, @At(0xA0) long tick, @At(0xA8) long rendered, @At(0xB0) int rate,
            @At(0xB4) int grain) {}

    /** What a title is told of a block. */
    @GuestStruct(size = TOLD_BYTES)
    public record Told(@At(0x00) long argument, @At(0x08) long voice, @At(0x10) int event, @At(0x18) long mark, @At(0x20) long data,
            @At(0x28) int bytes, @At(0x2C) int repeated) {}

    private final GuestMemory memory;
    private final GuestThreads threads;
    private final GuestHeap heap;
    private final Leases leases;
    private final Handles handles;
    private final Locked locked;

    @Activate
    public SystemExports(@Reference GuestMemory memory, @Reference GuestThreads threads, @Reference GuestHeap heap, @Reference Leases leases,
            @Reference Handles handles) {
        this.memory = memory;
        this.threads = threads;
        this.heap = heap;
        this.leases = leases;
        this.handles = handles;
        this.locked = new Locked(threads);
    }

    // ---- making

    @HleExport(name = "sceNgs2SystemResetOption", nid = "AQkj7C0f3PY")
    public GuestStatus reset(@Out GuestPtr<SystemOption> option) {
        if (option.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        option.set(SystemOption.USUAL);
        return GuestStatus.OK;
    }

    private static SystemOption chosen(GuestPtr<SystemOption> option) {
        return option.isNull() ? SystemOption.USUAL : option.get();
    }

    @HleExport(name = "sceNgs2SystemQueryBufferSize", nid = "pgFAiLR5qT4")
    public GuestStatus bytes(@OrNull GuestPtr<SystemOption> option, @InOut GuestPtr<BufferRecord> buffer) {
        if (buffer.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        GuestStatus checked = chosen(option).check();
        if (checked.code() == 0) {
            buffer.set(new BufferRecord(0, BUFFER_BYTES, buffer.get().userValue()));
        }
        return checked;
    }

    @HleExport(name = "sceNgs2SystemCreate", nid = "koBbCMvOKWw")
    public GuestStatus create(@OrNull GuestPtr<SystemOption> option, GuestPtr<BufferRecord> buffer, @Out GuestPtr<Long> handle) {
        if (buffer.isNull() || buffer.get().address() == 0) {
            return Ngs2Error.BUFFER;
        }
        if (handle.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        SystemOption wanted = chosen(option);
        GuestStatus checked = wanted.check();
        if (checked.code() == 0) {
            handle.set(handles.create(wanted, new Lease(buffer.get(), 0)).handle());
        }
        return checked;
    }

    @HleExport(name = "sceNgs2SystemCreateWithAllocator", nid = "mPYgU4oYpuY")
    public GuestValue createBy(@OrNull GuestPtr<SystemOption> option, GuestPtr<Leases.Allocator> allocator, @Out GuestPtr<Long> handle) {
        if (allocator.isNull() || allocator.get().allocate() == 0) {
            return GuestValue.error(Ngs2Error.ALLOCATOR);
        }
        if (handle.isNull()) {
            return GuestValue.error(Ngs2Error.OUT_ADDRESS);
        }
        SystemOption chosen = chosen(option);
        if (chosen.check().code() != 0) {
            return GuestValue.error(chosen.check());
        }
        Leases.Given given = leases.take(allocator.get(), BUFFER_BYTES);
        if (given.answer() < 0) {
            return GuestValue.of(given.answer());
        }
        if (given.lease().buffer().address() == 0) {
            return GuestValue.error(Ngs2Error.BUFFER);
        }
        handle.set(handles.create(chosen, given.lease()).handle());
        return GuestValue.of(0);
    }

    @HleExport(name = "sceNgs2SystemDestroy", nid = "u-WrYDaJA3k")
    public GuestStatus destroy(long handle, @OrNull @Out GuestPtr<BufferRecord> buffer) {
        SoundSystem system = handles.system(handle).orElse(null);
        if (system == null) {
            return Ngs2Error.SYSTEM;
        }
        Optional<List<Rack>> racks = locked.with(system,
                () -> handles.remove(system) ? Optional.of(List.copyOf(system.racks())) : Optional.empty());
        if (racks.isEmpty()) {
            return Ngs2Error.SYSTEM;
        }
        racks.get().forEach(rack -> leases.end(rack.lease(), new GuestPtr<>(memory, 0, BufferRecord.class)));
        leases.end(system.lease(), buffer);
        return GuestStatus.OK;
    }

    // ---- asking and setting

    @HleExport(name = "sceNgs2SystemEnumHandles", nid = "vubFP0T6MP0")
    public int systems(@OrNull @SizedBy("most") @Out GuestArray<Long> all, int most) {
        return HandleList.fill(all, handles.systems().stream().map(SoundSystem::handle).toList());
    }

    @HleExport(name = "sceNgs2SystemEnumRackHandles", nid = "U-+7HsswcIs")
    public GuestValue racks(long handle, @OrNull @SizedBy("most") @Out GuestArray<Long> all, int most) {
        return handles.system(handle)
                .map(s -> locked.with(s, () -> GuestValue.of(HandleList.fill(all, s.racks().stream().map(Rack::handle).toList()))))
                .orElse(GuestValue.error(Ngs2Error.SYSTEM));
    }

    @HleExport(name = "sceNgs2SystemGetInfo", nid = "vU7TQ62pItw")
    public GuestStatus facts(long handle, @Out GuestPtr<Facts> facts, long bytes) {
        if (facts.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        if (bytes != FACTS_BYTES) {
            return Ngs2Error.OUT_SIZE;
        }
        SoundSystem system = handles.system(handle).orElse(null);
        if (system == null) {
            return Ngs2Error.SYSTEM;
        }
        BufferRecord buffer = system.lease().buffer();
        facts.set(locked.with(system, () -> new Facts(system.option().name(), handle, buffer.address(), buffer.bytes(), buffer.userValue(), 0,
                SystemOption.GRAIN_STEP, system.option().mostGrain(), 0, system.racks().size(), 0, 0, system.rendered(), system.rate(),
                system.grain())));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNgs2SystemSetGrainSamples", nid = "l4Q2dWEH6UM")
    public GuestStatus setGrain(long handle, int samples) {
        Optional<SoundSystem> system = handles.system(handle);
        if (system.isEmpty()) {
            return Ngs2Error.SYSTEM;
        }
        if (!SystemOption.isGrain(samples, system.get().option().mostGrain())) {
            return Ngs2Error.GRAIN;
        }
        return locked.with(system.get(), () -> {
            system.get().setGrain(samples);
            return GuestStatus.OK;
        });
    }

    @HleExport(name = "sceNgs2SystemSetSampleRate", nid = "-tbc2SxQD60")
    public GuestStatus setRate(long handle, int rate) {
        Optional<SoundSystem> system = handles.system(handle);
        if (system.isEmpty()) {
            return Ngs2Error.SYSTEM;
        }
        if (!SystemOption.isRate(rate)) {
            return Ngs2Error.SAMPLE_RATE;
        }
        return locked.with(system.get(), () -> {
            system.get().setRate(rate);
            return GuestStatus.OK;
        });
    }

    @HleExport(name = "sceNgs2SystemSetUserData", nid = "GZB2v0XnG0k")
    public GuestStatus setUserValue(long handle, long value) {
        Optional<SoundSystem> system = handles.system(handle);
        system.ifPresent(s -> s.setUserValue(value));
        return system.isPresent() ? GuestStatus.OK : Ngs2Error.SYSTEM;
    }

    @HleExport(name = "sceNgs2SystemGetUserData", nid = "4lFaRxd-aLs")
    public GuestStatus userValue(long handle, @Out GuestPtr<Long> value) {
        Optional<SoundSystem> system = handles.system(handle);
        if (system.isEmpty()) {
            return Ngs2Error.SYSTEM;
        }
        if (value.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        value.set(system.get().userValue());
        return GuestStatus.OK;
    }

    @HleExport(name = "sceNgs2SystemLock", nid = "gThZqM5PYlQ")
    public GuestStatus lock(long handle) {
        Optional<SoundSystem> system = handles.system(handle);
        system.ifPresent(locked::lock);
        return system.isPresent() ? GuestStatus.OK : Ngs2Error.SYSTEM;
    }

    @HleExport(name = "sceNgs2SystemUnlock", nid = "JXRC5n0RQls")
    public GuestStatus unlock(long handle) {
        Optional<SoundSystem> system = handles.system(handle);
        system.ifPresent(Locked::unlock);
        return system.isPresent() ? GuestStatus.OK : Ngs2Error.SYSTEM;
    }

    // ---- rendering

    @HleExport(name = "sceNgs2SystemRender", nid = "i0VnXM-C9fc")
    public GuestStatus render(long handle, @OrNull GuestPtr<RenderBuffer> buffers, int count) {
        SoundSystem system = handles.system(handle).orElse(null);
        if (system == null) {
            return Ngs2Error.SYSTEM;
        }
        if (count < 0 || count > MOST_BUFFERS) {
            return Ngs2Error.RENDER_COUNT;
        }
        if (count > 0 && buffers.isNull()) {
            throw new HleRefusal("sound is rendered into buffers that are not told, and the code for that is not known");
        }
        List<RenderBuffer> all = count == 0 ? List.of() : new GuestArray<>(memory, buffers.address(), count, RenderBuffer.class).read();
        for (RenderBuffer buffer : all) {
            GuestStatus checked = check(buffer);
            if (checked.code() != 0) {
                return checked;
            }
        }
        List<BlockEvent> events = locked.with(system, () -> {
            Map<Integer, float[][]> outputs = system.render();
            for (int i = 0; i < all.size(); i++) {
                write(all.get(i), outputs.getOrDefault(i, new float[0][]), system.grain());
            }
            return system.takeEvents();
        });
        events.forEach(this::tell);
        return GuestStatus.OK;
    }

    private static GuestStatus check(RenderBuffer buffer) {
        if (Encoding.of(buffer.type()).filter(Encoding::isRendered).isEmpty()) {
            return Ngs2Error.WAVEFORM_TYPE;
        }
        if (buffer.channels() < 1 || buffer.channels() > Format.MOST_CHANNELS) {
            return Ngs2Error.CHANNELS;
        }
        return buffer.address() == 0 ? Ngs2Error.RENDER_BUFFER : GuestStatus.OK;
    }

    /** As much of the grain as has room. */
    private void write(RenderBuffer buffer, float[][] sound, int grain) {
        Encoding encoding = Encoding.of(buffer.type()).orElseThrow();
        int channels = buffer.channels();
        long room = Long.divideUnsigned(buffer.bytes(), (long) encoding.valueBytes() * channels);
        int samples = (int) Math.min(grain, room);
        float[] mixed = new float[samples * channels];
        for (int channel = 0; channel < Math.min(channels, sound.length); channel++) {
            for (int i = 0; i < samples; i++) {
                mixed[i * channels + channel] = sound[channel][i];
            }
        }
        memory.putBytes(buffer.address(), encoding.encode(mixed));
    }

    private void tell(BlockEvent event) {
        long place = heap.allocate(TOLD_BYTES);
        try {
            new GuestPtr<>(memory, place, Told.class).set(new Told(event.callback().argument(), event.voice().handle(), event.event().flag(),
                    event.block().mark(), event.data(), (int) event.block().bytes(), event.repeated()));
            threads.current().call(event.callback().function(), place);
        } finally {
            heap.free(place);
        }
    }
}
