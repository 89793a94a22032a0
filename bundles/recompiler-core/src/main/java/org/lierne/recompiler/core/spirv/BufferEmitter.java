package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.DeviceFault;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.UnifiedFormat;

/**
 * Memory behind buffer descriptors and pointers, and workgroup memory. All three are arrays of words; narrow elements are cut out of
 * and put into words. Range checks follow the descriptor's mode (facts: 0 index and offset, 1 index, 2 none, 3 raw bytes); what they
 * reject reads zero and is not written.
 */
final class BufferEmitter {
    /** Vulkan's scope numbers for atomics. */
    private static final int DEVICE = Spv.Scope.Device.code();
    private static final int NONE = -1;
    /** Rule C-053: an element that lies past the end of every buffer, whatever is added to it. */
    private static final int HARMLESS_ELEMENT = 0xfffffffe;

    /** What a binding is read and written through. */
    private enum View {
        /** Words; others' writes are seen. */
        WORDS,
        /** Words, for accesses that need not see what others write meanwhile (rule C-031). */
        PLAIN_WORDS,
        /** Pairs of words, for atomics. */
        PAIRS
    }

    private record ViewKey(int resource, View view) {}

    /**
     * Where an access goes.
     *
     * @param byteAddress bytes from the start of the array, for the access's first element
     * @param active whether this lane loads; null for always, and for what is no load
     * @param inRange whether the range check lets it through; null for always
     * @param rawLimit first byte past the range, from the same start, where each dword is checked by itself; else null
     * @param resource what is behind it, {@link #NONE} for LDS
     * @param crosses whether an element may reach into a second word of the array
     */
    private record Address(WordStore store, int byteAddress, @Nullable Integer active, @Nullable Integer inRange, @Nullable RawCheck rawLimit,
            int resource, boolean crosses) {
        Address(WordStore store, int byteAddress, @Nullable Integer inRange, @Nullable RawCheck rawLimit, int resource) {
            this(store, byteAddress, null, inRange, rawLimit, resource, false);
        }

        Address where(@Nullable Integer isActive) {
            return new Address(store, byteAddress, isActive, inRange, rawLimit, resource, crosses);
        }

        /** The same for use behind a branch that checked lane and range. */
        Address checked() {
            return new Address(store, byteAddress, null, null, null, resource, crosses);
        }

        Address crossing() {
            return new Address(store, byteAddress, active, inRange, rawLimit, resource, true);
        }

        /** The same where it turned out to be a multiple of a dword. */
        Address within() {
            return new Address(store, byteAddress, active, inRange, rawLimit, resource, false);
        }

        Address onlyWhere(@Nullable Integer isThere) {
            return new Address(store, byteAddress, active, isThere, rawLimit, resource, crosses);
        }
    }

    /** A byte offset to compare with the number of bytes. */
    private record RawCheck(int offset, int bytes) {}

    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final MemoryUse use;
    private final Map<ViewKey, WordStore> stores = new HashMap<>();
    private final Map<Integer, Integer> bindings = new HashMap<>();
    private final LocalShare lds;
    private final LowZeros zeros;
    private final SpanReads spans;
    /** Where each exchange starts: an instruction that has two of them exchanges at two addresses. */
    private final Map<Pc, Integer> exchanges = new HashMap<>();

    BufferEmitter(Emission emission, StageEmitter stage, WaveLayout layout) {
        this.emission = emission;
        this.code = emission.code;
        this.module = emission.module;
        this.use = MemoryUse.of(emission.ir);
        this.lds = new LocalShare(emission, use, stage, layout);
        this.zeros = new LowZeros(emission.ir);
        this.spans = new SpanReads(module);
    }

    boolean isLdsInMemory() {
        return lds.isInMemory();
    }

    /** What has to happen before the program's own instructions. */
    void begin() {
        lds.begin();
    }

    // Instructions.

    void scalarLoad(ScalarLoad load) {
        ShaderResource resource = emission.resource(load.place(), load.pc());
        int offset = emission.value(load.offset());
        Address address;
        if (resource.kind() == ShaderResource.Kind.MEMORY) {
            address = memory(resource, code.addConstant(offset, load.offsetBytes()), false);
        } else {
            int aligned = code.and(code.addConstant(offset, load.offsetBytes()), code.constant(-4));
            int bias = code.and(emission.constant(new ConstantWord.BufferBias(resource.index())), code.constant(-4));
            int bytes = bytesOf(resource);
            address = new Address(store(resource, false), code.add(bias, aligned), null, new RawCheck(aligned, bytes), resource.index());
        }
        emission.bind(load.result(), load(address, Element.dwords(1)));
    }

    void buffer(BufferAccess access) {
        ShaderResource resource = emission.resource(access.buffer(), access.pc());
        if (emission.descriptor(resource).isNull()) {
            if (access.result() != null) {
                emission.bind(access.result(), module.constantNull(emission.type(access.result().type())));
            }
            return;
        }
        if (isSwizzled(resource) && access.element().form() == Element.Form.RAW && access.element().count() > 1 && !access.op().isAtomic()) {
            dwords(access, resource);
            return;
        }
        if (access.op() == MemoryOp.LOAD && access.element().form() == Element.Form.RAW && !isPairLoad(access)) {
            guardedLoad(access.guard(), access.result(), address(access, resource), access.element());
            return;
        }
        guarded(access.guard(), access.result(), () -> {
            Address address = address(access, resource);
            if (access.element().form() != Element.Form.RAW) {
                return formatted(access, resource, address);
            }
            if (isPairLoad(access)) {
                return loadPair(address);
            }
            return raw(access.op(), address, access.element(), access.data(), access.pc());
        });
    }

