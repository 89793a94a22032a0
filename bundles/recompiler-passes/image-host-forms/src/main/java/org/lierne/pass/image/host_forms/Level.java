package org.lierne.pass.image.host_forms;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.program.WordSource;

/**
 * The level that an access reads, as its sampler and its image limit it. Their limits are words of descriptors that do not shape code, so
 * the host hands them over when work is recorded. Documented: RDNA 2 ISA, "Image Resource Descriptor" and "Image Sampler Descriptor".
 */
final class Level {
    /** Levels are fixed point with 8 bits behind the point. */
    private static final Const STEP = Const.f32(1f / 256);
    private static final int LEVEL_BITS = 12;
    private static final int BIAS_BITS = 14;
    private static final int MIP_FILTER = 26;
    private static final int BASE_LEVEL = 12;
    private static final int LAST_LEVEL = 16;
    private static final int LEVEL_NUMBER_BITS = 4;
    private static final int MIN_LOD = 8;
    private static final int BLENDED_LEVELS = 2;
    private static final int OFFSET_BITS = 6;
    private static final int UNCLAMPED_LEVEL = 2;

    private final ImageSite site;
    private final Expansion code;
    private final int sampler;

    private Level(ImageSite site, int sampler) {
        this.site = site;
        this.code = site.code();
        this.sampler = sampler;
    }

    /** Null where the descriptors are chosen in tables while the program runs. */
    static @Nullable Level of(ImageSite site) {
        return site.access().sampler() instanceof Place.ResourceRef sampler && !isChosen(site, sampler.index())
                && !isChosen(site, site.resource().index()) ? new Level(site, sampler.index()) : null;
    }

    /** Whether the program chooses a descriptor in a table while it runs. */
    static boolean isChosen(ImageSite site, int resource) {
        return site.path(resource).stream().map(WordSource::key).anyMatch(Objects::nonNull);
    }

    /**
     * The level of detail before its limits: the one given, that of the derivatives, else that of the quad in the pixel stage and 0 in others
     * (decision B-001).
     */
    Value detail() {
        ImageAddress address = site.address();
        Value detail = site.access().has(ImageFlag.ZERO_LOD) ? Const.f32(0)
                : address.lod() != null ? add(address.lod(), bias())
                : !address.ddx().isEmpty() ? add(ofDerivatives(), bias())
                : site.isPixel() ? ofQuad() : bias();
        detail = address.bias() == null ? detail : add(detail, address.bias());
        return address.lodClamp() == null ? detail : greater(address.lodClamp(), detail);
    }

    /** LOD_BIAS of the sampler. */
    Value bias() {
        return fixed(code.alu(AluOp.SBFE, ScalarType.I32, word(sampler, 2), Const.i32(0), Const.i32(BIAS_BITS)), AluOp.S_TO_F);
    }

    /** Hosts add the sampler's bias to it. */
    private Value ofQuad() {
        ImageAccess access = site.access();
        ImageAccess query = new ImageAccess(access.result(), ImageOp.GET_LOD, access.image(), access.sampler(), access.dim(), access.dmask(), Set.of(),
                access.format(), ImageAddress.at(site.address().coordinates()), List.of(), access.guard(), access.pc());
        return code.real(site.words(query, UNCLAMPED_LEVEL).getFirst(), ScalarType.F32);
    }

    /** Half the logarithm of the longer derivative's square, in texels of level 0. */
    private Value ofDerivatives() {
        List<Value> size = size(site, Const.i32(0));
        Value longer = greater(square(site.address().ddx(), size), square(site.address().ddy(), size));
        return multiply(code.alu(AluOp.FLOG2, ScalarType.F32, longer), Const.f32(0.5f));
    }

    private Value square(List<Value> derivative, List<Value> size) {
        Value sum = Const.f32(0);
        for (int axis = 0; axis < derivative.size(); axis++) {
            Value texels = multiply(derivative.get(axis), real(code, size.get(axis)));
            sum = add(sum, multiply(texels, texels));
        }
        return sum;
    }

    /** The number of the level nearest to a level of detail, within all limits; level 0 for a sampler that uses no other. */
    Value nearest(Value detail) {
        return number(add(within(detail), Const.f32(0.5f)));
    }

    /** The nearest level, or of two between which the sampler blends the one with more texels. */
    Value lower(Value detail) {
        Value within = within(detail);
        return number(add(within, code.select(blendsLevels(), Const.f32(0), Const.f32(0.5f))));
    }

    /** The part that the next level has in a blend; 0 where the sampler does not blend levels. */
    Value share(Value detail) {
        Value within = within(detail);
        Value part = code.alu(AluOp.FSUB, ScalarType.F32, within, code.alu(AluOp.FFLOOR, ScalarType.F32, within));
        return code.select(blendsLevels(), part, Const.f32(0));
    }

    /** The level behind another, itself for the last. */
    Value next(Value level) {
        return code.alu(AluOp.UMIN, ScalarType.I32, code.alu(AluOp.IADD, ScalarType.I32, level, Const.i32(1)), last());
    }

    private Value blendsLevels() {
        return code.equal(mipFilter(), Const.i32(BLENDED_LEVELS));
    }

    private Value mipFilter() {
        return field(word(sampler, 2), MIP_FILTER, 2);
    }

