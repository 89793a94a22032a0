package org.lierne.recompiler.pass;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;

/**
 * Neighbouring texels of a row of a 2D image, from a multiple of their number on, as the loads of several texels read them (rules A-045,
 *
 */
public final class TexelRow {
    private static final Const ZERO = Const.i32(0);

    private final ImageSite site;
    private final Value column;
    private final Value row;
    private final @Nullable Value level;
    private final Value isThere;

    private TexelRow(ImageSite site, Value column, Value row, @Nullable Value level, Value isThere) {
        this.site = site;
        this.column = column;
        this.row = row;
        this.level = level;
        this.isThere = isThere;
    }

    /** The {@code count} texels that an access with two coordinates and perhaps a level names. */
    public static TexelRow of(ImageSite site, int count) {
        Expansion code = site.code();
        ImageAddress address = site.address();
        Value x = address.coordinates().get(0);
        Value y = address.coordinates().get(1);
        Value level = address.lod();
        Value hasLevel = null;
        if (level != null) {
            Value levels = site.size(ImageDim.D2, ZERO, 0).get(3);
            hasLevel = code.below(level, levels);
            level = code.select(hasLevel, level, ZERO);
        }
        List<Value> size = site.size(ImageDim.D2, level == null ? ZERO : level, 0);
        // x + count - 1 stays below the width, without wrapping.
        Const beside = Const.i32(count - 1);
        Value starts = code.alu(AluOp.ISUB, ScalarType.I32, code.alu(AluOp.UMAX, ScalarType.I32, size.get(0), beside), beside);
        Value isThere = code.and(code.below(x, starts), code.below(y, size.get(1)));
        Value column = code.and(x, Const.i32(-count));
        return new TexelRow(site, column, y, level, hasLevel == null ? isThere : code.and(isThere, hasLevel));
    }

    /** Whether the level and all the texels exist. */
    public Value isThere() {
        return isThere;
    }

    /** Words of a texel's first channels. @param format 0 for the descriptor's own format and selects */
    public List<Value> texel(int index, int format, int channels) {
        Value at = index == 0 ? column : site.code().alu(AluOp.IADD, ScalarType.I32, column, Const.i32(index));
        return site.load(ImageDim.D2, List.of(at, row), level, format, channels);
    }
}
