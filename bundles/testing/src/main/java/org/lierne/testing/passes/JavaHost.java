package org.lierne.testing.passes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.HostWord;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.UserData;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.WordSource;

/**
 * Runs straight-line IR as a host would whose float operations keep denormals and round to nearest even, as Java's do. What a host is
 * free to choose, this one chooses in its own way, so that a pass cannot rely on it: every NaN result is 7fffffff (f32), and of two
 * zeros a minimum or maximum is the first. Its division fix-up knows a zero denominator only.
 */
public final class JavaHost {
    private static final float FLOAT_NAN = Float.intBitsToFloat(0x7fffffff);
    private static final double DOUBLE_NAN = Double.longBitsToDouble(Long.MAX_VALUE);

    /** An image, as the host's views show it. */
    public interface Image {
        int width();

        int height();

        /** The channels x, y, z, w of a texel inside of the image, as the view's numeric class has them. */
        int[] texel(int x, int y);

        default int levels() {
            return 1;
        }

        default int layers() {
            return 1;
        }

        /** A texel of a level and layer; the first ones' where there are no others. */
        default int[] texel(int x, int y, int layer, int level) {
            return texel(x, y);
        }

        /** What a read outside gives, which a module may throw away but not need. */
        default int[] outside(int x, int y) {
            throw new IllegalStateException("texel " + x + ", " + y + " is outside of the image");
        }
    }

    private final Map<Value, long[]> values = new HashMap<>();
    private final @Nullable Image image;

    private JavaHost(@Nullable Image image) {
        this.image = image;
    }

    /** Runs the module's entry block; what its first LDS store writes is its result. */
    public static List<Integer> run(IrModule module, @Nullable Image image, int... userData) {
        JavaHost host = new JavaHost(image);
        for (Inst inst : module.entry().instructions()) {
            if (inst instanceof LdsAccess store) {
                return store.data().stream().map(word -> (int) host.value(word)).toList();
            }
            host.step(inst, userData);
        }
        throw new IllegalStateException("nothing is stored");
    }

    private void step(Inst inst, int[] userData) {
        switch (inst) {
            case UserData data -> values.put(data.result(), new long[] {userData[data.dword()] & 0xffffffffL});
            case Alu alu -> values.put(alu.result(), new long[] {compute(alu)});
            case Construct made -> values.put(made.result(), made.operands().stream().mapToLong(this::value).toArray());
            case Extract taken -> values.put(taken.result(), new long[] {vector(taken.vector())[taken.index()]});
            case HostWord word when word.source() instanceof WordSource.UserData from ->
                    values.put(word.result(), new long[] {userData[from.dword()] & 0xffffffffL});
            case ImageAccess access when access.result() != null -> values.put(access.result(), read(access));
            default -> throw new IllegalStateException("this host has no " + inst);
        }
    }

    /** The bits of a coordinate of the module's first image access. */
    public static int coordinate(IrModule module, int index, int... userData) {
        JavaHost host = new JavaHost(null);
        for (Inst inst : module.entry().instructions()) {
            if (inst instanceof ImageAccess access) {
                return (int) host.value(access.address().coordinates().get(index));
            }
            host.step(inst, userData);
        }
        throw new IllegalStateException("there is no image access");
    }

    /** The words that the module's first image store moves. */
    public static List<Integer> stored(IrModule module, int... userData) {
        JavaHost host = new JavaHost(null);
        for (Inst inst : module.entry().instructions()) {
            if (inst instanceof ImageAccess store && store.result() == null) {
                return store.data().stream().map(word -> (int) host.value(word)).toList();
            }
            host.step(inst, userData);
        }
        throw new IllegalStateException("nothing is stored");
    }

    /** As {@link #run}, for a module that stores one word and uses no image. */
    public static int word(IrModule module, int... userData) {
        return run(module, null, userData).getFirst();
    }

    private long[] vector(Value value) {
        if (value instanceof Const constant) {
            return new long[] {constant.bits()};
        }
        long[] found = values.get(value);
        if (found == null) {
            throw new IllegalStateException(value + " is used before it is defined");
        }
        return found;
    }