    /** Dwords of a swizzled buffer do not follow each other: each has its own address. */
    private void dwords(BufferAccess access, ShaderResource resource) {
        int count = access.element().count();
        if (access.op() == MemoryOp.LOAD) {
            Integer guard = access.guard() == null ? null : (Integer) emission.value(access.guard());
            int[] words = new int[count];
            for (int i = 0; i < count; i++) {
                words[i] = load(address(dword(access, i), resource).where(guard), Element.dwords(1));
            }
            if (access.result() != null) {
                emission.bind(access.result(), code.construct(module.typeVector(code.word(), count), words));
            }
            return;
        }
        guarded(access.guard(), null, () -> {
            Integer none = null;
            for (int i = 0; i < count; i++) {
                none = raw(access.op(), address(dword(access, i), resource), Element.dwords(1), List.of(access.data().get(i)), access.pc());
            }
            return none;
        });
    }

    private static BufferAccess dword(BufferAccess access, int number) {
        return new BufferAccess(access.result(), access.op(), access.buffer(), access.index(), access.offset(), access.scalarOffset(),
                access.offsetBytes() + 4 * number, Element.dwords(1), access.format(), access.d16(), access.coherent(), access.data(), access.guard(),
                access.pc());
    }

    private boolean isSwizzled(ShaderResource resource) {
        int word = emission.descriptor(resource).word(1);
        return word < 0 && (word >>> 16 & 0x3fff) != 0;
    }

    void global(GlobalAccess access) {
        if (access.op() == MemoryOp.LOAD) {
            Address address = address(access);
            if (access.guard() != null && address.store.isPhysical()
                    && emission.acts(EmissionQuirks.ADDRESS_SPANS, access.pc(), "a load through an address stands in no branch")) {
                unbranchedLoad(access, access.guard(), address);
            } else {
                guardedLoad(access.guard(), access.result(), address, access.element());
            }
            return;
        }
        MemoryOp op = inAnyOrder(access);
        guarded(access.guard(), access.result(), () -> raw(op, address(access), access.element(), access.data(), access.pc()));
    }

    /** All lanes load, those that must not from the harmless address, and their result is zero (rule C-048). */
    private void unbranchedLoad(GlobalAccess access, Value guard, Address address) {
        Ssa result = access.result();
        if (result != null) {
            int type = emission.type(result.type());
            int allowed = emission.value(guard);
            int read = address.crosses && result.type().size() > 1 ? span(address, result.type().size(), allowed) : load(address, access.element());
            emission.bind(result, code.select(type, allowed, read, module.constantNull(type)));
        }
    }

    /** Several dwords that may lie off their boundary: one selection, with no load in either arm. */
    private int span(Address address, int count, int allowed) {
        int wide = module.typeInt(64);
        int start = code.op(OpIAdd, wide, address.store.variable(), code.op(OpUConvert, wide, address.byteAddress));
        int type = module.typeVector(code.word(), count);
        return code.choose(code.both(allowed, isAligned(address, 4)), type, () -> code.op(OpFunctionCall, type, spans.inPlace(count), start),
                () -> code.op(OpFunctionCall, type, spans.byBytes(count), start));
    }

    /** Behind a pointer that the host knows, or at an address of the device that was looked up. */
    private Address address(GlobalAccess access) {
        if (access.place() instanceof Place.Address known && access.segment() == GlobalAccess.Segment.GLOBAL
                && access.offset() instanceof Const none && none.bits() == 0) {
            int address = emission.value(known.address());
            Value guard = access.guard();
            Address words = physical(access.op() == MemoryOp.LOAD && guard != null ? harmlessUnless(emission.value(guard), address) : address);
            return mayCross(access, zeros.of(known.address())) ? words.crossing() : words;
        }
        ShaderResource resource = emission.resource(access.place(), access.pc());
        Address words = memory(resource, emission.value(access.offset()), access.coherent());
        return resource.kind() == ShaderResource.Kind.MEMORY && mayCross(access, Math.min(zeros.of(access.offset()),
                Integer.numberOfTrailingZeros(emission.descriptor(resource).word(0)))) ? words.crossing() : words;
    }

    /** Whether an element of a load or store may reach into a second dword: the exact bytes count, wherever they lie (rule C-048). */
    private static boolean mayCross(GlobalAccess access, int lowZeros) {
        int bytes = Math.min(access.element().bits(), Integer.SIZE) / Byte.SIZE;
        return !access.op().isAtomic() && lowZeros < Integer.numberOfTrailingZeros(bytes);
    }

