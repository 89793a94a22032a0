package org.lierne.pass.image.by_load;

import java.util.ArrayList;
import java.util.Collections;
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
import org.lierne.recompiler.pass.TexelRow;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ImageBits;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * The BY2 and BY4 loads become loads of each texel from {@code x & ~(n - 1)} on, zero where the level or all n texels are not there. Texels of
 * more than a dword together read zero. Measured: gfx1035, rule A-045.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.by-load", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = "recompiler.image-dimensions", before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = "A-045", off = Compat.Off.REFUSE)
public final class TexelsByLoad extends ImageAccessPass {
    private static final int DWORD = 32;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (access.op() != ImageOp.LOAD_BY2 && access.op() != ImageOp.LOAD_BY4) {
            return false;
        }
        int count = access.op() == ImageOp.LOAD_BY2 ? 2 : 4;
        UnifiedFormat format = UnifiedFormat.of(site.image().format());
        require(site, problem(site, format, count));
        int words = Integer.bitCount(access.dmask());
        if (format == null || 8 * format.bytes() * count > DWORD) {
            site.give(Collections.nCopies(words, (Value) Const.i32(0)));
        } else {
            site.give(texels(site, count, format.channels()));
        }
        site.acted(count + " texels of a row read one by one");
        return true;
    }

    private static @Nullable String problem(ImageSite site, @Nullable UnifiedFormat format, int count) {
        ImageAccess access = site.access();
        return site.image().type() != ImageBits.D2 || access.dim() != ImageDim.D2 ? "a load of several texels is modelled for 2D images alone"
                : !site.image().isUnselected() ? "a load of several texels with other selects than x, y, z, w is not modelled"
                : access.has(ImageFlag.D16) || access.has(ImageFlag.A16)
                        ? "a load of several texels with 16-bit data or addresses is not modelled"
                : format == null || !isMeasured(format) ? "a load of several texels is not measured in this format"
                : !isMaskMeasured(format, count, access.dmask()) ? "a load of several texels is not measured with this DMASK" : null;
    }

    /** R8, R16 and RG8; and the wider ones R32, RG32, RG16 and RGBA8. */
    private static boolean isMeasured(UnifiedFormat format) {
        List<Integer> fields = format.fields();
        return format.number() <= 77 && fields.stream().distinct().count() == 1 && switch (fields.size()) {
            case 1 -> true;
            case 2 -> true;
            case 4 -> fields.getFirst() == 8;
            default -> false;
        };
    }

    private static boolean isMaskMeasured(UnifiedFormat format, int count, int dmask) {
        boolean isWide = 8 * format.bytes() * count > DWORD;
        return isWide ? dmask == 0x3 || dmask == 0xf : dmask == (1 << count * format.channels()) - 1;
    }

    private static List<Value> texels(ImageSite site, int count, int channels) {
        TexelRow row = TexelRow.of(site, count);
        List<Value> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (Value word : row.texel(i, 0, channels)) {
                words.add(site.code().select(row.isThere(), word, Const.i32(0)));
            }
        }
        return words;
    }
}
