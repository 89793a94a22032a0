package org.lierne.pass.image.host_forms;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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
 * A sample or gather whose instruction says that its coordinates are texels has them divided by the size of the level, texel offsets added
 * before. Documented: RDNA 2 ISA, UNRM of "MIMG".
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.unrm", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.image.color-compare", "pass.image.unnormalized", "pass.image.converted-unorm",
            "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.round.f16"},
        before = {"pass.image.gather-level", "pass.image.texel-offset", "recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = {}, off = Compat.Off.REFUSE)
public final class TexelAddress extends ImageAccessPass {
    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (!access.has(ImageFlag.UNNORMALIZED) || access.op() != ImageOp.SAMPLE && access.op() != ImageOp.GATHER4) {
            return false;
        }
        Level level = Level.of(site);
        String problem = problem(access, level);
        if (level == null || problem != null) {
            throw site.refuse(problem == null ? "" : problem);
        }
        Set<ImageFlag> flags = EnumSet.copyOf(access.flags());
        flags.remove(ImageFlag.UNNORMALIZED);
        site.become(access.addressedAs(access.dim(), normalised(site, level.nearest(Const.f32(0)))).moving(access.dmask(), flags, List.of()));
        site.acted("texel coordinates divided by the size of the image");
        return true;
    }

    private static @Nullable String problem(ImageAccess access, @Nullable Level level) {
        return !access.has(ImageFlag.ZERO_LOD) ? "texel coordinates of an instruction (unrm) are modelled for the lz forms alone"
                : access.dim() == ImageDim.CUBE ? "texel coordinates on the face of a cube are not modelled"
                : level == null ? "texel coordinates of an instruction (unrm) are not modelled through descriptors of a table" : null;
    }

    private static ImageAddress normalised(ImageSite site, Value level) {
        ImageAddress address = site.address();
        List<Value> size = Level.size(site, level);
        List<Value> coordinates = new ArrayList<>(address.coordinates());
        for (int axis = 0; axis < Level.axes(site.access().dim()); axis++) {
            Value texels = Level.withOffset(site, axis, coordinates.get(axis));
            coordinates.set(axis, Level.normalised(site, texels, size.get(axis)));
        }
        return new ImageAddress(coordinates, List.of(), List.of(), address.lod(), null, null, address.compare(), null);
    }
}
