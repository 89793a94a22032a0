package org.lierne.recompiler.isa;

import java.util.Objects;

/** Semantics that many rows share: one operation of {@link Sem} from the sources into the destination. */
final class Patterns {
    private Patterns() {
    }

    /** One operand. */
    @FunctionalInterface
    interface Unary {
        <V> V apply(Sem<V> s, V a);
    }

    /** Two operands. */
    @FunctionalInterface
    interface Binary {
        <V> V apply(Sem<V> s, V a, V b);
    }

    /** Three operands. */
    @FunctionalInterface
    interface Ternary {
        <V> V apply(Sem<V> s, V a, V b, V c);
    }

    /** One float operand. */
    @FunctionalInterface
    interface FloatUnary {
        <V> V apply(Sem<V> s, FloatFormat f, V a);
    }

    /** Two float operands. */
    @FunctionalInterface
    interface FloatBinary {
        <V> V apply(Sem<V> s, FloatFormat f, V a, V b);
    }

    /** Three float operands. */
    @FunctionalInterface
    interface FloatTernary {
        <V> V apply(Sem<V> s, FloatFormat f, V a, V b, V c);
    }

    private record One(Unary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, s.in(0)));
        }
    }

    private record Two(Binary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, s.in(0), s.in(1)));
        }
    }

    private record TwoReversed(Binary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, s.in(1), s.in(0)));
        }
    }

    private record Three(Ternary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, s.in(0), s.in(1), s.in(2)));
        }
    }

    private record TwoHalves(Binary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, s.signExtend16(s.in(0)), s.signExtend16(s.in(1))));
        }
    }

    private record ThreeHalves(Ternary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, s.signExtend16(s.in(0)), s.signExtend16(s.in(1)), s.signExtend16(s.in(2))));
        }
    }

    private record FloatOne(FloatFormat f, FloatUnary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, f, s.in(0)));
        }
    }

    private record FloatTwo(FloatFormat f, FloatBinary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, f, s.in(0), s.in(1)));
        }
    }

    private record FloatTwoReversed(FloatFormat f, FloatBinary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, f, s.in(1), s.in(0)));
        }
    }

    private record FloatThree(FloatFormat f, FloatTernary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, f, s.in(0), s.in(1), s.in(2)));
        }
    }

    /** Multiply-add into the destination. */
    private record FloatInto(FloatFormat f, FloatTernary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, f, s.in(0), s.in(1), s.old()));
        }
    }

    private record Into(Ternary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.out(op.apply(s, s.in(0), s.in(1), s.old()));
        }
    }

    private record Packed(Binary op, boolean signed) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.outPacked(op.apply(s, half(s, s.inLow(0), signed), half(s, s.inLow(1), signed)),
                    op.apply(s, half(s, s.inHigh(0), signed), half(s, s.inHigh(1), signed)));
        }
    }

    private record PackedThree(Ternary op, boolean signed) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.outPacked(op.apply(s, half(s, s.inLow(0), signed), half(s, s.inLow(1), signed), half(s, s.inLow(2), signed)),
                    op.apply(s, half(s, s.inHigh(0), signed), half(s, s.inHigh(1), signed), half(s, s.inHigh(2), signed)));
        }
    }

    private record PackedFloats(FloatBinary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.outPacked(op.apply(s, FloatFormat.F16, s.inLow(0), s.inLow(1)), op.apply(s, FloatFormat.F16, s.inHigh(0), s.inHigh(1)));
        }
    }

    private record PackedFloatsThree(FloatTernary op) implements Semantics {
        @Override
        public <V> void define(Sem<V> s) {
            s.outPacked(op.apply(s, FloatFormat.F16, s.inLow(0), s.inLow(1), s.inLow(2)),
                    op.apply(s, FloatFormat.F16, s.inHigh(0), s.inHigh(1), s.inHigh(2)));
        }
    }

    private static <V> V half(Sem<V> s, V half, boolean signed) {
        return signed ? s.signExtend16(half) : half;
    }

    /** D = op(S0). */
    static Semantics one(Unary op) {
        return new One(op);
    }

    /** D = op(S0, S1), words, longs or zero-extended halves. */
    static Semantics two(Binary op) {
        return new Two(op);
    }

    /** D = op(S1, S0). */
    static Semantics reversed(Binary op) {
        return new TwoReversed(op);
    }

    /** D = op(S0, S1, S2). */
    static Semantics three(Ternary op) {
        return new Three(op);
    }

    /** D = op(S0, S1) of sign-extended halves. */
    static Semantics signedHalves(Binary op) {
        return new TwoHalves(op);
    }

    /** D = op(S0, S1, S2) of sign-extended halves. */
    static Semantics signedHalves3(Ternary op) {
        return new ThreeHalves(op);
    }

    /** D = op(S0) on floats of the type's format. */
    static Semantics float1(DataType type, FloatUnary op) {
        return new FloatOne(format(type), op);
    }

    /** D = op(S0, S1) on floats. */
    static Semantics float2(DataType type, FloatBinary op) {
        return new FloatTwo(format(type), op);
    }

    /** D = op(S1, S0) on floats. */
    static Semantics float2Reversed(DataType type, FloatBinary op) {
        return new FloatTwoReversed(format(type), op);
    }

    /** D = op(S0, S1, S2) on floats. */
    static Semantics float3(DataType type, FloatTernary op) {
        return new FloatThree(format(type), op);
    }

    /** D = op(S0, S1, D) on floats. */
    static Semantics floatInto(DataType type, FloatTernary op) {
        return new FloatInto(format(type), op);
    }

    /** D = op(S0, S1, D). */
    static Semantics into(Ternary op) {
        return new Into(op);
    }

    /** Both halves: D = op(S0, S1). */
    static Semantics packed(Binary op) {
        return new Packed(op, false);
    }

    /** Both halves, sign-extended: D = op(S0, S1). */
    static Semantics packedSigned(Binary op) {
        return new Packed(op, true);
    }

    /** Both halves: D = op(S0, S1, S2). */
    static Semantics packed3(Ternary op) {
        return new PackedThree(op, false);
    }

    /** Both halves as f16: D = op(S0, S1). */
    static Semantics packedFloats(FloatBinary op) {
        return new PackedFloats(op);
    }

    /** Both halves as f16: D = op(S0, S1, S2). */
    static Semantics packedFloats3(FloatTernary op) {
        return new PackedFloatsThree(op);
    }

    private static FloatFormat format(DataType type) {
        return Objects.requireNonNull(type.format());
    }
}
