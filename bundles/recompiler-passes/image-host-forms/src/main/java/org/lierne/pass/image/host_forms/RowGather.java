package org.lierne.pass.image.host_forms;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Const;
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
import org.lierne.recompiler.pass.RowWindow;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * {@code image_gather4h} becomes four loads of a row at level 0. Documented: RDNA 2 ISA, one channel of four texels side by side; which
 * four is assumed to be as in the packed form, rule A-044.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.row-gather", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.round.f16"},
        before = {"pass.image.srgb8", "pass.image.converted-unorm", "recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = {}, off = Compat.Off.REFUSE)
public final class RowGather extends ImageAccessPass {
    private static final int CHANNELS = 4;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (access.op() != ImageOp.GATHER4H) {
            return false;
        }
        require(site, problem(site));
        List<Value> size = site.size(access.dim(), Const.i32(0), 0);
        RowWindow window = RowWindow.of(site.code(), access.address().coordinates().get(0), access.address().coordinates().get(1), size.get(0),
                size.get(1));
        int channel = Integer.numberOfTrailingZeros(access.dmask());
        List<Value> words = new ArrayList<>();
        for (Value column : window.columns()) {
            Value word = site.load(access.dim(), List.of(column, window.row()), null, 0, CHANNELS).get(channel);
            words.add(site.code().select(window.isBelow(), Const.i32(0), word));
        }
        site.giveWords(words, UnifiedFormat.numericClass(site.image().format()));
        site.acted("one channel of four texels of a row");
        return true;
    }

    private static @Nullable String problem(ImageSite site) {
        ImageAccess access = site.access();
        return access.dim() != ImageDim.D2 ? "a gather of a row with dim:" + access.dim().word() + " is not modelled"
                : access.has(ImageFlag.UNNORMALIZED) || site.sampler() == null || site.sampler().isUnnormalized()
                        ? "a gather of a row at texel coordinates is not modelled" : null;
    }
}
