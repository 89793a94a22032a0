package org.lierne.agc.driver;

import static org.lierne.agc.packet.Pm4.*;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

import org.lierne.agc.packet.Header;
import org.lierne.agc.packet.Packet;
import org.lierne.agc.packet.PacketText;
import org.lierne.agc.packet.SoftwareTag;
import org.lierne.agc.register.RegisterSpace;
import org.lierne.agc.register.Registers;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;

/**
 * Parses and executes the packets of one queue. Words are read when they are reached, never before: titles patch
 * buffers already queued. Runs on the queue's thread only; a wait returns to the caller, which runs the processor again
 * when it holds.
 *
 * <p>A packet that is known but cannot be honoured is refused alone: it is reported and the next one is reached by its
 * size. A stream that cannot be followed (an illegal header, a packet that runs past the end, a skip into a packet)
 * throws {@link WorkRefused}.
 */
final class CommandProcessor {
    private static final int NO_REGISTER = 0x280;
    private static final int MAX_DEPTH = 16;
    /** Buffers entered without a wait: a chain that leads back to itself never ends. */
    private static final int MAX_ENTERED = 1 << 16;
    /** Draws of one packet; a count in memory may be anything. */
    private static final int MAX_DRAWS = 1 << 20;
    private static final int MEMORY_SPACE = 1;
    /** Of the draw initiator. */
    private static final int OPAQUE = 1 << 6;
    private static final Set<Packet> FLOW = Set.of(COND_EXEC, INDIRECT_BUFFER, INDIRECT_BUFFER_CNST, WAIT_REG_MEM,
            WAIT_REG_MEM64, REWIND, MEM_SEMAPHORE);
    private static final int INDEX_TYPE_REGISTER = Registers.VGT_INDEX_TYPE.offset();

    /** What a packet does. One that sets {@link #waiting} is executed again when the wait holds. */
    @FunctionalInterface
    private interface Action {
        void run(int[] words);
    }

    /** A buffer in execution. */
    private static final class Stream {
        private long at;
        private final long end;

        Stream(long at, long end) {
            this.at = at;
            this.end = end;
        }
    }

    private final int queue;
    private final GuestMemory memory;
    private final RegisterFile registers;
    private final Engine engine;
    private final Flips flips;
    private final Interrupts interrupts;
    private final Consumer<String> refusals;
    private final @Nullable PacketRecorder recorder;
    private final @Nullable Action[] actions = new Action[256];
    private final Deque<Stream> streams = new ArrayDeque<>();

    private @Nullable Stream stream;
    private int entered;
    private Step.@Nullable Waiting waiting;
    private long drawArguments;
    private long dispatchArguments;
    private long indexBase;
    private int indexCount;
    private int instances = 1;
    private boolean isPredicated;
    private boolean isSkipping;
    private long packets;
    private final LastPackets last = new LastPackets();
    private long draws;
    private long dispatches;

    /**
     * @param refusals is told each refused packet, one line in the refusal shape
     * @param recorder null where nobody writes packets down
     */
    CommandProcessor(int queue, GuestMemory memory, RegisterFile registers, Engine engine, Flips flips,
            Interrupts interrupts, Consumer<String> refusals, @Nullable PacketRecorder recorder) {
        this.queue = queue;
        this.memory = memory;
        this.registers = registers;
        this.engine = engine;
        this.flips = flips;
        this.interrupts = interrupts;
        this.refusals = refusals;
        this.recorder = recorder;
        actions();
    }

    /** A processor that goes on from a state. */
    static CommandProcessor of(int queue, QueueState state, GuestMemory memory, Engine engine, Flips flips,
            Consumer<String> refusals) {
        CommandProcessor processor = new CommandProcessor(queue, memory, RegisterFile.of(state.registers(),
                state.defaults()), engine, flips, (id, context) -> {}, refusals, null);
        processor.drawArguments = state.drawArguments();
        processor.dispatchArguments = state.dispatchArguments();
        processor.indexBase = state.indexBase();
        processor.indexCount = state.indexCount();
        processor.instances = state.instances();
        processor.isPredicated = state.isPredicated();
        processor.isSkipping = state.isSkipping();
        return processor;
    }

    QueueState state() {
        return new QueueState(registers.values(), registers.defaults(), drawArguments, dispatchArguments, indexBase,
                indexCount, instances, isPredicated, isSkipping);
    }

    int queue() {
        return queue;
    }

    /** What the packets behind the present one would write, in the buffers entered so far. */
    void pendingWrites(PendingWrites writes) {
        Stream current = stream;
        if (current != null) {
            long behind = current.at + 4L * Math.max(1, Header.dwords(memory.getInt(current.at)));
            writes.scan(behind, current.end);
        }
        streams.forEach(s -> writes.scan(s.at, s.end));
    }

    GuestMemory memory() {
        return memory;
    }