    private long value(Value value) {
        return vector(value)[0];
    }

    private long[] read(ImageAccess access) {
        if (image == null) {
            throw new IllegalStateException("no image is bound");
        }
        int[] all = switch (access.op()) {
            case RESINFO -> {
                int level = level(access);
                yield new int[] {Math.max(1, image.width() >> level), Math.max(1, image.height() >> level), image.layers(), image.levels()};
            }
            case LOAD -> texel(image, access);
            case SAMPLE -> sampled(image, access);
            default -> throw new IllegalStateException("this host has no " + access);
        };
        long[] asked = new long[Integer.bitCount(access.dmask())];
        int next = 0;
        for (int i = 0; i < 4; i++) {
            if ((access.dmask() >>> i & 1) != 0) {
                asked[next++] = all[i] & 0xffffffffL;
            }
        }
        return asked;
    }

    /** The texel nearest to the coordinates, in the level that is named, which has to be whole. */
    private int[] sampled(Image from, ImageAccess access) {
        Value lod = access.address().lod();
        float detail = access.has(ImageFlag.ZERO_LOD) ? 0 : real(java.util.Objects.requireNonNull(lod));
        int level = (int) detail;
        if (level != detail || level >= from.levels()) {
            throw new IllegalStateException("this host has no " + access + " at level " + detail);
        }
        List<Value> at = access.address().coordinates();
        int x = nearest(at.get(0), Math.max(1, from.width() >> level));
        int y = at.size() > 1 ? nearest(at.get(1), Math.max(1, from.height() >> level)) : 0;
        return x < 0 || y < 0 ? from.outside(x, y) : from.texel(x, y, at.size() > 2 ? (int) real(at.get(2)) : 0, level);
    }

    private float real(Value value) {
        return Float.intBitsToFloat((int) value(value));
    }

    /** The index of the texel at a normalised coordinate; -1 outside of the image. */
    private int nearest(Value coordinate, int size) {
        int index = (int) Math.floor(real(coordinate) * size);
        return index < size ? Math.max(-1, index) : -1;
    }

    private int level(ImageAccess access) {
        Value level = access.address().lod();
        return level == null ? 0 : (int) value(level);
    }

    private int[] texel(Image from, ImageAccess access) {
        List<Value> at = access.address().coordinates();
        int x = (int) value(at.get(0));
        int y = at.size() > 1 ? (int) value(at.get(1)) : 0;
        int layer = at.size() > 2 ? (int) value(at.get(2)) : 0;
        int level = level(access);
        boolean isThere = x >= 0 && y >= 0 && layer >= 0 && layer < from.layers() && level >= 0 && level < from.levels()
                && x < Math.max(1, from.width() >> level) && y < Math.max(1, from.height() >> level);
        return isThere ? from.texel(x, y, layer, level) : from.outside(x, y);
    }

    private long compute(Alu alu) {
        ScalarType type = alu.result().type().component();
        long result = switch (alu.operand(0).type().component()) {
            case F16, F32 -> narrow(alu);
            case F64 -> wide(alu);
            case B1, I8, I16, I32, I64 -> integer(alu);
        };
        return type.bits() == 64 ? result : result & (1L << type.bits()) - 1;
    }

    // Integers.

