package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address operands of an image instruction by role.
 *
 * <p>Sampling operations take {@code f32} coordinates, loads and stores {@code i32}; 16-bit addresses (A16) are widened when
 * the instruction is lifted.
 *
 * @param coordinates as many as {@link ImageDim#coordinates()}
 * @param ddx         derivatives in x, empty or {@link ImageDim#gradients()} of {@code f32}
 * @param ddy         derivatives in y
 * @param lod         explicit level ({@code f32} for samples, {@code i32} for mip loads), null for none
 * @param bias        LOD bias, {@code f32}
 * @param lodClamp    minimum LOD, {@code f32}
 * @param compare     depth reference, {@code f32}
 * @param offset      packed texel offset, {@code i32}: signed 6-bit fields at bits 0, 8, 16
 */
public record ImageAddress(List<Value> coordinates, List<Value> ddx, List<Value> ddy, @Nullable Value lod,
        @Nullable Value bias, @Nullable Value lodClamp, @Nullable Value compare, @Nullable Value offset) {
    public ImageAddress {
        coordinates = List.copyOf(coordinates);
        ddx = List.copyOf(ddx);
        ddy = List.copyOf(ddy);
    }

    /** Coordinates alone. */
    public static ImageAddress at(List<Value> coordinates) {
        return new ImageAddress(coordinates, List.of(), List.of(), null, null, null, null, null);
    }

    /** The same address with other coordinates. */
    public ImageAddress withCoordinates(List<Value> changed) {
        return new ImageAddress(changed, ddx, ddy, lod, bias, lodClamp, compare, offset);
    }

    List<Value> operands() {
        List<Value> all = new ArrayList<>(coordinates);
        all.addAll(ddx);
        all.addAll(ddy);
        for (Value each : new @Nullable Value[] {lod, bias, lodClamp, compare, offset}) {
            if (each != null) {
                all.add(each);
            }
        }
        return all;
    }

    ImageAddress withOperands(Operands from) {
        return new ImageAddress(from.list(coordinates.size()), from.list(ddx.size()), from.list(ddy.size()),
                from.optional(lod), from.optional(bias), from.optional(lodClamp), from.optional(compare), from.optional(offset));
    }
}
