package org.lierne.pass.image.host_forms;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * A store to a level that the program computes, and a load from one of an image that is also stored to, become one for each level there can
 * be, done by the lanes that name it: Vulkan sees storage images level by level. A level that is none stores nothing and gives zeros.
 * Documented: RDNA 2 ISA, {@code image_store_mip}.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.store-level", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.image.cube-face", "pass.image.store-saturate", "pass.image.store-channel-select",
            "pass.image.converted-unorm", "pass.image.srgb8", "pass.image.by-load", "pass.image.pck-load", "pass.image.tfe-lwe", "pass.image.fmask",
            "pass.image.msaa-address-on-2d", "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.round.f16"},
        before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = {}, off = Compat.Off.REFUSE)
public final class StoredLevel extends ImageAccessPass {
    /** Of an image that is 16384 texels long. */
    private static final int LEVELS = 15;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        Value level = access.address().lod();
        boolean isLoad = access.op() == ImageOp.LOAD && site.resource().written();
        if (!isLoad && access.op() != ImageOp.STORE || level == null || level instanceof Const) {
            return false;
        }
        require(site, Level.isChosen(site, site.resource().index()) ? "a computed level of a storage image of a table is not modelled" : null);
        Value count = Level.count(site);
        if (isLoad) {
            load(site, level, count);
        } else {
            for (int i = LEVELS - 1; i > 0; i--) {
                site.code().add(only(site, level, count, i));
            }
            site.become(only(site, level, count, 0));
        }
        site.acted("a storage image seen at each of its levels");
        return true;
    }

    /** Lanes that name another level get zeros. */
    private static void load(ImageSite site, Value level, Value count) {
        List<Value> words = new ArrayList<>(site.words(only(site, level, count, 0), site.access().dmask()));
        for (int i = 1; i < LEVELS; i++) {
            List<Value> more = site.words(only(site, level, count, i), site.access().dmask());
            for (int w = 0; w < words.size(); w++) {
                words.set(w, site.code().or(words.get(w), more.get(w)));
            }
        }
        site.giveWords(words, UnifiedFormat.numericClass(site.image().format()));
    }

    /** The access as lanes do it that name one level, where the image has it. */
    private static ImageAccess only(ImageSite site, Value level, Value count, int number) {
        Expansion code = site.code();
        ImageAccess access = site.access();
        Const known = Const.i32(number);
        Value isThat = code.alu(AluOp.AND, ScalarType.B1, code.equal(level, known), code.below(known, count));
        Value guard = access.guard() == null ? isThat : code.alu(AluOp.AND, ScalarType.B1, access.guard(), isThat);
        ImageAddress address = new ImageAddress(access.address().coordinates(), List.of(), List.of(), known, null, null, null, null);
        return new ImageAccess(access.result(), access.op(), access.image(), null, access.dim(), access.dmask(), access.flags(), access.format(),
                address, access.data(), guard, access.pc());
    }
}