    /** Whether the last packet waits for something. */
    boolean isWaiting() {
        return waiting != null;
    }

    private void actions() {
        on(NOP, this::nop);
        on(SET_BASE, this::setBase);
        on(CLEAR_STATE, w -> registers.resetContext());
        on(INDEX_BUFFER_SIZE, w -> indexCount = w[1]);
        on(DISPATCH_DIRECT, w -> dispatch(w[1], w[2], w[3], w[4]));
        on(DISPATCH_INDIRECT, this::dispatchIndirect);
        on(ATOMIC_MEM, this::atomic);
        on(SET_PREDICATION, this::setPredication);
        on(COND_EXEC, this::condExec);
        on(DRAW_INDIRECT, w -> drawIndirect(w, DRAW_INDIRECT, false));
        on(DRAW_INDEX_INDIRECT, w -> drawIndirect(w, DRAW_INDEX_INDIRECT, true));
        on(INDEX_BASE, w -> indexBase = wide(w, 1));
        on(DRAW_INDEX_2, w -> draw(new DrawCall(w[4], new DrawCall.Indices(wide(w, 2), w[1]), 0, 0, 0, instances, 0)));
        on(CONTEXT_CONTROL, w -> {});
        on(CONTEXT_REG_RMW, this::modifyContext);
        on(INDEX_TYPE, w -> registers.set(RegisterSpace.UC, INDEX_TYPE_REGISTER, w[1] & 3));
        on(DRAW_INDIRECT_MULTI, w -> drawMulti(w, DRAW_INDIRECT_MULTI, false));
        on(DRAW_INDEX_AUTO, this::drawAuto);
        on(NUM_INSTANCES, w -> instances = w[1] == 0 ? 1 : w[1]);
        on(DRAW_INDEX_OFFSET_2, w -> draw(new DrawCall(w[3], new DrawCall.Indices(indexBase, w[1]), w[2], 0, 0,
                instances, 0)));
        on(WRITE_DATA, this::writeData);
        on(DRAW_INDEX_INDIRECT_MULTI, w -> drawMulti(w, DRAW_INDEX_INDIRECT_MULTI, true));
        on(MEM_SEMAPHORE, this::semaphore);
        on(WAIT_REG_MEM, w -> waitOn(w, WAIT_REG_MEM));
        on(WAIT_REG_MEM64, w -> waitOn(w, WAIT_REG_MEM64));
        on(INDIRECT_BUFFER, this::indirectBuffer);
        on(INDIRECT_BUFFER_CNST, this::indirectBuffer);
        on(COPY_DATA, this::copyData);
        on(PFP_SYNC_ME, w -> {});
        on(COND_WRITE, this::condWrite);
        on(EVENT_WRITE, this::event);
        on(EVENT_WRITE_EOP, w -> endOfPipe(w, EVENT_WRITE_EOP));
        on(EVENT_WRITE_EOS, w -> endOfShader(w));
        on(RELEASE_MEM, this::release);
        on(DMA_DATA, this::dma);
        on(ACQUIRE_MEM, w -> engine.barrier());
        on(REWIND, this::rewind);
        on(PRIME_UTCL2, w -> {});
        on(SET_SH_REG_INDIRECT, w -> load(w, RegisterSpace.SH, SET_SH_REG_INDIRECT));
        on(SET_UCONFIG_REG_INDIRECT, w -> load(w, RegisterSpace.UC, SET_UCONFIG_REG_INDIRECT));
        on(SET_CONTEXT_REG_INDIRECT, w -> load(w, RegisterSpace.CX, SET_CONTEXT_REG_INDIRECT));
        on(SET_CONFIG_REG, w -> set(w, RegisterSpace.CONFIG));
        on(SET_CONTEXT_REG, w -> set(w, RegisterSpace.CX));
        on(SET_SH_REG, w -> set(w, RegisterSpace.SH));
        on(SET_UCONFIG_REG, w -> set(w, RegisterSpace.UC));
        on(SET_UCONFIG_REG_INDEX, w -> set(w, RegisterSpace.UC));
    }

    private void on(Packet packet, Action action) {
        actions[packet.opcode()] = action;
    }

    /** Starts a submitted buffer; the one before must be done. */
    void enter(long address, int dwords) {
        streams.clear();
        stream = new Stream(address, address + 4L * dwords);
    }

    /** A queue starts each title from the defaults. */
    void reset() {
        registers.reset();
        instances = 1;
        isPredicated = false;
        isSkipping = false;
    }

    long packets() {
        return packets;
    }

    /** What was read last. */
    List<String> lastPackets() {
        return last.lines();
    }

    long draws() {
        return draws;
    }

    long dispatches() {
        return dispatches;
    }

    RegisterFile registers() {
        return registers;
    }

