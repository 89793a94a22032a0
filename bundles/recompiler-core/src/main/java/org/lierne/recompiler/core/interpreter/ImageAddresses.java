package org.lierne.recompiler.core.interpreter;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect.Image;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.isa.Place;

/**
 * The address operands of a lane by role. Documented: RDNA 2 ISA, "Image Opcodes with Sampler": offset, bias, reference, derivatives,
 * coordinates, level or clamp, in this order; with 16-bit addresses coordinates and what follows take halves of registers, with 16-bit
 * derivatives those do.
 */
final class ImageAddresses {
    private static final int[] COORDINATES = {1, 2, 3, 3, 2, 3, 3, 4};
    private static final int[] GRADIENTS = {1, 2, 3, 2, 1, 2, 2, 2};

    private final Wave wave;
    private final Decoded d;
    private final int lane;
    private final int first;
    private final int[] coordinates;
    private final boolean isNarrow;
    private int offsets;
    private float bias;
    private float reference;
    private float[] ddx = {};
    private float[] ddy = {};
    private int last;
    private boolean hasLast;
    private int next;
    private int nextHalf;

    private ImageAddresses(Wave wave, Decoded d, Image access, int lane) {
        this.wave = wave;
        this.d = d;
        this.lane = lane;
        this.isNarrow = d.flag('e');
        this.first = register(0);
        int dim = d.field('p');
        if (access.action() == Image.Action.RESINFO) {
            coordinates = new int[0];
            return;
        }
        if (access.offset()) {
            offsets = whole();
        }
        if (access.lod() == Image.Lod.BIAS) {
            bias = real(isNarrow, whole());
        }
        if (access.compare()) {
            reference = Float.intBitsToFloat(whole());
        }
        if (access.lod() == Image.Lod.DERIVATIVES || access.lod() == Image.Lod.COARSE_DERIVATIVES) {
            ddx = derivatives(GRADIENTS[dim], access.half());
            ddy = derivatives(GRADIENTS[dim], access.half());
        }
        coordinates = new int[COORDINATES[dim]];
        for (int i = 0; i < coordinates.length; i++) {
            coordinates[i] = part(isNarrow);
        }
        hasLast = access.action().hasLevel() || access.lod() == Image.Lod.EXPLICIT || access.clamp();
        if (hasLast) {
            last = part(isNarrow);
        }
    }

    static ImageAddresses of(Wave wave, Decoded d, Image access, int lane) {
        return new ImageAddresses(wave, d, access, lane);
    }

    private int register(int position) {
        @Nullable Operand operand = d.operandAt(Place.ADDRESS);
        if (operand instanceof Operand.VgprList list) {
            return wave.vectors[list.registers().get(position)][lane];
        }
        throw new InterpreterRefusal(d.pc(), d.toString(), "has no address");
    }

    private int whole() {
        return register(next++);
    }

    private int part(boolean half) {
        if (!half) {
            return whole();
        }
        int word = register(next + nextHalf / 2);
        return word >>> 16 * (nextHalf++ & 1) & 0xffff;
    }

    private float[] derivatives(int count, boolean half) {
        float[] all = new float[count];
        for (int i = 0; i < count; i++) {
            all[i] = real(half, part(half));
        }
        next += (nextHalf + 1) / 2;
        nextHalf = 0;
        return all;
    }

    private static float real(boolean half, int bits) {
        return half ? Float.float16ToFloat((short) bits) : Float.intBitsToFloat(bits);
    }

    /** The first register, which is all the address of a size query. */
    int first() {
        return first;
    }

    int count() {
        return coordinates.length;
    }

    int integer(int coordinate) {
        return coordinates[coordinate];
    }

    float real(int coordinate) {
        return coordinate < coordinates.length ? real(isNarrow, coordinates[coordinate]) : 0;
    }

    /** The level of a load or store, 0 where it names none. */
    int level() {
        return hasLast ? last : 0;
    }

    /** The explicit level, or the clamp, of a sample. */
    float lastReal() {
        return real(isNarrow, last);
    }

    /** A texel offset along an axis. */
    int offset(int axis) {
        return offsets << 26 - 8 * axis >> 26;
    }

    float bias() {
        return bias;
    }

    float reference() {
        return reference;
    }

    float[] ddx() {
        return ddx;
    }

    float[] ddy() {
        return ddy;
    }
}
