package org.lierne.pass.image.srgb8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.NumericClass;
import org.osgi.service.component.annotations.Component;

/**
 * Where the device cannot sample 8_SRGB and 8_8_SRGB, their images are sampled from a copy in 8_8_8_8_SRGB, or, where none can be made, loads
 * decode the curve in the module and samples are refused. Decoded values are rounded to eight significant bits. Measured: gfx1035, rule
 * Options: {@code pass.image.srgb8.shader} decodes in the module always, {@code pass.image.srgb8.copy} copies wherever that is
 * possible.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.srgb8", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.round.f16"},
        before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"},
        switches = {"pass.image.srgb8.shader=off", "pass.image.srgb8.copy=off"})
@Compat(rules = {"A-060", "A-061"}, off = Compat.Off.PLAIN)
public final class Srgb8 extends ImageAccessPass {
    private static final int SRGB_8 = 128;
    private static final int SRGB_8_8 = 129;
    private static final int SRGB_8_8_8_8 = 130;
    private static final int UINT_8 = 5;
    private static final int UINT_8_8 = 18;
    private static final int FIRST_CHANNEL_SELECT = 4;
    /** Two halves of 1. */
    private static final int ONE_TWICE = 0x3c003c00;

    /** How texels are decoded. */
    enum Way { NATIVE, COPY, SHADER }

    /** The table of rule A-061. */
    static Way way(HostFacts host, Switches switches) {
        boolean canCopy = host.has(HostFeature.SRGB8_COPIES);
        if (switches.isOn("pass.image.srgb8.shader", false)) {
            return Way.SHADER;
        }
        boolean prefersCopy = switches.isOn("pass.image.srgb8.copy", false);
        return !prefersCopy && host.has(HostFeature.SRGB8_SAMPLING) ? Way.NATIVE : canCopy ? Way.COPY : Way.SHADER;
    }

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        int format = site.image().format();
        if (format != SRGB_8 && format != SRGB_8_8 || access.format() != 0) {
            return false;
        }
        Way way = way(site.context().host(), site.context().switches());
        return switch (way) {
            case NATIVE -> false;
            case COPY -> copied(site);
            case SHADER -> decoded(site, format == SRGB_8 ? 1 : 2);
        };
    }

    private static boolean copied(ImageSite site) {
        ImageAccess access = site.access();
        switch (access.op()) {
            case LOAD, SAMPLE -> site.giveChannels(site.selected(site.words(access.seenAs(SRGB_8_8_8_8), 0xf), NumericClass.FLOAT),
                    NumericClass.FLOAT);
            case GATHER4 -> gather(site);
            case GET_LOD, RESINFO -> site.become(access.seenAs(SRGB_8_8_8_8));
            default -> throw site.refuse(access.op().word() + " of an sRGB image of one or two channels is not modelled");
        }
        site.acted("read from a copy in 8_8_8_8_SRGB");
        return true;
    }

    /** The channel to gather is an output channel: its select names the texel's, or a constant. */
    private static void gather(ImageSite site) {
        ImageAccess access = site.access();
        int channel = Integer.numberOfTrailingZeros(Math.max(1, access.dmask()));
        int select = site.image().select(channel);
        if (select >= FIRST_CHANNEL_SELECT) {
            site.become(access.seenAs(SRGB_8_8_8_8).moving(1 << select - FIRST_CHANNEL_SELECT, access.flags(), List.of()));
        } else {
            boolean isHalf = access.has(ImageFlag.D16);
            int one = isHalf ? ONE_TWICE : Float.floatToRawIntBits(1);
            site.give(Collections.nCopies(isHalf ? 2 : 4, (Value) Const.i32(select == 1 ? one : 0)));
        }
    }

    private static boolean decoded(ImageSite site, int channels) {
        ImageAccess access = site.access();
        int raw = channels == 1 ? UINT_8 : UINT_8_8;
        switch (access.op()) {
            case LOAD -> {
                List<Value> codes = site.load(access.dim(), access.address().coordinates(), access.address().lod(), raw, channels);
                List<Value> texel = new ArrayList<>();
                codes.forEach(code -> texel.add(linear(site.code(), code)));
                site.giveChannels(site.selected(texel, NumericClass.FLOAT), NumericClass.FLOAT);
            }
            case GET_LOD, RESINFO -> site.become(access.seenAs(raw));
            default -> throw site.refuse(access.op().word() + " of an sRGB image that the device cannot sample is not modelled");
        }
        site.acted("sRGB decoded in the module");
        return true;
    }

    /** The curve of IEC 61966-2-1, rounded to nearest even at eight significant bits; no code lies near a tie. */
    private static Value linear(Expansion code, Value texel) {
        Value share = multiplied(code, code.alu(AluOp.U_TO_F, ScalarType.F32, texel), 1f / 255);
        Value low = multiplied(code, share, 1f / 12.92f);
        Value base = multiplied(code, code.alu(AluOp.FADD, ScalarType.F32, share, Const.f32(0.055f)), 1f / 1.055f);
        Value power = multiplied(code, code.alu(AluOp.FLOG2, ScalarType.F32, base), 2.4f);
        Value high = code.alu(AluOp.FEXP2, ScalarType.F32, power);
        Value isLow = code.alu(AluOp.FOLE, ScalarType.B1, share, Const.f32(0.04045f));
        Value bits = code.bits(code.select(isLow, low, high));
        Value odd = code.alu(AluOp.UBFE, ScalarType.I32, bits, Const.i32(16), Const.i32(1));
        Value rounded = code.alu(AluOp.IADD, ScalarType.I32, code.alu(AluOp.IADD, ScalarType.I32, bits, Const.i32(0x7fff)), odd);
        return code.and(rounded, Const.i32(0xffff0000));
    }

    private static Value multiplied(Expansion code, Value value, float factor) {
        return code.alu(AluOp.FMUL, ScalarType.F32, value, Const.f32(factor));
    }
}
