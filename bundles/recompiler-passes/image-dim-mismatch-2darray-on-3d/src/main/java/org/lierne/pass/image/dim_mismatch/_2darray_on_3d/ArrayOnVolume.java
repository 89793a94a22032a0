package org.lierne.pass.image.dim_mismatch._2darray_on_3d;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ImageBits;
import org.osgi.service.component.annotations.Component;

/**
 * A 2D-array sample of a 3D image becomes the 3D sample: the third coordinate is the normalised depth, no layer. Measured: gfx1031, rule
 *
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.dim-mismatch.2darray-on-3d", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        before = "recompiler.image-dimensions")
@Compat(rules = "A-049", off = Compat.Off.REFUSE)
public final class ArrayOnVolume extends ImageAccessPass {
    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (access.dim() != ImageDim.D2_ARRAY || site.image().type() != ImageBits.D3) {
            return false;
        }
        require(site, problem(site));
        site.become(access.addressedAs(ImageDim.D3, access.address()));
        site.acted("a 2D-array sample of a volume takes its third coordinate for the depth");
        return true;
    }

    private static @Nullable String problem(ImageSite site) {
        ImageAccess access = site.access();
        ImageAddress address = access.address();
        return access.op() != ImageOp.SAMPLE ? "this 2D-array access of a 3D image (" + access.op().word() + ") is not modelled"
                : address.bias() != null || !address.ddx().isEmpty() || address.offset() != null || address.compare() != null
                || address.lodClamp() != null
                ? "a 2D-array sample of a 3D image with derivatives, bias, offset, comparison or LOD clamp is not modelled"
                : access.has(ImageFlag.A16) ? "a 2D-array sample of a 3D image with 16-bit addresses is not modelled"
                : site.accesses().stream().anyMatch(other -> other.op() == ImageOp.LOAD)
                        ? "a 3D image that is sampled as a 2D array and also loaded is not modelled" : null;
    }
}
