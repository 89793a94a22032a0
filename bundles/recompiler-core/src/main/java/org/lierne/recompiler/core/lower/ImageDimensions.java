package org.lierne.recompiler.core.lower;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageDim;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslationRefused;
import org.osgi.service.component.annotations.Component;

/**
 * Refuses image accesses whose dimension is not the descriptor's, naming the mode that would have made them equal. Runs behind all
 * passes that do so. Documented: RDNA 2 ISA, "Image Resource Descriptor": TYPE 8 1D, 9 2D, 10 3D, 11 cube, 12 1D array, 13 2D array,
 * 14 2D MSAA, 15 2D MSAA array.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "recompiler.image-dimensions", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED}, after = "pass.image.cube-face")
public final class ImageDimensions implements TranslationPass {
    private static final int FIRST_IMAGE_TYPE = 8;

    @Override
    public boolean run(IrModule module, PassContext context) {
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof ImageAccess access && access.image() instanceof Place.ResourceRef resource) {
                    DescriptorWords words = context.descriptor(resource.index());
                    if (words != null && words.count() == 8 && !words.isNull()) {
                        check(module, access, words, context);
                    }
                }
            }
        }
        return false;
    }

    private static void check(IrModule module, ImageAccess access, DescriptorWords words, PassContext context) {
        int type = words.word(3) >>> 28;
        String mode = mode(access.dim(), type);
        if (type < FIRST_IMAGE_TYPE || mode != null) {
            ShaderProgram program = context.program();
            String reason = "a dim:" + access.dim().word() + " access of a descriptor of type " + type + " (format "
                    + (words.word(1) >>> 20 & 0x1ff) + ", words " + words + ")"
                    + (mode == null ? "" : ", and " + mode + " is off or does not cover it");
            throw new TranslationRefused(program.stage(), program.id(), access.pc().byteOffset(), module.assemblyAt(access.pc()),
                    reason, mode);
        }
    }

    /** The mode that covers an access of this dimension to a descriptor of this type, null when they belong together. */
    private static @Nullable String mode(ImageDim dim, int type) {
        return switch (dim) {
            case D1, D1_ARRAY -> type == 8 || type == 12 ? null : "pass.image.dim-mismatch.1d";
            case D2 -> switch (type) {
                case 9, 13 -> null;
                case 11 -> "pass.image.cube-face";
                case 8, 12 -> "pass.image.dim-mismatch.2d-on-1d";
                default -> "pass.image.dim-mismatch.2d";
            };
            case D2_ARRAY -> switch (type) {
                case 9, 11, 13 -> null;
                case 10 -> "pass.image.dim-mismatch.2darray-on-3d";
                default -> "pass.image.dim-mismatch.2d-on-1d";
            };
            case D3 -> type == 10 ? null : "pass.image.dim-mismatch.3d-on-2d";
            case CUBE -> type == 11 ? null : "pass.image.dim-mismatch.cube";
            case D2_MSAA, D2_MSAA_ARRAY -> type == 14 || type == 15 ? null : "pass.image.msaa-address-on-2d";
        };
    }
}