    private long integer(Alu alu) {
        int width = alu.operand(0).type().component().bits();
        long a = value(alu.operand(0));
        long b = alu.operands().size() > 1 ? value(alu.operand(1)) : 0;
        long c = alu.operands().size() > 2 ? value(alu.operand(2)) : 0;
        long sa = signed(a, width);
        long sb = signed(b, width);
        return switch (alu.op()) {
            case BITCAST, TRUNCATE, ZERO_EXTEND, LOW_32 -> a;
            case SIGN_EXTEND -> sa;
            case HIGH_32 -> a >>> 32;
            case PACK_64 -> a | b << 32;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case NOT -> ~a;
            case IADD -> a + b;
            case ISUB -> a - b;
            case IMUL -> a * b;
            case UMUL_HI -> a * b >>> 32;
            case SHL -> a << (b & width - 1);
            case SHR_U -> a >>> (b & width - 1);
            case SHR_S -> sa >> (b & width - 1);
            case UBFE -> a >>> b & (1L << c) - 1;
            case SBFE -> signed(a >> (int) b, (int) c);
            case UMOD -> Long.remainderUnsigned(a, b);
            case FIND_MSB -> 63 - Long.numberOfLeadingZeros(a);
            case SMIN -> Math.min(sa, sb);
            case SMAX -> Math.max(sa, sb);
            case UMIN -> Long.compareUnsigned(a, b) < 0 ? a : b;
            case UMAX -> Long.compareUnsigned(a, b) < 0 ? b : a;
            case IEQ -> truth(a == b);
            case INE -> truth(a != b);
            case ULT -> truth(Long.compareUnsigned(a, b) < 0);
            case ULE -> truth(Long.compareUnsigned(a, b) <= 0);
            case SLT -> truth(sa < sb);
            case SLE -> truth(sa <= sb);
            case SELECT -> a != 0 ? b : c;
            case U_TO_F -> real(alu.result().type().component(), a);
            case S_TO_F -> real(alu.result().type().component(), sa);
            default -> throw new IllegalStateException("this host has no " + alu);
        };
    }

    private static long signed(long bits, int width) {
        return bits << 64 - width >> 64 - width;
    }

    private static long truth(boolean value) {
        return value ? 1 : 0;
    }

    // Floats.

    private static long real(ScalarType type, double value) {
        return switch (type) {
            case F16 -> Double.isNaN(value) ? 0x7fff : Float.floatToFloat16((float) value) & 0xffff;
            case F32 -> bits((float) value);
            case F64 -> bits(value);
            default -> throw new IllegalStateException(type + " is no float");
        };
    }

    private static long bits(float value) {
        return Float.floatToRawIntBits(Float.isNaN(value) ? FLOAT_NAN : value) & 0xffffffffL;
    }

    private static long bits(double value) {
        return Double.doubleToRawLongBits(Double.isNaN(value) ? DOUBLE_NAN : value);
    }

    private float single(Alu alu, int operand) {
        Value value = alu.operand(operand);
        return value.type() == ScalarType.F16 ? Float.float16ToFloat((short) value(value)) : Float.intBitsToFloat((int) value(value));
    }

