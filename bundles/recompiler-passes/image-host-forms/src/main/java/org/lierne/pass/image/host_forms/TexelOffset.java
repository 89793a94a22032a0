package org.lierne.pass.image.host_forms;

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
import org.osgi.service.component.annotations.Component;

/**
 * A texel offset that the program computes, or one larger than every host has, moves the coordinates of a sample of level 0. Documented:
 * Vulkan, offsets of samples are constants from -8 to 7 at least; RDNA 2 ISA, offsets are six bits wide.
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
        site.become(access.addressedAs(access.dim(), moved(site, level.nearest(Const.f32(0)))));
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
        return !access.has(ImageFlag.ZERO_LOD) ? "a texel offset that hosts do not have is modelled for the lz forms alone"
                : access.dim() == ImageDim.CUBE ? "a texel offset on the face of a cube is not modelled"
                : level == null ? "a texel offset that hosts do not have is not modelled through descriptors of a table" : null;
    }

    private static ImageAddress moved(ImageSite site, Value level) {
        ImageAddress address = site.address();
        List<Value> size = Level.size(site, level);
        List<Value> moved = new ArrayList<>(address.coordinates());
        for (int axis = 0; axis < axes(site.access().dim()); axis++) {
            moved.set(axis, Level.normalised(site, Level.texels(site, axis, size.get(axis)), size.get(axis)));
        }
        return new ImageAddress(moved, List.of(), List.of(), address.lod(), null, null, address.compare(), null);
    }

    private static int axes(ImageDim dim) {
        return switch (dim) {
            case D1, D1_ARRAY -> 1;
            case D3 -> 3;
            default -> 2;
        };
    }
}
