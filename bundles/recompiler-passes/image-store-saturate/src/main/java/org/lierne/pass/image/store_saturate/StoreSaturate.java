package org.lierne.pass.image.store_saturate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * What is stored to 8- and 16-bit signed integers is saturated to their range; 16-bit data is widened with its sign before. Measured:
 * gfx1035, rule B-019.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.store-saturate", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = "recompiler.image-dimensions", before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = "B-019", off = Compat.Off.PLAIN)
public final class StoreSaturate extends ImageAccessPass {
    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        UnifiedFormat format = UnifiedFormat.of(site.image().format());
        if (access.op() != ImageOp.STORE || access.format() != 0 || format == null || !isNarrow(format)) {
            return false;
        }
        int bits = format.fields().getFirst();
        Const least = Const.i32(-1 << bits - 1);
        Const most = Const.i32((1 << bits - 1) - 1);
        List<Value> data = new ArrayList<>();
        for (@Nullable Value word : site.stored(NumericClass.SINT)) {
            if (word != null) {
                Value above = site.code().alu(AluOp.SMAX, ScalarType.I32, word, least);
                data.add(site.code().alu(AluOp.SMIN, ScalarType.I32, above, most));
            }
        }
        Set<ImageFlag> flags = EnumSet.noneOf(ImageFlag.class);
        flags.addAll(access.flags());
        flags.remove(ImageFlag.D16);
        site.become(access.moving(access.dmask(), flags, data));
        site.acted("integers saturated before they are stored");
        return true;
    }

    private static boolean isNarrow(UnifiedFormat format) {
        return format.encoding() == UnifiedFormat.Encoding.SINT && (format.fields().getFirst() == 8 || format.fields().getFirst() == 16);
    }
}
