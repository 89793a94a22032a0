package org.lierne.agc.driver;

import org.lierne.agc.register.Registers;
import org.lierne.gpu.Topology;

/**
 * How vertices make primitives, and what is done to lists that the host does not have.
 *
 * @param isRestarting  an index starts a new strip
 * @param restartIndex  that index
 * @param isRectangles  each three vertices are corners of a rectangle, see {@link RectangleModule}
 */
record Primitives(Topology topology, Conversion conversion, boolean isRestarting, int restartIndex,
        boolean isRectangles) {
    private static final int PATCHES = 9;
    private static final int RECTANGLE_LIST = 0x11;

    /** Rewriting of an index list. */
    enum Conversion {
        NONE {
            @Override
            int[] convert(int[] list) {
                return list;
            }
        },
        /** Four vertices make two triangles. */
        QUAD_LIST {
            @Override
            int[] convert(int[] list) {
                int[] out = new int[list.length / 4 * 6];
                for (int q = 0; q < list.length / 4; q++) {
                    int[] corner = {0, 1, 2, 0, 2, 3};
                    for (int i = 0; i < 6; i++) {
                        out[6 * q + i] = list[4 * q + corner[i]];
                    }
                }
                return out;
            }
        },
        /** Each two further vertices make a quad with the two before. */
        QUAD_STRIP {
            @Override
            int[] convert(int[] list) {
                int quads = Math.max(0, list.length / 2 - 1);
                int[] out = new int[quads * 6];
                for (int q = 0; q < quads; q++) {
                    int[] corner = {0, 1, 3, 0, 3, 2};
                    for (int i = 0; i < 6; i++) {
                        out[6 * q + i] = list[2 * q + corner[i]];
                    }
                }
                return out;
            }
        },
        /** The strip ends where it began. */
        LINE_LOOP {
            @Override
            int[] convert(int[] list) {
                int[] out = java.util.Arrays.copyOf(list, list.length + 1);
                if (list.length > 0) {
                    out[list.length] = list[0];
                }
                return out;
            }
        };

        abstract int[] convert(int[] list);
    }

    static Primitives of(RegisterFile r) {
        int type = Registers.VGT_PRIMITIVE_TYPE.field("PRIM_TYPE").get(r.get(Registers.VGT_PRIMITIVE_TYPE));
        boolean isRestarting = Registers.GE_MULTI_PRIM_IB_RESET_EN.field("RESET_EN")
                .isSet(r.get(Registers.GE_MULTI_PRIM_IB_RESET_EN));
        Conversion conversion = switch (type) {
            case 0x12 -> Conversion.LINE_LOOP;
            case 0x13 -> Conversion.QUAD_LIST;
            case 0x14 -> Conversion.QUAD_STRIP;
            default -> Conversion.NONE;
        };
        Topology topology = switch (type) {
            case 0x1 -> Topology.POINT_LIST;
            case 0x2 -> Topology.LINE_LIST;
            case 0x3, 0x12 -> Topology.LINE_STRIP;
            case 0x4, RECTANGLE_LIST, 0x13, 0x14 -> Topology.TRIANGLE_LIST;
            case 0x5, 0x15 -> Topology.TRIANGLE_FAN;
            case 0x6 -> Topology.TRIANGLE_STRIP;
            case PATCHES -> Topology.PATCH_LIST;
            case 0xA -> Topology.LINE_LIST_ADJACENCY;
            case 0xB -> Topology.LINE_STRIP_ADJACENCY;
            case 0xC -> Topology.TRIANGLE_LIST_ADJACENCY;
            case 0xD -> Topology.TRIANGLE_STRIP_ADJACENCY;
            default -> throw new WorkRefused("refused at draw: %s: this primitive type is not done yet".formatted(
                    r.text(Registers.VGT_PRIMITIVE_TYPE.space(), Registers.VGT_PRIMITIVE_TYPE.offset())));
        };
        if (isRestarting && conversion != Conversion.NONE) {
            throw new WorkRefused("refused at draw: %s: this type does not begin anew at an index here".formatted(
                    r.text(Registers.VGT_PRIMITIVE_TYPE.space(), Registers.VGT_PRIMITIVE_TYPE.offset())));
        }
        if (type == RECTANGLE_LIST && Registers.PA_CL_CLIP_CNTL.field("UCP_ENA").isSet(r.get(Registers.PA_CL_CLIP_CNTL))) {
            throw new WorkRefused("refused at draw: %s: planes clip a rectangle list, whose fourth corners have no distances".formatted(
                    r.text(Registers.PA_CL_CLIP_CNTL.space(), Registers.PA_CL_CLIP_CNTL.offset())));
        }
        int ones = ones(switch (Registers.VGT_INDEX_TYPE.field("INDEX_TYPE").get(r.get(Registers.VGT_INDEX_TYPE))) {
            case 0 -> 2;
            case 1 -> 4;
            default -> 1;
        });
        return new Primitives(topology, conversion, isRestarting, r.get(Registers.VGT_MULTI_PRIM_IB_RESET_INDX) & ones,
                type == RECTANGLE_LIST);
    }

    private static int ones(int indexBytes) {
        return indexBytes == 4 ? -1 : (1 << 8 * indexBytes) - 1;
    }

    /** Whether the host can read indices of this size where they lie. */
    boolean isReadInPlace(int indexBytes) {
        return indexBytes > 1 && conversion == Conversion.NONE && (!isRestarting || restartIndex == ones(indexBytes));
    }

    /** An index list as the host draws it, with 32-bit indices. */
    int[] list(int[] indices) {
        if (isRestarting) {
            for (int i = 0; i < indices.length; i++) {
                indices[i] = indices[i] == restartIndex ? -1 : indices[i];
            }
        }
        return conversion.convert(indices);
    }
}
