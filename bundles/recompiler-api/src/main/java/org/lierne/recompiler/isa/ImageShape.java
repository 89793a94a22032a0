package org.lierne.recompiler.isa;

import org.lierne.recompiler.isa.Effect.Image.Action;

/** How many registers an image instruction's data and address take. Documented: RDNA 2 ISA, "Image VGPR usage". */
final class ImageShape {
    private static final int[] COORDINATES = {1, 2, 3, 3, 2, 3, 3, 4};
    private static final int[] GRADIENTS = {1, 2, 3, 2, 1, 2, 2, 2};

    private ImageShape() {
    }

    static int dataDwords(Decoded d, Effect.Image image) {
        int mask = d.field('m');
        boolean fail = d.flag('t');
        boolean half = d.flag('h');
        Action action = image.action();
        if (action == Action.BVH || action == Action.BVH64) {
            return 4;
        }
        int count = action == Action.GATHER4 || action == Action.GATHER4H ? 4 : Math.max(1, Integer.bitCount(mask));
        if (half && !action.isAtomic()) {
            count = (count + 1) / 2;
        }
        return count + (fail ? 1 : 0);
    }

    /** Address registers before 16-bit packing: offsets, bias, reference, gradients, coordinates, LOD or clamp or mip. */
    static int addressDwords(Decoded d, Effect.Image image) {
        boolean a16 = d.flag('e');
        int dim = d.field('p');
        switch (image.action()) {
            case BVH:
                return a16 ? 8 : 11;
            case BVH64:
                return a16 ? 9 : 12;
            case RESINFO:
                return 1;
            default:
                break;
        }
        int coordinates = COORDINATES[dim];
        int words = image.offset() ? 1 : 0;
        words += image.lod() == Effect.Image.Lod.BIAS ? 1 : 0;
        words += image.compare() ? 1 : 0;
        if (image.lod() == Effect.Image.Lod.DERIVATIVES || image.lod() == Effect.Image.Lod.COARSE_DERIVATIVES) {
            int each = GRADIENTS[dim];
            words += image.half() ? 2 * ((each + 1) / 2) : 2 * each;
        }
        int last = switch (image.action()) {
            case LOAD_MIP, LOAD_MIP_PCK, LOAD_MIP_PCK_SIGNED, STORE_MIP, STORE_MIP_PCK -> 1;
            default -> image.lod() == Effect.Image.Lod.EXPLICIT || image.clamp() ? 1 : 0;
        };
        int body = coordinates + last;
        return words + (a16 ? (body + 1) / 2 : body);
    }
}
