package org.lierne.pass.image.host_forms;

import java.util.ArrayList;
import java.util.EnumSet;
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
 * A gather at a level that is given, moved by a bias or limited becomes four samples, each of one texel of that level: Vulkan gathers from
 * the first level of a view alone. Address modes, border and comparison stay the sampler's, and past the edge of a cube's face lies the next one. Documented: RDNA 2 ISA, "Image Opcodes with
 * Sampler"; the order of the four texels: Vulkan, "Texel Gathering". Written behind the float passes, as the texture unit has no float mode.
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
    private static final int UNCLAMPED_LEVEL = 2;
    private static final Const HALF = Const.f32(0.5f);

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAddress address = site.address();
        if (site.access().op() != ImageOp.GATHER4 || address.lod() == null && address.bias() == null && address.lodClamp() == null) {
            return false;
        }
        Level level = Level.of(site);
        String problem = problem(site, level);
        if (level == null || problem != null) {
            throw site.refuse(problem == null ? "" : problem);
        }
        site.giveWords(texels(site, level.nearest(detail(site, level))), UnifiedFormat.numericClass(site.image().format()));
        site.acted("a gather from another level than the view's first");
        return true;
    }

    private static @Nullable String problem(ImageSite site, @Nullable Level level) {
        ImageAccess access = site.access();
        return access.dim() != ImageDim.D2 && access.dim() != ImageDim.D2_ARRAY && access.dim() != ImageDim.CUBE
                ? "a gather with a level from dim:" + access.dim().word() + " is not modelled"
                : access.dim() == ImageDim.CUBE && access.address().offset() != null ? "a texel offset on the face of a cube is not modelled"
                : access.has(ImageFlag.UNNORMALIZED) || site.sampler() == null || site.sampler().isUnnormalized()
                        ? "a gather with a level at texel coordinates is not modelled"
                : level == null ? "a gather with a level through descriptors of a table is not modelled" : null;
    }

    /** The level before its limits: the one given, else that of the quad in the pixel stage and 0 in others (decision B-001). */
    private static Value detail(ImageSite site, Level level) {
        ImageAddress address = site.address();
        Expansion code = site.code();
        Value detail;
        if (address.lod() != null) {
            detail = add(code, address.lod(), level.bias());
        } else {
            detail = site.isPixel() ? quadLevel(site) : level.bias();
        }
        detail = address.bias() == null ? detail : add(code, detail, address.bias());
        Value clamp = address.lodClamp();
        return clamp == null ? detail : code.select(code.alu(AluOp.FOGT, ScalarType.B1, clamp, detail), clamp, detail);
    }

    private static Value add(Expansion code, Value a, Value b) {
        return code.alu(AluOp.FADD, ScalarType.F32, a, b);
    }

    private static Value quadLevel(ImageSite site) {
        ImageAccess query = with(site, ImageOp.GET_LOD, Set.of(), ImageAddress.at(site.address().coordinates()));
        return site.code().real(site.words(query, UNCLAMPED_LEVEL).getFirst(), ScalarType.F32);
    }

    private static ImageAccess with(ImageSite site, ImageOp op, Set<ImageFlag> flags, ImageAddress address) {
        ImageAccess access = site.access();
        return new ImageAccess(access.result(), op, access.image(), access.sampler(), access.dim(), access.dmask(), flags, access.format(), address,
                List.of(), access.guard(), access.pc());
    }

    private static List<Value> texels(ImageSite site, Value level) {
        Expansion code = site.code();
        ImageAddress address = site.address();
        List<Value> size = Level.size(site, level);
        List<Value> first = new ArrayList<>();
        for (int axis = 0; axis < 2; axis++) {
            Value place = code.alu(AluOp.FSUB, ScalarType.F32, Level.texels(site, axis, size.get(axis)), HALF);
            first.add(code.alu(AluOp.FFLOOR, ScalarType.F32, place));
        }
        Value detail = code.alu(AluOp.U_TO_F, ScalarType.F32, level);
        int channel = Integer.lowestOneBit(Math.max(1, site.access().dmask()));
        List<Value> words = new ArrayList<>();
        for (int[] corner : CORNERS) {
            List<Value> coordinates = new ArrayList<>();
            for (int axis = 0; axis < 2; axis++) {
                Value centre = add(code, first.get(axis), Const.f32(corner[axis] + 0.5f));
                coordinates.add(Level.normalised(site, centre, size.get(axis)));
            }
            coordinates.addAll(address.coordinates().subList(2, address.coordinates().size()));
            ImageAddress texel = new ImageAddress(coordinates, List.of(), List.of(), detail, null, null, address.compare(), null);
            words.addAll(site.words(with(site, ImageOp.SAMPLE, EnumSet.of(ImageFlag.ONE_TEXEL), texel), channel));
        }
        return words;
    }
}
