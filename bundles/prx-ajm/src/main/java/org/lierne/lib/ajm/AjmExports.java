package org.lierne.lib.ajm;

import java.util.Optional;
import java.util.Set;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.host.media.MediaRefused;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Contexts, codecs and instances. Assumed: lib.ajm. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ajm", library = "libSceAjm")
public final class AjmExports implements HleModule {
    /** Facts of an ATRAC9 stream. */
    @GuestStruct(size = 0x14)
    public record Facts(@At(0x00) int channels, @At(0x04) int rate, @At(0x08) int frameSamples, @At(0x0C) int superframeSamples,
            @At(0x10) int superframeBytes) {}

    private final GuestMemory memory;
    private final AjmContexts contexts;

    @Activate
    public AjmExports(@Reference GuestMemory memory, @Reference AjmContexts contexts) {
        this.memory = memory;
        this.contexts = contexts;
    }

    @HleExport(name = "sceAjmInitialize", nid = "dl+4eHSzUu4")
    public GuestStatus initialize(long reserved, @Out GuestPtr<Integer> context) {
        if (context.isNull() || reserved != 0) {
            return AjmError.PARAMETER;
        }
        context.set(contexts.create());
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAjmFinalize", nid = "MHur6qCsUus")
    public GuestStatus end(int context) {
        return contexts.remove(context) ? GuestStatus.OK : AjmError.CONTEXT;
    }

    private static Codec known(int number) {
        return Codec.of(number).orElseThrow(() -> new HleRefusal("codec " + number + " is none of MP3, ATRAC9 and AAC"));
    }

    @HleExport(name = "sceAjmModuleRegister", nid = "Q3dyFuwGn64")
    public GuestStatus register(int context, int codec, long reserved) {
        Optional<Set<Codec>> codecs = contexts.codecs(context);
        if (codecs.isEmpty()) {
            return AjmError.CONTEXT;
        }
        if (reserved != 0) {
            return AjmError.PARAMETER;
        }
        return codecs.get().add(known(codec)) ? GuestStatus.OK : AjmError.ALREADY_REGISTERED;
    }

    @HleExport(name = "sceAjmModuleUnregister", nid = "Wi7DtlLV+KI")
    public GuestStatus unregister(int context, int codec) {
        Optional<Set<Codec>> codecs = contexts.codecs(context);
        if (codecs.isEmpty()) {
            return AjmError.CONTEXT;
        }
        return codecs.get().remove(known(codec)) ? GuestStatus.OK : AjmError.NOT_REGISTERED;
    }

    @SilentStub("lib.ajm.memory")
    @HleExport(name = "sceAjmMemoryRegister", nid = "bkRHEYG6lEM")
    public GuestStatus registerMemory(int context, long address, long pages) {
        return contexts.has(context) ? GuestStatus.OK : AjmError.CONTEXT;
    }

    @SilentStub("lib.ajm.memory")
    @HleExport(name = "sceAjmMemoryUnregister", nid = "pIpGiaYkHkM")
    public GuestStatus unregisterMemory(int context, long address) {
        return contexts.has(context) ? GuestStatus.OK : AjmError.CONTEXT;
    }

    @HleExport(name = "sceAjmInstanceCreate", nid = "AxoDrINp4J8")
    public GuestStatus create(int context, int codec, long flags, @Out GuestPtr<Integer> instance) {
        Optional<Set<Codec>> codecs = contexts.codecs(context);
        if (codecs.isEmpty()) {
            return AjmError.CONTEXT;
        }
        if (instance.isNull()) {
            return AjmError.PARAMETER;
        }
        Codec wanted = known(codec);
        if (!codecs.get().contains(wanted)) {
            return AjmError.NOT_REGISTERED;
        }
        int made = contexts.createInstance(wanted, flags);
        if (made == 0) {
            return AjmError.RESOURCES;
        }
        instance.set(made);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAjmInstanceDestroy", nid = "RbLbuKv8zho")
    public GuestStatus destroy(int context, int instance) {
        if (!contexts.has(context)) {
            return AjmError.CONTEXT;
        }
        return contexts.removeInstance(instance) ? GuestStatus.OK : AjmError.INSTANCE;
    }

    @HleExport(name = "sceAjmDecAt9ParseConfigData", nid = "1t3ixYNXyuc")
    public GuestStatus facts(long configuration, @Out GuestPtr<Facts> facts) {
        if (configuration == 0 || facts.isNull()) {
            return AjmError.PARAMETER;
        }
        try {
            Atrac9 stream = Atrac9.of(memory.getBytes(configuration, Atrac9.BYTES));
            facts.set(new Facts(stream.channels(), stream.rate(), stream.frameSamples(), stream.superframeSamples(), stream.superframeBytes()));
            return GuestStatus.OK;
        } catch (MediaRefused e) {
            return AjmError.PARAMETER;
        }
    }
}
