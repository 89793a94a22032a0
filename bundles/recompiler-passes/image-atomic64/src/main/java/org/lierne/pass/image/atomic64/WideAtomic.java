package org.lierne.pass.image.atomic64;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ViewShape;
import org.osgi.service.component.annotations.Component;

/**
 * An image atomic on two dwords acts on the 64 bits of 32_32 texels, through a view of one 64-bit channel. By design of rule A-059, not
 * measured.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.atomic64", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = "recompiler.image-dimensions", before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = "A-059", off = Compat.Off.REFUSE)
public final class WideAtomic extends ImageAccessPass {
    /** 32_32_UINT, 32_32_SINT, 32_32_FLOAT. */
    private static final Set<Integer> PAIRS = Set.of(62, 63, 64);

    private static final Set<ImageOp> FLOATS = EnumSet.of(ImageOp.ATOMIC_FCMPSWAP, ImageOp.ATOMIC_FMIN, ImageOp.ATOMIC_FMAX);

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (!isWide(access) || access.format() == ViewShape.FORMAT_64_UINT) {
            return false;
        }
        require(site, problem(site));
        site.become(access.seenAs(ViewShape.FORMAT_64_UINT));
        site.acted("an atomic on 64 bits");
        return true;
    }

    private static boolean isWide(ImageAccess access) {
        return access.op().isAtomic() && access.data().size() == 2 * access.op().operands();
    }

    private static @Nullable String problem(ImageSite site) {
        ImageAccess access = site.access();
        return access.op() == ImageOp.ATOMIC_INC || access.op() == ImageOp.ATOMIC_DEC
                ? "a count in 64 bits is not modelled (" + access.op().word() + ")"
                : FLOATS.contains(access.op()) ? "an atomic on floats of 64 bits is not modelled (" + access.op().word() + ")"
                : !PAIRS.contains(site.image().format()) ? "an atomic on two dwords of a format other than 32_32 is not modelled"
                : !site.accesses().stream().allMatch(WideAtomic::isWide)
                        ? "an image that 64-bit atomics update and the program accesses in another way is not modelled"
                : !site.context().host().has(HostFeature.IMAGE_INT64_ATOMICS)
                        ? "the device has no 64-bit image atomics (VK_EXT_shader_image_atomic_int64)" : null;
    }
}
