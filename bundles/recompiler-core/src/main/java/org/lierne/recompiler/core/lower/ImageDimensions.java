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
import org.lierne.recompiler.program.ImageBits;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslationRefused;
import org.osgi.service.component.annotations.Component;

/**
 * Refuses image accesses whose dimension is not the descriptor's, naming the mode that would have made them equal. Runs behind all
 * passes that do so.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "recompiler.image-dimensions", needs = {Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED}, after = "pass.image.cube-face")
public final class ImageDimensions implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof ImageAccess access && access.image() instanceof Place.ResourceRef resource) {
                    DescriptorWords words = context.descriptor(resource.index());
                    if (words != null && words.count() == 8 && !words.isNull()) {
                        check(module, access, resource, words, context);
                    }
                }
            }
        }
        return false;
    }

    private static void check(IrModule module, ImageAccess access, Place.ResourceRef resource, DescriptorWords words, PassContext context) {
        ImageBits image = ImageBits.of(words);
        if (!fits(access.dim(), image.type())) {
            String mode = mode(access.dim(), image.type());
            ShaderProgram program = context.program();
            String reason = "a dim:" + access.dim().word() + " access of a descriptor of type " + image.type() + " (" + image + ", words "
                    + context.told(resource.index()) + ")" + (mode == null ? "" : ", and " + mode + " is off or does not cover it");
            throw new TranslationRefused(program.stage(), program.id(), access.pc().byteOffset(), module.assemblyAt(access.pc()),
                    reason, mode);
        }
    }

    /** Whether an access of this dimension takes a descriptor of this type as it is. */
    static boolean fits(ImageDim dim, int type) {
        return switch (dim) {
            case D1, D1_ARRAY -> type == ImageBits.D1 || type == ImageBits.D1_ARRAY;
            case D2 -> type == ImageBits.D2 || type == ImageBits.D2_ARRAY;
            case D2_ARRAY -> type == ImageBits.D2 || type == ImageBits.CUBE || type == ImageBits.D2_ARRAY;
            case D3 -> type == ImageBits.D3;
            case CUBE -> type == ImageBits.CUBE;
            case D2_MSAA, D2_MSAA_ARRAY -> type == ImageBits.D2_MSAA || type == ImageBits.D2_MSAA_ARRAY;
        };
    }

    /** The mode that covers some accesses of this dimension to a descriptor of this type, null for none. */
    private static @Nullable String mode(ImageDim dim, int type) {
        boolean isRow = type == ImageBits.D1;
        return switch (dim) {
            case D2 -> type == ImageBits.CUBE ? "pass.image.cube-face" : isRow ? "pass.image.dim-mismatch.2d-on-1d"
                    : type == ImageBits.D3 ? "pass.image.volume-as-plane" : null;
            case D2_ARRAY -> isRow ? "pass.image.dim-mismatch.2d-on-1d"
                    : type == ImageBits.D3 ? "pass.image.dim-mismatch.2darray-on-3d" : null;
            case D3 -> isRow ? "pass.image.dim-mismatch.3d-on-1d"
                    : type == ImageBits.D2 || type == ImageBits.D2_ARRAY ? "pass.image.dim-mismatch.3d-on-2d" : null;
            case D2_MSAA -> type == ImageBits.D2 ? "pass.image.msaa-address-on-2d" : null;
            case D1, D1_ARRAY, CUBE, D2_MSAA_ARRAY -> null;
        };
    }
}
