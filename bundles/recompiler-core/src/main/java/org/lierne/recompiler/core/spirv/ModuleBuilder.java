package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.OpCapability;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpConstant;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpConstantComposite;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpConstantFalse;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpConstantNull;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpConstantTrue;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpDecorate;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpEntryPoint;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpExecutionMode;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpExtInstImport;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpExtension;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpMemberDecorate;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpMemberName;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpMemoryModel;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpName;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpSource;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpSourceContinued;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpString;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeArray;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeBool;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeFloat;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeFunction;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeImage;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeInt;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypePointer;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeRuntimeArray;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeSampledImage;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeSampler;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeStruct;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeVector;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpTypeVoid;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpUndef;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpVariable;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Collects one module, section by section. Types and constants are made once; a capability is declared only when somebody asked
 * for it. The function's instructions go to {@link #body()}.
 */
final class ModuleBuilder {
    /** An instruction's words without its result, as the key under which its result is found again. */
    private record Key(Spv.Op op, List<Integer> operands) {}

    private final Set<Spv.Capability> capabilities = EnumSet.of(Spv.Capability.Shader);
    private final Set<String> extensions = new TreeSet<>();
    private final Words modes = new Words();
    private final Words strings = new Words();
    private final Words names = new Words();
    private final Words decorations = new Words();
    private final Words globals = new Words();
    private final Words body = new Words();
    private final Words functions = new Words();
    private final Map<Key, Integer> known = new HashMap<>();
    private final Map<String, Integer> texts = new HashMap<>();
    private final Set<Integer> entryInterface = new LinkedHashSet<>();
    private int lastId;
    private int glsl;

    /** A fresh result id. */
    int id() {
        return ++lastId;
    }

    void capability(Spv.Capability capability) {
        capabilities.add(capability);
    }

    void extension(String name) {
        extensions.add(name);
    }

    /** The imported set of GLSL.std.450 instructions. */
    int glsl() {
        if (glsl == 0) {
            glsl = id();
        }
        return glsl;
    }

    void executionMode(int function, Spv.ExecutionMode mode, int... literals) {
        modes.instruction(OpExecutionMode, Words.join(new int[] {function, mode.code()}, literals));
    }

    void name(int id, String name) {
        names.instruction(OpName, Words.join(new int[] {id}, Words.literal(name)));
    }

    void memberName(int type, int member, String name) {
        names.instruction(OpMemberName, Words.join(new int[] {type, member}, Words.literal(name)));
    }

    void decorate(int id, Spv.Decoration decoration, int... literals) {
        decorations.instruction(OpDecorate, Words.join(new int[] {id, decoration.code()}, literals));
    }

    void memberDecorate(int type, int member, Spv.Decoration decoration, int... literals) {
        decorations.instruction(OpMemberDecorate, Words.join(new int[] {type, member, decoration.code()}, literals));
    }

    /** The id of a string for source lines. */
    int string(String text) {
        return texts.computeIfAbsent(text, _ -> {
            int id = id();
            strings.instruction(OpString, Words.join(new int[] {id}, Words.literal(text)));
            return id;
        });
    }

    /** Where the function's instructions are put. */
    Words body() {
        return body;
    }

    /** Where functions go that the first one calls. */
    Words functions() {
        return functions;
    }

    int typeVoid() {
        return once(OpTypeVoid);
    }

    int typeBool() {
        return once(OpTypeBool);
    }

    /** An integer type. All are unsigned: operations say themselves when they read a sign. */
    int typeInt(int bits) {
        switch (bits) {
            case 8 -> capability(Spv.Capability.Int8);
            case 16 -> capability(Spv.Capability.Int16);
            case 64 -> capability(Spv.Capability.Int64);
            default -> { }
        }
        return once(OpTypeInt, bits, 0);
    }

    /** The signed 32-bit type, for image texels of signed formats only. */
    int typeSigned32() {
        return once(OpTypeInt, 32, 1);
    }

    int typeFloat(int bits) {
        switch (bits) {
            case 16 -> capability(Spv.Capability.Float16);
            case 64 -> capability(Spv.Capability.Float64);
            default -> { }
        }
        return once(OpTypeFloat, bits);
    }

    /** A vector, or the component itself when {@code size} is 1. */
    int typeVector(int component, int size) {
        return size == 1 ? component : once(OpTypeVector, component, size);
    }

    int typePointer(Spv.StorageClass storage, int pointee) {
        return once(OpTypePointer, storage.code(), pointee);
    }

    int typeFunction(int result, int... parameters) {
        return once(OpTypeFunction, Words.join(new int[] {result}, parameters));
    }

    int typeArray(int element, int length) {
        return once(OpTypeArray, element, constant(length));
    }

    int typeSampler() {
        return once(OpTypeSampler);
    }

    int typeSampledImage(int image) {
        return once(OpTypeSampledImage, image);
    }

    /** {@code sampled} is 1 for images read through samplers or fetched, 2 for storage images. */
    int typeImage(int texel, Spv.Dim dim, boolean depth, boolean arrayed, boolean multisampled, int sampled, Spv.ImageFormat format) {
        return once(OpTypeImage, texel, dim.code(), depth ? 1 : 0, arrayed ? 1 : 0, multisampled ? 1 : 0, sampled, format.code());
    }

    /** A storage buffer of nothing but words of 32 bits, or of 64. */
    int wordBuffer(int bits) {
        int array = typeRuntimeArray(typeInt(bits));
        decorate(array, Spv.Decoration.ArrayStride, bits / 8);
        int block = typeStruct(array);
        decorate(block, Spv.Decoration.Block);
        memberDecorate(block, 0, Spv.Decoration.Offset, 0);
        return variable(Spv.StorageClass.StorageBuffer, block);
    }