    /** An address, or that of the table of addresses itself: some hosts load for lanes too that a branch leaves out. */
    private int harmlessUnless(int allowed, int address) {
        ShaderResource spans = emission.ir.resources().stream().filter(each -> each.kind() == ShaderResource.Kind.SPANS).findFirst().orElseThrow();
        int low = emission.constant(new ConstantWord.MemoryStart(spans.index(), false));
        int high = emission.constant(new ConstantWord.MemoryStart(spans.index(), true));
        int wide = module.typeInt(64);
        int table = code.op(OpBitcast, wide, code.construct(module.typeVector(code.word(), 2), low, high));
        return code.select(wide, allowed, address, table);
    }

    /** The words from the pair on in which an address lies. */
    private Address physical(int address) {
        module.physicalAddresses();
        int wide = module.typeInt(64);
        int pair = code.op(OpBitwiseAnd, wide, address, module.constant(wide, 64, -8));
        int offset = code.and(code.op(OpUConvert, code.word(), address), code.constant(7));
        return new Address(new WordStore(pair, Spv.StorageClass.PhysicalStorageBuffer, DEVICE, 0, 0, MemoryModes.BUFFER_FLOAT_ATOMICS), offset,
                null, null, NONE);
    }

    private MemoryOp inAnyOrder(GlobalAccess access) {
        if (access.op() != MemoryOp.ORDERED_ADD && access.op() != MemoryOp.ORDERED_SWAP) {
            return access.op();
        }
        emission.require(MemoryModes.ORDERED_COUNT, access.pc(), "the waves of a dispatch count in any order");
        return access.op() == MemoryOp.ORDERED_ADD ? MemoryOp.ADD : MemoryOp.SWAP;
    }

    /** @param block where the access stands */
    void lds(LdsAccess access, int block) {
        if (access.op() == MemoryOp.LOAD) {
            guardedLoad(access.guard(), access.result(), ldsAddress(access, block), access.element());
            return;
        }
        if (access.op() == MemoryOp.SWAP && !exchanges.computeIfAbsent(access.pc(), _ -> access.offsetBytes()).equals(access.offsetBytes())) {
            emission.require(MemoryModes.EXCHANGE_TWO, access.pc(), "a lane's second exchange follows its first");
        }
        orderInWave(access.pc());
        guarded(access.guard(), access.result(),
                () -> raw(access.op(), ldsAddress(access, block), access.element(), access.data(), access.pc()));
        orderInWave(access.pc());
    }

    /** What changes LDS comes behind the wave's accesses before it, and before those behind it. */
    private void orderInWave(Pc pc) {
        if (emission.program.stage() == ShaderStage.COMPUTE
                && emission.acts(EmissionQuirks.WAVE_LDS_ORDER, pc, "a memory barrier of the subgroup orders the wave's LDS accesses")) {
            int memory = lds.isInMemory() ? Spv.MemorySemantics.UniformMemory.code() : Spv.MemorySemantics.WorkgroupMemory.code();
            code.effect(OpMemoryBarrier, code.constant(Spv.Scope.Subgroup.code()), code.constant(Spv.MemorySemantics.AcquireRelease.code() | memory));
        }
    }

    private Address ldsAddress(LdsAccess access, int block) {
        int address = code.addConstant(emission.value(access.address()), access.offsetBytes());
        return new Address(lds.store(access.pc()), lds.byteAddress(address), lds.inRange(access, block, address), null, NONE);
    }

    private void guardedLoad(@Nullable Value guard, @Nullable Ssa result, Address address, Element element) {
        if (result != null) {
            emission.bind(result, load(address.where(guard == null ? null : (Integer) emission.value(guard)), element));
        }
    }

    private void guarded(@Nullable Value guard, @Nullable Ssa result, java.util.function.Supplier<@Nullable Integer> body) {
        Integer condition = guard == null ? null : (Integer) emission.value(guard);
        if (result == null) {
            code.when(condition, () -> {
                Integer unread = body.get();
                assert unread == null || unread > 0;
            });
            return;
        }
        int type = emission.type(result.type());
        if (condition == null) {
            emission.bind(result, present(body.get()));
        } else {
            emission.bind(result, code.when(condition, type, module.constantNull(type), () -> present(body.get())));
        }
    }

    private static int present(@Nullable Integer id) {
        if (id == null) {
            throw new IllegalStateException("an access with a result gave none");
        }
        return id;
    }

    // Addresses.

