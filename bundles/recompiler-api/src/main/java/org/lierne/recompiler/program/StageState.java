package org.lierne.recompiler.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state around a program that its translation depends on.
 *
 * @param floatMode rounding, denormals and clamp at entry
 * @param registers what registers hold at entry; a register not listed is undefined
 * @param ldsBytes workgroup memory, in bytes
 * @param scratchBytes private memory of a lane, in bytes
 * @param details what only this kind of stage has
 * @param apertures which flat addresses are those of workgroup and private memory
 */
public record StageState(FloatMode floatMode, List<InitialRegister> registers, int ldsBytes, int scratchBytes, Details details, Apertures apertures) {
    public StageState {
        registers = List.copyOf(registers);
    }

    /** With the windows of the rules. */
    public StageState(FloatMode floatMode, List<InitialRegister> registers, int ldsBytes, int scratchBytes, Details details) {
        this(floatMode, registers, ldsBytes, scratchBytes, details, Apertures.DEFAULTS);
    }

    /** The same with other windows. */
    public StageState with(Apertures other) {
        return new StageState(floatMode, registers, ldsBytes, scratchBytes, details, other);
    }

    /** Bytes from one workgroup's LDS to the next's where it lies in a buffer: there is room for an access that begins at its last word. */
    public int ldsStride() {
        return (ldsBytes + 15 & ~15) + 16;
    }

    /** What only one kind of stage has. */
    public sealed interface Details permits Compute, Vertex, Pixel, Local, Hull, Evaluation {}

    /**
     * Threads of a workgroup.
     *
     * @param primitives of a graphics program that makes primitives of its own and is run as a workgroup; null for a compute program
     */
    public record Compute(int sizeX, int sizeY, int sizeZ, @Nullable PrimitiveGroup primitives) implements Details {
        public Compute(int sizeX, int sizeY, int sizeZ) {
            this(sizeX, sizeY, sizeZ, null);
        }

        public int threads() {
            return sizeX * sizeY * sizeZ;
        }
    }

