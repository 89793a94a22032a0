package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.UnifiedFormat;

/**
 * Memory behind buffer descriptors and pointers, and workgroup memory. All three are arrays of words; narrow elements are cut out of
 * and put into words. Range checks follow the descriptor's mode (facts: 0 index and offset, 1 index, 2 none, 3 raw bytes); what they
 * reject reads zero and is not written.
 */
final class BufferEmitter {
    /** Vulkan's scope numbers for atomics. */
    private static final int DEVICE = Spv.Scope.Device.code();
    private static final int WORKGROUP = Spv.Scope.Workgroup.code();

    /** An array of words in some storage class. */
    private record Store(int variable, Spv.StorageClass storage, boolean inBlock, int scope) {}

    /**
     * Where an access goes.
     *
     * @param byteAddress bytes from the start of the array, for the access's first element
     * @param inRange whether the range check lets it through; null for always
     * @param rawLimit first byte past the range, from the same start, where each dword is checked by itself; else null
     */
    private record Address(Store store, int byteAddress, @Nullable Integer inRange, @Nullable RawCheck rawLimit) {}

    /** A byte offset to compare with the number of bytes. */
    private record RawCheck(int offset, int bytes) {}

    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final Map<Integer, Store> stores = new HashMap<>();
    private @Nullable Store lds;
    private int ldsWords;
    private int blockType;

    BufferEmitter(Emission emission) {
        this.emission = emission;
        this.code = emission.code;
        this.module = emission.module;
    }

    // Instructions.

    void scalarLoad(ScalarLoad load) {
        ShaderResource resource = emission.resource(load.place(), load.pc());
        int offset = emission.value(load.offset());
        Address address;
        if (resource.kind() == ShaderResource.Kind.MEMORY) {
            address = memory(resource, code.addConstant(offset, load.offsetBytes()));
        } else {
            int aligned = code.and(code.addConstant(offset, load.offsetBytes()), code.constant(-4));
            int bias = code.and(emission.constant(new ConstantWord.BufferBias(resource.index())), code.constant(-4));
            int bytes = bytesOf(resource);
            address = new Address(store(resource), code.add(bias, aligned), null, new RawCheck(aligned, bytes));
        }
        emission.bind(load.result(), loadWord(address, 0));
    }

    void buffer(BufferAccess access) {
        ShaderResource resource = emission.resource(access.buffer(), access.pc());
        if (emission.descriptor(resource).isNull()) {
            if (access.result() != null) {
                emission.bind(access.result(), module.constantNull(emission.type(access.result().type())));
            }
            return;
        }
        guarded(access.guard(), access.result(), () -> {
            Address address = address(access, resource);
            return access.element().form() == Element.Form.RAW
                    ? raw(access.op(), address, access.element(), access.data(), access.result(), access.pc())
                    : formatted(access, resource, address);
        });
    }

    void global(GlobalAccess access) {
        ShaderResource resource = emission.resource(access.place(), access.pc());
        guarded(access.guard(), access.result(), () -> raw(access.op(), memory(resource, emission.value(access.offset())),
                access.element(), access.data(), access.result(), access.pc()));
    }