    /** f16 and f32: an f16 result is computed in f32 or f64 and rounded once, which is exact for sums and products. */
    private long narrow(Alu alu) {
        ScalarType type = alu.result().type().component();
        boolean half = type == ScalarType.F16;
        float x = single(alu, 0);
        float y = alu.operands().size() > 1 && alu.operand(1).type().component().isFloat() ? single(alu, 1) : 0;
        float z = alu.operands().size() > 2 && alu.operand(2).type().component().isFloat() ? single(alu, 2) : 0;
        long raw = value(alu.operand(0));
        return switch (alu.op()) {
            case BITCAST, FCANONICAL -> raw;
            case FADD -> half ? halfOf((double) x + y) : bits(x + y);
            case FSUB -> half ? halfOf((double) x - y) : bits(x - y);
            case FMUL -> half ? halfOf((double) x * y) : bits(x * y);
            case FMUL_LEGACY -> x == 0 || y == 0 ? 0 : bits(x * y);
            case FMA -> half ? halfOf((double) x * y + z) : bits(Math.fma(x, y, z));
            case FMAD -> bits(x * y + z);
            case FMIN, FMAX -> extreme(alu, raw, value(alu.operand(1)), x, y);
            case FOEQ -> truth(x == y);
            case FOLT -> truth(x < y);
            case FOLE -> truth(x <= y);
            case FOGT -> truth(x > y);
            case FOGE -> truth(x >= y);
            case FONE -> truth(x < y || x > y);
            case FUNE -> truth(x != y);
            case FULT -> truth(!(x >= y));
            case FULE -> truth(!(x > y));
            case FUGT -> truth(!(x <= y));
            case FUGE -> truth(!(x < y));
            case FUNO -> truth(Float.isNaN(x) || Float.isNaN(y));
            case FFLOOR -> real(type, Math.floor(x));
            case FCEIL -> real(type, Math.ceil(x));
            case FTRUNC -> real(type, x < 0 ? Math.ceil(x) : Math.floor(x));
            case FRNDNE -> real(type, Math.rint(x));
            case FFRACT -> real(type, x - Math.floor(x));
            case FSATURATE -> real(type, Float.isNaN(x) ? 0 : Math.clamp(x, 0f, 1f));
            case FSQRT -> real(type, Math.sqrt(x));
            case FRCP -> real(type, 1 / (double) x);
            case FRSQ -> real(type, 1 / Math.sqrt(x));
            case FLOG2 -> real(type, Math.log(x) / Math.log(2));
            case FEXP2 -> real(type, Math.pow(2, x));
            case FSIN -> real(type, Math.sin(2 * Math.PI * x));
            case FCOS -> real(type, Math.cos(2 * Math.PI * x));
            case FABS -> bits(Math.abs(x));
            case F_TO_F_RTZ -> towardsZero(x);
            case DIV_FIXUP -> y == 0 ? real(type, Double.POSITIVE_INFINITY) : raw;
            case F_TO_F -> type == ScalarType.F64 ? bits((double) x) : half ? halfOf(x) : bits(x);
            case F_TO_S -> (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, (double) x));
            case F_TO_U -> Math.max(0, Math.min(0xffffffffL, (long) x));
            default -> throw new IllegalStateException("this host has no " + alu);
        };
    }

    /** A double to f16, rounded once: where rounding to f32 first would land on a tie, it is moved off it. */
    private static long halfOf(double value) {
        float single = (float) value;
        if ((double) single != value && !Double.isNaN(value)) {
            int bits = Float.floatToRawIntBits(single);
            boolean beyond = Math.abs((double) single) > Math.abs(value);
            int towards = beyond ? bits - 1 : bits;
            single = Float.intBitsToFloat(towards | 1);
        }
        return real(ScalarType.F16, single);
    }

    private static long towardsZero(float value) {
        short half = Float.floatToFloat16(value);
        return (Math.abs(Float.float16ToFloat(half)) > Math.abs(value) ? half - 1 : half) & 0xffff;
    }

    private static long extreme(Alu alu, long a, long b, double x, double y) {
        boolean min = alu.op() == org.lierne.recompiler.ir.AluOp.FMIN;
        if (Double.isNaN(x)) {
            return Double.isNaN(y) ? real(alu.result().type().component(), y) : b;
        }
        return Double.isNaN(y) || x == y || x < y == min ? a : b;
    }

    private long wide(Alu alu) {
        long raw = value(alu.operand(0));
        double x = Double.longBitsToDouble(raw);
        double y = alu.operands().size() > 1 && alu.operand(1).type() == ScalarType.F64
                ? Double.longBitsToDouble(value(alu.operand(1))) : 0;
        double z = alu.operands().size() > 2 ? Double.longBitsToDouble(value(alu.operand(2))) : 0;
        ScalarType type = alu.result().type().component();
        return switch (alu.op()) {
            case BITCAST -> raw;
            case FADD -> bits(x + y);
            case FMUL -> bits(x * y);
            case FMA, DIV_FMAS -> bits(Math.fma(x, y, z));
            case FSUB -> bits(x - y);
            case DIV_FIXUP -> y == 0 ? bits(Double.POSITIVE_INFINITY) : raw;
            case FMIN, FMAX -> extreme(alu, raw, value(alu.operand(1)), x, y);
            case FOEQ -> truth(x == y);
            case FOLT -> truth(x < y);
            case FOGT -> truth(x > y);
            case FUNO -> truth(Double.isNaN(x) || Double.isNaN(y));
            case FFLOOR -> bits(Math.floor(x));
            case FCEIL -> bits(Math.ceil(x));
            case FFRACT -> bits(x - Math.floor(x));
            case FSQRT -> bits(Math.sqrt(x));
            case F_TO_F -> real(type, x);
            default -> throw new IllegalStateException("this host has no " + alu);
        };
    }
}
