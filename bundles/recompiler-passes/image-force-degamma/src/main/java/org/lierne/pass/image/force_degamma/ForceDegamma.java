package org.lierne.pass.image.force_degamma;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
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
import org.lierne.recompiler.program.SamplerBits;
import org.osgi.service.component.annotations.Component;

/**
 * A biased point sample of an 8_8_8_8_UINT image through a sampler with FORCE_DEGAMMA reads its texels as sRGB. Measured: gfx1036, rule
 * C-036.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.force-degamma", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.round.f16"},
        before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = "C-036", off = Compat.Off.REFUSE)
public final class ForceDegamma extends ImageAccessPass {
    private static final int UINT_8_8_8_8 = 60;
    private static final int SRGB_8_8_8_8 = 130;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        SamplerBits sampler = site.sampler();
        boolean asked = sampler != null && sampler.isDegamma();
        if (sampler == null || access.format() != 0 || !asked && !isMixed(site)) {
            return false;
        }
        require(site, problem(site, sampler));
        List<Value> texel = site.words(access.seenAs(SRGB_8_8_8_8), 0xf);
        site.giveChannels(site.selected(texel, NumericClass.FLOAT), NumericClass.FLOAT);
        site.acted("integers sampled as sRGB");
        return true;
    }

    /** Whether another access of the image asks for what this one does not. */
    private static boolean isMixed(ImageSite site) {
        return site.image().format() == UINT_8_8_8_8 && site.accesses().stream().map(site::samplerOf)
                .anyMatch(sampler -> sampler != null && sampler.isDegamma());
    }

    private static @Nullable String problem(ImageSite site, SamplerBits sampler) {
        ImageBits image = site.image();
        return image.format() != UINT_8_8_8_8 ? "FORCE_DEGAMMA is measured for 8_8_8_8_UINT images alone"
                : !site.accesses().stream().allMatch(ForceDegamma::isPlainBiased) || !site.isPixel()
                        ? "FORCE_DEGAMMA is modelled where the image's only accesses are plain biased samples in the pixel stage"
                : !site.accesses().stream().map(site::samplerOf).allMatch(other -> other != null && other.isDegamma())
                        ? "the image is sampled with FORCE_DEGAMMA and without it"
                : sampler.isUnnormalized() || sampler.magFilter() != 0 || sampler.minFilter() != 0
                        ? "FORCE_DEGAMMA is modelled for point samples at normalised coordinates"
                : !image.isLevelZeroAlone() || image.type() == ImageBits.D3 && !image.isOneSlice()
                        || image.type() != ImageBits.D3 && image.type() != ImageBits.D2
                        ? "FORCE_DEGAMMA is modelled for images of one slice and level 0" : null;
    }

    private static boolean isPlainBiased(ImageAccess access) {
        ImageAddress address = access.address();
        return access.op() == ImageOp.SAMPLE && address.bias() != null && address.offset() == null && address.compare() == null
                && address.lodClamp() == null && !access.has(ImageFlag.UNNORMALIZED);
    }
}
