package org.lierne.pass.image.msaa_address_on_2d;

import java.util.Set;
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
 * Reads a 2D_MSAA-addressed load of a single-sample 2D image as the 2D load. The sample index is ignored. Measured: gfx1032, rule A-004.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.msaa-address-on-2d", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        before = "recompiler.image-dimensions")
@Compat(rules = "A-004", off = Compat.Off.REFUSE)
public final class MsaaAddressOn2d extends ImageAccessPass {
    /** 32_UINT, 32_FLOAT, 8_8_8_8_UNORM, 8_8_8_8_SRGB. */
    private static final Set<Integer> MEASURED = Set.of(20, 22, 56, 130);

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (access.dim() != ImageDim.D2_MSAA || site.image().type() != ImageBits.D2) {
            return false;
        }
        require(site, problem(site));
        ImageAddress address = access.address();
        site.become(access.addressedAs(ImageDim.D2, address.withCoordinates(address.coordinates().subList(0, 2))));
        site.acted("a load by sample of a 2D image reads its texel");
        return true;
    }

    private static @Nullable String problem(ImageSite site) {
        ImageAccess access = site.access();
        return access.op() != ImageOp.LOAD ? "this access by sample (" + access.op().word() + ") of a 2D image is not modelled"
                : access.address().lod() != null ? "a load by sample and level of a 2D image is not modelled"
                : access.has(ImageFlag.A16) ? "a load by sample of a 2D image with 16-bit addresses is not modelled"
                : access.has(ImageFlag.D16) ? "a load by sample of a 2D image with 16-bit data is not modelled"
                : !MEASURED.contains(site.image().format()) ? "a load by sample of a 2D image is not measured in this format" : null;
    }
}