    /** Executes until the buffer ends or a wait does not hold. */
    Step run() {
        waiting = null;
        entered = 0;
        while (stream != null) {
            if (stream.at >= stream.end) {
                stream = streams.poll();
                continue;
            }
            Stream current = stream;
            long at = current.at;
            int[] words;
            try {
                words = packet(current);
            } catch (GuestMemoryFault e) {
                throw lost(at, String.valueOf(e.getMessage()));
            }
            current.at = at + 4L * words.length;
            packets++;
            last.add(at, words);
            if (recorder == null) {
                execute(words, at);
            } else {
                recorder.execute(this, words, () -> execute(words, at));
            }
            if (waiting != null) {
                current.at = at;
                return waiting;
            }
        }
        return new Step.Done();
    }

    /** Executes a packet out of its stream: what only leads through streams, or waits, is passed over. */
    void executeAlone(int[] words) {
        boolean isFlow = Header.type(words[0]) == 3 && (isFlow(byOpcode(Header.opcode(words[0])))
                || Header.opcode(words[0]) == NOP.opcode() && SoftwareTag.WAIT_FLIP.matches(words[0]));
        if (!isFlow) {
            execute(words, 0);
        }
    }

    private static boolean isFlow(@Nullable Packet packet) {
        return packet != null && FLOW.contains(packet);
    }

    private int[] packet(Stream current) {
        int header = memory.getInt(current.at);
        int dwords = Header.dwords(header);
        if (dwords == 0) {
            throw lost(current.at, "header 0x%08x is of type 1, which is illegal".formatted(header));
        }
        long left = (current.end - current.at) / 4;
        if (dwords > left) {
            throw lost(current.at, "packet 0x%08x has %d dwords, the buffer ends after %d".formatted(header, dwords,
                    left));
        }
        int[] words = new int[dwords];
        words[0] = header;
        for (int i = 1; i < dwords; i++) {
            words[i] = memory.getInt(current.at + 4L * i);
        }
        return words;
    }

    private WorkRefused lost(long at, String reason) {
        return new WorkRefused("refused at packet 0x%x of queue 0x%x: %s".formatted(at, queue, reason));
    }

    private void refuse(long at, int[] words, String reason) {
        refusals.accept("refused at packet 0x%x of queue 0x%x: %s: %s".formatted(at, queue, PacketText.of(words),
                reason));
    }

    private void execute(int[] words, long at) {
        switch (Header.type(words[0])) {
            case 0 -> typeZero(words, at);
            case 3 -> typeThree(words, at);
            default -> { }
        }
    }

    private void typeThree(int[] words, long at) {
        if ((words[0] & Header.PREDICATE) != 0 && isPredicated && isSkipping) {
            return;
        }
        Action action = actions[Header.opcode(words[0])];
        if (action == null) {
            refuse(at, words, UnhonouredPackets.reason(Header.opcode(words[0])));
            return;
        }
        Packet row = byOpcode(Header.opcode(words[0]));
        if (row != null && words.length < row.dwords()) {
            refuse(at, words, "it has %d dwords, at least %d are expected".formatted(words.length, row.dwords()));
            return;
        }
        try {
            action.run(words);
        } catch (GuestMemoryFault e) {
            refuse(at, words, String.valueOf(e.getMessage()));
        } catch (PacketRefused e) {
            refuse(at, words, String.valueOf(e.getMessage()));
        }
    }

    private long value(int[] words, Packet packet, String name) {
        return packet.field(name).get(words);
    }

    private static long wide(int[] words, int index) {
        return Integer.toUnsignedLong(words[index]) | (long) words[index + 1] << 32;
    }

    // --- registers ---------------------------------------------------------------------------------------------

    private void typeZero(int[] words, long at) {
        int first = words[0] & 0xFFFF;
        for (int i = 1; i < words.length; i++) {
            int register = first + i - 1;
            boolean isKnown = false;
            for (RegisterSpace space : RegisterSpace.values()) {
                if (register >= space.base() && register < space.base() + space.size()) {
                    isKnown = registers.set(space, register - space.base(), words[i]);
                }
            }
            if (!isKnown) {
                refuse(at, words, "register 0x%x is in no space".formatted(register));
                return;
            }
        }
    }

    private void set(int[] words, RegisterSpace space) {
        int offset = words[1] & 0xFFFF;
        for (int i = 2; i < words.length; i++) {
            set(space, offset + i - 2, words[i]);
        }
    }

    private void set(RegisterSpace space, int offset, int value) {
        if (!registers.set(space, offset, value)) {
            throw new PacketRefused("offset 0x%x is outside of the %s registers".formatted(offset, space));
        }
    }

    /** Replaces the bits of one context register that the mask names. */
    private void modifyContext(int[] words) {
        int offset = (int) value(words, CONTEXT_REG_RMW, "offset");
        int mask = words[2];
        int before = offset < RegisterSpace.CX.size() ? registers.get(RegisterSpace.CX, offset) : 0;
        set(RegisterSpace.CX, offset, before & ~mask | words[3] & mask);
    }

