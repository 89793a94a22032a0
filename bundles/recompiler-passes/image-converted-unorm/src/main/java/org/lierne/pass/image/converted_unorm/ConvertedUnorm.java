package org.lierne.pass.image.converted_unorm;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ImageBits;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.SamplerBits;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * Images of 10_11_11_UNORM are seen as dwords: loads take the channels apart, stores put them together, samples fetch one texel or four at
 * level 0 and blend them in steps of 1/256. Measured: gfx1035, rule C-021. A channel is its field times the nearest float to 1 / (2^n - 1),
 * at most one unit in the last place from the quotient (rule C-022).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.converted-unorm", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.round.f16"},
        before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = {"C-021", "C-022"}, off = Compat.Off.REFUSE)
public final class ConvertedUnorm extends ImageAccessPass {
    private static final int UINT_32 = 20;
    private static final int CHANNELS = 3;
    private static final int W_SELECT = 7;
    private static final int WRAP = 0;
    private static final int EDGE = 2;
    private static final int POINT = 0;
    private static final int LINEAR = 1;
    private static final Const ZERO = Const.i32(0);

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        UnifiedFormat format = UnifiedFormat.of(site.image().format());
        if (format == null || !ImageBits.isConverted(format.number()) || access.format() != 0) {
            return false;
        }
        switch (access.op()) {
            case LOAD -> {
                List<Value> word = site.load(access.dim(), access.address().coordinates(), access.address().lod(), UINT_32, 1);
                site.giveChannels(site.selected(decoded(site.code(), format, word.getFirst()), NumericClass.FLOAT), NumericClass.FLOAT);
            }
            case STORE -> site.become(store(site, format));
            case RESINFO -> site.become(access.seenAs(UINT_32));
            case SAMPLE -> {
                require(site, problem(site));
                List<Value> texel = new Sample(site, format).texel();
                site.giveChannels(site.selected(texel, NumericClass.FLOAT), NumericClass.FLOAT);
            }
            default -> throw site.refuse(access.op().word() + " of an image that the host has no format for is not modelled");
        }
        site.acted("normalised channels of 10 and 11 bits taken from a dword");
        return true;
    }

    private static @Nullable String problem(ImageSite site) {
        ImageAccess access = site.access();
        SamplerBits sampler = site.sampler();
        return access.dim() != ImageDim.D2 && access.dim() != ImageDim.D2_ARRAY
                || site.image().type() != ImageBits.D2 && site.image().type() != ImageBits.D2_ARRAY
                        ? "a converted sample is modelled for 2D images and arrays alone"
                : access.has(ImageFlag.A16) || access.has(ImageFlag.D16) ? "a converted sample with 16-bit addresses or data is not modelled"
                : access.address().offset() != null || access.address().compare() != null
                        ? "a converted sample with texel offset or comparison is not modelled"
                : sampler == null || sampler.isUnnormalized() || access.has(ImageFlag.UNNORMALIZED)
                        ? "a converted sample at texel coordinates is not modelled"
                : sampler.reduction() != 0 ? "a converted sample that takes a minimum or maximum is not modelled"
                : sampler.magFilter() != sampler.minFilter() || sampler.magFilter() > LINEAR
                        ? "a converted sample needs one filter, point or bilinear"
                : !isModelled(sampler.clampX()) || !isModelled(sampler.clampY())
                        ? "a converted sample is modelled for wrap and clamp to edge alone"
                : selectsW(site.image()) ? "a select names the channel that the format lacks"
                : !access.has(ImageFlag.ZERO_LOD) && !site.image().isLevelZeroAlone()
                        ? "a converted sample of an image with levels is modelled in its lz form alone" : null;
    }

    private static boolean isModelled(int clamp) {
        return clamp == WRAP || clamp == EDGE;
    }

    private static boolean selectsW(ImageBits image) {
        for (int i = 0; i < 4; i++) {
            if (image.select(i) == W_SELECT) {
                return true;
            }
        }
        return false;
    }

    private static List<Value> decoded(Expansion code, UnifiedFormat format, Value word) {
        List<Value> channels = new ArrayList<>();
        for (int i = 0; i < CHANNELS; i++) {
            int bits = format.fields().get(i);
            Value field = code.alu(AluOp.UBFE, ScalarType.I32, word, Const.i32(format.offset(i)), Const.i32(bits));
            Value real = code.alu(AluOp.U_TO_F, ScalarType.F32, field);
            channels.add(code.bits(code.alu(AluOp.FMUL, ScalarType.F32, real, Const.f32(1f / ((1 << bits) - 1)))));
        }
        return channels;
    }

    private static ImageAccess store(ImageSite site, UnifiedFormat format) {
        Expansion code = site.code();
        List<@Nullable Value> words = site.stored(NumericClass.FLOAT);
        Value texel = ZERO;
        for (int i = 0; i < CHANNELS; i++) {
            Value word = words.get(i);
            if (word != null) {
                Value field = encoded(code, code.real(word, ScalarType.F32), format.fields().get(i));
                texel = code.or(texel, code.alu(AluOp.SHL, ScalarType.I32, field, Const.i32(format.offset(i))));
            }
        }
        Set<ImageFlag> flags = EnumSet.noneOf(ImageFlag.class);
        flags.addAll(site.access().flags());
        flags.remove(ImageFlag.D16);
        return site.access().seenAs(UINT_32).moving(1, flags, List.of(texel));
    }

    /** NaN is stored as 0. */
    private static Value encoded(Expansion code, Value real, int bits) {
        Value positive = code.select(code.alu(AluOp.FOGT, ScalarType.B1, real, Const.f32(0)), real, Const.f32(0));
        Value within = code.select(code.alu(AluOp.FOLT, ScalarType.B1, positive, Const.f32(1)), positive, Const.f32(1));
        Value scaled = code.alu(AluOp.FMUL, ScalarType.F32, within, Const.f32((1 << bits) - 1));
        return code.alu(AluOp.F_TO_U, ScalarType.I32, code.alu(AluOp.FRNDNE, ScalarType.F32, scaled));
    }

    /** One sample being written out. */
    private static final class Sample {
        private final ImageSite site;
        private final Expansion code;
        private final UnifiedFormat format;
        private final SamplerBits sampler;
        private final List<Value> size;

        Sample(ImageSite site, UnifiedFormat format) {
            this.site = site;
            this.code = site.code();
            this.format = format;
            this.sampler = java.util.Objects.requireNonNull(site.sampler());
            this.size = site.size(site.access().dim(), ZERO, UINT_32);
        }

        List<Value> texel() {
            Value x = scaled(0);
            Value y = scaled(1);
            if (sampler.magFilter() == POINT) {
                return fetched(whole(floor(x)), whole(floor(y)));
            }
            Value left = code.alu(AluOp.FSUB, ScalarType.F32, x, Const.f32(0.5f));
            Value top = code.alu(AluOp.FSUB, ScalarType.F32, y, Const.f32(0.5f));
            Value column = whole(floor(left));
            Value row = whole(floor(top));
            Value right = weight(left);
            Value down = weight(top);
            List<List<Value>> texels = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                texels.add(fetched(plus(column, i & 1), plus(row, i >> 1)));
            }
            List<Value> channels = new ArrayList<>();
            for (int c = 0; c < CHANNELS; c++) {
                Value above = mixed(texels.get(0).get(c), texels.get(1).get(c), right);
                Value below = mixed(texels.get(2).get(c), texels.get(3).get(c), right);
                channels.add(mixed(above, below, down));
            }
            return channels;
        }

        private Value scaled(int axis) {
            Value extent = code.alu(AluOp.U_TO_F, ScalarType.F32, size.get(axis));
            return code.alu(AluOp.FMUL, ScalarType.F32, site.address().coordinates().get(axis), extent);
        }

        private Value floor(Value value) {
            return code.alu(AluOp.FFLOOR, ScalarType.F32, value);
        }

        private Value whole(Value value) {
            return code.alu(AluOp.F_TO_S, ScalarType.I32, value);
        }

        private Value plus(Value value, int more) {
            return code.alu(AluOp.IADD, ScalarType.I32, value, Const.i32(more));
        }

        /** The share of the texel further on, in steps of 1/256, ties to even. */
        private Value weight(Value from) {
            Value share = code.alu(AluOp.FSUB, ScalarType.F32, from, floor(from));
            Value steps = code.alu(AluOp.FRNDNE, ScalarType.F32, code.alu(AluOp.FMUL, ScalarType.F32, share, Const.f32(256)));
            return code.alu(AluOp.FMUL, ScalarType.F32, steps, Const.f32(1f / 256));
        }

        /** a + (b - a) * weight; exact where b is a. */
        private Value mixed(Value a, Value b, Value weight) {
            Value from = code.real(a, ScalarType.F32);
            Value step = code.alu(AluOp.FSUB, ScalarType.F32, code.real(b, ScalarType.F32), from);
            return code.bits(code.alu(AluOp.FADD, ScalarType.F32, from, code.alu(AluOp.FMUL, ScalarType.F32, step, weight)));
        }

        private List<Value> fetched(Value column, Value row) {
            List<Value> coordinates = new ArrayList<>(List.of(inside(column, size.get(0), sampler.clampX()),
                    inside(row, size.get(1), sampler.clampY())));
            if (site.access().dim() == ImageDim.D2_ARRAY) {
                Value layer = whole(code.alu(AluOp.FRNDNE, ScalarType.F32, site.address().coordinates().get(2)));
                coordinates.add(inside(layer, size.get(2), EDGE));
            }
            Value word = site.load(site.access().dim(), coordinates, ZERO, UINT_32, 1).getFirst();
            return decoded(code, format, word);
        }

        /** An index wrapped, or clamped to the edges. */
        private Value inside(Value index, Value extent, int clamp) {
            if (clamp == EDGE) {
                Value last = code.alu(AluOp.ISUB, ScalarType.I32, extent, Const.i32(1));
                return code.alu(AluOp.SMAX, ScalarType.I32, code.alu(AluOp.SMIN, ScalarType.I32, index, last), ZERO);
            }
            // Of a negative index its complement is wrapped and turned round: there is no signed remainder that all hosts agree on.
            Value isNegative = code.alu(AluOp.SLT, ScalarType.B1, index, ZERO);
            Value complement = code.alu(AluOp.NOT, ScalarType.I32, index);
            Value rest = code.alu(AluOp.UMOD, ScalarType.I32, code.select(isNegative, complement, index), extent);
            Value turned = code.alu(AluOp.ISUB, ScalarType.I32, code.alu(AluOp.ISUB, ScalarType.I32, extent, Const.i32(1)), rest);
            return code.select(isNegative, turned, rest);
        }
    }
}
