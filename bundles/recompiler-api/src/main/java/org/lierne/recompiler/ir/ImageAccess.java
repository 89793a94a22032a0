package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A MIMG access.
 *
 * <p>A load gives one {@code i32} bit pattern for each set bit of {@code dmask} (a vector when there are several), f32 for float and
 * normalised formats; with {@code d16} two f16 or 16-bit integers in each. Gathers use {@code dmask} to choose the channel and
 * give four.
 *
 * @param image    the T#
 * @param sampler  the S# of sampling operations, else null
 * @param dim      the instruction's DIM field, which need not be the resource's dimension
 * @param dmask    channel mask
 * @param flags    what the instruction asks for beside
 * @param format   unified format number to see the texels in, their channels unselected; 0 for the descriptor's own format and selects
 * @param address  operands by role
 * @param data     stored words or atomic operands
 * @param guard    the lane takes part; null for always
 */
public record ImageAccess(@Nullable Ssa result, ImageOp op, Place image, @Nullable Place sampler, ImageDim dim, int dmask,
        Set<ImageFlag> flags, int format, ImageAddress address, List<Value> data, @Nullable Value guard, Pc pc) implements Inst {
    public ImageAccess {
        flags = Set.copyOf(flags);
        data = List.copyOf(data);
    }

    /** Whether the instruction asks for this. */
    public boolean has(ImageFlag flag) {
        return flags.contains(flag);
    }

    @Override
    public List<Value> operands() {
        List<Value> all = new ArrayList<>(image.operands());
        if (sampler != null) {
            all.addAll(sampler.operands());
        }
        all.addAll(address.operands());
        all.addAll(data);
        if (guard != null) {
            all.add(guard);
        }
        return all;
    }

    @Override
    public ImageAccess withOperands(List<Value> values) {
        Operands from = new Operands(values);
        return new ImageAccess(result, op, from.place(image), sampler == null ? null : from.place(sampler), dim, dmask, flags, format,
                address.withOperands(from), from.list(data.size()), from.optional(guard), pc);
    }

    /** The same access through resources; {@code samplerResource} is ignored where there is no sampler. */
    public ImageAccess through(int imageResource, int samplerResource) {
        return through(new Place.ResourceRef(imageResource), samplerResource);
    }

    /** The same access through resources; {@code samplerResource} is ignored where there is no sampler. */
    public ImageAccess through(Place.ResourceRef imageResource, int samplerResource) {
        return new ImageAccess(result, op, imageResource,
                sampler == null ? null : new Place.ResourceRef(samplerResource), dim, dmask, flags, format,
                address, data, guard, pc);
    }

    /** The same access addressed as {@code changedDim} by {@code changedAddress}. */
    public ImageAccess addressedAs(ImageDim changedDim, ImageAddress changedAddress) {
        return new ImageAccess(result, op, image, sampler, changedDim, dmask, flags, format, changedAddress, data, guard,
                pc);
    }

    /** The same access of texels seen in another format, their channels unselected. */
    public ImageAccess seenAs(int unifiedFormat) {
        return new ImageAccess(result, op, image, sampler, dim, dmask, flags, unifiedFormat, address, data, guard, pc);
    }

    /** The same access moving other words for other channels. */
    public ImageAccess moving(int changedMask, Set<ImageFlag> changedFlags, List<Value> changedData) {
        return new ImageAccess(result, op, image, sampler, dim, changedMask, changedFlags, format, address, changedData, guard, pc);
    }

    /** The same access giving other channels in another result. */
    public ImageAccess into(Ssa changedResult, int changedMask) {
        return new ImageAccess(changedResult, op, image, sampler, dim, changedMask, flags, format, address, data, guard, pc);
    }

    /** The same access without a guard. */
    public ImageAccess unguarded() {
        return new ImageAccess(result, op, image, sampler, dim, dmask, flags, format, address, data, null, pc);
    }

    @Override
    public boolean hasEffect() {
        return op == ImageOp.STORE || op.isAtomic();
    }
}