    /** Pairs of offset and value, or values of consecutive registers; read now, not when the packet was built. */
    private void load(int[] words, RegisterSpace space, Packet packet) {
        long address = value(words, packet, "address") & ~3L;
        int count = (int) value(words, packet, "count");
        int first = (int) value(words, packet, "register");
        if (value(words, packet, "pairs") != 0) {
            for (int i = 0; i < count; i++) {
                set(space, memory.getInt(address + 8L * i), memory.getInt(address + 8L * i + 4));
            }
        } else {
            for (int i = 0; i < count; i++) {
                set(space, first + i, memory.getInt(address + 4L * i));
            }
        }
    }

    // --- draws and dispatches ----------------------------------------------------------------------------------

    private void setBase(int[] words) {
        long address = value(words, SET_BASE, "address") & ~7L;
        if (value(words, SET_BASE, "index") != 1) {
            throw new PacketRefused("base " + value(words, SET_BASE, "index")
                    + ": only the base of indirect arguments, 1, is known");
        }
        if ((words[0] & Header.COMPUTE) != 0) {
            dispatchArguments = address;
        } else {
            drawArguments = address;
        }
    }

    private void drawAuto(int[] words) {
        if ((words[2] & OPAQUE) != 0) {
            throw new PacketRefused("its count comes from stream-out, which is not kept");
        }
        draw(new DrawCall(words[1], null, 0, 0, 0, instances, 0));
    }

    private void draw(DrawCall call) {
        draws++;
        if (call.count() != 0) {
            engine.draw(call, registers);
        }
    }

    private void dispatch(int x, int y, int z, int initiator) {
        dispatches++;
        if (x != 0 && y != 0 && z != 0) {
            registers.set(RegisterSpace.SH, Registers.COMPUTE_DISPATCH_INITIATOR.offset(), initiator);
            engine.dispatch(x, y, z, initiator, registers);
        }
    }

    /** Three dwords: offset from the base. Four: the address itself. */
    private void dispatchIndirect(int[] words) {
        long at = words.length == 3 ? dispatchArguments + Integer.toUnsignedLong(words[1]) : wide(words, 1);
        engine.settle();
        dispatch(memory.getInt(at), memory.getInt(at + 4), memory.getInt(at + 8), words[words.length - 1]);
    }

    private void drawIndirect(int[] words, Packet packet, boolean isIndexed) {
        engine.settle();
        drawArguments(words, packet, isIndexed, drawArguments + Integer.toUnsignedLong(words[1]), 0);
    }

    private void drawMulti(int[] words, Packet packet, boolean isIndexed) {
        engine.settle();
        int count = words[5];
        if (value(words, packet, "count_in_memory") != 0) {
            count = (int) Math.min(Integer.toUnsignedLong(count),
                    Integer.toUnsignedLong(memory.getInt(value(words, packet, "count_address") & ~3L)));
        }
        if (Integer.toUnsignedLong(count) > MAX_DRAWS) {
            throw new PacketRefused("%d draws, at most %d are done".formatted(Integer.toUnsignedLong(count),
                    MAX_DRAWS));
        }
        long base = drawArguments + Integer.toUnsignedLong(words[1]);
        for (int i = 0; i < count; i++) {
            drawArguments(words, packet, isIndexed, base + i * value(words, packet, "stride"), i);
        }
    }

    /**
     * Arguments as every interface has them: counts, first vertex or index, base vertex, first instance. The user
     * registers that the packet names take the draw's own values.
     */
    private void drawArguments(int[] words, Packet packet, boolean isIndexed, long at, int drawIndex) {
        int count = memory.getInt(at);
        int drawInstances = memory.getInt(at + 4);
        int first = memory.getInt(at + 8);
        int baseVertex = isIndexed ? memory.getInt(at + 12) : first;
        int firstInstance = memory.getInt(at + (isIndexed ? 16 : 12));
        userRegister((int) value(words, packet, "base_vertex"), baseVertex);
        userRegister((int) value(words, packet, "start_instance"), firstInstance);
        if (isIndexed && value(words, packet, "start_index_enable") != 0) {
            userRegister((int) value(words, packet, "start_index"), first);
        }
        if (packet == DRAW_INDIRECT_MULTI || packet == DRAW_INDEX_INDIRECT_MULTI) {
            if (value(words, packet, "draw_index_enable") != 0) {
                userRegister((int) value(words, packet, "draw_index"), drawIndex);
            }
        }
        if (drawInstances != 0) {
            draw(isIndexed
                    ? new DrawCall(count, new DrawCall.Indices(indexBase, indexCount), first, baseVertex,
                    firstInstance, drawInstances, drawIndex) : new DrawCall(count, null, 0, baseVertex, firstInstance,
                    drawInstances, drawIndex));
        }
    }

