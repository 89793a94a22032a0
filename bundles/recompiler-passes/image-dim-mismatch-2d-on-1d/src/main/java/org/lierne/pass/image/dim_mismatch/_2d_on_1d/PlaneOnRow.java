package org.lierne.pass.image.dim_mismatch._2d_on_1d;

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
 * A 2D or 2D-array access of a 1D image becomes the 1D access: the first coordinate picks the texel, the others are ignored. Measured:
 * gfx1035 and gfx1036, rules.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.dim-mismatch.2d-on-1d", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        before = "recompiler.image-dimensions")
@Compat(rules = {"A-046", "A-070"}, off = Compat.Off.REFUSE)
public final class PlaneOnRow extends ImageAccessPass {
    private static final int UNORM_16 = 7;
    private static final int FLOAT_32 = 22;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        boolean isArray = access.dim() == ImageDim.D2_ARRAY;
        if (!isArray && access.dim() != ImageDim.D2 || site.image().type() != ImageBits.D1) {
            return false;
        }
        require(site, isArray ? arrayProblem(access) : problem(site));
        ImageAddress address = access.address();
        site.become(access.addressedAs(ImageDim.D1, address.withCoordinates(address.coordinates().subList(0, 1))));
        site.acted("a " + access.dim().word() + " access of a 1D image goes by its first coordinate");
        return true;
    }

    private static @Nullable String problem(ImageSite site) {
        ImageAccess access = site.access();
        ImageAddress address = access.address();
        return switch (access.op()) {
            case STORE -> address.lod() != null ? "a 2D store to a level of a 1D image is not modelled" : null;
            case LOAD -> address.lod() != null ? "a 2D load of a level of a 1D image is not modelled"
                    : site.resource().written() ? "a 2D load of a 1D image that the program also writes is not modelled" : null;
            case SAMPLE -> sampleProblem(site, address);
            default -> "this 2D access of a 1D image (" + access.op().word() + ") is not modelled";
        };
    }

    private static @Nullable String sampleProblem(ImageSite site, ImageAddress address) {
        int format = site.image().format();
        boolean isComparing = address.compare() != null;
        return moved(address) ? "a 2D sample of a 1D image with bias, derivatives, offset or LOD clamp is not modelled"
                : isComparing && address.lod() != null ? "a comparing 2D sample of a 1D image with a level is not modelled"
                : isComparing && format != UNORM_16 && format != FLOAT_32 ? "a comparing 2D sample of a 1D image of colours is not modelled"
                : null;
    }

    private static @Nullable String arrayProblem(ImageAccess access) {
        ImageAddress address = access.address();
        boolean hasLevel = address.lod() != null || access.has(ImageFlag.ZERO_LOD);
        return access.op() != ImageOp.SAMPLE || !hasLevel || moved(address) || address.compare() != null
                ? "this 2D-array access of a 1D image (" + access.op().word() + ") is not modelled" : null;
    }

    private static boolean moved(ImageAddress address) {
        return address.bias() != null || !address.ddx().isEmpty() || address.offset() != null || address.lodClamp() != null;
    }
}
