package org.lierne.pass.image.cube_face;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.ImageAccessPass;
import org.lierne.recompiler.pass.ImageSite;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ImageBits;
import org.osgi.service.component.annotations.Component;

/**
 * A 2D access to a cube becomes an access to slice 0 of the cube seen as a 2D array from its BASE_ARRAY on: texel coordinates stay,
 * sample coordinates lose the 1 that face coordinates start at. A cube sample with derivatives becomes one of the same array, since its
 * derivatives are the face's (rule A-053).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.cube-face", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED},
        after = {"pass.float.nan", "pass.float.denormal.f32"}, before = {"recompiler.image-dimensions", "recompiler.float-controls", "pass.cf.structurizer"})
@Compat(rules = {"A-050", "A-053", "C-062", "C-063", "C-064", "C-065"}, off = Compat.Off.REFUSE)
public final class CubeFace extends ImageAccessPass {
    /** 32_SINT: stored through a conversion, not measured (rule C-062). */
    private static final int FORMAT_32_SINT = 21;
    private static final int FACES = 6;

    @Override
    protected boolean rewrite(ImageSite site) {
        ImageAccess access = site.access();
        if (site.image().type() != ImageBits.CUBE) {
            return false;
        }
        if (access.dim() == ImageDim.CUBE && !access.address().ddx().isEmpty()) {
            site.become(access.addressedAs(ImageDim.D2_ARRAY, access.address().withCoordinates(onFace(site, layer(site)))));
            site.acted("a cube sample with derivatives stays on its face");
            return true;
        }
        if (access.dim() != ImageDim.D2) {
            return false;
        }
        require(site, problem(site));
        List<Value> coordinates;
        if (access.op() == ImageOp.SAMPLE) {
            coordinates = onFace(site, Const.f32(0));
        } else {
            coordinates = new ArrayList<>(access.address().coordinates());
            coordinates.add(Const.i32(0));
        }
        site.become(access.addressedAs(ImageDim.D2_ARRAY, access.address().withCoordinates(coordinates)));
        site.acted("2D access of a cube goes to the face its descriptor starts at");
        return true;
    }

    /** Why a 2D access is not among those measured, null when it is. */
    private static @Nullable String problem(ImageSite site) {
        ImageAccess access = site.access();
        ImageAddress address = access.address();
        return switch (access.op()) {
            case SAMPLE -> address.bias() != null ? "a biased 2D sample of a cube is not modelled"
                    : address.offset() != null ? "a 2D sample of a cube with a texel offset is not modelled"
                    : address.compare() != null ? "a comparing 2D sample of a cube is not modelled"
                    : !address.ddx().isEmpty() ? "a 2D sample of a cube with derivatives is not modelled"
                    : address.lodClamp() != null ? "a 2D sample of a cube with a LOD clamp is not modelled" : null;
            case LOAD -> address.lod() != null ? "a 2D load of a cube with a mip level is not modelled" : null;
            case STORE -> address.lod() != null ? "a 2D store to a cube with a mip level is not modelled"
                    : site.resource().read() ? "a 2D store to a cube that the program also reads is not modelled"
                    : site.image().format() == FORMAT_32_SINT || ImageBits.isConverted(site.image().format())
                            ? "a 2D store to a cube in a format that converts is not modelled" : null;
            default -> "this 2D access of a cube (" + access.op().word() + ") is not modelled";
        };
    }

    private static List<Value> onFace(ImageSite site, Value layer) {
        List<Value> coordinates = new ArrayList<>();
        for (Value each : site.address().coordinates().subList(0, 2)) {
            coordinates.add(site.code().alu(AluOp.FADD, ScalarType.F32, each, Const.f32(-1)));
        }
        coordinates.add(layer);
        return coordinates;
    }

    /** The face as a layer: arrays of cubes count eight faces a cube, of which six exist. */
    private static Value layer(ImageSite site) {
        Value face = site.address().coordinates().get(2);
        if (!site.image().isCubeArray()) {
            return face;
        }
        Value whole = site.code().alu(AluOp.F_TO_U, ScalarType.I32, site.code().alu(AluOp.FRNDNE, ScalarType.F32, face));
        Value cube = site.code().alu(AluOp.SHR_U, ScalarType.I32, whole, Const.i32(3));
        Value first = site.code().alu(AluOp.IMUL, ScalarType.I32, cube, Const.i32(FACES));
        Value layer = site.code().alu(AluOp.IADD, ScalarType.I32, first, site.code().and(whole, Const.i32(7)));
        return site.code().alu(AluOp.U_TO_F, ScalarType.F32, layer);
    }
}