    private void userRegister(int offset, int value) {
        if (offset != NO_REGISTER && offset != 0) {
            set(RegisterSpace.SH, offset, value);
        }
    }

    // --- flow --------------------------------------------------------------------------------------------------

    private void setPredication(int[] words) {
        int operation = (int) value(words, SET_PREDICATION, "operation");
        long address = value(words, SET_PREDICATION, "address") & ~0xFL;
        boolean drawsIfSet = value(words, SET_PREDICATION, "condition") != 0;
        if (value(words, SET_PREDICATION, "continues") != 0 && operation != 0) {
            isPredicated = false;
            throw new PacketRefused("how it goes on from the predication before is not known");
        }
        switch (operation) {
            case 0 -> isPredicated = false;
            case 1 -> {
                engine.settle();
                isPredicated = true;
                isSkipping = SampleCounts.hasPassed(memory, address) != drawsIfSet;
            }
            case 3, 4 -> {
                engine.settle();
                long word = operation == 3 ? memory.getLong(address) : memory.getInt(address);
                isPredicated = true;
                isSkipping = word != 0 != drawsIfSet;
            }
            default -> {
                isPredicated = false;
                throw new PacketRefused("predication by operation " + operation
                        + ": counts of primitives are not kept");
            }
        }
    }

    /** Skips whole packets when the word is zero. */
    private void condExec(int[] words) {
        Stream current = Objects.requireNonNull(stream);
        int skip = (int) value(words, COND_EXEC, "dwords");
        engine.settle();
        if (memory.getInt(value(words, COND_EXEC, "address") & ~3L) != 0) {
            return;
        }
        long end = current.at + 4L * skip;
        if (end > current.end) {
            throw lost(current.at, "the skip of %d dwords runs past the end of the buffer".formatted(skip));
        }
        long at = current.at;
        while (at < end) {
            int dwords = Header.dwords(memory.getInt(at));
            if (dwords == 0) {
                throw lost(at, "a packet of type 1 is to be skipped");
            }
            at += 4L * dwords;
        }
        if (at != end) {
            throw lost(current.at, "the skip of %d dwords ends inside a packet".formatted(skip));
        }
        current.at = end;
    }

    private void indirectBuffer(int[] words) {
        if (words.length >= BRANCH.dwords() && Header.opcode(words[0]) == BRANCH.opcode()) {
            branch(words);
            return;
        }
        enter(value(words, INDIRECT_BUFFER, "address") & ~3L, (int) value(words, INDIRECT_BUFFER, "dwords"),
                value(words, INDIRECT_BUFFER, "chain") != 0);
    }

    private static final int IF_THEN = 1;
    private static final int IF_THEN_ELSE = 2;

    /** A side that is not there, or has no dwords, goes on behind the packet. */
    private void branch(int[] words) {
        int mode = (int) value(words, BRANCH, "mode");
        if (mode != IF_THEN && mode != IF_THEN_ELSE) {
            throw new PacketRefused("mode " + mode + ": only one side, 1, and two sides, 2, are known");
        }
        engine.settle();
        long found = memory.getLong(value(words, BRANCH, "compare") & ~7L) & value(words, BRANCH, "mask");
        boolean isThen = Comparison.holds((int) value(words, BRANCH, "function"), found,
                value(words, BRANCH, "reference"));
        long target = value(words, BRANCH, isThen ? "then" : "else") & ~3L;
        int dwords = (int) value(words, BRANCH, isThen ? "then_dwords" : "else_dwords");
        if ((isThen || mode == IF_THEN_ELSE) && target != 0 && dwords != 0) {
            enter(target, dwords, false);
        }
    }

    private void enter(long address, int dwords, boolean isChain) {
        if (!isChain) {
            if (streams.size() >= MAX_DEPTH) {
                throw lost(address, "buffers are nested deeper than " + MAX_DEPTH);
            }
            streams.push(Objects.requireNonNull(stream));
        }
        if (++entered > MAX_ENTERED) {
            throw lost(address, "more than %d buffers are entered without a wait".formatted(MAX_ENTERED));
        }
        stream = new Stream(address, address + 4L * dwords);
    }

    private void waitOn(int[] words, Packet packet) {
        if (value(words, packet, "space") != MEMORY_SPACE) {
            throw new PacketRefused("a wait on a register");
        }
        int function = (int) value(words, packet, "function");
        boolean isWide = packet == WAIT_REG_MEM64;
        long address = value(words, packet, "address") & (isWide ? ~7L : ~3L);
        long reference = value(words, packet, "reference");
        long mask = value(words, packet, "mask");
        BooleanSupplier holds = () -> Comparison.holds(function,
                (isWide ? memory.getLong(address) : Integer.toUnsignedLong(memory.getInt(address))) & mask, reference);
        if (!holds.getAsBoolean()) {
            waiting = new Step.Waiting("[0x%x] & 0x%x %s 0x%x".formatted(address, mask, Comparison.sign(function),
                    reference), address, holds);
        }
    }

