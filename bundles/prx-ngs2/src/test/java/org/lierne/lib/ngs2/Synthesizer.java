package org.lierne.lib.ngs2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.testing.ArrayGuestMemory;

/** The exports over a small memory, and a title's usual calls. */
final class Synthesizer {
    static final int GRAIN = 64;
    static final int I16 = 0x12;
    static final int F32 = 0x18;
    static final int SAMPLER = 0x1000;
    static final int SUBMIXER = 0x2000;
    static final int MASTERING = 0x3000;

    private static final long OUT = 0x1000;
    private static final long PARAMETER = 0x1100;
    private static final long BLOCK = 0x1200;
    private static final long LEVELS = 0x1300;
    private static final long BUFFERS = 0x1700;
    private static final long HEAP = 0x2000;
    private static final long SOUND = 0x8000;
    private static final long PLACE = 0x9_0000;

    final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x8_0000);
    final Map<Long, LongUnaryOperator> functions = new HashMap<>();
    int blocksInUse;
    private long nextBlock = HEAP;
    private final GuestHeap heap = new GuestHeap() {
        @Override
        public long allocate(long bytes) {
            blocksInUse++;
            nextBlock += 0x100;
            return nextBlock - 0x100;
        }

        @Override
        public void free(long address) {
            blocksInUse--;
        }
    };
    private final GuestThread thread = (GuestThread) Proxy.newProxyInstance(GuestThread.class.getClassLoader(), new Class<?>[] {GuestThread.class},
            (_, _, arguments) -> functions.get((Long) arguments[0]).applyAsLong(((long[]) arguments[1])[0]));
    final GuestThreads threads = (GuestThreads) Proxy.newProxyInstance(GuestThreads.class.getClassLoader(), new Class<?>[] {GuestThreads.class},
            (_, _, _) -> thread);
    final Handles handles = new Handles();
    private final Leases leases = new Leases(memory, threads, heap);
    final SystemExports systems = new SystemExports(memory, threads, heap, leases, handles);
    final RackExports racks = new RackExports(threads, leases, handles);
    final VoiceExports voices = new VoiceExports(memory, threads, handles);

    <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    GuestPtr<Long> handle() {
        memory.putLong(OUT, 0);
        return at(OUT, Long.class);
    }

    GuestPtr<BufferRecord> buffer() {
        at(OUT + 0x40, BufferRecord.class).set(new BufferRecord(PLACE, 0x10_0000, 0x55));
        return at(OUT + 0x40, BufferRecord.class);
    }

    /** A system whose grain is {@link #GRAIN} samples, 48,000 a second. */
    long system() {
        GuestPtr<SystemOption> option = at(PARAMETER, SystemOption.class);
        option.set(new SystemOption(0x90, "test", 0, 512, GRAIN, 48_000, 8));
        GuestPtr<Long> handle = handle();
        assertEquals(0, systems.create(option, buffer(), handle).code());
        return handle.get();
    }

    long rack(long system, int kind) {
        GuestPtr<Long> handle = handle();
        assertEquals(0, racks.create(system, kind, at(0, RackOption.class), buffer(), handle).code());
        return handle.get();
    }

    long voice(long rack, int index) {
        GuestPtr<Long> handle = handle();
        assertEquals(0, racks.voice(rack, index, handle).code());
        return handle.get();
    }

    /** Puts a parameter of so many bytes; its words after the head. */
    int control(long voice, int id, int bytes, int... words) {
        memory.putInt(PARAMETER, bytes);
        memory.putInt(PARAMETER + 4, id);
        for (int i = 0; i < words.length; i++) {
            memory.putInt(PARAMETER + 8 + 4L * i, words[i]);
        }
        return voices.control(voice, PARAMETER).code();
    }

    void act(long voice, int event) {
        assertEquals(0, control(voice, 6, 0x0C, event));
    }

    void patch(long voice, int port, long to) {
        assertEquals(0, control(voice, 5, 0x18, port, 0, (int) to, 0));
    }

    void levels(long voice, int matrix, float... levels) {
        for (int i = 0; i < levels.length; i++) {
            memory.putInt(LEVELS + 4L * i, Float.floatToIntBits(levels[i]));
        }
        assertEquals(0, control(voice, 1, 0x18, matrix, levels.length, (int) LEVELS, 0));
    }

    /** A mixer that plays, of so many channels. */
    long mixer(long system, int kind, int channels) {
        long voice = voice(rack(system, kind), 0);
        assertEquals(0, control(voice, kind << 16, 0x10, channels, 0));
        act(voice, Voice.PLAY);
        return voice;
    }

    /** A sampler with 16-bit samples, not yet playing. */
    long sampler(long system, int channels, int rate, int repeats, short... samples) {
        long voice = voice(rack(system, SAMPLER), 0);
        assertEquals(0, control(voice, 0x1000_0000, 0x20, I16, channels, rate, 0, 0, 0));
        add(voice, 0, channels, repeats, samples);
        return voice;
    }

    void add(long voice, int flags, int channels, int repeats, short... samples) {
        for (int i = 0; i < samples.length; i++) {
            memory.putShort(SOUND + 2L * i, samples[i]);
        }
        at(BLOCK, Block.class).set(new Block(0, 2L * samples.length, repeats, 0, samples.length / channels, 0, 0x77));
        assertEquals(0, control(voice, 0x1000_0001, 0x20, (int) SOUND, 0, flags, 1, (int) BLOCK, 0));
    }

    int flags(long voice) {
        GuestPtr<Integer> flags = at(OUT, Integer.class);
        assertEquals(0, voices.flags(voice, flags).code());
        return flags.get();
    }

    /** A grain, the channels' samples in turn. */
    float[] render(long system, int channels) {
        long into = 0x2_0000;
        at(BUFFERS, SystemExports.RenderBuffer.class).set(new SystemExports.RenderBuffer(into, 4L * GRAIN * channels, F32, channels));
        assertEquals(0, systems.render(system, at(BUFFERS, SystemExports.RenderBuffer.class), 1).code());
        float[] values = new float[GRAIN * channels];
        for (int i = 0; i < values.length; i++) {
            values[i] = memory.getFloat(into + 4L * i);
        }
        return values;
    }
}