    /** A new array type of unknown length, as the last member of a storage block. Not shared, since decorations belong to one. */
    int typeRuntimeArray(int element) {
        return always(OpTypeRuntimeArray, element);
    }

    /** A new array type that shares nothing with {@link #typeArray}, for layouts with strides. */
    int typeLaidOutArray(int element, int length) {
        return always(OpTypeArray, element, constant(length));
    }

    /** A new structure type. Not shared, since decorations belong to one. */
    int typeStruct(int... members) {
        return always(OpTypeStruct, members);
    }

    /** The structure of two that the extended multiplications give. */
    int typePair(int member) {
        return once(OpTypeStruct, member, member);
    }

    /** A 32-bit constant of the unsigned type. */
    int constant(int value) {
        return once(OpConstant, typeInt(32), value);
    }

    int constantFloat(float value) {
        return once(OpConstant, typeFloat(32), Float.floatToRawIntBits(value));
    }

    /** A constant of a scalar type; narrow values are given in the low bits. */
    int constant(int type, int bits, long value) {
        return bits <= 32 ? once(OpConstant, type, (int) value) : once(OpConstant, type, (int) value, (int) (value >>> 32));
    }

    int constantBool(boolean value) {
        return once(value ? OpConstantTrue : OpConstantFalse, typeBool());
    }

    int constantComposite(int type, int... members) {
        return once(OpConstantComposite, Words.join(new int[] {type}, members));
    }

    int constantNull(int type) {
        return once(OpConstantNull, type);
    }

    int undef(int type) {
        return once(OpUndef, type);
    }

    /** A module-wide variable; it becomes part of the entry point's interface. */
    int variable(Spv.StorageClass storage, int pointee) {
        return variable(id(), storage, pointee);
    }

    /** A module-wide variable that holds zeros at the start. */
    int clearedVariable(Spv.StorageClass storage, int pointee) {
        return initializedVariable(storage, pointee, constantNull(pointee));
    }

    /** A module-wide variable that holds a constant at the start. */
    int initializedVariable(Spv.StorageClass storage, int pointee, int constant) {
        int id = id();
        globals.instruction(OpVariable, typePointer(storage, pointee), id, storage.code(), constant);
        entryInterface.add(id);
        return id;
    }

    /** The variable under an id handed out before. */
    int variable(int id, Spv.StorageClass storage, int pointee) {
        globals.instruction(OpVariable, typePointer(storage, pointee), id, storage.code());
        entryInterface.add(id);
        return id;
    }

    /** Memory is also reached by addresses of 64 bits. */
    void physicalAddresses() {
        capability(Spv.Capability.PhysicalStorageBufferAddresses);
        capability(Spv.Capability.Int64);
    }

    /**
     * The finished module.
     *
     * @param file name of the source, "" for none; see {@link #string}
     * @param source its text
     */
    int[] build(Spv.ExecutionModel model, int function, String entryPoint, String file, String source) {
        Words module = new Words();
        module.add(Spv.MAGIC);
        module.add(Spv.VERSION_1_6);
        module.add(0);
        module.add(0);
        module.add(0);
        int fileId = file.isEmpty() ? 0 : string(file);
        for (Spv.Capability capability : capabilities) {
            module.instruction(OpCapability, capability.code());
        }
        for (String extension : extensions) {
            module.instruction(OpExtension, Words.literal(extension));
        }
        if (glsl != 0) {
            module.instruction(OpExtInstImport, Words.join(new int[] {glsl}, Words.literal("GLSL.std.450")));
        }
        Spv.AddressingModel addressing = capabilities.contains(Spv.Capability.PhysicalStorageBufferAddresses)
                ? Spv.AddressingModel.PhysicalStorageBuffer64 : Spv.AddressingModel.Logical;
        module.instruction(OpMemoryModel, addressing.code(), Spv.MemoryModel.GLSL450.code());
        int[] variables = entryInterface.stream().mapToInt(Integer::intValue).toArray();
        module.instruction(OpEntryPoint,
                Words.join(Words.join(new int[] {model.code(), function}, Words.literal(entryPoint)), variables));
        module.addAll(modes);
        module.addAll(strings);
        if (fileId != 0) {
            appendSource(module, fileId, source);
        }
        module.addAll(names);
        module.addAll(decorations);
        module.addAll(globals);
        module.addAll(body);
        module.addAll(functions);
        int[] words = module.toArray();
        words[3] = lastId + 1;
        return words;
    }

    /** An instruction holds less than 65536 words, so a long text goes on in further ones. */
    private static void appendSource(Words module, int fileId, String source) {
        int limit = 60_000;
        int at = Math.min(limit, source.length());
        module.instruction(OpSource, Words.join(new int[] {Spv.SourceLanguage.Unknown.code(), 0, fileId},
                Words.literal(source.substring(0, at))));
        while (at < source.length()) {
            int end = Math.min(at + limit, source.length());
            module.instruction(OpSourceContinued, Words.literal(source.substring(at, end)));
            at = end;
        }
    }

    private int once(Spv.Op op, int... operands) {
        Key key = new Key(op, Arrays.stream(operands).boxed().toList());
        Integer id = known.get(key);
        if (id == null) {
            id = always(op, operands);
            known.put(key, id);
        }
        return id;
    }

    /** Appends a global instruction; the type, where the instruction has one, is the first operand. */
    private int always(Spv.Op op, int... operands) {
        int id = id();
        int[] words = new int[operands.length + 1];
        int at = op.isTyped() ? 1 : 0;
        System.arraycopy(operands, 0, words, 0, at);
        words[at] = id;
        System.arraycopy(operands, at, words, at + 1, operands.length - at);
        globals.instruction(op, words);
        return id;
    }
}