    /** The title patches the valid bit of the packet itself. */
    private void rewind(int[] words) {
        if (words[1] >= 0) {
            long at = Objects.requireNonNull(stream).at - 4L * words.length;
            waiting = new Step.Waiting("rewind at 0x%x".formatted(at), at + 4, () -> memory.getInt(at + 4) < 0);
        }
    }

    private void semaphore(int[] words) {
        long address = value(words, MEM_SEMAPHORE, "address") & ~7L;
        switch ((int) value(words, MEM_SEMAPHORE, "operation")) {
            case 6 -> {
                boolean isFlag = value(words, MEM_SEMAPHORE, "signal_type") != 0;
                checkWritable(address, 8);
                engine.whenDone(() -> MemoryAtomic.update(memory, address, count -> isFlag ? 1 : count + 1));
            }
            case 7 -> {
                long before = MemoryAtomic.update(memory, address, count -> count == 0 ? 0 : count - 1);
                if (before == 0) {
                    waiting = new Step.Waiting("semaphore at 0x%x".formatted(address), address,
                            () -> memory.getLong(address) != 0);
                }
            }
            default -> throw new PacketRefused("only signal, 6, and wait, 7, are known");
        }
    }

    // --- memory ------------------------------------------------------------------------------------------------

    private void writeData(int[] words) {
        int destination = (int) value(words, WRITE_DATA, "dst");
        long address = value(words, WRITE_DATA, "address");
        boolean isOneAddress = value(words, WRITE_DATA, "one_address") != 0;
        switch (destination) {
            case 0 -> {
                if ((address & 0xFFFFFFFFL) != RegisterSpace.UC.base() + 0x343) {
                    throw new PacketRefused("a write to register 0x%x".formatted(address));
                }
            }
            case 1, 2, 5 -> store(address & ~3L, isOneAddress ? 4 : 4L * (words.length - 4), () -> {
                for (int i = 4; i < words.length; i++) {
                    memory.putInt((address & ~3L) + (isOneAddress ? 0 : 4L * (i - 4)), words[i]);
                }
            });
            case 3 -> {
                for (int i = 4; i < words.length; i++) {
                    engine.globalShare().put((address & ~3L) + (isOneAddress ? 0 : 4L * (i - 4)), words[i]);
                }
            }
            default -> throw new PacketRefused("destination " + destination);
        }
    }

    /** Memory is written behind what was flushed before, and looked at again by what reads it. */
    private void store(long address, long bytes, Runnable stores) {
        engine.writes(address, bytes);
        stores.run();
        engine.wrote(address, bytes);
    }

    private void copyData(int[] words) {
        boolean isWide = value(words, COPY_DATA, "size") != 0;
        long source = value(words, COPY_DATA, "source");
        long destination = value(words, COPY_DATA, "destination");
        int from = (int) value(words, COPY_DATA, "src");
        if (from == 1 || from == 2) {
            engine.reads(source, isWide ? 8 : 4);
        }
        long data = switch (from) {
            case 3 -> shared(source, isWide);
            case 1, 2 -> isWide ? memory.getLong(source) : memory.getInt(source);
            case 5 -> source;
            case 9, 10 -> engine.clock();
            default -> throw new PacketRefused("source " + from);
        };
        switch ((int) value(words, COPY_DATA, "dst")) {
            case 1, 2, 5 -> write(destination, data, isWide);
            case 3 -> {
                engine.globalShare().put(destination, (int) data);
                if (isWide) {
                    engine.globalShare().put(destination + 4, (int) (data >>> 32));
                }
            }
            default -> throw new PacketRefused("destination " + value(words, COPY_DATA, "dst"));
        }
    }

    private long shared(long offset, boolean isWide) {
        long low = Integer.toUnsignedLong(engine.globalShare().get(offset));
        return isWide ? low | (long) engine.globalShare().get(offset + 4) << 32 : low;
    }

    private void write(long address, long data, boolean isWide) {
        if (isWide) {
            store(address, 8, () -> memory.putLong(address, data));
        } else {
            store(address, 4, () -> memory.putInt(address, (int) data));
        }
    }

    private void condWrite(int[] words) {
        if (value(words, COND_WRITE, "poll_space") != 1 || value(words, COND_WRITE, "write_space") != 1) {
            throw new PacketRefused("only memory is known as a place");
        }
        engine.settle();
        long found = memory.getInt(value(words, COND_WRITE, "poll") & ~3L) & value(words, COND_WRITE, "mask");
        if (Comparison.holds((int) value(words, COND_WRITE, "function"), found & 0xFFFFFFFFL,
                value(words, COND_WRITE, "reference"))) {
            write(value(words, COND_WRITE, "write") & ~3L, value(words, COND_WRITE, "data"), false);
        }
    }

