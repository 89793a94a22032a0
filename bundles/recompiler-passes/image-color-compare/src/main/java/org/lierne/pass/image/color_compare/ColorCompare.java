package org.lierne.pass.image.color_compare;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ImageBits;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.SamplerBits;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * A comparing sample of a colour image is 0 whatever is compared how, and so, it is assumed, are the four of a gather; only 16_UNORM and
 * 32_FLOAT compare. The descriptor's type, not the
 * instruction's dimension, says what is sampled, so a slice of a 2D image means nothing (rule B-002). Measured: gfx1031, gfx1035, gfx1036
 * and gfx1100, rules A-008 and C-019.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.color-compare", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = "recompiler.image-dimensions", before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = {"A-008", "B-002", "C-019"}, off = Compat.Off.REFUSE)
public final class ColorCompare extends ImageAccessPass {
    private static final Set<Integer> COMPARED = Set.of(7, 22);
    /** The colours that hosts sample as they are: UNORM, SNORM and FLOAT of 8, 16 and 32 bits, 10_11_11, 2_10_10_10, and sRGB. */
    private static final Set<Integer> COLOURS = Set.of(1, 2, 8, 13, 14, 15, 23, 24, 29, 36, 50, 56, 57, 64, 65, 66, 71, 77, 128, 129, 130);

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (access.address().compare() == null || COMPARED.contains(site.image().format())) {
            return false;
        }
        require(site, problem(site));
        int words = Objects.requireNonNull(access.result()).type().size();
        site.give(Collections.nCopies(words, (Value) Const.i32(0)));
        site.acted("a comparison with a colour is 0");
        return true;
    }

    private static @Nullable String problem(ImageSite site) {
        SamplerBits sampler = site.sampler();
        int format = site.image().format();
        return !isFlatOrCube(site) ? "a comparing sample of colours is modelled for 2D images, 2D arrays and cubes alone"
                : sampler == null || sampler.reduction() != 0 ? "a comparing sample that takes a minimum or maximum is not measured"
                : sampler.isUnnormalized() || site.access().has(ImageFlag.UNNORMALIZED)
                        ? "a comparing sample at texel coordinates is not measured"
                : !SamplerBits.isHosted(sampler.clampX()) || !SamplerBits.isHosted(sampler.clampY())
                        ? "a comparing sample with address modes %d and %d is not modelled".formatted(sampler.clampX(), sampler.clampY())
                : !COLOURS.contains(format) ? formatProblem(format) : null;
    }

    private static boolean isFlatOrCube(ImageSite site) {
        int type = site.image().type();
        return type == ImageBits.D2 || type == ImageBits.D2_ARRAY || type == ImageBits.CUBE;
    }

    private static String formatProblem(int format) {
        UnifiedFormat known = UnifiedFormat.of(format);
        boolean isInteger = known != null && known.encoding().numericClass() != NumericClass.FLOAT;
        boolean isScaled = known != null && (known.encoding() == UnifiedFormat.Encoding.USCALED
                || known.encoding() == UnifiedFormat.Encoding.SSCALED);
        return "a comparing sample " + (isInteger ? "of integers" : isScaled ? "of scaled integers"
                : "of a format that the host does not sample as it is") + " is not modelled";
    }
}
