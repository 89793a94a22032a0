package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.DeviceFault;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.TableSnapshot;
import org.lierne.recompiler.program.UnifiedFormat;
import org.lierne.recompiler.program.WordSource;

/**
 * An image access through tables becomes one access for each descriptor, each guarded by the choice of that one. What cannot be bound
 * faults where a lane chooses it, and gives zero.
 */
final class TableAccess {
    private static final int FILTER_MODE = 3 << 29;
    private static final int UNNORMALIZED = 1 << 15;
    private static final int DEPTH_16 = 7;
    private static final int DEPTH_32 = 22;
    /** Documented: 16_UNORM, 32_FLOAT, 32_FLOAT clamped, and the combinations of depth with stencil. */
    private static final Set<Integer> DEPTH_FORMATS = Set.of(DEPTH_16, DEPTH_32, 140, 141, 142, 143, 144, 145, 146);
    /** Scaled integers, and sRGB of one and two channels: no host filters their texels as they are. */
    private static final Set<Integer> CONVERTED_FORMATS = Set.of(3, 4, 9, 10, 16, 17, 25, 26, 32, 33, 39, 40, 46, 47, 52, 53, 58, 59, 67,
            68, 128, 129);
    /** Linear magnification and minification filters of an S#'s word 2. */
    private static final int LINEAR_FILTERS = 1 << 20 | 1 << 22;
    /** 8_SRGB and 8_8_SRGB. */
    private static final Set<Integer> SMALL_SRGB_FORMATS = Set.of(128, 129);
    private static final int FIRST_FMASK = 156;
    private static final int LAST_FMASK = 168;
    private static final int FIRST_MSAA_TYPE = 14;
    private static final int FIRST_IMAGE_TYPE = 8;

    /**
     * The image or the sampler of an access.
     *
     * @param resource the descriptor, or the table
     * @param key      what chooses in the table; null for a descriptor
     */
    record Side(int resource, boolean isSampler, @Nullable Value key, WordSource.@Nullable Key domain) {}

    /**
     * What may be chosen of a side: a descriptor, of samplers also its copy without filters; of a set of images the one that stands for all,
     * and which one is meant.
     *
     * @param number counted from 0
     * @param when   the condition under which it is chosen; null for always
     */
    private record Choice(int resource, int pointResource, int table, int number, @Nullable Value element, @Nullable Value when) {}

    private final IrModule module;
    private final PassContext context;
    private final Faults faults;
    private final int faultWords;
    private final ImageAccess access;
    private final IrBlock.Editor at;

    TableAccess(IrModule module, PassContext context, int faultWords, ImageAccess access, IrBlock.Editor at) {
        this.module = module;
        this.context = context;
        this.faults = new Faults(module);
        this.faultWords = faultWords;
        this.access = access;
        this.at = at;
    }

    /** Puts the accesses in the place of the one through tables. */
    void expand(Side image, Side sampler) {
        if (isUnsupported()) {
            tell(DeviceFault.UNSUPPORTED, image, null);
            give(zero());
            return;
        }
        List<Choice> images = choices(image);
        List<Choice> samplers = choices(sampler);
        Value result = zero();
        for (Choice i : images) {
            for (Choice s : samplers) {
                Value chosen = both(i.when, s.when);
                DeviceFault fault = fault(i, s, sampler.key != null);
                if (fault != null) {
                    tell(fault, fault == DeviceFault.SAMPLER ? sampler : image, chosen);
                } else {
                    result = select(chosen, through(i, isInteger(i) ? unfiltered(i, s, sampler) : s.resource, chosen), result);
                }
            }
        }
        give(result);
    }

    private @Nullable Value zero() {
        Ssa result = access.result();
        if (result == null) {
            return null;
        }
        Const word = new Const(result.type().component(), 0);
        if (result.type().size() == 1) {
            return word;
        }
        Ssa made = module.fresh(result.type());
        at.insertBefore(new Construct(made, Collections.nCopies(result.type().size(), word), access.pc()));
        return made;
    }

    /** What stores, changes or packs does not go through tables (rule A-033). */
    private boolean isUnsupported() {
        return access.op() == ImageOp.STORE || access.op().isAtomic() || switch (access.op()) {
            case GATHER4H_PCK, GATHER8H_PCK, LOAD_BY2, LOAD_BY4, LOAD_PCK2, LOAD_PCK4, BVH_INTERSECT, BVH64_INTERSECT -> true;
            default -> false;
        };
    }