    private void atomic(int[] words) {
        long address = value(words, ATOMIC_MEM, "address");
        engine.settle();
        MemoryAtomic atomic = MemoryAtomic.of((int) value(words, ATOMIC_MEM, "operation"));
        if (atomic == null) {
            throw new PacketRefused("operation 0x%x".formatted(value(words, ATOMIC_MEM, "operation")));
        }
        if (address % atomic.bytes() != 0) {
            throw new PacketRefused("0x%x is no multiple of %d".formatted(address, atomic.bytes()));
        }
        if (value(words, ATOMIC_MEM, "command") == LOOP_UNTIL_EQUAL) {
            exchangeWhenEqual(atomic, address, words);
            return;
        }
        store(address, atomic.bytes(), () -> atomic.apply(memory, address, value(words, ATOMIC_MEM, "source"),
                value(words, ATOMIC_MEM, "compare")));
    }

    private static final int LOOP_UNTIL_EQUAL = 1;

    /** The exchange is tried again until the word held what it is compared with. */
    private void exchangeWhenEqual(MemoryAtomic atomic, long address, int[] words) {
        if (atomic.kind() != MemoryAtomic.Kind.COMPARE_SWAP) {
            throw new PacketRefused("a loop until a comparison holds, and the operation compares nothing");
        }
        long source = value(words, ATOMIC_MEM, "source");
        long compare = value(words, ATOMIC_MEM, "compare");
        engine.writes(address, atomic.bytes());
        if (!atomic.exchange(memory, address, source, compare)) {
            waiting = new Step.Waiting("[0x%x] == 0x%x to exchange it".formatted(address, compare), address,
                    () -> atomic.isEqual(memory, address, compare));
            return;
        }
        engine.wrote(address, atomic.bytes());
    }

    private void dma(int[] words) {
        int bytes = (int) value(words, DMA_DATA, "bytes");
        int from = (int) value(words, DMA_DATA, "src");
        int to = (int) value(words, DMA_DATA, "dst");
        long source = value(words, DMA_DATA, "source");
        long destination = value(words, DMA_DATA, "destination");
        if (value(words, DMA_DATA, "src_register") != 0 || value(words, DMA_DATA, "dst_register") != 0) {
            throw new PacketRefused("a register as source or destination");
        }
        if (value(words, DMA_DATA, "dst_fixed") != 0 || value(words, DMA_DATA, "src_fixed") != 0 && from != 2) {
            throw new PacketRefused("an address that stays the same");
        }
        if (to == 2) {
            return;
        }
        if (to == 1 || from == 1) {
            shareDma(from, source, to, destination, bytes);
            return;
        }
        engine.reads(destination, bytes);
        if (from != 2) {
            engine.reads(source, bytes);
        }
        store(destination, bytes, () -> {
            if (from == 2) {
                for (long i = 0; i + 4 <= bytes; i += 4) {
                    memory.putInt(destination + i, (int) source);
                }
            } else {
                memory.view(destination, bytes, Access.WRITE).copyFrom(memory.view(source, bytes, Access.READ));
            }
        });
        engine.barrier();
    }

    /** Whole words between memory, immediate data and the global data share. */
    private void shareDma(int from, long source, int to, long destination, int bytes) {
        if (from != 1 && from != 2) {
            engine.reads(source, bytes);
        }
        for (long i = 0; i + 4 <= bytes; i += 4) {
            int word = from == 2 ? (int) source : from == 1 ? engine.globalShare().get(source + i) : memory.getInt(source + i);
            if (to == 1) {
                engine.globalShare().put(destination + i, word);
            } else {
                memory.putInt(destination + i, word);
            }
        }
        if (to != 1) {
            engine.wrote(destination, bytes);
            engine.barrier();
        }
    }

    // --- events ------------------------------------------------------------------------------------------------

    private static final int ZPASS_DONE = 0x15;
    private static final int SAMPLE_PIPELINE_STATISTICS = 0x1E;
    private static final int PIXEL_PIPE_STAT_CONTROL = 0x38;
    private static final int PIXEL_PIPE_STAT_DUMP = 0x39;
    /** Of the control's first word: the counter of samples in [8:3], and reports of 128 bits in [10:9]. Documented: Mesa, PAL. */
    private static final int STAT_CONTROL_MASK = 0x7F8;
    private static final int SAMPLES_IN_128_BITS = 2 << 9;

    private void event(int[] words) {
        int type = (int) value(words, EVENT_WRITE, "event");
        switch (type) {
            case ZPASS_DONE, PIXEL_PIPE_STAT_DUMP -> {
                if (words.length < 4) {
                    throw new PacketRefused("samples are to be reported, and no address says where");
                }
                engine.reportSamples(wide(words, 2) & 0xFFFF_FFFF_FFF8L);
            }
            case PIXEL_PIPE_STAT_CONTROL -> {
                if (words.length >= 4 && (words[2] & STAT_CONTROL_MASK) != SAMPLES_IN_128_BITS) {
                    throw new PacketRefused("pixel pipes are to count by 0x%x: only samples, in 128 bits a pipe, are known".formatted(words[2]));
                }
            }
            case SAMPLE_PIPELINE_STATISTICS -> throw new PacketRefused("statistics of the pipeline are not kept");
            default -> engine.barrier();
        }
    }