    private Address address(BufferAccess access, ShaderResource resource) {
        DescriptorWords words = emission.descriptor(resource);
        int stride = words.word(1) >>> 16 & 0x3fff;
        boolean isSwizzled = isSwizzled(resource);
        if (isSwizzled && elementBytes(access, words) > Integer.BYTES) {
            throw emission.refuse(access.pc(), "the buffer's descriptor asks for swizzled addressing, which is modelled for dwords and less alone");
        }
        if ((words.word(3) >>> 23 & 1) != 0) {
            throw emission.refuse(access.pc(), "the buffer's descriptor adds the thread id, which is not modelled yet");
        }
        int misplaced = words.word(0) & 3;
        if (misplaced != 0) {
            emission.require(MemoryModes.ALIGNMENT, access.pc(), "the buffer's base lies off a dword boundary");
        }
        int offset = access.offset() == null ? code.constant(access.offsetBytes())
                : code.addConstant(emission.value(access.offset()), access.offsetBytes());
        int index = access.index() == null ? code.constant(0) : emission.value(access.index());
        int linear = access.index() == null || stride == 0 ? offset
                : code.add(code.mul(index, code.constant(stride)), offset);
        int scalar = emission.value(access.scalarOffset());
        boolean hasScalar = !Integer.valueOf(0).equals(Emission.constantWord(access.scalarOffset()));
        int whole = hasScalar ? code.add(linear, scalar) : linear;
        int records = emission.constant(new ConstantWord.Evaluated(resource.path().words().get(2)));
        boolean isAtomic = access.op().isAtomic();
        boolean exact = emission.isOn(MemoryModes.EXACT_BYTES);
        int place = isSwizzled ? code.add(swizzled(index, offset, stride, words.word(3)), scalar) : whole;
        // Rule C-029: dword accesses count whole dwords from the base, wherever that lies.
        int moved = misplaced != 0 && !exact && !isAtomic && access.element().bits() >= 32 ? code.and(place, code.constant(-4)) : place;
        int start = code.add(emission.constant(new ConstantWord.BufferBias(resource.index())), moved);
        WordStore store = store(resource, access.coherent());
        int number = resource.index();
        Address address = checked(words, new Extent(index, offset, whole, records, stride), store, start, number);
        if (isAtomic) {
            return misplaced == 0 ? address : behindBase(address, whole, misplaced);
        }
        return misplaced != 0 || exact ? address.crossing() : address;
    }

    private static int elementBytes(BufferAccess access, DescriptorWords words) {
        int number = access.element().form() == Element.Form.INSTRUCTION_FORMAT ? access.format() : words.word(3) >>> 12 & 0x7f;
        UnifiedFormat format = access.element().form() == Element.Form.RAW ? null : UnifiedFormat.of(number);
        return format == null ? access.element().bits() / Byte.SIZE : format.bytes();
    }

    /**
     * The byte at which records lie whose dwords are interleaved, those of 8, 16, 32 or 64 records together. Documented: RDNA 2 ISA, "Buffer
     * Addressing", swizzled.
     */
    private int swizzled(int index, int offset, int stride, int word3) {
        int shift = 3 + (word3 >>> 21 & 3);
        int group = code.shiftRightConstant(index, shift);
        int within = code.and(index, code.constant((1 << shift) - 1));
        int dwords = code.add(code.mul(group, code.constant(stride)), code.and(offset, code.constant(-4)));
        int start = code.add(code.shiftLeft(dwords, code.constant(shift)), code.shiftLeft(within, code.constant(2)));
        return code.add(start, code.and(offset, code.constant(3)));
    }

    /** Rule C-027: an atomic whose dword would begin before the base is out of bounds. */
    private Address behindBase(Address address, int offset, int misplaced) {
        int isBehind = code.op(OpUGreaterThanEqual, code.bool(), offset, code.constant(4 - misplaced));
        return address.onlyWhere(both(address.inRange, isBehind));
    }

    /** What a range check looks at. */
    private record Extent(int index, int offset, int whole, int records, int stride) {}

    private Address checked(DescriptorWords words, Extent e, WordStore store, int start, int number) {
        return switch (words.word(3) >>> 28 & 3) {
            case 0 -> new Address(store, start, code.both(code.lessUnsigned(e.index, e.records),
                    code.lessUnsigned(e.offset, code.constant(Math.max(e.stride, 1)))), null, number);
            case 1 -> new Address(store, start, code.lessUnsigned(e.index, e.records), null, number);
            case 2 -> new Address(store, start, code.notEqual(e.records, code.constant(0)), null, number);
            default -> new Address(store, start, null, new RawCheck(e.whole, e.records), number);
        };
    }

    private int bytesOf(ShaderResource resource) {
        int records = emission.constant(new ConstantWord.Evaluated(resource.path().words().get(2)));
        int stride = emission.descriptor(resource).word(1) >>> 16 & 0x3fff;
        return stride <= 1 ? records : code.mul(records, code.constant(stride));
    }

    /** An address in the range bound around a pointer; everything outside of the range is outside of guest memory. */
    private Address memory(ShaderResource resource, int offset, boolean coherent) {
        WordStore store = store(resource, coherent);
        if (resource.kind() != ShaderResource.Kind.MEMORY) {
            int words = code.op(OpArrayLength, code.word(), store.variable(), 0);
            return new Address(store, offset, code.lessUnsigned(code.shiftRightConstant(offset, 2), words), null, resource.index());
        }
        int pointer = emission.constant(new ConstantWord.Evaluated(resource.path().words().get(0)));
        int start = emission.constant(new ConstantWord.MemoryStart(resource.index(), false));
        int address = code.add(code.sub(pointer, start), offset);
        int length = code.op(OpArrayLength, code.word(), store.variable(), 0);
        return new Address(store, address, code.lessUnsigned(code.shiftRightConstant(address, 2), length), null, resource.index());
    }