    private List<Choice> choices(Side side) {
        Value key = side.key;
        WordSource.Key domain = side.domain;
        if (key == null || domain == null) {
            return List.of(new Choice(side.resource, side.resource, -1, 0, null, null));
        }
        DescriptorWords records = context.descriptor(side.resource);
        Value place = domain.shift() == 0 ? key : alu(ScalarType.I32, AluOp.SHR_U, key, Const.i32(domain.shift()));
        Value isLookedAt = alu(ScalarType.B1, AluOp.ULT, place, Const.i32(WordSource.Key.MAX_VALUES));
        Ssa entry = module.fresh(ScalarType.I32);
        at.insertBefore(new GlobalAccess(entry, MemoryOp.LOAD, new Place.ResourceRef(side.resource),
                alu(ScalarType.I32, AluOp.SHL, place, Const.i32(2)), GlobalAccess.Segment.GLOBAL, Element.dwords(1), false, List.of(),
                isLookedAt, access.pc()));
        List<Choice> all = new ArrayList<>();
        int count = records == null ? 0 : side.isSampler ? records.count() / 2 : records.count();
        for (int i = 0; i < count; i++) {
            int word = Objects.requireNonNull(records).word(i);
            boolean isSet = (word & TableSnapshot.HAS_MEMBERS) != 0;
            Value number = isSet ? alu(ScalarType.I32, AluOp.AND, entry, Const.i32(TableSnapshot.MAX_CHOICES)) : entry;
            Value when = alu(ScalarType.B1, AluOp.IEQ, number, Const.i32(i + 1));
            all.add(new Choice(word & ~TableSnapshot.HAS_MEMBERS, side.isSampler ? records.word(count + i) : -1, side.resource, i,
                    isSet ? member(entry, when) : null, when));
        }
        tell(DeviceFault.NO_RECORD, side, alu(ScalarType.B1, AluOp.IEQ, entry, Const.i32(0)));
        return all;
    }

    /** The member of a set that an entry names; the first where another choice is meant, as the access may be done all the same. */
    private Value member(Value entry, Value when) {
        Value member = alu(ScalarType.I32, AluOp.SHR_U, entry, Const.i32(TableSnapshot.MEMBER_SHIFT));
        return faults.alu(ScalarType.I32, AluOp.SELECT, List.of(when, member, Const.i32(0)), access.pc(), at);
    }

    /** Why a pair cannot be bound, null when it can. */
    private @Nullable DeviceFault fault(Choice image, Choice sampler, boolean isSamplerChosen) {
        DescriptorWords words = context.descriptor(image.resource);
        if (words == null || words.isNull()) {
            return null;
        }
        int type = words.word(3) >>> 28;
        int format = words.word(1) >>> 20 & 0x1ff;
        if (image.when != null) {
            if (type >= FIRST_MSAA_TYPE || format >= FIRST_FMASK && format <= LAST_FMASK) {
                return DeviceFault.MULTISAMPLED;
            }
            if (type < FIRST_IMAGE_TYPE || !ImageDimensions.fits(access.dim(), type)) {
                return DeviceFault.UNBINDABLE;
            }
            if (SMALL_SRGB_FORMATS.contains(format) && access.op().usesSampler() && !isSrgbSampled()) {
                return DeviceFault.SRGB_DECODE;
            }
        }
        boolean isColor = !DEPTH_FORMATS.contains(format);
        if (access.address().compare() != null && isColor && isSamplerChosen) {
            throw context.refuse(access.pc(), "a colour image of format " + format + " is compared through a sampler of a table (record "
                    + sampler.number + " of resource " + sampler.table + ")");
        }
        if (access.address().compare() != null && isColor && image.when != null) {
            return DeviceFault.COLOR_COMPARE;
        }
        boolean isConverted = UnifiedFormat.numericClass(format) != NumericClass.FLOAT || CONVERTED_FORMATS.contains(format)
                || !isColor && format != DEPTH_16 && format != DEPTH_32;
        DescriptorWords sampling = sampler.resource < 0 ? null : context.descriptor(sampler.resource);
        return sampling != null && isWrongSampler(sampling, isSamplerChosen, image.when != null && isConverted) ? DeviceFault.SAMPLER
                : null;
    }

    /** Whether the device decodes sRGB of one and two channels, and is let (rules ); loads can do without. */
    private boolean isSrgbSampled() {
        return context.host().has(HostFeature.SRGB8_SAMPLING) && !context.switches().isOn("pass.image.srgb8.shader", false);
    }

