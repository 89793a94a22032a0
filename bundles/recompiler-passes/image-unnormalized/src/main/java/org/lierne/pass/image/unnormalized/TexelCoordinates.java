package org.lierne.pass.image.unnormalized;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
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
import org.lierne.recompiler.program.ImageBits;
import org.lierne.recompiler.program.SamplerBits;
import org.osgi.service.component.annotations.Component;

/**
 * Accepts samples at texel coordinates as far as hosts have them: explicit level, one level, one layer, 1D or 2D. Texel offsets are added to
 * the coordinates, in f32, before the clamp. Documented: limits of unnormalised samplers; offsets measured on gfx1035 (rules ).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.unnormalized", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.round.f16"},
        before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = {"A-051", "A-052"}, off = Compat.Off.REFUSE)
public final class TexelCoordinates extends ImageAccessPass {
    private static final int OFFSET_BITS = 6;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        SamplerBits sampler = site.sampler();
        if (sampler == null || !sampler.isUnnormalized() || access.has(ImageFlag.TEXEL_SAMPLER)) {
            return false;
        }
        require(site, problem(site));
        Set<ImageFlag> flags = EnumSet.of(ImageFlag.TEXEL_SAMPLER);
        flags.addAll(access.flags());
        flags.remove(ImageFlag.UNNORMALIZED);
        ImageAddress address = access.address();
        ImageAddress moved = new ImageAddress(moved(site), List.of(), List.of(), address.lod(), null, null, null, null);
        site.become(access.addressedAs(access.dim(), moved).moving(access.dmask(), flags, List.of()));
        site.acted("a sample at texel coordinates");
        return true;
    }

    private static @Nullable String problem(ImageSite site) {
        ImageAccess access = site.access();
        ImageAddress address = access.address();
        int type = site.image().type();
        return access.op() != ImageOp.SAMPLE ? access.op().word() + " at texel coordinates is not modelled"
                : address.lod() == null && !access.has(ImageFlag.ZERO_LOD) || address.lodClamp() != null
                        ? "a sample at texel coordinates without an explicit level is not modelled"
                : address.compare() != null ? "a comparing sample at texel coordinates is not modelled"
                : type != ImageBits.D1 && type != ImageBits.D2 || access.address().coordinates().size() > 2
                        ? "texel coordinates are modelled for 1D and 2D images of one layer"
                : !site.image().isLevelZeroAlone() ? "texel coordinates are modelled for images of one level, level 0" : null;
    }

    private static List<Value> moved(ImageSite site) {
        ImageAddress address = site.address();
        Value offset = address.offset();
        if (offset == null) {
            return address.coordinates();
        }
        List<Value> moved = new ArrayList<>();
        for (int i = 0; i < address.coordinates().size(); i++) {
            Value texels = site.code().alu(AluOp.SBFE, ScalarType.I32, offset, Const.i32(8 * i), Const.i32(OFFSET_BITS));
            Value real = site.code().alu(AluOp.S_TO_F, ScalarType.F32, texels);
            moved.add(site.code().alu(AluOp.FADD, ScalarType.F32, address.coordinates().get(i), real));
        }
        return moved;
    }
}
