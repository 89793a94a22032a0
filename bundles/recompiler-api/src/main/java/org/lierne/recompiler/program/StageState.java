package org.lierne.recompiler.program;

import java.util.List;

/**
 * The state around a program that its translation depends on.
 *
 * @param floatMode rounding, denormals and clamp at entry
 * @param registers what registers hold at entry; a register not listed is undefined
 * @param ldsBytes workgroup memory, in bytes
 * @param scratchBytes private memory of a lane, in bytes
 * @param details what only this kind of stage has
 */
public record StageState(FloatMode floatMode, List<InitialRegister> registers, int ldsBytes, int scratchBytes, Details details) {
    public StageState {
        registers = List.copyOf(registers);
    }

    /** What only one kind of stage has. */
    public sealed interface Details permits Compute, Vertex, Pixel {}

    /** Threads of a workgroup. */
    public record Compute(int sizeX, int sizeY, int sizeZ) implements Details {
        public int threads() {
            return sizeX * sizeY * sizeZ;
        }
    }

    /**
     * A vertex program, on the primitive path or plain.
     *
     * @param primitivePath whether it runs as a primitive shader (merged registers, {@code GS_ALLOC_REQ}, {@code exp prim})
     * @param positionExports number of position vectors exported (SPI_SHADER_POS_FORMAT)
     * @param parameterExports number of parameters exported; parameter n is host output location n
     * @param vsOutControl PA_CL_VS_OUT_CNTL: clip and cull distances, point size, layer, viewport (rule A-014)
     * @param zeroToOneDepth whether clip z runs from 0 to w; false: from -w to w (PA_CL_CLIP_CNTL bit 19)
     * @param points whether points are drawn, so that the host needs a point size
     */
    public record Vertex(boolean primitivePath, int positionExports, int parameterExports, int vsOutControl,
                         boolean zeroToOneDepth, boolean points) implements Details {}

    /**
     * A pixel program.
     *
     * @param inputEna SPI_PS_INPUT_ENA
     * @param inputAddr SPI_PS_INPUT_ADDR
     * @param attributes what {@code v_interp_*} reads as attribute 0, 1, ...
     * @param targets colour targets by number; a target that is not drawn to has export format 0
     * @param zFormat SPI_SHADER_Z_FORMAT
     * @param dbShaderControl DB_SHADER_CONTROL: depth export 0, stencil export 1, kill 6, early and late tests
     * @param samples samples of the attachments
     */
    public record Pixel(int inputEna, int inputAddr, List<Attribute> attributes, List<ColorTarget> targets, int zFormat,
                        int dbShaderControl, int samples) implements Details {
        public Pixel {
            attributes = List.copyOf(attributes);
            targets = List.copyOf(targets);
        }
    }

    /**
     * Where a pixel attribute comes from (SPI_PS_INPUT_CNTL).
     *
     * @param source parameter of the vertex program, or a built-in value
     * @param location host input location, the vertex program's parameter number; used with PARAMETER
     * @param flat not interpolated
     * @param defaultValue with DEFAULT: 0 is (0,0,0,0), 1 is (0,0,0,1), 2 is (1,1,1,0), 3 is (1,1,1,1)
     */
    public record Attribute(Source source, int location, boolean flat, int defaultValue) {
        /** Kinds of attribute. */
        public enum Source { PARAMETER, DEFAULT, PRIMITIVE_ID, POINT_COORD }

        public static Attribute parameter(int location, boolean flat) {
            return new Attribute(Source.PARAMETER, location, flat, 0);
        }
    }

    /**
     * A colour target as the exporting program sees it.
     *
     * @param exportFormat SPI_SHADER_COL_FORMAT of the target: 0 none, 1 32_R, 2 32_GR, 3 32_AR, 4 FP16, 5 UNORM16, 6 SNORM16,
     *     7 UINT16, 8 SINT16, 9 32_ABGR
     * @param numericClass how the host's attachment is typed
     * @param channels host channel i takes export channel {@code channels >> 4 * i & 15}
     */
    public record ColorTarget(int exportFormat, NumericClass numericClass, int channels) {
        /** Red, green, blue, alpha in this order. */
        public static final int IN_ORDER = 0x3210;

        public static final ColorTarget NONE = new ColorTarget(0, NumericClass.FLOAT, IN_ORDER);
    }
}
