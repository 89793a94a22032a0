package org.lierne.lib.audio_out;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.lierne.hle.At;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.hle.SizedBy;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Contexts, users and ports of the newer audio output. Its error codes are not described, so calls that would need one are refused.
 * Documented: system calls, section 19. Assumed: lib.audio-out.contexts.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.audio-out", library = "libSceAudioOut2")
public final class ContextExports implements HleModule, TitleListener {
    private static final ContextParameters DEFAULTS = new ContextParameters(8, 0x40, 0, 2, 0x100, 1);
    private static final int MOST_GRAIN = 2048;
    private static final int MOST_QUEUED = 64;
    /** Our contexts live on the host; a title that asks for their size wants more than nothing. */
    private static final long CONTEXT_BYTES = 0x1_0000;
    private static final short PRIMARY = 1;
    private static final short FULL_VOLUME = -1;

    /** What a context is made from. */
    @GuestStruct(size = 0x40)
    public record ContextParameters(@At(0x00) int queue, @At(0x04) int second, @At(0x08) int third, @At(0x0C) int fourth, @At(0x10) int grain,
            @At(0x14) int sixth) {}

    /** One attribute of a context or port: what it is, where its value lies, and how long that is. */
    @GuestStruct(size = 0x18)
    public record Attribute(@At(0x00) int id, @At(0x08) long value, @At(0x10) long bytes) {}

    private final GuestThreads threads;
    private final Map<Long, AudioContext> contexts = new ConcurrentHashMap<>();
    /** By handle: the context of a port. */
    private final Map<Long, Long> ports = new ConcurrentHashMap<>();
    private final Map<Long, Integer> users = new ConcurrentHashMap<>();
    private final AtomicLong next = new AtomicLong(1);

    @Activate
    public ContextExports(@Reference GuestThreads threads) {
        this.threads = threads;
    }

    @Override
    public void titleStarting(Title title) {
        contexts.clear();
        ports.clear();
        users.clear();
    }

    private static <T> T needs(@Nullable T known, String what) {
        if (known == null) {
            throw new HleRefusal(what + "; the code for that is not known");
        }
        return known;
    }

    private AudioContext context(long handle) {
        return needs(contexts.get(handle), "no audio context 0x%x".formatted(handle));
    }

