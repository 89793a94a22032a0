package org.lierne.pass.image.fmask;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.ImageAccess;
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
import org.lierne.recompiler.program.NumericClass;
import org.osgi.service.component.annotations.Component;

/**
 * A load of an uncompressed sample mask of 32 bits reads its dword through a 32_UINT view. Documented: the public platform library's
 * conversion of sample masks to surfaces (rule A-032).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.fmask", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = "recompiler.image-dimensions", before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = "A-032", off = Compat.Off.REFUSE)
public final class SampleMask extends ImageAccessPass {
    /** FMASK32_S8_F8. */
    private static final int MASK_OF_EIGHT = 166;
    private static final int UINT_32 = 20;
    /** Swizzle mode of 64 KiB in depth order, pipes mixed. */
    private static final int DEPTH_ORDER = 24;
    private static final int FIRST_CHANNEL = 4;

    @Override
    protected boolean rewrite(ImageSite site) {
        if (!site.image().isSampleMask()) {
            return false;
        }
        require(site, problem(site));
        ImageAccess access = site.access();
        List<Value> word = site.load(access.dim(), access.address().coordinates(), null, UINT_32, 1);
        site.giveChannels(site.selected(word, NumericClass.UINT), NumericClass.UINT);
        site.acted("a sample mask read as a dword");
        return true;
    }

    private static @Nullable String problem(ImageSite site) {
        ImageAccess access = site.access();
        ImageBits image = site.image();
        return access.op() != ImageOp.LOAD ? "this access of a sample mask (" + access.op().word() + ") is not modelled"
                : image.format() != MASK_OF_EIGHT ? "sample masks other than those of eight samples in 32 bits are not modelled"
                : image.isCompressed() ? "a compressed sample mask is not modelled"
                : access.address().lod() != null || access.dim() != ImageDim.D2 && access.dim() != ImageDim.D2_ARRAY
                        ? "a sample mask is a 2D image or array of one level"
                : access.has(ImageFlag.D16) ? "a sample mask in 16 bits is not modelled"
                : image.tiling() != DEPTH_ORDER ? "a sample mask in swizzle mode " + image.tiling() + " is not modelled"
                : !selectsAreKnown(image) ? "a sample mask has one channel, and a select names another" : null;
    }

    private static boolean selectsAreKnown(ImageBits image) {
        for (int i = 0; i < 4; i++) {
            if (image.select(i) > 1 && image.select(i) != FIRST_CHANNEL) {
                return false;
            }
        }
        return true;
    }
}
