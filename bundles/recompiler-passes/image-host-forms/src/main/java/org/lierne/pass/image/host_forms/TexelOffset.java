package org.lierne.pass.image.host_forms;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * A texel offset that the program computes, or one larger than every host has, moves the coordinates of a sample of a level. Where two levels
 * are blended each is sampled by itself, as an offset counts the texels of its level. Documented: Vulkan, offsets of samples are constants
 * from -8 to 7 at least; RDNA 2 ISA, offsets are six bits wide.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.texel-offset", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.image.color-compare", "pass.image.unnormalized", "pass.image.converted-unorm",
            "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.round.f16"},
        before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = {}, off = Compat.Off.REFUSE)
public final class TexelOffset extends ImageAccessPass {
    private static final int LEAST = -8;
    private static final int MOST = 7;
    private static final int AXES = 3;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        Value offset = access.address().offset();
        if (access.op() != ImageOp.SAMPLE || offset == null || isHosted(offset)) {
            return false;
        }
        Level level = Level.of(site);
        String problem = problem(access, level);
        if (level == null || problem != null) {
            throw site.refuse(problem == null ? "" : problem);
        }
        if (access.has(ImageFlag.ZERO_LOD)) {
            site.become(access.addressedAs(access.dim(), moved(site, level.nearest(Const.f32(0)), access.address().lod())));
        } else {
            site.giveWords(leveled(site, level), UnifiedFormat.numericClass(site.image().format()));
        }
        site.acted("a texel offset added to the coordinates");
        return true;
    }

    private static boolean isHosted(Value offset) {
        if (!(offset instanceof Const constant)) {
            return false;
        }
        boolean isHosted = true;
        for (int axis = 0; axis < AXES; axis++) {
            int texels = (int) constant.bits() << 26 - 8 * axis >> 26;
            isHosted &= texels >= LEAST && texels <= MOST;
        }
        return isHosted;
    }

    private static @Nullable String problem(ImageAccess access, @Nullable Level level) {
        return access.dim() == ImageDim.CUBE ? "a texel offset on the face of a cube is not modelled"
                : access.has(ImageFlag.UNNORMALIZED) ? "a texel offset that hosts do not have is not modelled at texel coordinates"
                : level == null ? "a texel offset that hosts do not have is not modelled through descriptors of a table" : null;
    }

    /** Words of the sampled level, or of a blend of two. */
    private static List<Value> leveled(ImageSite site, Level level) {
        Expansion code = site.code();
        Value detail = level.detail();
        boolean isReal = UnifiedFormat.numericClass(site.image().format()) == NumericClass.FLOAT;
        Value lower = isReal ? level.lower(detail) : level.nearest(detail);
        List<Value> near = sampled(site, level, lower);
        if (!isReal) {
            return near;
        }
        List<Value> far = sampled(site, level, level.next(lower));
        Value share = level.share(detail);
        Value isBlend = code.alu(AluOp.FOGT, ScalarType.B1, share, Const.f32(0));
        List<Value> words = new ArrayList<>();
        for (int i = 0; i < near.size(); i++) {
            words.add(code.select(isBlend, code.bits(between(code, near.get(i), far.get(i), share)), near.get(i)));
        }
        return words;
    }

    private static Value between(Expansion code, Value near, Value far, Value share) {
        Value rest = code.alu(AluOp.FSUB, ScalarType.F32, Const.f32(1), share);
        return code.alu(AluOp.FADD, ScalarType.F32, code.alu(AluOp.FMUL, ScalarType.F32, code.real(near, ScalarType.F32), rest),
                code.alu(AluOp.FMUL, ScalarType.F32, code.real(far, ScalarType.F32), share));
    }

    /** Of one level; its number is freed of the bias that the host adds. */
    private static List<Value> sampled(ImageSite site, Level level, Value number) {
        ImageAccess access = site.access();
        Value detail = site.code().alu(AluOp.FSUB, ScalarType.F32, site.code().alu(AluOp.U_TO_F, ScalarType.F32, number), level.bias());
        return site.words(access.addressedAs(access.dim(), moved(site, number, detail)), access.dmask());
    }

    private static ImageAddress moved(ImageSite site, Value level, @Nullable Value detail) {
        ImageAddress address = site.address();
        List<Value> size = Level.size(site, level);
        List<Value> moved = new ArrayList<>(address.coordinates());
        for (int axis = 0; axis < Level.axes(site.access().dim()); axis++) {
            moved.set(axis, Level.normalised(site, Level.texels(site, axis, size.get(axis)), size.get(axis)));
        }
        return new ImageAddress(moved, List.of(), List.of(), detail, null, null, address.compare(), null);
    }
}
