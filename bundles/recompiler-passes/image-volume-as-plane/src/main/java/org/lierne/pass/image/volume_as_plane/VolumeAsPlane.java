package org.lierne.pass.image.volume_as_plane;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
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
 * A biased 2D sample of a 3D image of one slice and one level, in the pixel stage, becomes the 3D sample at depth 0. Measured: gfx1036, rule
 * C-035.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.volume-as-plane", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        before = "recompiler.image-dimensions")
@Compat(rules = "C-035", off = Compat.Off.REFUSE)
public final class VolumeAsPlane extends ImageAccessPass {
    private static final int LINEAR = 2;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (access.dim() != ImageDim.D2 || site.image().type() != ImageBits.D3) {
            return false;
        }
        require(site, problem(site));
        List<Value> coordinates = new ArrayList<>(access.address().coordinates());
        coordinates.add(Const.f32(0));
        site.become(access.addressedAs(ImageDim.D3, access.address().withCoordinates(coordinates)));
        site.acted("a biased 2D sample of a volume of one slice reads the slice");
        return true;
    }

    private static @Nullable String problem(ImageSite site) {
        SamplerBits sampler = site.sampler();
        return !site.accesses().stream().allMatch(VolumeAsPlane::isPlainBiased)
                ? "a 3D image is sampled as 2D only where all its accesses are plain biased samples with 32-bit addresses and data"
                : !site.isPixel() ? "a biased 2D sample of a 3D image is modelled in the pixel stage alone"
                : !site.image().isOneSlice() ? "a 2D sample of a 3D image of several slices is not modelled"
                : !site.image().isLevelZeroAlone() ? "a 2D sample of a 3D image with other levels than level 0 is not modelled"
                : sampler == null || sampler.isUnnormalized() ? "a 2D sample of a 3D image at texel coordinates is not modelled"
                : sampler.magFilter() != 0 || sampler.minFilter() != 0 || sampler.mipFilter() == LINEAR
                        ? "a 2D sample of a 3D image with a linear or anisotropic filter is not modelled" : null;
    }

    private static boolean isPlainBiased(ImageAccess access) {
        ImageAddress address = access.address();
        return access.op() == ImageOp.SAMPLE && address.bias() != null && address.offset() == null && address.compare() == null
                && address.lodClamp() == null && !access.has(ImageFlag.D16) && !access.has(ImageFlag.A16)
                && !access.has(ImageFlag.UNNORMALIZED);
    }
}