    /** The words behind a binding, as an access reaches them that does or does not ask for what others write meanwhile. */
    private WordStore store(ShaderResource resource, boolean coherent) {
        boolean plain = !coherent && resource.written() && use.tellsCoherentAccesses() && emission.isOn(MemoryModes.COHERENCE);
        return view(resource, plain ? View.PLAIN_WORDS : View.WORDS);
    }

    private WordStore view(ShaderResource resource, View view) {
        return stores.computeIfAbsent(new ViewKey(resource.index(), view), _ -> {
            int variable = module.wordBuffer(view == View.PAIRS ? 64 : 32);
            if (!resource.written()) {
                module.decorate(variable, Spv.Decoration.NonWritable);
            } else {
                module.decorate(variable, Spv.Decoration.Aliased);
            }
            if (resource.written() && view != View.PLAIN_WORDS) {
                module.decorate(variable, Spv.Decoration.Coherent);
            }
            bind(resource, variable);
            return new WordStore(variable, Spv.StorageClass.StorageBuffer, DEVICE, 0, 0, resource.kind() == ShaderResource.Kind.GLOBAL_SHARE
                    ? MemoryModes.FLOAT_ATOMICS : MemoryModes.BUFFER_FLOAT_ATOMICS);
        });
    }

    /** All views of a resource are of one binding. */
    private void bind(ShaderResource resource, int variable) {
        int index = resource.index();
        Integer number = bindings.get(index);
        if (number == null) {
            bindings.put(index, emission.bindNext(variable, next -> new HostBinding(emission.set(), next,
                    HostBinding.Kind.STORAGE_BUFFER, index, resource.written(), null), "buffer" + index));
        } else {
            emission.bindAgain(variable, number, "buffer" + index);
        }
    }

    /** A pointer to the word {@code words} after the address, and whether it may be used. */
    private int pointer(WordStore store, int index) {
        int type = module.typePointer(store.storage(), code.word());
        if (store.isPhysical()) {
            int wide = module.typeInt(64);
            int bytes = code.op(OpUConvert, wide, code.shiftLeft(index, code.constant(2)));
            return code.op(OpConvertUToPtr, type, code.op(OpIAdd, wide, store.variable(), bytes));
        }
        return store.inBlock() ? code.chain(type, store.variable(), code.constant(0), index) : code.chain(type, store.variable(), index);
    }

    private @Nullable Integer both(@Nullable Integer a, @Nullable Integer b) {
        return a == null ? b : b == null ? a : (Integer) code.both(a, b);
    }

    /**
     * Rule C-053: whether a load that must not happen is done all the same, at an element that is none. That needs a device that reads
     * nothing there; in LDS nothing lies past the end.
     */
    private boolean selects(WordStore store) {
        return store.inBlock() && !store.isPhysical() && !branchesAroundLoads();
    }

    /** Whether the load of a word that a lane or a range forbids stands in a block of its own. */
    boolean branchesAroundLoads() {
        return !emission.host().has(HostFeature.ROBUST_BUFFER_ACCESS_2) || !emission.isOn(MemoryModes.LOAD_GUARDS);
    }

    /** The word that holds the element {@code bytes} behind the address; zero where lane or range forbid it. */
    private int loadWord(Address address, int bytes, int size) {
        int byteAddress = code.addConstant(address.byteAddress, bytes);
        Integer allowed = both(address.active, rangeOf(address, bytes, size));
        int low = loadElement(address, code.shiftRightConstant(byteAddress, 2), allowed);
        if (!address.crosses) {
            return low;
        }
        int high = loadElement(address, lastIndex(byteAddress, size), allowed);
        return code.joined(low, high, shift(byteAddress));
    }

    /** The word that holds an element's last byte. */
    private int lastIndex(int byteAddress, int size) {
        return code.shiftRightConstant(code.addConstant(byteAddress, size - 1), 2);
    }

    /** How many bits of a word lie before a byte. */
    private int shift(int byteAddress) {
        return code.shiftLeft(code.and(byteAddress, code.constant(3)), code.constant(3));
    }

    private int loadElement(Address address, int index, @Nullable Integer allowed) {
        if (allowed == null) {
            return read(address.store, index);
        }
        int zero = code.constant(0);
        if (!selects(address.store)) {
            return code.when(allowed, code.word(), zero, () -> read(address.store, index));
        }
        int safe = code.selectWord(allowed, index, code.constant(HARMLESS_ELEMENT));
        return code.selectWord(allowed, code.load(code.word(), pointer(address.store, safe)), zero);
    }

    private int read(WordStore store, int index) {
        int pointer = pointer(store, index);
        return store.isPhysical() ? code.op(OpLoad, code.word(), pointer, Spv.MemoryAccess.Aligned.code(), 4) : code.load(code.word(), pointer);
    }

    private void write(WordStore store, int index, int word) {
        int pointer = pointer(store, index);
        if (store.isPhysical()) {
            code.effect(OpStore, pointer, word, Spv.MemoryAccess.Aligned.code(), 4);
        } else {
            code.store(pointer, word);
        }
    }

    // Raw elements.

    private @Nullable Integer raw(MemoryOp op, Address address, Element element, List<Value> data, Pc pc) {
        return switch (op) {
            case LOAD -> load(address, element);
            case STORE -> {
                store(address, element, data);
                yield null;
            }
            default -> atomic(op, address, element.bits(), data, pc);
        };
    }

