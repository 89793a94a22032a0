package org.lierne.recompiler.ir;

import java.util.List;
import java.util.Locale;

/**
 * A pixel input, interpolated by the host.
 *
 * @param result  {@code i32} bits: an f32, the vertex's dword for {@link Mode#FLAT}, or an f16 in the low half
 * @param half    the attribute is f16; {@code high} chooses the half of its slot
 */
public record AttributeLoad(Ssa result, int attribute, int channel, Mode mode, boolean half, boolean high, Pc pc)
        implements Inst {
    /** Where and how the host interpolates. */
    public enum Mode {
        PERSP_SAMPLE, PERSP_CENTER, PERSP_CENTROID, LINEAR_SAMPLE, LINEAR_CENTER, LINEAR_CENTROID, FLAT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public List<Value> operands() {
        return List.of();
    }

    @Override
    public AttributeLoad withOperands(List<Value> values) {
        return this;
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
