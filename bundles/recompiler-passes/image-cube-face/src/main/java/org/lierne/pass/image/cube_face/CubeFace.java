package org.lierne.pass.image.cube_face;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageAddress;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ShaderResource;
import org.osgi.service.component.annotations.Component;

/**
 * A 2D access to a cube becomes an access to slice 0 of the cube seen as a 2D array from its BASE_ARRAY on: texel coordinates stay,
 * sample coordinates lose the 1 that face coordinates start at.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.image.cube-face", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED})
@Compat(rules = {"A-050", "C-062", "C-063", "C-064", "C-065"}, off = Compat.Off.REFUSE)
public final class CubeFace implements TranslationPass {
    private static final int TYPE_CUBE = 11;
    /** 32_SINT: stored through a conversion, not measured (rule C-062). */
    private static final int FORMAT_32_SINT = 21;

    @Override
    public boolean run(IrModule module, PassContext context) {
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof ImageAccess access && access.dim() == ImageDim.D2
                        && access.image() instanceof Place.ResourceRef resource) {
                    DescriptorWords words = context.descriptor(resource.index());
                    if (words != null && type(words) == TYPE_CUBE) {
                        String problem = problem(access, module.resources().get(resource.index()), words);
                        if (problem != null) {
                            throw context.refuse(access.pc(), problem + "; the descriptor is a cube, format "
                                    + format(words) + ", words " + words);
                        }
                        at.set(onFace(module, at, access));
                        context.acted(access.pc(), "2D access of a cube goes to the face its descriptor starts at");
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    private static int type(DescriptorWords words) {
        return words.word(3) >>> 28;
    }

    private static int format(DescriptorWords words) {
        return words.word(1) >>> 20 & 0x1ff;
    }

    /** Why the access is not among those measured, null when it is. */
    private static @Nullable String problem(ImageAccess access, ShaderResource resource, DescriptorWords words) {
        ImageAddress address = access.address();
        return switch (access.op()) {
            case SAMPLE -> address.bias() != null ? "a biased 2D sample of a cube is not modelled"
                    : address.offset() != null ? "a 2D sample of a cube with a texel offset is not modelled"
                    : address.compare() != null ? "a comparing 2D sample of a cube is not modelled"
                    : !address.ddx().isEmpty() ? "a 2D sample of a cube with derivatives is not modelled"
                    : address.lodClamp() != null ? "a 2D sample of a cube with a LOD clamp is not modelled" : null;
            case LOAD -> address.lod() != null ? "a 2D load of a cube with a mip level is not modelled" : null;
            case STORE -> address.lod() != null ? "a 2D store to a cube with a mip level is not modelled"
                    : resource.read() ? "a 2D store to a cube that the program also reads is not modelled"
                    : format(words) == FORMAT_32_SINT ? "a 2D store to a cube in a format that converts is not modelled" : null;
            default -> "this 2D access of a cube (" + access.op().word() + ") is not modelled";
        };
    }

    private static ImageAccess onFace(IrModule module, IrBlock.Editor at, ImageAccess access) {
        ImageAddress address = access.address();
        List<Value> coordinates = new ArrayList<>();
        if (access.op() == ImageOp.SAMPLE) {
            for (Value each : address.coordinates()) {
                Ssa moved = module.fresh(ScalarType.F32);
                at.insertBefore(new Alu(moved, AluOp.FADD, List.of(each, Const.f32(-1)), access.pc()));
                coordinates.add(moved);
            }
            coordinates.add(Const.f32(0));
        } else {
            coordinates.addAll(address.coordinates());
            coordinates.add(Const.i32(0));
        }
        return access.addressedAs(ImageDim.D2_ARRAY, address.withCoordinates(coordinates));
    }
}