    /** Whether a load of two words is one access of 64 bits (rule C-030): it asks for others' writes, and some are of 64 bits. */
    private boolean isPairLoad(BufferAccess access) {
        return access.op() == MemoryOp.LOAD && access.coherent() && access.element().equals(Element.dwords(2)) && use.hasBufferPairs()
                && emission.host().has(HostFeature.BUFFER_INT64_ATOMICS) && emission.isOn(MemoryModes.COHERENCE);
    }

    private int loadPair(Address address) {
        int isWhole = isAligned(address, 8);
        Integer inRange = rangeOf(address, 0, 8);
        int type = module.typeVector(code.word(), 2);
        return code.choose(inRange == null ? isWhole : code.both(isWhole, inRange), type, () -> {
            module.capability(Spv.Capability.Int64Atomics);
            return atomics(address.store).split(code.op(OpAtomicLoad, module.typeInt(64), pairPointer(address), code.constant(DEVICE),
                    code.constant(0)));
        }, () -> load(address, Element.dwords(2)));
    }

    private int isAligned(Address address, int bytes) {
        return code.equal(code.and(address.byteAddress, code.constant(bytes - 1)), code.constant(0));
    }

    private int pairPointer(Address address) {
        if (address.store.isPhysical()) {
            return code.op(OpConvertUToPtr, module.typePointer(address.store.storage(), module.typeInt(64)), address.store.variable());
        }
        WordStore store = address.store;
        int pairs = store.pairs() != 0 ? store.pairs() : view(emission.ir.resources().get(address.resource), View.PAIRS).variable();
        return code.chain(module.typePointer(store.storage(), module.typeInt(64)), pairs, code.constant(0),
                code.shiftRightConstant(address.byteAddress, 3));
    }

    // Atomics.

    private AtomicEmitter atomics(WordStore store) {
        return new AtomicEmitter(code, module, emission.ir.floatMode(),
                new AtomicEmitter.FloatRules(emission.isOn(MemoryModes.FLOAT_ADD), emission.isOn(store.floats())));
    }

    /** A word, or a pair as a vector: what was there before; zero where the access is out of range or a pair lies across,
     * at which atomics on LDS have no guard. */
    private int atomic(MemoryOp op, Address address, int bits, List<Value> data, Pc pc) {
        if (bits == 64) {
            requirePairs(address.store, pc);
        }
        if (op == MemoryOp.CONDXCHG) {
            emission.require(MemoryModes.CONDITIONAL_EXCHANGE, pc, "the two words are exchanged one by one");
        }
        AtomicEmitter atomics = atomics(address.store);
        Integer allowed = rangeOf(address, 0, bits / 8);
        boolean isLds = address.resource == NONE && !address.store.isPhysical();
        if (bits == 64 && !isLds) {
            int isAligned = isAligned(address, 8);
            tellUnaligned(address, code.notBool(isAligned), allowed, pc);
            allowed = allowed == null ? (Integer) isAligned : (Integer) code.both(isAligned, allowed);
        }
        int type = module.typeVector(code.word(), bits / 32);
        java.util.function.IntSupplier access = () -> {
            int a = operand(atomics, data, bits, isLds ? 0 : 1);
            int b = data.size() > bits / 32 ? operand(atomics, data, bits, isLds ? 1 : 0) : 0;
            int old = exchanged(atomics, op, address, bits, a, b, pc);
            return bits == 64 ? atomics.split(old) : old;
        };
        return allowed == null ? access.getAsInt() : code.when(allowed, type, module.constantNull(type), access);
    }

    /** Rule C-027: a 64-bit atomic off its boundary is a fault, told if it is the first one. */
    private void tellUnaligned(Address address, int isWrong, @Nullable Integer inRange, Pc pc) {
        ShaderResource faults = emission.ir.resources().stream().filter(each -> each.kind() == ShaderResource.Kind.FAULTS).findFirst().orElse(null);
        if (faults == null || address.resource == NONE) {
            return;
        }
        WordStore words = view(faults, View.WORDS);
        code.when(inRange == null ? isWrong : code.both(inRange, isWrong), () -> {
            int none = code.constant(0);
            int old = code.op(OpAtomicCompareExchange, code.word(), pointer(words, none), code.constant(DEVICE), none, none,
                    code.constant(DeviceFault.UNALIGNED.code()), none);
            code.when(code.equal(old, none), () -> {
                int start = emission.constant(new ConstantWord.MemoryStart(address.resource, false));
                int low = code.add(start, address.byteAddress);
                int carry = code.selectWord(code.lessUnsigned(low, start), code.constant(1), none);
                int high = code.add(emission.constant(new ConstantWord.MemoryStart(address.resource, true)), carry);
                code.store(pointer(words, code.constant(1)), code.constant(pc.byteOffset()));
                code.store(pointer(words, code.constant(2)), low);
                code.store(pointer(words, code.constant(3)), high);
            });
        });
    }