    @HleExport(name = "sceAudioOut2Initialize", nid = "g2tViFIohHE")
    public GuestStatus initialize() {
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2ContextResetParam", nid = "t5YrizufpQc")
    public GuestStatus reset(@Out GuestPtr<ContextParameters> parameters) {
        present(parameters, "no block of parameters");
        parameters.set(DEFAULTS);
        return GuestStatus.OK;
    }

    private static void present(GuestPtr<?> pointer, String what) {
        if (pointer.isNull()) {
            throw new HleRefusal(what + "; the code for that is not known");
        }
    }

    @HleExport(name = "sceAudioOut2ContextQueryMemory", nid = "pDmme7Bgm6E")
    public GuestStatus memory(GuestPtr<ContextParameters> parameters, @Out GuestPtr<Long> bytes) {
        present(parameters, "no block of parameters");
        present(bytes, "no place for the size");
        bytes.set(CONTEXT_BYTES);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2ContextCreate", nid = "0x6o1VVAYSY")
    public GuestStatus create(GuestPtr<ContextParameters> parameters, long memory, long bytes, @Out GuestPtr<Long> context) {
        present(parameters, "no block of parameters");
        present(context, "no place for the context");
        ContextParameters p = parameters.get();
        if (memory == 0 || bytes < CONTEXT_BYTES || p.grain() < 1 || p.grain() > MOST_GRAIN || p.queue() < 1 || p.queue() > MOST_QUEUED) {
            throw new HleRefusal("a context of %d grains of %d samples in %d bytes; the code for that is not known"
                    .formatted(p.queue(), p.grain(), bytes));
        }
        long handle = next.getAndIncrement();
        contexts.put(handle, new AudioContext(p.grain(), p.queue()));
        context.set(handle);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2ContextDestroy", nid = "on6ZH7Abo10")
    public GuestStatus destroy(long context) {
        context(context);
        contexts.remove(context);
        ports.values().removeIf(owner -> owner == context);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2ContextSetAttributes", nid = "4dq2rblWlg0")
    @SilentStub("lib.audio-out.silence")
    public GuestStatus setAttributes(long context, @SizedBy("count") GuestArray<Attribute> attributes, int count) {
        context(context);
        return GuestStatus.OK;
    }

    /** The grain's samples are those that the ports' attributes named; they are dropped. */
    @HleExport(name = "sceAudioOut2ContextAdvance", nid = "PE2zHMqLSHs")
    @SilentStub("lib.audio-out.silence")
    public GuestStatus advance(long context) {
        context(context);
        return GuestStatus.OK;
    }

    /** Queues a grain; waits for room if it may. */
    @HleExport(name = "sceAudioOut2ContextPush", nid = "aII9h5nli9U")
    @SilentStub("lib.audio-out.silence")
    public GuestStatus push(long context, int mayWait) {
        AudioContext known = context(context);
        if (mayWait == 0 && known.queued(System.nanoTime()) >= known.depth()) {
            throw new HleRefusal("a grain without room that may not wait; the code for that is not known");
        }
        try {
            TimeUnit.NANOSECONDS.sleep(known.push(System.nanoTime()));
        } catch (InterruptedException e) {
            throw threads.interrupted();
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2ContextGetQueueLevel", nid = "R7d0F1g2qsU")
    public GuestStatus level(long context, @Out GuestPtr<Integer> queued, @Out GuestPtr<Integer> free) {
        AudioContext known = context(context);
        int now = known.queued(System.nanoTime());
        if (!queued.isNull()) {
            queued.set(now);
        }
        if (!free.isNull()) {
            free.set(Math.max(0, known.depth() - now));
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2UserCreate", nid = "xywYcRB7nbQ")
    public GuestStatus createUser(int user, @Out GuestPtr<Long> handle) {
        present(handle, "no place for the user's handle");
        long made = next.getAndIncrement();
        users.put(made, user);
        handle.set(made);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2UserDestroy", nid = "IaZXJ9M79uo")
    public GuestStatus destroyUser(long handle) {
        needs(users.remove(handle), "no audio user 0x%x".formatted(handle));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2PortCreate", nid = "JK2wamZPzwM")
    public GuestStatus createPort(long context, GuestPtr<Integer> parameters, @Out GuestPtr<Long> port) {
        context(context);
        present(parameters, "no block of parameters");
        present(port, "no place for the port");
        long made = next.getAndIncrement();
        ports.put(made, context);
        port.set(made);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2PortDestroy", nid = "cd+Rtw+D1x8")
    public GuestStatus destroyPort(long port) {
        needs(ports.remove(port), "no audio port 0x%x".formatted(port));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAudioOut2PortSetAttributes", nid = "8XTArSPyWHk")
    @SilentStub("lib.audio-out.silence")
    public GuestStatus setPortAttributes(long port, @SizedBy("count") GuestArray<Attribute> attributes, int count) {
        needs(ports.get(port), "no audio port 0x%x".formatted(port));
        return GuestStatus.OK;
    }

    /** The first words of the older library's record. */
    @HleExport(name = "sceAudioOut2PortGetState", nid = "gatEUKG+Ea4")
    public GuestStatus state(long port, @Out GuestPtr<AudioOutExports.PortState> state) {
        needs(ports.get(port), "no audio port 0x%x".formatted(port));
        present(state, "no place for the state");
        state.set(new AudioOutExports.PortState(PRIMARY, (byte) 2, FULL_VOLUME, (short) 0, 0));
        return GuestStatus.OK;
    }
}
