package org.lierne.pass.image.dim_mismatch._3d_on_2d;

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
 * A 3D access of a 2D image: a sample ignores the third coordinate, a load gives the texel where z is 0, else zero. Of a 2D array the third
 * coordinate is the layer. Measured: gfx1035 and gfx1036, rule A-048.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.dim-mismatch.3d-on-2d", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        before = "recompiler.image-dimensions")
@Compat(rules = "A-048", off = Compat.Off.REFUSE)
public final class VolumeOnPlane extends ImageAccessPass {
    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        boolean isArray = site.image().type() == ImageBits.D2_ARRAY;
        if (access.dim() != ImageDim.D3 || !isArray && site.image().type() != ImageBits.D2) {
            return false;
        }
        require(site, problem(access));
        ImageAddress address = access.address();
        if (isArray) {
            site.become(access.addressedAs(ImageDim.D2_ARRAY, address));
        } else if (access.op() == ImageOp.RESINFO) {
            site.become(access.addressedAs(ImageDim.D2, address));
        } else {
            List<Value> coordinates = address.coordinates();
            ImageAccess plane = access.addressedAs(ImageDim.D2, address.withCoordinates(coordinates.subList(0, 2)));
            if (access.op() == ImageOp.SAMPLE) {
                site.become(plane);
            } else {
                site.giveWhere(site.code().equal(coordinates.get(2), Const.i32(0)), plane);
            }
        }
        site.acted("a 3D access of a " + (isArray ? "2D array takes its third coordinate for the layer" : "2D image stays in its plane"));
        return true;
    }

    private static @Nullable String problem(ImageAccess access) {
        ImageAddress address = access.address();
        return switch (access.op()) {
            case LOAD, RESINFO -> null;
            case SAMPLE -> !access.has(ImageFlag.ZERO_LOD) || address.offset() != null || address.compare() != null
                    ? "a 3D sample of a 2D image is modelled for level 0 alone, without offset and comparison" : null;
            default -> "this 3D access of a 2D image (" + access.op().word() + ") is not modelled";
        };
    }
}
