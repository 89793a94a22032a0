package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Functions that read several dwords through an address, one for each number of them and none inlined: a driver hangs over the same loads in
 * a branch (rule C-048). They call nothing.
 */
final class SpanReads {
    private final ModuleBuilder module;
    private final Code code;
    private final Map<Integer, Integer> inPlace = new HashMap<>();
    private final Map<Integer, Integer> byBytes = new HashMap<>();

    SpanReads(ModuleBuilder module) {
        this.module = module;
        this.code = new Code(module, module.functions());
    }

    /** The function for {@code count} dwords at a multiple of four. */
    int inPlace(int count) {
        return inPlace.computeIfAbsent(count, _ -> function(count, address -> {
            int[] words = new int[count];
            for (int i = 0; i < count; i++) {
                words[i] = load(address, code.constant(4 * i));
            }
            return vector(words);
        }));
    }

    /** The function for {@code count} dwords wherever they lie: their bytes are cut out of one dword more, the last again at a multiple. */
    int byBytes(int count) {
        return byBytes.computeIfAbsent(count, _ -> function(count, address -> {
            int offset = code.and(code.op(OpUConvert, code.word(), address), code.constant(3));
            int base = code.op(OpBitwiseAnd, wide(), address, module.constant(wide(), 64, -4));
            int shift = code.shiftLeft(offset, code.constant(3));
            int[] found = new int[count + 1];
            for (int i = 0; i < count; i++) {
                found[i] = load(base, code.constant(4 * i));
            }
            found[count] = load(base, code.and(code.addConstant(offset, 4 * count - 1), code.constant(-4)));
            int[] words = new int[count];
            for (int i = 0; i < count; i++) {
                words[i] = code.joined(found[i], found[i + 1], shift);
            }
            return vector(words);
        }));
    }

    private int wide() {
        return module.typeInt(64);
    }

    private int vector(int[] words) {
        return code.construct(module.typeVector(code.word(), words.length), words);
    }

    private int load(int base, int bytes) {
        int type = module.typePointer(Spv.StorageClass.PhysicalStorageBuffer, code.word());
        int at = code.op(OpIAdd, wide(), base, code.op(OpUConvert, wide(), bytes));
        return code.op(OpLoad, code.word(), code.op(OpConvertUToPtr, type, at), Spv.MemoryAccess.Aligned.code(), 4);
    }

    private int function(int count, IntUnaryOperator body) {
        int result = module.typeVector(code.word(), count);
        int function = code.op(OpFunction, result, Spv.FunctionControl.DontInline.code(), module.typeFunction(result, wide()));
        int address = code.op(OpFunctionParameter, wide());
        code.label(module.id());
        code.effect(OpReturnValue, body.applyAsInt(address));
        code.effect(OpFunctionEnd);
        return function;
    }
}
