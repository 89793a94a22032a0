package org.lierne.pass.image.host_forms;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
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
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.UnifiedFormat;
import org.osgi.service.component.annotations.Component;

/**
 * A gather at a level that is given, moved by a bias or limited, and one from a row or a volume, becomes four samples, each of one texel of
 * its level: Vulkan gathers from the first level of a view alone, and from 2D images and cubes. Address modes, border and comparison stay
 * the sampler's, and past the edge of a cube's face lies the next one. Documented: RDNA 2 ISA, "Image Opcodes with Sampler"; the order of
 * the four texels: Vulkan, "Texel Gathering". Written behind the float passes, as the texture unit has no float mode.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.gather-level", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"recompiler.image-dimensions", "pass.image.color-compare", "pass.float.nan", "pass.float.denormal.f32", "pass.float.denormal.f16",
            "pass.float.round.f16"},
        before = {"recompiler.float-controls", "stage.pixel.end", "pass.cf.structurizer"})
@Compat(rules = {}, off = Compat.Off.REFUSE)
public final class LeveledGather extends ImageAccessPass {
    /** Columns and rows of the four texels in the order of the result. */
    private static final int[][] CORNERS = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    private static final Const HALF = Const.f32(0.5f);

    @Override
    protected boolean rewrite(ImageSite site) {
        if (site.access().op() != ImageOp.GATHER4 || !isLeveled(site.address()) && isGathered(site.access().dim())) {
            return false;
        }
        Level level = Level.of(site);
        String problem = problem(site, level);
        if (level == null || problem != null) {
            throw site.refuse(problem == null ? "" : problem);
        }
        Value detail = isLeveled(site.address()) ? level.detail() : Const.f32(0);
        site.giveWords(texels(site, level.nearest(detail)), UnifiedFormat.numericClass(site.image().format()));
        site.acted("a gather from another level than the view's first, or from a row or a volume");
        return true;
    }

    private static boolean isLeveled(ImageAddress address) {
        return address.lod() != null || address.bias() != null || address.lodClamp() != null;
    }

    /** Whether hosts gather from such images. */
    private static boolean isGathered(ImageDim dim) {
        return dim == ImageDim.D2 || dim == ImageDim.D2_ARRAY || dim == ImageDim.CUBE;
    }

    private static @Nullable String problem(ImageSite site, @Nullable Level level) {
        ImageAccess access = site.access();
        return access.dim() == ImageDim.D2_MSAA || access.dim() == ImageDim.D2_MSAA_ARRAY
                ? "a gather from dim:" + access.dim().word() + " is not modelled"
                : access.dim() == ImageDim.D3 && access.address().compare() != null ? "the host compares with no volumes"
                : access.dim() == ImageDim.CUBE && access.address().offset() != null ? "a texel offset on the face of a cube is not modelled"
                : access.has(ImageFlag.UNNORMALIZED) || site.sampler() == null || site.sampler().isUnnormalized()
                        ? "a gather with a level, from a row or from a volume at texel coordinates is not modelled"
                : level == null ? "a gather with a level, from a row or from a volume through descriptors of a table is not modelled" : null;
    }

    private static ImageAccess oneTexel(ImageSite site, ImageAddress address) {
        ImageAccess access = site.access();
        return new ImageAccess(access.result(), ImageOp.SAMPLE, access.image(), access.sampler(), access.dim(), access.dmask(),
                Set.of(ImageFlag.ONE_TEXEL), access.format(), address, List.of(), access.guard(), access.pc());
    }

    private static List<Value> texels(ImageSite site, Value level) {
        Expansion code = site.code();
        ImageAddress address = site.address();
        List<Value> size = Level.size(site, level);
        int axes = Math.min(2, Level.axes(site.access().dim()));
        List<Value> first = new ArrayList<>();
        for (int axis = 0; axis < axes; axis++) {
            Value place = code.alu(AluOp.FSUB, ScalarType.F32, Level.texels(site, axis, size.get(axis)), HALF);
            first.add(code.alu(AluOp.FFLOOR, ScalarType.F32, place));
        }
        List<Value> behind = new ArrayList<>(address.coordinates().subList(axes, address.coordinates().size()));
        if (site.access().dim() == ImageDim.D3) {
            behind.set(0, Level.normalised(site, Level.texels(site, 2, size.get(2)), size.get(2)));
        }
        Value detail = code.alu(AluOp.U_TO_F, ScalarType.F32, level);
        int channel = Integer.lowestOneBit(Math.max(1, site.access().dmask()));
        List<Value> words = new ArrayList<>();
        for (int[] corner : CORNERS) {
            List<Value> coordinates = new ArrayList<>();
            for (int axis = 0; axis < axes; axis++) {
                Value centre = code.alu(AluOp.FADD, ScalarType.F32, first.get(axis), Const.f32(corner[axis] + 0.5f));
                coordinates.add(Level.normalised(site, centre, size.get(axis)));
            }
            coordinates.addAll(behind);
            ImageAddress texel = new ImageAddress(coordinates, List.of(), List.of(), detail, null, null, address.compare(), null);
            words.addAll(site.words(oneTexel(site, texel), channel));
        }
        return words;
    }
}
