package org.lierne.pass.image.atomic_raw32;

import java.util.Set;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/** An image atomic acts on the raw dword of 32_UINT, 32_SINT and 32_FLOAT texels alike. Measured: gfx1031 and gfx1100, rule A-054. */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.atomic-raw32", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = "recompiler.image-dimensions", before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = "A-054", off = Compat.Off.REFUSE)
public final class RawAtomic extends ImageAccessPass {
    private static final int UINT_32 = 20;
    /** 32_UINT, 32_SINT, 32_FLOAT. */
    private static final Set<Integer> DWORDS = Set.of(UINT_32, 21, 22);

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (!access.op().isAtomic() || access.data().size() != access.op().operands() || access.format() != 0 || site.image().format() == UINT_32) {
            return false;
        }
        if (!DWORDS.contains(site.image().format())) {
            throw site.refuse("an atomic on one dword of a format other than 32_UINT, 32_SINT and 32_FLOAT is not modelled");
        }
        site.become(access.seenAs(UINT_32));
        site.acted("an atomic on the bits of a texel");
        return true;
    }
}
