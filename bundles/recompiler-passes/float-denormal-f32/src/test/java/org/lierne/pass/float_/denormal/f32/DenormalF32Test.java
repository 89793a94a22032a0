package org.lierne.pass.float_.denormal.f32;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

final class DenormalF32Test {
    private static final class Context implements PassContext {
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
        public Switches switches() {
            return Switches.DEFAULTS;
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
            return new TranslationRefused(ShaderStage.COMPUTE, "test", pc.byteOffset(), "", reason, "pass.float.denormal.f32");
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
            case ULT -> a < b ? 1 : 0;
            case IEQ -> a == b ? 1 : 0;
            case SELECT -> a != 0 ? b : c;
            case FADD -> Float.floatToRawIntBits(x + y) & 0xffffffffL;
            case FMUL -> Float.floatToRawIntBits(x * y) & 0xffffffffL;
            case FMA -> Float.floatToRawIntBits(Math.fma(x, y, Float.intBitsToFloat((int) c))) & 0xffffffffL;
            case FOEQ -> x == y ? 1 : 0;
            default -> throw new IllegalStateException("not in these tests: " + alu);
        };
    }

    @ParameterizedTest
    @CsvSource({"3f7ffffe, 00800001, 00800000", "bf7ffffe, 00800001, 80800000", "3f7fffff, 00800000, 00000000",
        "3f7ff4ae, 008005a9, 00000000", "bf7ff4ae, 008005a9, 80000000", "3f800000, 00000001, 00000000",
        "bf800000, 00000001, 80000000", "40000000, 40400000, 40c00000"})
    @Rule("B-032")
    void flushesProductsThatAreTinyAfterRoundingTo24Bits(String a, String b, String expected) {
        IrModule module = module("0xc0", "v6: f32 = fmul v3, v4");

        new DenormalF32().run(module, new Context());

        int product = result(module, Integer.parseUnsignedInt(a, 16), Integer.parseUnsignedInt(b, 16), 0);
        assertEquals(expected, "%08x".formatted(product));
    }

    @ParameterizedTest
    @CsvSource({"3f7fffff, 00800000, 00000000, 00000000", "1fffffff, 1fffffff, 00800000, 00ffffff",
        "3f800000, 00800000, 00000001, 00800000"})
    @Rule("B-032")
    void checksTheProductOfAFusedSumOnlyWithAZeroAddend(String a, String b, String c, String expected) {
        IrModule module = module("0xc0", "v6: f32 = fma v3, v4, v5");

        new DenormalF32().run(module, new Context());

        int sum = result(module, Integer.parseUnsignedInt(a, 16), Integer.parseUnsignedInt(b, 16), Integer.parseUnsignedInt(c, 16));
        assertEquals(expected, "%08x".formatted(sum));
    }

    @Test
    @Rule("B-032")
    void flushesDifferencesOfNormalNumbers() {
        IrModule module = module("0xc0", "v6: f32 = fadd v3, v4");

        new DenormalF32().run(module, new Context());

        assertEquals(0, result(module, 0x00800001, 0x80800000, 0));
        assertEquals(0x80000000, result(module, 0x80800001, 0x00800000, 0));
        assertEquals(0x00800000, result(module, 0x00800000, 0x00000001, 0));
    }

    @Test
    @Rule("B-032")
    void readsNoDenormalTwice() {
        IrModule module = module("0xc0", "v6: f32 = fadd v3, v4\n  v8: f32 = fadd v6, v6");

        new DenormalF32().run(module, new Context());

        String text = IrText.print(module);
        int second = text.indexOf("fadd v6, v6");
        assertFalse(second < 0, "the sum's result needs no flush as an operand\n" + text);
    }

    @Test
    void leavesAKeptModeAlone() {
        IrModule module = module("0xf0", "v6: f32 = fmul v3, v4");

        assertFalse(new DenormalF32().run(module, new Context()));
    }

    @Test
    @Rule("B-032")
    void refusesModesThatFlushOneSideOnly() {
        IrModule module = module("0xd0", "v6: f32 = fmul v3, v4");

        assertThrows(TranslationRefused.class, () -> new DenormalF32().run(module, new Context()));
    }
}