    /** Rule A-034. */
    private static boolean isWrongSampler(DescriptorWords sampling, boolean isChosen, boolean isConverted) {
        boolean isReducing = (sampling.word(0) & FILTER_MODE) != 0;
        return isChosen ? isReducing || (sampling.word(0) & UNNORMALIZED) != 0
                : isReducing && isConverted && (sampling.word(2) & LINEAR_FILTERS) != 0;
    }

    /** The sampler without filters for an integer image, of a table or under a table's sampler (rule A-035). */
    private int unfiltered(Choice image, Choice sampler, Side side) {
        if (access.op().usesSampler() && (image.when != null || side.key != null)) {
            if (!context.switches().isOn(SourceModes.INTEGER_POINTS)) {
                throw context.refuse(access.pc(), "integers are sampled through a table, without filter (%s is off)".formatted(
                        SourceModes.INTEGER_POINTS.id()));
            }
            context.acted(SourceModes.INTEGER_POINTS, access.pc(), "integers of a table sampled without filter");
        }
        return sampler.pointResource;
    }

    private boolean isInteger(Choice image) {
        DescriptorWords words = context.descriptor(image.resource);
        return words != null && UnifiedFormat.numericClass(words.word(1) >>> 20 & 0x1ff) != NumericClass.FLOAT;
    }

    private @Nullable Value through(Choice image, int sampler, @Nullable Value chosen) {
        ImageAccess copy = access.through(new Place.ResourceRef(image.resource, image.element), sampler);
        Value guard = both(copy.guard(), chosen);
        Ssa result = copy.result() == null ? null : module.fresh(copy.result().type());
        at.insertBefore(new ImageAccess(result, copy.op(), copy.image(), copy.sampler(), copy.dim(), copy.dmask(), copy.flags(),
                copy.format(), copy.address(), copy.data(), guard, copy.pc()));
        return result;
    }

    private @Nullable Value select(@Nullable Value when, @Nullable Value a, @Nullable Value b) {
        if (when == null || a == null || b == null) {
            return a;
        }
        if (a.type().size() == 1) {
            Ssa result = module.fresh(a.type());
            at.insertBefore(new Alu(result, AluOp.SELECT, List.of(when, a, b), access.pc()));
            return result;
        }
        List<Value> parts = new ArrayList<>();
        for (int i = 0; i < a.type().size(); i++) {
            Ssa left = module.fresh(a.type().component());
            Ssa right = module.fresh(a.type().component());
            Ssa part = module.fresh(a.type().component());
            at.insertBefore(new Extract(left, a, i, access.pc()));
            at.insertBefore(new Extract(right, b, i, access.pc()));
            at.insertBefore(new Alu(part, AluOp.SELECT, List.of(when, left, right), access.pc()));
            parts.add(part);
        }
        Ssa result = module.fresh(a.type());
        at.insertBefore(new Construct(result, parts, access.pc()));
        return result;
    }

    /** The access's own result becomes what was selected. */
    private void give(@Nullable Value value) {
        Ssa result = access.result();
        if (result == null || value == null) {
            at.remove();
        } else if (result.type().size() == 1) {
            at.set(new Alu(result, AluOp.SELECT, List.of(Const.TRUE, value, value), access.pc()));
        } else {
            List<Value> parts = new ArrayList<>();
            for (int i = 0; i < result.type().size(); i++) {
                Ssa part = module.fresh(result.type().component());
                at.insertBefore(new Extract(part, value, i, access.pc()));
                parts.add(part);
            }
            at.set(new Construct(result, parts, access.pc()));
        }
    }

    /** A build that does not expect faults reads zero where one that does tells them (rule A-037). */
    private void tell(DeviceFault fault, Side side, @Nullable Value when) {
        if (!context.switches().isOn(SourceModes.TABLE_FAULTS)) {
            return;
        }
        Value key = side.key;
        faults.tell(faultWords, fault, Const.i32(side.resource), key == null ? Const.i32(0) : key, both(access.guard(), when),
                access.pc(), at);
    }

    private @Nullable Value both(@Nullable Value a, @Nullable Value b) {
        return a == null ? b : b == null ? a : alu(ScalarType.B1, AluOp.AND, a, b);
    }

    private Value alu(ScalarType type, AluOp op, Value a, Value b) {
        return faults.alu(type, op, List.of(a, b), access.pc(), at);
    }
}