    /**
     * What a workgroup of a program gets that makes primitives of its own, and what it leaves. A thread has at most one vertex and one
     * primitive to export, which stand in its record: a vector of four words for each position and parameter, then the vertices of its
     * primitive, each as one more than the number of that vertex's record among all of the draw, 0 where there is none.
     *
     * @param pointsIn vertices of a primitive that comes in
     * @param primitives that come in at most
     * @param invocations threads for each of them: VGT_GS_INSTANCE_CNT
     * @param pointsOut vertices of a primitive that goes out, by VGT_GS_OUT_PRIM_TYPE
     * @param positions position vectors exported (SPI_SHADER_POS_FORMAT)
     * @param parameters parameters exported
     * @param packed whether v0 names the vertices as an exported primitive does: VGT_SHADER_STAGES_EN.PRIMGEN_PASSTHRU_EN
     * @param itemDwords what vertices are numbered in otherwise: VGT_ESGS_RING_ITEMSIZE
     * @param mesh whether what threads export goes to the rasteriser by itself, so that there are no records: a mesh program of the host
     */
    public record PrimitiveGroup(int pointsIn, int primitives, int invocations, int pointsOut, int positions, int parameters, boolean packed,
                                 int itemDwords, boolean mesh) {
        private static final int VECTOR_BYTES = 16;

        /** Bytes of a record. */
        public int recordBytes() {
            return primitiveOffset() + VECTOR_BYTES;
        }

        /** Byte of a record from which the vertices of the primitive stand. */
        public int primitiveOffset() {
            return VECTOR_BYTES * (positions + parameters);
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
     * @param clipPlanes PA_CL_CLIP_CNTL.UCP_ENA: planes of the registers that the position is clipped by, a bit each
     */
    public record Vertex(boolean primitivePath, int positionExports, int parameterExports, int vsOutControl,
                         boolean zeroToOneDepth, boolean points, int clipPlanes) implements Details {
        /** Clip and cull distances, planes counted, that a host gives at least. Documented: Vulkan 1.3, required limits. */
        public static final int MAX_DISTANCES = 8;

        /** Without planes. */
        public Vertex(boolean primitivePath, int positionExports, int parameterExports, int vsOutControl, boolean zeroToOneDepth,
                      boolean points) {
            this(primitivePath, positionExports, parameterExports, vsOutControl, zeroToOneDepth, points, 0);
        }
    }

    /** A vertex program whose results a hull program takes out of LDS. */
    public record Local() implements Details {}

    /**
     * The fixed functions between hull and evaluation program. Documented: register field meanings, Mesa {@code sid.h}.
     *
     * @param domain VGT_TF_PARAM.TYPE: 0 isolines, 1 triangles, 2 quads
     * @param partitioning VGT_TF_PARAM.PARTITIONING: 0 integer, 2 fractional odd, 3 fractional even (rules C-011, C-012)
     * @param topology VGT_TF_PARAM.TOPOLOGY: 0 points, 1 lines, 2 triangles clockwise, 3 counter-clockwise
     * @param inputPoints VGT_LS_HS_CONFIG.HS_NUM_INPUT_CP; 0 where it is not known
     * @param outputPoints VGT_LS_HS_CONFIG.HS_NUM_OUTPUT_CP; 0 where it is not known
     * @param patches VGT_LS_HS_CONFIG.NUM_PATCHES, patches of a threadgroup; 0 where it is not known
     * @param groupSize GE_CNTL.PRIM_GRP_SIZE
     * @param instancesShare whether patches of several instances can share a threadgroup (GE_CNTL.BREAK_WAVE_AT_EOI clear, rule C-013)
     * @param minFactor VGT_HOS_MIN_TESS_LEVEL
     * @param maxFactor VGT_HOS_MAX_TESS_LEVEL
     */
    public record Tessellation(int domain, int partitioning, int topology, int inputPoints, int outputPoints, int patches, int groupSize,
                               boolean instancesShare, float minFactor, float maxFactor) {
        /** Quads in triangles by equal parts, nothing known of points and patches: for programs without a draw. */
        public static final Tessellation UNKNOWN = new Tessellation(2, 0, 2, 0, 0, 0, 0, false, 0, 64);

        /** Factors of a patch in their ring: outer ones, then inner ones (rule C-008). */
        public int outerFactors() {
            return domain + 2;
        }

        public int innerFactors() {
            return domain;
        }
    }

    /**
     * A hull program.
     *
     * @param merged whether the local program stands before it in the same code (rule C-054)
     */
    public record Hull(Tessellation tessellation, boolean merged) implements Details {}

    /**
     * An evaluation program.
     *
     * @param exports what it exports, as a vertex program does
     * @param hull what the hull program of the draw wrote; {@link PatchLayout#NONE} without one
     */
    public record Evaluation(Tessellation tessellation, Vertex exports, PatchLayout hull) implements Details {}

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
     * @param draw what else of the draw a program can see
     */
    public record Pixel(int inputEna, int inputAddr, List<Attribute> attributes, List<ColorTarget> targets, int zFormat,
                        int dbShaderControl, int samples, PixelDraw draw) implements Details {
        public Pixel {
            attributes = List.copyOf(attributes);
            targets = List.copyOf(targets);
        }

        public Pixel(int inputEna, int inputAddr, List<Attribute> attributes, List<ColorTarget> targets, int zFormat,
                     int dbShaderControl, int samples) {
            this(inputEna, inputAddr, attributes, targets, zFormat, dbShaderControl, samples, PixelDraw.PLAIN);
        }

        /** DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER. */
        public boolean primitiveOrdered() {
            return (dbShaderControl >>> 16 & 1) != 0;
        }
    }

    /**
     * What of a draw, besides its targets, a pixel program's inputs tell.
     *
     * @param perSample whether it runs for each sample: PA_SC_MODE_CNTL_1.PS_ITER_SAMPLE, and more than one sample
     * @param layerExported whether the draw exports a layer: PA_CL_VS_OUT_CNTL.USE_VTX_RENDER_TARGET_INDX
     * @param barycControl SPI_BARYC_CNTL
     * @param sampleLocations the sixteen words of PA_SC_AA_SAMPLE_LOCS, four for each pixel of a quad; none for the standard ones
     */
    public record PixelDraw(boolean perSample, boolean layerExported, int barycControl, List<Integer> sampleLocations) {
        private static final int FRONT_FACE_ALL_BITS = 1 << 24;

        /** One sample, no layers, positions in the centre, all bits for front faces. */
        public static final PixelDraw PLAIN = new PixelDraw(false, false, FRONT_FACE_ALL_BITS, List.of());

        public PixelDraw {
            sampleLocations = List.copyOf(sampleLocations);
        }

        public boolean frontFaceAllBits() {
            return (barycControl & FRONT_FACE_ALL_BITS) != 0;
        }

        /** POS_FLOAT_LOCATION: 0 centre, 1 centroid, 2 iterated sample. */
        public int positionLocation() {
            return barycControl >>> 16 & 3;
        }

        /** POS_FLOAT_ULC. */
        public boolean positionAtCorner() {
            return (barycControl >>> 20 & 1) != 0;
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