    private void endOfPipe(int[] words, Packet packet) {
        long address = value(words, packet, "address") & 0xFFFF_FFFF_FFFCL;
        int selects = words[3] >>> 16;
        long data = value(words, packet, "data");
        finish(address, selects >>> 13 & 7, selects >>> 8 & 3, data, 0, words);
    }

    private void endOfShader(int[] words) {
        long address = value(words, EVENT_WRITE_EOS, "address") & 0xFFFF_FFFF_FFFCL;
        if (words[3] >>> 29 != 2) {
            throw new PacketRefused("command " + (words[3] >>> 29) + ": only a store of 32 bits, 2, is known");
        }
        finish(address, 1, 0, words[4], 0, words);
    }

    private void release(int[] words) {
        finish(value(words, RELEASE_MEM, "address") & ~3L, (int) value(words, RELEASE_MEM, "data_sel"),
                (int) value(words, RELEASE_MEM, "interrupt"), value(words, RELEASE_MEM, "data"),
                (int) value(words, RELEASE_MEM, "context"), words);
    }

    /** RELEASE_MEM: words of the global data share, the first and their number in the data. */
    private static final int SHARE_SELECT = 5;

    /** Writes the label and raises the event when everything before is done. */
    private void finish(long address, int dataSelect, int interrupt, long data, int context, int[] words) {
        if (interrupt == 4) {
            engine.whenDone(() -> interrupts.raise(queue, context));
            return;
        }
        if (dataSelect > SHARE_SELECT) {
            throw new PacketRefused("data select " + dataSelect + " writes nothing here");
        }
        boolean isRaised = interrupt == 1 || interrupt == 2;
        int sharedWords = dataSelect == SHARE_SELECT ? (int) (data >>> 16) & 0xFFFF : 0;
        GlobalShare share = sharedWords > 0 ? engine.globalShare() : null;
        if (share != null) {
            // Both ends are there, or the packet is refused now.
            share.get(4 * ((data & 0xFFFF) + sharedWords - 1));
            checkWritable(address, 4 * sharedWords);
        } else if (dataSelect != 0 && dataSelect != SHARE_SELECT) {
            checkWritable(address, dataSelect == 1 ? 4 : 8);
        }
        engine.whenVisible(() -> {
            switch (dataSelect) {
                case 1 -> memory.putInt(address, (int) data);
                case 2 -> memory.putLong(address, data);
                case 3, 4 -> memory.putLong(address, engine.clock());
                case SHARE_SELECT -> {
                    for (int i = 0; share != null && i < sharedWords; i++) {
                        memory.putInt(address + 4L * i, share.get(4 * ((data & 0xFFFF) + i)));
                    }
                }
                default -> { }
            }
            if (isRaised) {
                interrupts.raise(queue, context);
            }
        });
    }

    /** What is written when the work is done has to be refused now. */
    private void checkWritable(long address, int bytes) {
        if (!memory.isMapped(address, bytes, Access.WRITE)) {
            throw new PacketRefused("the word at 0x%x is not mapped for writing".formatted(address));
        }
    }

    // --- software packets --------------------------------------------------------------------------------------

    private void nop(int[] words) {
        int header = words[0];
        if (SoftwareTag.FLIP.matches(header) && words.length == 6) {
            Flips.Reservation flip = flips.reserve(words[1], words[2], words[3], wide(words, 4));
            engine.whenDone(flip::ready);
        } else if (SoftwareTag.WAIT_FLIP.matches(header) && words.length >= 3) {
            int handle = words[1];
            int index = words[2];
            if (!flips.isSafe(handle, index)) {
                waiting = new Step.Waiting("display %d to leave buffer %d".formatted(handle, index), 0,
                        () -> flips.isSafe(handle, index));
            }
        } else if (SoftwareTag.PUSH_MARKER.matches(header)) {
            engine.pushMarker(text(words));
        } else if (SoftwareTag.POP_MARKER.matches(header)) {
            engine.popMarker();
        } else if (SoftwareTag.DRAW_RESET.matches(header) || SoftwareTag.COMPUTE_RESET.matches(header)) {
            reset();
        }
    }

    private static String text(int[] words) {
        byte[] bytes = new byte[4 * (words.length - 1)];
        int length = bytes.length;
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (words[1 + i / 4] >>> 8 * (i % 4));
            if (bytes[i] == 0 && length == bytes.length) {
                length = i;
            }
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
