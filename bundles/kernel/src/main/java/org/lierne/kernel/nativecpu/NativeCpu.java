package org.lierne.kernel.nativecpu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.cpu.GuestCpu;
import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.cpu.RegisterFrame;
import org.lierne.kernel.shim.HostCpu;
import org.lierne.kernel.shim.Shim;
import org.lierne.kernel.space.MappedAddressSpace;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code kernel.cpu.native}: guest code runs in this process. Makes thunks at once and upcall stubs on the first call. */
@Component(service = {GuestCpu.class, NativeCpu.class})
public final class NativeCpu implements GuestCpu {
    private static final int MOST_FRONT_ARGUMENTS = 4;
    private static final MethodHandle ON_THROW;
    private static final MethodHandle FRAME;
    private static final MethodHandle BODY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ON_THROW = lookup.findVirtual(NativeCpu.class, "onThrow",
                    MethodType.methodType(void.class, CallTarget.class, Throwable.class, Object[].class));
            FRAME = lookup.findStatic(NativeCpu.class, "frame", MethodType.methodType(RegisterFrame.class, long.class));
            BODY = lookup.findGetter(Barrier.class, "body", MethodHandle.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Keeps an export's body out of its catcher's frame: a field that is not final cannot be inlined through. The error of a bad guest
     * pointer is delivered at the return of the compiled method; were that the catcher itself, it would be too late to catch.
     */
    private static final class Barrier {
        @SuppressWarnings("FieldMayBeFinal")
        private MethodHandle body;

        Barrier(MethodHandle body) {
            this.body = body;
        }
    }

    private record Stub(MemorySegment code, Arena arena) {}

    private final MappedAddressSpace space;
    private final AtomicReferenceArray<@Nullable Slot> slots = new AtomicReferenceArray<>(CallSlots.MAX_SLOTS);
    /** A guest thread may still be inside a stub whose bundle is gone, so they go between titles alone. */
    private final Map<CallTarget, Stub> stubs = new IdentityHashMap<>();
    private @Nullable CallSlots memory;
    private @Nullable StopReports reports;
    private @Nullable IntToLongFunction counts;
    private volatile @Nullable BiConsumer<CallTarget, String> refusals;

    @Activate
    public NativeCpu(@Reference MappedAddressSpace space) {
        this.space = space;
    }

    void attach(StopReports words, IntToLongFunction callsOfSlot) {
        this.reports = words;
        this.counts = callsOfSlot;
    }

    /** Who is told when an export's exception ends guest code: the target and the stop's line. */
    public void setRefusalListener(BiConsumer<CallTarget, String> listener) {
        refusals = listener;
    }

    @Override
    public String id() {
        return "kernel.cpu.native";
    }

    private synchronized CallSlots memory() {
        CallSlots made = memory;
        if (made == null) {
            HostCpu.check();
            Shim.install(space.lowest(), MappedAddressSpace.USER_HIGH);
            made = new CallSlots(space);
            memory = made;
            try {
                MethodHandle resolve = MethodHandles.lookup()
                        .findVirtual(NativeCpu.class, "resolve", MethodType.methodType(long.class, long.class)).bindTo(this);
                Shim.setResolver(Shim.linker().upcallStub(resolve, FunctionDescriptor.of(JAVA_LONG, JAVA_LONG), Arena.global()));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
        return made;
    }

    @Override
    public synchronized ImportSlot slot(Supplier<CallTarget> target) {
        CallSlots slotMemory = memory();
        Slot slot = new Slot(slotMemory, slotMemory.add(), target);
        slots.set(slot.index, slot);
        return slot;
    }

    /**
     * Forgets every slot; no guest thread may be left. Stubs of targets that are bound stay, for the next title that binds the same ones;
     * the others' bundles may be gone, and are let go of.
     */
    public synchronized void clear() {
        if (memory != null) {
            Set<CallTarget> bound = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int i = memory.count() - 1; i >= 0; i--) {
                Optional.ofNullable(slots.getAndSet(i, null)).flatMap(Slot::target).ifPresent(bound::add);
            }
            memory.clear();
            stubs.entrySet().removeIf(stub -> {
                boolean isStale = !bound.contains(stub.getKey());
                if (isStale) {
                    stub.getValue().arena.close();
                }
                return isStale;
            });
        }
    }

    /** The target a slot is bound to, for reports. */
    @Nullable CallTarget boundTarget(int index) {
        Slot slot = slots.get(index);
        return slot == null ? null : slot.bound;
    }

    /** Called by the lazy path on the first call of a slot, on a guest thread. @return the record to go on with */
    private long resolve(long index) {
        try {
            return Objects.requireNonNull(slots.get((int) index)).bind();
        } catch (Throwable e) {
            NativeThread thread = NativeThread.currentOrNull();
            if (thread == null) {
                throw new AssertionError("a slot was called outside of guest threads", e);
            }
            thread.pend(reports().stop(thread, GuestStop.Reason.EXPORT, "failed: an import cannot be bound at %s: %s"
                    .formatted(thread.caller(), e), e));
            return 0;
        }
    }

    private StopReports reports() {
        StopReports known = reports;
        if (known == null) {
            throw new IllegalStateException("guest code ran before guest threads were there");
        }
        return known;
    }

    private static RegisterFrame frame(long address) {
        return new RegisterFrame(Shim.MEMORY.asSlice(address, RegisterFrame.BYTES), Shim.MEMORY.get(JAVA_LONG, address + RegisterFrame.BYTES));
    }

    @SuppressWarnings("MustBeClosedChecker") // closed with the stub, in clear
    private synchronized MemorySegment stub(CallTarget target) {
        return stubs.computeIfAbsent(target, t -> {
            Arena arena = Arena.ofShared();
            return new Stub(makeStub(t, arena), arena);
        }).code;
    }

    private MemorySegment makeStub(CallTarget target, Arena arena) {
        CallShape shape = target.shape();
        MethodHandle body = target.handle();
        FunctionDescriptor descriptor = descriptor(shape);
        if (shape.variadic()) {
            body = MethodHandles.filterArguments(body, 0, FRAME);
        }
        MethodType type = descriptor.toMethodType();
        if (!body.type().equals(type)) {
            throw new IllegalStateException("%s is bound as %s but has the shape %s".formatted(target.function(), body.type(), type));
        }
        MethodHandle through = MethodHandles.collectArguments(MethodHandles.exactInvoker(type), 0, BODY.bindTo(new Barrier(body)));
        MethodHandle handler = MethodHandles.insertArguments(ON_THROW, 0, this, target)
                .asCollector(Object[].class, type.parameterCount())
                .asType(type.insertParameterTypes(0, Throwable.class).changeReturnType(void.class));
        if (type.returnType() != void.class) {
            handler = MethodHandles.filterReturnValue(handler, MethodHandles.zero(type.returnType()));
        }
        MethodHandle caught = MethodHandles.catchException(through, Throwable.class, handler);
        return Shim.linker().upcallStub(caught, descriptor, arena);
    }

    private static FunctionDescriptor descriptor(CallShape shape) {
        MemoryLayout[] parameters = shape.variadic() ? new MemoryLayout[] {JAVA_LONG}
                : shape.parameters().stream().map(NativeCpu::layout).toArray(MemoryLayout[]::new);
        return switch (shape.result()) {
            case VOID -> FunctionDescriptor.ofVoid(parameters);
            case LONG -> FunctionDescriptor.of(JAVA_LONG, parameters);
            case FLOAT -> FunctionDescriptor.of(JAVA_FLOAT, parameters);
            case DOUBLE -> FunctionDescriptor.of(JAVA_DOUBLE, parameters);
        };
    }

    private static MemoryLayout layout(CallShape.Kind kind) {
        return switch (kind) {
            case LONG -> JAVA_LONG;
            case FLOAT -> JAVA_FLOAT;
            case DOUBLE -> JAVA_DOUBLE;
        };
    }

    private static String path(CallTarget target) {
        CallShape shape = target.shape();
        if (!target.front().isEmpty()) {
            if (!isRestartable(target) || shape.parameters().size() > MOST_FRONT_ARGUMENTS || shape.result() != CallShape.Result.LONG) {
                throw new IllegalStateException("%s cannot have a front in the shape %s".formatted(target.function(), shape));
            }
            return "hle_front";
        }
        return shape.variadic() ? "hle_variadic" : shape.stackWords() > 0 ? "hle_stack" : "hle_plain";
    }

    /** The catcher: an export threw. What leaves an upcall stub ends the process, so nothing does. */
    private void onThrow(CallTarget target, Throwable cause, Object[] arguments) {
        NativeThread thread = NativeThread.currentOrNull();
        if (thread == null) {
            throw new AssertionError("an export was called outside of guest threads", cause);
        }
        if (cause instanceof Unwinding.Restart && isRestartable(target)) {
            thread.restart(entryOf(target), arguments);
            return;
        }
        if (cause instanceof Unwinding || cause instanceof GuestStop) {
            thread.pend(cause);
            return;
        }
        try {
            GuestStop stop = reports().thrown(thread, target, target.shape().variadic() ? named(target, arguments) : arguments, cause);
            thread.pend(stop);
            BiConsumer<CallTarget, String> listener = refusals;
            if (listener != null) {
                listener.accept(target, stop.getMessage());
            }
        } catch (Throwable second) {
            thread.pend(new GuestStop(GuestStop.Reason.EXPORT, "failed: %s %s: %s".formatted(target.library(), target.function(), cause),
                    "host", Map.of(), List.of(), List.of(), cause));
        }
    }

    /** Floating-point arguments and those of variadic calls are not kept. */
    private static boolean isRestartable(CallTarget target) {
        return !target.shape().variadic() && target.shape().parameters().stream().allMatch(k -> k == CallShape.Kind.LONG);
    }

    /** An import that calls this target. */
    private long entryOf(CallTarget target) {
        CallSlots known = memory();
        for (int i = 0; i < known.count(); i++) {
            if (boundTarget(i) == target) {
                return CallSlots.thunk(i);
            }
        }
        throw new IllegalStateException(target.function() + " was called and is bound to no import");
    }

    /** The named arguments of a variadic call that came in integer registers. */
    private static Object[] named(CallTarget target, Object[] arguments) {
        long frame = (Long) arguments[0];
        Object[] named = new Object[Math.min(target.parameterNames().size(), RegisterFrame.VECTORS / Long.BYTES)];
        for (int i = 0; i < named.length; i++) {
            named[i] = Shim.MEMORY.get(JAVA_LONG, frame + 8L * i);
        }
        return named;
    }

    private final class Slot implements ImportSlot {
        private final CallSlots slotMemory;
        private final int index;
        private final Supplier<CallTarget> source;
        private final long lazyRecord;
        private long record;
        private long changes;
        private volatile @Nullable CallTarget bound;

        Slot(CallSlots slotMemory, int index, Supplier<CallTarget> source) {
            this.slotMemory = slotMemory;
            this.index = index;
            this.source = source;
            this.lazyRecord = CallSlots.current(index);
            this.record = lazyRecord;
        }

        @Override
        public long entry() {
            return CallSlots.thunk(index);
        }

        /** The source is asked outside of the lock: it may wait for a bundle that is on its way back, whose stop unbinds this slot. */
        private long bind() {
            OptionalLong made = OptionalLong.empty();
            while (made.isEmpty()) {
                long asked = changes();
                made = bind(source.get(), asked);
            }
            return made.getAsLong();
        }

        private synchronized long changes() {
            return changes;
        }

        /** @return empty if who serves the import changed since the target was asked for */
        private synchronized OptionalLong bind(CallTarget target, long asked) {
            if (changes != asked) {
                return OptionalLong.empty();
            }
            if (record == lazyRecord) {
                long front = target.front().isEmpty() ? 0 : Shim.address(target.front());
                long made = slotMemory.record(index, stub(target).address(), Shim.address(path(target)), target.shape().stackWords(), front);
                bound = target;
                record = made;
                CallSlots.point(index, made);
            }
            return OptionalLong.of(record);
        }

        /** What it is bound to now. */
        private synchronized Optional<CallTarget> target() {
            return record == lazyRecord ? Optional.empty() : Optional.ofNullable(bound);
        }

        @Override
        public synchronized void unbind() {
            changes++;
            record = lazyRecord;
            CallSlots.point(index, lazyRecord);
        }

        @Override
        public long calls() {
            IntToLongFunction known = counts;
            return known == null ? 0 : known.applyAsLong(index);
        }
    }
}
