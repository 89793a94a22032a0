package org.lierne.recompiler.ir;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A pixel input, interpolated by the host.
 *
 * @param result  {@code i32} bits: an f32, the vertex's dword for modes of vertices, or an f16 in the low half
 * @param offsetX distance from the pixel's centre at which it is interpolated instead, f32; null with {@code offsetY} for none
 * @param half    the attribute is f16; {@code high} chooses the half of its slot
 */
public record AttributeLoad(Ssa result, int attribute, int channel, Mode mode, boolean half, boolean high, @Nullable Value offsetX,
        @Nullable Value offsetY, Pc pc) implements Inst {
    /** Where the mode says. */
    public AttributeLoad(Ssa result, int attribute, int channel, Mode mode, boolean half, boolean high, Pc pc) {
        this(result, attribute, channel, mode, half, high, null, null, pc);
    }

    /** Where and how the host interpolates. */
    public enum Mode {
        PERSP_SAMPLE, PERSP_CENTER, PERSP_CENTROID, LINEAR_SAMPLE, LINEAR_CENTER, LINEAR_CENTROID, FLAT,
        /** The dword of a corner of the triangle, in the order of its vertices. */
        VERTEX_0, VERTEX_1, VERTEX_2;

        /** Whether the host does not interpolate. */
        public boolean isOfVertex() {
            return compareTo(FLAT) >= 0;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public List<Value> operands() {
        return offsetX == null || offsetY == null ? List.of() : List.of(offsetX, offsetY);
    }

    @Override
    public AttributeLoad withOperands(List<Value> values) {
        return values.isEmpty() ? this : new AttributeLoad(result, attribute, channel, mode, half, high, values.get(0), values.get(1), pc);
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