    /** Buffers name what a compare-and-swap stores first, LDS what it compares with. */
    private int operand(AtomicEmitter atomics, List<Value> data, int bits, int index) {
        int words = bits / 32;
        int at = data.size() == words ? 0 : index * words;
        int low = emission.word(data.get(at));
        return bits == 64 ? atomics.pair(low, emission.word(data.get(at + 1))) : low;
    }

    private void requirePairs(WordStore store, Pc pc) {
        if (!emission.host().has(HostFeature.INT64)) {
            throw emission.refuse(pc, "the device has no 64-bit integers (shaderInt64)", pairsId(store));
        }
        if (store.inBlock() && !emission.host().has(HostFeature.BUFFER_INT64_ATOMICS)) {
            throw emission.refuse(pc, "the device has no 64-bit atomics in buffers (shaderBufferInt64Atomics)", pairsId(store));
        }
        if (store.lock() != 0 || store.scope() == null) {
            emission.require(MemoryModes.PAIRS, pc, "two words of LDS are changed under a lock");
        }
    }

    private static String pairsId(WordStore store) {
        return store.inBlock() ? "buffer.atomics64" : MemoryModes.PAIRS.id();
    }

    private int exchanged(AtomicEmitter atomics, MemoryOp op, Address address, int bits, int a, int b, Pc pc) {
        WordStore store = address.store;
        int index = code.shiftRightConstant(address.byteAddress, 2);
        if (store.scope() != null && store.lock() == 0) {
            int pointer = bits == 64 ? pairPointer(address) : pointer(store, index);
            return atomics.apply(op, new AtomicEmitter.Shared(pointer, store.scope(), bits), a, b);
        }
        int[] pointers = new int[bits / 32];
        for (int i = 0; i < pointers.length; i++) {
            pointers[i] = pointer(store, code.addConstant(index, i));
        }
        AtomicEmitter.Held cell = new AtomicEmitter.Held(pointers, store.scope());
        if (store.lock() == 0) {
            return atomics.apply(op, cell, a, b);
        }
        boolean fences = !emission.acts(EmissionQuirks.LOCK_FENCE, pc, "no memory barriers stand around what is done under the lock");
        return atomics.applyLocked(op, cell, new AtomicEmitter.Lock(store.lock(), fences), a, b);
    }

    private int load(Address address, Element element) {
        Integer allowed = both(address.active, address.inRange);
        if (selects(address.store) || allowed == null) {
            return elements(address, element);
        }
        int words = element.bits() < 32 ? element.count() : element.count() * element.bits() / 32;
        int type = module.typeVector(code.word(), words);
        Address checked = address.rawLimit == null ? address.checked() : address.where(null);
        return code.when(allowed, type, module.constantNull(type), () -> elements(checked, element));
    }

    private int elements(Address address, Element element) {
        int bytes = Math.min(element.bits(), 32) / 8;
        int[] words = new int[element.count() * element.bits() / (8 * bytes)];
        for (int i = 0; i < words.length; i++) {
            words[i] = loadWord(address, i * bytes, bytes);
            if (element.bits() < 32) {
                int shift = address.crosses ? code.constant(0) : shift(code.addConstant(address.byteAddress, i * bytes));
                words[i] = code.op(element.signed() ? OpBitFieldSExtract : OpBitFieldUExtract, code.word(), words[i], shift,
                        code.constant(element.bits()));
            }
        }
        return vector(words);
    }

    /** Whether {@code size} bytes, {@code bytes} behind the address, may be used; null for always. */
    private @Nullable Integer rangeOf(Address address, int bytes, int size) {
        if (address.rawLimit == null) {
            return address.inRange;
        }
        Integer other = address.inRange;
        // first + size <= bytes, without overflow: first < bytes and bytes - first >= size.
        int first = code.addConstant(address.rawLimit.offset, bytes);
        int room = code.sub(address.rawLimit.bytes, first);
        int fits = code.both(code.lessUnsigned(first, address.rawLimit.bytes), code.lessUnsigned(code.constant(size - 1), room));
        return both(other, fits);
    }

    private void store(Address address, Element element, List<Value> data) {
        if (element.bits() < 32) {
            storeNarrow(address, element.bits(), 0, emission.word(data.getFirst()));
            return;
        }
        List<Integer> words = new ArrayList<>();
        data.forEach(value -> words.add(emission.word(value)));
        storeWords(address, words);
    }

    private void storeWords(Address address, List<Integer> words) {
        if (address.crosses) {
            int isWhole = isAligned(address, 4);
            code.when(isWhole, () -> storeWords(address.within(), words));
            code.when(code.notBool(isWhole), () -> {
                for (int i = 0; i < words.size(); i++) {
                    storeNarrow(address, 32, 4 * i, words.get(i));
                }
            });
            return;
        }
        if (address.rawLimit == null) {
            code.when(address.inRange, () -> {
                for (int i = 0; i < words.size(); i++) {
                    write(address.store, code.addConstant(code.shiftRightConstant(address.byteAddress, 2), i), words.get(i));
                }
            });
            return;
        }
        for (int i = 0; i < words.size(); i++) {
            int offset = i;
            code.when(rangeOf(address, 4 * i, 4), () -> {
                write(address.store, code.addConstant(code.shiftRightConstant(address.byteAddress, 2), offset), words.get(offset));
            });
        }
    }