    private Value last() {
        return code.alu(AluOp.ISUB, ScalarType.I32, count(site), Const.i32(1));
    }

    /** The whole part, as far as there are levels. */
    private Value number(Value detail) {
        Value number = code.alu(AluOp.F_TO_U, ScalarType.I32, code.alu(AluOp.FFLOOR, ScalarType.F32, detail));
        Value hasLevels = code.alu(AluOp.INE, ScalarType.B1, mipFilter(), Const.i32(0));
        return code.select(hasLevels, code.alu(AluOp.UMIN, ScalarType.I32, number, last()), Const.i32(0));
    }

    /** A level of detail within the limits of sampler and image. */
    private Value within(Value detail) {
        Value base = field(word(site.resource().index(), 3), BASE_LEVEL, LEVEL_NUMBER_BITS);
        Value imageLeast = code.alu(AluOp.FSUB, ScalarType.F32, fixed(field(word(site.resource().index(), 1), MIN_LOD, LEVEL_BITS),
                AluOp.U_TO_F), real(code, base));
        Value least = greater(fixed(field(word(sampler, 1), 0, LEVEL_BITS), AluOp.U_TO_F), imageLeast);
        Value most = greater(least, fixed(field(word(sampler, 1), LEVEL_BITS, LEVEL_BITS), AluOp.U_TO_F));
        return code.select(code.alu(AluOp.FOLT, ScalarType.B1, detail, most), greater(least, detail), most);
    }

    /** How many levels an image has from its first on, one at least. */
    static Value count(ImageSite site) {
        Expansion code = site.code();
        Value word = site.word(site.resource().index(), 3);
        Value base = field(code, word, BASE_LEVEL, LEVEL_NUMBER_BITS);
        Value last = code.alu(AluOp.UMAX, ScalarType.I32, field(code, word, LAST_LEVEL, LEVEL_NUMBER_BITS), base);
        return code.alu(AluOp.IADD, ScalarType.I32, code.alu(AluOp.ISUB, ScalarType.I32, last, base), Const.i32(1));
    }

    private Value word(int resource, int index) {
        return site.word(resource, index);
    }

    private Value field(Value word, int first, int bits) {
        return field(code, word, first, bits);
    }

    private static Value field(Expansion code, Value word, int first, int bits) {
        return code.alu(AluOp.UBFE, ScalarType.I32, word, Const.i32(first), Const.i32(bits));
    }

    private Value fixed(Value field, AluOp toFloat) {
        return multiply(code.alu(toFloat, ScalarType.F32, field), STEP);
    }

    private Value add(Value a, Value b) {
        return code.alu(AluOp.FADD, ScalarType.F32, a, b);
    }

    private Value multiply(Value a, Value b) {
        return code.alu(AluOp.FMUL, ScalarType.F32, a, b);
    }

    private Value greater(Value a, Value b) {
        return code.select(code.alu(AluOp.FOGT, ScalarType.B1, b, a), b, a);
    }

    // Places of texels.

    /** Where an axis of an access lies, in texels of a level, its texel offset added. @param extent of the level along the axis */
    static Value texels(ImageSite site, int axis, Value extent) {
        Expansion code = site.code();
        Value coordinate = site.address().coordinates().get(axis);
        Value from0 = isFace(site) ? code.alu(AluOp.FADD, ScalarType.F32, coordinate, Const.f32(-1)) : coordinate;
        return withOffset(site, axis, code.alu(AluOp.FMUL, ScalarType.F32, from0, real(code, extent)));
    }

    /** A place along an axis, in texels, with the texel offset of the access. */
    static Value withOffset(ImageSite site, int axis, Value texels) {
        Value offset = site.address().offset();
        Expansion code = site.code();
        return offset == null ? texels : code.alu(AluOp.FADD, ScalarType.F32, texels, code.alu(AluOp.S_TO_F, ScalarType.F32,
                code.alu(AluOp.SBFE, ScalarType.I32, offset, Const.i32(8 * axis), Const.i32(OFFSET_BITS))));
    }

    /** Along how many axes texels lie: layers, faces and samples are not among them. */
    static int axes(ImageDim dim) {
        return switch (dim) {
            case D1, D1_ARRAY -> 1;
            case D3 -> 3;
            default -> 2;
        };
    }

    /** A place in texels as a coordinate of the access. */
    static Value normalised(ImageSite site, Value texels, Value extent) {
        Expansion code = site.code();
        Value from0 = code.alu(AluOp.FMUL, ScalarType.F32, texels, code.alu(AluOp.FRCP, ScalarType.F32, real(code, extent)));
        return isFace(site) ? code.alu(AluOp.FADD, ScalarType.F32, from0, Const.f32(1)) : from0;
    }

    /** Coordinates on a cube's face run from 1 to 2. */
    private static boolean isFace(ImageSite site) {
        return site.access().dim() == ImageDim.CUBE;
    }

    private static Value real(Expansion code, Value extent) {
        return code.alu(AluOp.U_TO_F, ScalarType.F32, extent);
    }

    /** Width, height, depth or layers of a level. */
    static List<Value> size(ImageSite site, Value level) {
        return site.size(site.access().dim(), level, 0);
    }
}