    void lds(LdsAccess access) {
        guarded(access.guard(), access.result(), () -> {
            int address = code.addConstant(emission.value(access.address()), access.offsetBytes());
            Store store = lds(access.pc());
            int inRange = code.lessUnsigned(code.shiftRightConstant(address, 2), code.constant(ldsWords));
            return raw(access.op(), new Address(store, address, inRange, null), access.element(), access.data(), access.result(),
                    access.pc());
        });
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
        if (words.word(1) < 0 && stride != 0) {
            throw emission.refuse(access.pc(), "the buffer's descriptor asks for swizzled addressing, which is not modelled yet");
        }
        if ((words.word(3) >>> 23 & 1) != 0) {
            throw emission.refuse(access.pc(), "the buffer's descriptor adds the thread id, which is not modelled yet");
        }
        if ((words.word(0) & 3) != 0) {
            throw emission.refuse(access.pc(), "the buffer's base lies off a dword boundary, which is not modelled yet",
                    "buffer.alignment");
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
        int start = code.add(emission.constant(new ConstantWord.BufferBias(resource.index())), whole);
        Store store = store(resource);
        return switch (words.word(3) >>> 28 & 3) {
            case 0 -> new Address(store, start, code.both(code.lessUnsigned(index, records),
                    code.lessUnsigned(offset, code.constant(Math.max(stride, 1)))), null);
            case 1 -> new Address(store, start, code.lessUnsigned(index, records), null);
            case 2 -> new Address(store, start, code.notEqual(records, code.constant(0)), null);
            default -> new Address(store, start, null, new RawCheck(whole, records));
        };
    }

    private int bytesOf(ShaderResource resource) {
        int records = emission.constant(new ConstantWord.Evaluated(resource.path().words().get(2)));
        int stride = emission.descriptor(resource).word(1) >>> 16 & 0x3fff;
        return stride <= 1 ? records : code.mul(records, code.constant(stride));
    }

    /** An address in the range bound around a pointer; everything outside of the range is outside of guest memory. */
    private Address memory(ShaderResource resource, int offset) {
        Store store = store(resource);
        int pointer = emission.constant(new ConstantWord.Evaluated(resource.path().words().get(0)));
        int start = emission.constant(new ConstantWord.MemoryStart(resource.index(), false));
        int address = code.add(code.sub(pointer, start), offset);
        int length = code.op(OpArrayLength, code.word(), store.variable, 0);
        return new Address(store, address, code.lessUnsigned(code.shiftRightConstant(address, 2), length), null);
    }

    private Store store(ShaderResource resource) {
        return stores.computeIfAbsent(resource.index(), index -> {
            if (blockType == 0) {
                int array = module.typeRuntimeArray(code.word());
                module.decorate(array, Spv.Decoration.ArrayStride, 4);
                blockType = module.typeStruct(array);
                module.decorate(blockType, Spv.Decoration.Block);
                module.memberDecorate(blockType, 0, Spv.Decoration.Offset, 0);
            }
            int variable = module.variable(Spv.StorageClass.StorageBuffer, blockType);
            if (!resource.written()) {
                module.decorate(variable, Spv.Decoration.NonWritable);
            } else {
                module.decorate(variable, Spv.Decoration.Aliased);
                module.decorate(variable, Spv.Decoration.Coherent);
            }
            emission.bindNext(variable, number -> new HostBinding(emission.set(), number, HostBinding.Kind.STORAGE_BUFFER, index,
                    resource.written(), null), "buffer" + index);
            return new Store(variable, Spv.StorageClass.StorageBuffer, true, DEVICE);
        });
    }

    private Store lds(Pc pc) {
        if (lds == null) {
            if (emission.program.stage() != ShaderStage.COMPUTE) {
                throw emission.refuse(pc, "workgroup memory outside of compute programs is not modelled yet", "lds.private");
            }
            ldsWords = Math.max(1, (emission.program.state().ldsBytes() + 3) / 4);
            // One word more, which takes what lies out of range.
            int variable = module.variable(Spv.StorageClass.Workgroup, module.typeArray(code.word(), ldsWords + 1));
            module.name(variable, "lds");
            lds = new Store(variable, Spv.StorageClass.Workgroup, false, WORKGROUP);
        }
        return lds;
    }

    /** A pointer to the word {@code words} after the address, and whether it may be used. */
    private int pointer(Store store, int index) {
        int type = module.typePointer(store.storage, code.word());
        return store.inBlock ? code.chain(type, store.variable, code.constant(0), index) : code.chain(type, store.variable, index);
    }

    private @Nullable Integer inRange(Address address, int wordOffset) {
        if (address.rawLimit == null) {
            return address.inRange;
        }
        int last = code.addConstant(address.rawLimit.offset, 4 * wordOffset);
        // offset + 4 <= bytes, without overflow: offset < bytes and bytes - offset >= 4.
        int room = code.sub(address.rawLimit.bytes, last);
        return code.both(code.lessUnsigned(last, address.rawLimit.bytes), code.lessUnsigned(code.constant(3), room));
    }

    private int loadWord(Address address, int wordOffset) {
        Integer inRange = inRange(address, wordOffset);
        int index = code.addConstant(code.shiftRightConstant(address.byteAddress, 2), wordOffset);
        int safe = inRange == null ? index : code.selectWord(inRange, index, safeIndex(address.store));
        int loaded = code.load(code.word(), pointer(address.store, safe));
        return inRange == null ? loaded : code.selectWord(inRange, loaded, code.constant(0));
    }

    private int safeIndex(Store store) {
        return code.constant(store.inBlock ? 0 : ldsWords);
    }

    // Raw elements.

    private @Nullable Integer raw(MemoryOp op, Address address, Element element, List<Value> data, @Nullable Ssa result, Pc pc) {
        if (op == MemoryOp.LOAD) {
            return load(address, element);
        }
        if (op == MemoryOp.STORE) {
            store(address, element, data);
            return null;
        }
        if (element.bits() != 32) {
            throw emission.refuse(pc, "atomics of " + element.bits() + " bits are not modelled yet", "lds.atomics64");
        }
        int type = code.word();
        Integer inRange = inRange(address, 0);
        int pointer = pointer(address.store, inRange == null ? code.shiftRightConstant(address.byteAddress, 2)
                : code.selectWord(inRange, code.shiftRightConstant(address.byteAddress, 2), safeIndex(address.store)));
        if (inRange == null) {
            return atomic(op, pointer, address.store.scope, data, pc);
        }
        int old = code.when(inRange, type, code.constant(0), () -> atomic(op, pointer, address.store.scope, data, pc));
        return result == null ? null : (Integer) old;
    }

    private int load(Address address, Element element) {
        if (element.bits() >= 32) {
            int count = element.count() * element.bits() / 32;
            int[] words = new int[count];
            for (int i = 0; i < count; i++) {
                words[i] = loadWord(address, i);
            }
            return vector(words);
        }
        int[] words = new int[element.count()];
        for (int i = 0; i < words.length; i++) {
            int byteAddress = code.addConstant(address.byteAddress, i * element.bits() / 8);
            Integer inRange = narrowRange(address, i * element.bits() / 8, element.bits() / 8);
            int index = code.shiftRightConstant(byteAddress, 2);
            int safe = inRange == null ? index : code.selectWord(inRange, index, safeIndex(address.store));
            int loaded = code.load(code.word(), pointer(address.store, safe));
            int shift = code.shiftLeft(code.and(byteAddress, code.constant(3)), code.constant(3));
            int value = code.op(element.signed() ? OpBitFieldSExtract : OpBitFieldUExtract, code.word(), loaded, shift,
                    code.constant(element.bits()));
            words[i] = inRange == null ? value : code.selectWord(inRange, value, code.constant(0));
        }
        return vector(words);
    }

    private @Nullable Integer narrowRange(Address address, int bytes, int size) {
        if (address.rawLimit == null) {
            return address.inRange;
        }
        int first = code.addConstant(address.rawLimit.offset, bytes);
        int room = code.sub(address.rawLimit.bytes, first);
        return code.both(code.lessUnsigned(first, address.rawLimit.bytes), code.lessUnsigned(code.constant(size - 1), room));
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
        if (address.rawLimit == null) {
            code.when(address.inRange, () -> {
                for (int i = 0; i < words.size(); i++) {
                    int index = code.addConstant(code.shiftRightConstant(address.byteAddress, 2), i);
                    code.store(pointer(address.store, index), words.get(i));
                }
            });
            return;
        }
        for (int i = 0; i < words.size(); i++) {
            int offset = i;
            code.when(inRange(address, i), () -> {
                int index = code.addConstant(code.shiftRightConstant(address.byteAddress, 2), offset);
                code.store(pointer(address.store, index), words.get(offset));
            });
        }
    }

    /** Lanes may write neighbouring bytes of one word at a time, so a narrow store clears and sets its own bits only. */
    private void storeNarrow(Address address, int bits, int byteOffset, int value) {
        code.when(narrowRange(address, byteOffset, bits / 8), () -> {
            int byteAddress = code.addConstant(address.byteAddress, byteOffset);
            int shift = code.shiftLeft(code.and(byteAddress, code.constant(3)), code.constant(3));
            int mask = code.constant((1 << bits) - 1);
            int pointer = pointer(address.store, code.shiftRightConstant(byteAddress, 2));
            int scope = code.constant(address.store.scope);
            int relaxed = code.constant(0);
            code.op(OpAtomicAnd, code.word(), pointer, scope, relaxed, code.not(code.shiftLeft(mask, shift)));
            code.op(OpAtomicOr, code.word(), pointer, scope, relaxed, code.shiftLeft(code.and(value, mask), shift));
        });
    }

    private int vector(int[] words) {
        return words.length == 1 ? words[0] : code.construct(module.typeVector(code.word(), words.length), words);
    }

    private int atomic(MemoryOp op, int pointer, int scope, List<Value> data, Pc pc) {
        int scopeId = code.constant(scope);
        int relaxed = code.constant(0);
        int word = code.word();
        int a = data.isEmpty() ? 0 : emission.word(data.get(0));
        int b = data.size() < 2 ? 0 : emission.word(data.get(1));
        boolean isLds = scope == WORKGROUP;
        return switch (op) {
            case SWAP -> code.op(OpAtomicExchange, word, pointer, scopeId, relaxed, a);
            case CMPSWAP -> code.op(OpAtomicCompareExchange, word, pointer, scopeId, relaxed, relaxed, isLds ? b : a, isLds ? a : b);
            case ADD -> code.op(OpAtomicIAdd, word, pointer, scopeId, relaxed, a);
            case SUB -> code.op(OpAtomicISub, word, pointer, scopeId, relaxed, a);
            case SMIN -> code.op(OpAtomicSMin, word, pointer, scopeId, relaxed, a);
            case UMIN -> code.op(OpAtomicUMin, word, pointer, scopeId, relaxed, a);
            case SMAX -> code.op(OpAtomicSMax, word, pointer, scopeId, relaxed, a);
            case UMAX -> code.op(OpAtomicUMax, word, pointer, scopeId, relaxed, a);
            case AND -> code.op(OpAtomicAnd, word, pointer, scopeId, relaxed, a);
            case OR -> code.op(OpAtomicOr, word, pointer, scopeId, relaxed, a);
            case XOR -> code.op(OpAtomicXor, word, pointer, scopeId, relaxed, a);
            case RSUB -> code.exchangeUntilDone(pointer, scopeId, old -> code.sub(a, old));
            case INC -> code.exchangeUntilDone(pointer, scopeId, old -> code.selectWord(code.lessUnsigned(old, a),
                    code.addConstant(old, 1), code.constant(0)));
            case DEC -> code.exchangeUntilDone(pointer, scopeId, old -> {
                int wraps = code.op(OpLogicalOr, code.bool(), code.equal(old, code.constant(0)), code.lessUnsigned(a, old));
                return code.selectWord(wraps, a, code.addConstant(old, -1));
            });
            case MSKOR -> code.exchangeUntilDone(pointer, scopeId, old -> code.or(code.and(old, code.not(a)), b));
            case FADD -> code.exchangeUntilDone(pointer, scopeId, old -> code.asWord(
                    code.exact(OpFAdd, code.float32(), code.asFloat(old), code.asFloat(a))));
            case FMIN -> code.exchangeUntilDone(pointer, scopeId, old -> code.asWord(
                    code.glsl(Spv.Glsl.NMin, code.float32(), code.asFloat(old), code.asFloat(a))));
            case FMAX -> code.exchangeUntilDone(pointer, scopeId, old -> code.asWord(
                    code.glsl(Spv.Glsl.NMax, code.float32(), code.asFloat(old), code.asFloat(a))));
            case LOAD, STORE, FCMPSWAP, CONDXCHG, APPEND, CONSUME ->
                    throw emission.refuse(pc, "atomic " + op.word() + " is not modelled yet");
        };
    }

    // Formatted elements.

    private @Nullable Integer formatted(BufferAccess access, ShaderResource resource, Address address) {
        DescriptorWords words = emission.descriptor(resource);
        int number = access.element().form() == Element.Form.INSTRUCTION_FORMAT ? access.format() : words.word(3) >>> 12 & 0x7f;
        UnifiedFormat format = UnifiedFormat.of(number);
        if (format == null || number > 77) {
            throw emission.refuse(access.pc(), "buffer format " + number + " is not one of the plain formats 1 to 77");
        }
        TexelCodec codec = new TexelCodec(emission, format);
        int count = access.element().count();
        if (access.op() == MemoryOp.LOAD) {
            int[] texel = codec.decode(loadTexel(address, format));
            int[] selected = new int[count];
            for (int i = 0; i < count; i++) {
                selected[i] = codec.select(texel, words.word(3) >>> 3 * i & 7);
            }
            if (address.rawLimit != null || address.inRange != null) {
                zeroOutOfRange(address, format, selected);
            }
            return vector(access.d16() ? codec.pack16(selected) : selected);
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
    private void zeroOutOfRange(Address address, UnifiedFormat format, int[] selected) {
        Integer inRange = narrowRange(address, 0, format.bytes());
        for (int i = 0; inRange != null && i < selected.length; i++) {
            selected[i] = code.selectWord(inRange, selected[i], code.constant(0));
        }
    }

    /** The texel's words; one narrower than a word comes shifted to the low bits. */
    private int[] loadTexel(Address address, UnifiedFormat format) {
        if (format.bytes() < 4) {
            return new int[] {load(address, new Element(format.bytes() * 8, 1, false, Element.Form.RAW))};
        }
        int[] words = new int[format.bytes() / 4];
        for (int i = 0; i < words.length; i++) {
            words[i] = loadWord(address, i);
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
