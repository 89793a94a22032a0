package org.lierne.recompiler.isa;

import org.lierne.recompiler.isa.Effect.Image.Action;

/** How many registers an image instruction's data and address take. Documented: RDNA 2 ISA, "Image VGPR usage". */
final class ImageShape {
    /** Coordinates by DIM, the slice, face or sample included. */
    private static final int[] COORDINATES = {1, 2, 3, 3, 2, 3, 3, 4};
    /** Gradients per direction by DIM. */
    private static final int[] GRADIENTS = {1, 2, 3, 2, 1, 2, 2, 2};

    private ImageShape() {
    }

    static int dataDwords(Decoded d, Effect.Image image) {
        int asked = asked(d, image);
        if (isSpelledOut(image, asked)) {
            return image.action().isAtomic() && !isCompare(image) && asked == 4 ? 5 : asked;
        }
        return isCompare(image) ? 2 : image.action().isAtomic() ? 1 : asked;
    }

    /** Data registers that DMASK, D16 and TFE ask for. */
    private static int asked(Decoded d, Effect.Image image) {
        Action action = image.action();
        if (action == Action.BVH || action == Action.BVH64) {
            return 4;
        }
        int count = action == Action.GATHER4 || action == Action.GATHER4H ? 4 : Math.max(1, Integer.bitCount(d.field('m')));
        if (d.flag('h')) {
            count = (count + 1) / 2;
        }
        return count + (d.flag('t') ? 1 : 0);
    }

    private static boolean isCompare(Effect.Image image) {
        return image.action() == Action.ATOMIC_CMPSWAP || image.action() == Action.ATOMIC_FCMPSWAP;
    }

    /** Whether the assembler has a spelling for this many data registers; atomics exist for some numbers only. */
    private static boolean isSpelledOut(Effect.Image image, int asked) {
        if (isCompare(image)) {
            return asked == 2 || asked == 4;
        }
        if (image.action().isAtomic()) {
            return asked == 1 || asked == 2 || asked == 4;
        }
        return true;
    }

    /**
     * Registers that the text shows as the address. An atomic whose data has no spelling is shown with the shortest address there is.
     */
    static int shownAddressDwords(Decoded d, Effect.Image image) {
        if (isSpelledOut(image, asked(d, image))) {
            return addressDwords(d, image);
        }
        return d.field('n') == 0 ? 1 : 4;
    }

    /** Address registers: offsets, bias, reference, gradients, coordinates, LOD or clamp or mip. */
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
        int words = image.offset() ? 1 : 0;
        words += image.lod() == Effect.Image.Lod.BIAS ? 1 : 0;
        words += image.compare() ? 1 : 0;
        if (image.lod() == Effect.Image.Lod.DERIVATIVES || image.lod() == Effect.Image.Lod.COARSE_DERIVATIVES) {
            int each = GRADIENTS[dim];
            words += image.half() ? 2 * ((each + 1) / 2) : 2 * each;
        }
        int last = image.action().hasLevel() || image.lod() == Effect.Image.Lod.EXPLICIT || image.clamp() ? 1 : 0;
        int body = COORDINATES[dim] + last;
        return words + (a16 ? (body + 1) / 2 : body);
    }
}
