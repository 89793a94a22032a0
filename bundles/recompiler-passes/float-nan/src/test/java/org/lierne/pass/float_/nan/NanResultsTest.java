package org.lierne.pass.float_.nan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.UserData;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

final class NanResultsTest {
    private record Context(Switches switches) implements PassContext {
        Context() {
            this(new Switches(Map.of("pass.float.nan.exact", true)));
        }

        @Override
        public ShaderProgram program() {
            return new ShaderProgram(ShaderStage.COMPUTE, 32, new int[] {0xbf810000}, 0, 0, new StageState(
                    new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(8, 8, 1)));
        }

        @Override
        public HostFacts host() {
            return HostFacts.common(8);
        }

        @Override
        public @Nullable DescriptorWords descriptor(int resource) {
            return null;
        }

        @Override
        public void acted(Pc pc, String what) {
        }

        @Override
        public TranslationRefused refuse(Pc pc, String reason) {
            return new TranslationRefused(ShaderStage.COMPUTE, "test", pc.byteOffset(), "", reason, "pass.float.nan");
        }
    }

    private static IrModule module(String mode, String operation) {
        return IrText.parse("module compute wave=32 float_mode=" + mode + "\n" + """
                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                  v2: i32 = user_data dword=2
                  v3: f32 = bitcast v0
                  v4: f32 = bitcast v1
                  v5: f32 = bitcast v2
                """ + "  " + operation + "\n  v7: i32 = bitcast v6\n  lds.store 0x0:i32 data(v7) element=32x1\n  return\n");
    }

    /** Runs straight-line IR on a host that keeps denormals and rounds to nearest even, as Java does. */
    private static int result(IrModule module, int... userData) {
        Map<Value, Long> values = new HashMap<>();
        for (Inst inst : module.entry().instructions()) {
            switch (inst) {
                case UserData data -> values.put(data.result(), userData[data.dword()] & 0xffffffffL);
                case Alu alu -> values.put(alu.result(), compute(alu, values));
                case LdsAccess store -> {
                    return (int) value(store.data().getFirst(), values);
                }
                default -> throw new IllegalStateException("not in these tests: " + inst);
            }
        }
        throw new IllegalStateException("nothing is stored");
    }

    private static long value(Value value, Map<Value, Long> values) {
        return value instanceof Const constant ? constant.bits() : values.getOrDefault(value, 0L);
    }

    private static long compute(Alu alu, Map<Value, Long> values) {
        long a = value(alu.operand(0), values);
        long b = alu.operands().size() > 1 ? value(alu.operand(1), values) : 0;
        long c = alu.operands().size() > 2 ? value(alu.operand(2), values) : 0;
        float x = Float.intBitsToFloat((int) a);
        float y = Float.intBitsToFloat((int) b);
        return switch (alu.op()) {
            case BITCAST -> a;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case INE -> a != b ? 1 : 0;
            case FSUB -> Float.floatToRawIntBits(x - y) & 0xffffffffL;
            case FMUL_LEGACY -> x == 0 || y == 0 ? 0 : Float.floatToRawIntBits(x * y) & 0xffffffffL;
            case ULT -> a < b ? 1 : 0;
            case IEQ -> a == b ? 1 : 0;
            case SELECT -> a != 0 ? b : c;
            case FADD -> Float.floatToRawIntBits(x + y) & 0xffffffffL;
            case FMUL -> Float.floatToRawIntBits(x * y) & 0xffffffffL;
            case FMA -> Float.floatToRawIntBits(Math.fma(x, y, Float.intBitsToFloat((int) c))) & 0xffffffffL;
            default -> throw new IllegalStateException("not in these tests: " + alu);
        };
    }

    @ParameterizedTest
    @CsvSource({"0xc0, v6: f32 = fadd v3^ v4, 7f812345, 7fc00001, 7f812345", "0xc0 ieee, v6: f32 = fadd v3^ v4, 7f812345, 7fc00001, 7fc12345",
        "0xc0, v6: f32 = fsub v3^ v4, 3f800000, 7f812345, ff812345", "0xc0 ieee, v6: f32 = fsub v3^ v4, 3f800000, 7f812345, ffc12345",
        "0xc0, v6: f32 = fadd v3^ v4, 7f800000, ff800000, ffc00000", "0xc0, v6: f32 = fma v3^ v4^ v5, 7f800000, 00000000, ffc00000",
        "0xc0, v6: f32 = fmul_legacy v3^ v4, 00000000, 7fc00001, 00000000", "0xc0, v6: f32 = fmul v3^ v4, 40000000, 40400000, 40c00000"})
    @Rule("B-027")
    void returnsTheNanThatTheRuleNames(String mode, String operation, String a, String b, String expected) {
        IrModule module = module(mode, operation.replace('^', ','));

        new NanResults().run(module, new Context());

        int result = result(module, Integer.parseUnsignedInt(a, 16), Integer.parseUnsignedInt(b, 16), 0x7fc12345);
        assertEquals(expected, "%08x".formatted(result));
    }

    @Test
    void leavesNanBitsToTheDriverByDefault() {
        IrModule module = module("0xc0", "v6: f32 = fmul v3, v4");

        assertFalse(new NanResults().run(module, new Context(Switches.DEFAULTS)));
    }
}
