package org.lierne.pass.image.pck_load;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.ScalarType;
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
 * The PCK2 and PCK4 loads become loads of each texel's bits from {@code x & ~(n - 1)} on, put together in one dword; zero where the level or
 * all n texels are not there, or where they do not fit. Measured: gfx1035, rule A-047.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.pck-load", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = "recompiler.image-dimensions", before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = "A-047", off = Compat.Off.REFUSE)
public final class TexelBitsLoad extends ImageAccessPass {
    private static final int DWORD = 32;
    private static final int UINT_8 = 5;
    private static final int UINT_16 = 11;
    private static final int UINT_8_8 = 18;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (access.op() != ImageOp.LOAD_PCK2 && access.op() != ImageOp.LOAD_PCK4) {
            return false;
        }
        int count = access.op() == ImageOp.LOAD_PCK2 ? 2 : 4;
        UnifiedFormat format = UnifiedFormat.of(site.image().format());
        int raw = raw(format);
        require(site, problem(site, raw));
        site.give(List.of(format != null && 8 * format.bytes() * count <= DWORD ? bits(site, count, format, raw) : Const.i32(0)));
        site.acted("the bits of " + count + " texels of a row put together");
        return true;
    }

    private static @Nullable String problem(ImageSite site, int raw) {
        ImageAccess access = site.access();
        return site.image().type() != ImageBits.D2 || access.dim() != ImageDim.D2 ? "a packed load is modelled for 2D images alone"
                : !site.image().isUnselected() ? "a packed load with other selects than x, y, z, w is not modelled"
                : access.has(ImageFlag.D16) || access.has(ImageFlag.A16) ? "a packed load with 16-bit data or addresses is not modelled"
                : raw == 0 ? "a packed load is not modelled in this format" : null;
    }

    /** The format in which a texel's channels are its bits, 0 for a format that was not measured. */
    private static int raw(@Nullable UnifiedFormat format) {
        if (format == null || format.number() > 77) {
            return 0;
        }
        boolean isMeasured = switch (format.encoding()) {
            case UNORM, UINT, SINT -> true;
            default -> false;
        };
        List<Integer> fields = format.fields();
        return !isMeasured ? 0 : fields.equals(List.of(8)) ? UINT_8 : fields.equals(List.of(16)) ? UINT_16
                : fields.equals(List.of(8, 8)) ? UINT_8_8 : 0;
    }

    private static Value bits(ImageSite site, int count, UnifiedFormat format, int raw) {
        TexelRow row = TexelRow.of(site, count);
        Value word = Const.i32(0);
        for (int i = 0; i < count; i++) {
            List<Value> channels = row.texel(i, raw, format.channels());
            for (int c = 0; c < channels.size(); c++) {
                Const place = Const.i32(8 * format.bytes() * i + format.offset(c));
                word = site.code().or(word, site.code().alu(AluOp.SHL, ScalarType.I32, channels.get(c), place));
            }
        }
        return site.code().select(row.isThere(), word, Const.i32(0));
    }
}
