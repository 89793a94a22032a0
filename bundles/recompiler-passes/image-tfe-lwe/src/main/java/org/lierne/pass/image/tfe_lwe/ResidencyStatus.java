package org.lierne.pass.image.tfe_lwe;

import java.util.EnumSet;
import java.util.Set;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageFlag;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/**
 * An access that asks for a status register behind its data leaves that register alone: images are always resident, and the warning of low
 * levels is never given. Assumed: pass.image.tfe-lwe (rule A-043).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.tfe-lwe", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = "recompiler.image-dimensions", before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = "A-043", off = Compat.Off.REFUSE)
public final class ResidencyStatus extends ImageAccessPass {
    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (!access.has(ImageFlag.TFE) && !access.has(ImageFlag.LWE)) {
            return false;
        }
        if (access.has(ImageFlag.LWE) && access.op() == ImageOp.GET_LOD) {
            throw site.refuse("what a level query with lwe gives is not known");
        }
        Set<ImageFlag> flags = EnumSet.copyOf(access.flags());
        flags.remove(ImageFlag.TFE);
        flags.remove(ImageFlag.LWE);
        site.become(access.moving(access.dmask(), flags, access.data()));
        site.acted("no status is written");
        return true;
    }
}
