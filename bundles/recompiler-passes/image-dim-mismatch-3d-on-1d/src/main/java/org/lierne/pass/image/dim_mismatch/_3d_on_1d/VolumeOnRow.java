package org.lierne.pass.image.dim_mismatch._3d_on_1d;

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
import org.osgi.service.component.annotations.Component;

/**
 * A 3D sample of a 1D image becomes the 1D sample at its first coordinate; a 3D load gives the 1D texel where z is 0, else zero. Measured:
 * gfx1010, rule B-001.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.dim-mismatch.3d-on-1d", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        before = "recompiler.image-dimensions")
@Compat(rules = "B-001", off = Compat.Off.REFUSE)
public final class VolumeOnRow extends ImageAccessPass {
    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (access.dim() != ImageDim.D3 || site.image().type() != ImageBits.D1) {
            return false;
        }
        String problem = problem(access);
        if (problem != null) {
            throw site.refuse("3D access through 1D T#: " + problem);
        }
        ImageAddress address = access.address();
        List<Value> coordinates = address.coordinates();
        ImageAccess row = access.addressedAs(ImageDim.D1, address.withCoordinates(coordinates.subList(0, 1)));
        if (access.op() == ImageOp.SAMPLE) {
            site.become(row);
        } else {
            site.giveWhere(site.code().equal(coordinates.get(2), Const.i32(0)), row);
        }
        site.acted("a 3D access of a 1D image goes by its first coordinate");
        return true;
    }

    private static @Nullable String problem(ImageAccess access) {
        ImageAddress address = access.address();
        return switch (access.op()) {
            case LOAD -> address.lod() != null ? "a load with a mip level is not modelled" : null;
            case SAMPLE -> address.lod() != null && !access.has(ImageFlag.ZERO_LOD) ? "a sample with a level is not modelled"
                    : address.bias() != null || !address.ddx().isEmpty() || address.offset() != null || address.compare() != null
                    || address.lodClamp() != null ? "a sample with bias, derivatives, offset, comparison or LOD clamp is not modelled" : null;
            default -> access.op().word() + " is not modelled";
        };
    }
}