    /** Lanes may write neighbouring bytes of one word at a time, so a narrow store clears and sets its own bits only. */
    private void storeNarrow(Address address, int bits, int byteOffset, int value) {
        code.when(rangeOf(address, byteOffset, bits / 8), () -> {
            int byteAddress = code.addConstant(address.byteAddress, byteOffset);
            int shift = shift(byteAddress);
            int mask = code.constant(bits == 32 ? -1 : (1 << bits) - 1);
            int pointer = pointer(address.store, code.shiftRightConstant(byteAddress, 2));
            if (address.store.scope() == null) {
                int kept = code.and(code.load(code.word(), pointer), code.not(code.shiftLeft(mask, shift)));
                code.store(pointer, code.or(kept, code.shiftLeft(code.and(value, mask), shift)));
                return;
            }
            int scope = code.constant(address.store.scope());
            int relaxed = code.constant(0);
            code.op(OpAtomicAnd, code.word(), pointer, scope, relaxed, code.not(code.shiftLeft(mask, shift)));
            code.op(OpAtomicOr, code.word(), pointer, scope, relaxed, code.shiftLeft(code.and(value, mask), shift));
            if (address.crosses) {
                int second = pointer(address.store, lastIndex(byteAddress, bits / 8));
                code.op(OpAtomicAnd, code.word(), second, scope, relaxed, code.not(belowShift(mask, shift)));
                code.op(OpAtomicOr, code.word(), second, scope, relaxed, belowShift(code.and(value, mask), shift));
            }
        });
    }

    /** What of a word that is moved up falls out of it. */
    private int belowShift(int word, int shift) {
        return code.shiftRight(code.shiftRightConstant(word, 1), code.sub(code.constant(31), shift));
    }

    private int vector(int[] words) {
        return words.length == 1 ? words[0] : code.construct(module.typeVector(code.word(), words.length), words);
    }

    // Formatted elements.

    private @Nullable Integer formatted(BufferAccess access, ShaderResource resource, Address address) {
        DescriptorWords words = emission.descriptor(resource);
        int number = access.element().form() == Element.Form.INSTRUCTION_FORMAT ? access.format() : words.word(3) >>> 12 & 0x7f;
        UnifiedFormat format = UnifiedFormat.of(number);
        if (format == null || number > 77) {
            throw emission.refuse(access.pc(), "buffer format " + number + " is not one of the plain formats 1 to 77");
        }
        if ((words.word(0) & Math.min(4, format.bytes()) - 1) != 0) {
            throw emission.refuse(access.pc(), "a formatted access whose base lies off its element's alignment", MemoryModes.ALIGNMENT.id());
        }
        TexelCodec codec = new TexelCodec(emission, format);
        int count = access.element().count();
        if (access.op() == MemoryOp.LOAD) {
            return loadFormatted(access, words, address, codec, format);
        }
        if (access.op() != MemoryOp.STORE) {
            throw emission.refuse(access.pc(), "a formatted access is neither load nor store");
        }
        int[] channels = new int[4];
        int[] given = access.d16() ? codec.unpack16(access.data().stream().mapToInt(emission::word).toArray(), count)
                : access.data().stream().mapToInt(emission::word).toArray();
        for (int i = 0; i < 4; i++) {
            channels[i] = i < given.length ? given[i] : code.constant(0);
        }
        storeTexel(address, format, codec.encode(channels));
        return null;
    }

    /** The constant selects (0 and 1) read zero out of range too: the whole texel does. */
    private int loadFormatted(BufferAccess access, DescriptorWords words, Address address, TexelCodec codec, UnifiedFormat format) {
        java.util.function.IntSupplier read = () -> {
            int[] texel = codec.decode(loadTexel(address.checked(), format));
            int[] selected = new int[access.element().count()];
            for (int i = 0; i < selected.length; i++) {
                selected[i] = codec.select(texel, words.word(3) >>> 3 * i & 7);
            }
            return vector(access.d16() ? codec.pack16(selected) : selected);
        };
        Integer inRange = rangeOf(address, 0, format.bytes());
        Ssa result = access.result();
        if (inRange == null || result == null) {
            return read.getAsInt();
        }
        int type = emission.type(result.type());
        return code.when(inRange, type, module.constantNull(type), read);
    }

    /** The texel's words; one narrower than a word comes shifted to the low bits. */
    private int[] loadTexel(Address address, UnifiedFormat format) {
        if (format.bytes() < 4) {
            return new int[] {load(address, new Element(format.bytes() * 8, 1, false, Element.Form.RAW))};
        }
        int[] words = new int[format.bytes() / 4];
        for (int i = 0; i < words.length; i++) {
            words[i] = loadWord(address, 4 * i, 4);
        }
        return words;
    }

    private void storeTexel(Address address, UnifiedFormat format, int[] words) {
        if (format.bytes() < 4) {
            storeNarrow(address, format.bytes() * 8, 0, words[0]);
            return;
        }
        List<Integer> list = new ArrayList<>();
        for (int word : words) {
            list.add(word);
        }
        storeWords(address, list);
    }
}
