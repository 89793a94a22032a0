package org.lierne.shader.harness;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/**
 * A line of {@code index.jsonl} with its code, described to the translator as the line's ABI says (docs: shader corpus). Dword n of the
 * user data is what SGPR n holds.
 */
final class CorpusProgram {
    /** User SGPRs of any ABI lie below this register. */
    static final int USER_DATA_DWORDS = 32;

    private static final StageInput[] PIXEL_INPUTS = {
        StageInput.PERSP_SAMPLE_I, StageInput.PERSP_SAMPLE_J, StageInput.PERSP_CENTER_I, StageInput.PERSP_CENTER_J,
        StageInput.PERSP_CENTROID_I, StageInput.PERSP_CENTROID_J, StageInput.PERSP_PULL_IW, StageInput.PERSP_PULL_JW,
        StageInput.PERSP_PULL_W, StageInput.LINEAR_SAMPLE_I, StageInput.LINEAR_SAMPLE_J, StageInput.LINEAR_CENTER_I,
        StageInput.LINEAR_CENTER_J, StageInput.LINEAR_CENTROID_I, StageInput.LINEAR_CENTROID_J, StageInput.LINE_STIPPLE,
        StageInput.POSITION_X, StageInput.POSITION_Y, StageInput.POSITION_Z, StageInput.POSITION_W, StageInput.FRONT_FACE,
        StageInput.ANCILLARY, StageInput.SAMPLE_COVERAGE, StageInput.POSITION_FIXED};
    private static final int POSITION_X_BIT = 8;
    /** VGPRs of each bit of SPI_PS_INPUT_ADDR. */
    private static final int[] PIXEL_INPUT_SIZES = {2, 2, 2, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1};

    private final Json json;
    private final int[] words;

    CorpusProgram(Json json, int[] words) {
        this.json = json;
        this.words = words;
    }

    String id() {
        return json.get("id").text();
    }

    Json json() {
        return json;
    }

    /** Whether the program comes out of a running title, with the state and descriptors that it had there. */
    boolean isCaptured() {
        return json.get("abi").text("").equals("agc");
    }

    /**
     * What describing a program needs to know of the draw it is for.
     *
     * @param coordinates of the fragment's position that the pixel program's module takes one by one, a bit each
     * @param colorFormats of the targets, where the line's are not meant
     */
    record Partner(@Nullable CorpusProgram vertex, boolean points, int clipDistances, int cullDistances, int coordinates,
                   List<String> colorFormats) {
        static final Partner NONE = new Partner(null, false, 4, 0, 0, List.of());
    }

    /**
     * A line's mask of inputs for the draw it stands for. Programs of two pipelines that are the same code share a line, which has the inputs
     * of one of them: where the draw's own module takes single coordinates of the position, as many as the line's, those are meant.
     */
    private static int inputs(int mask, Partner partner) {
        int coordinates = partner.coordinates << POSITION_X_BIT;
        int ofLine = mask & 0xF << POSITION_X_BIT;
        return Integer.bitCount(coordinates) == Integer.bitCount(ofLine) ? mask & ~ofLine | coordinates : mask;
    }

    /** The machine code as bytes, for programs that read constants behind their instructions. */
    byte[] code() {
        java.nio.ByteBuffer bytes = java.nio.ByteBuffer.allocate(4 * words.length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(words);
        return bytes.array();
    }

    /**
     * The program as the translator takes it.
     *
     * @param codeAddress where its code lies in guest memory; 0 when nowhere
     * @throws IllegalArgumentException for a stage that has no description yet
     */
    ShaderProgram describe(Partner partner, long codeAddress) {
        ShaderStage stage = stage();
        if (isCaptured()) {
            return new ShaderProgram(stage, waveSize(), words, 0, CapturedState.codeAddress(json),
                    CapturedState.of(json, stage), CapturedState.calls(json));
        }
        List<InitialRegister> registers = scalars();
        StageState.Details details = switch (stage) {
            case COMPUTE -> compute(registers);
            case VERTEX -> vertex(registers, partner);
            case PIXEL -> pixel(registers, partner);
            case HULL -> hull(registers);
            case EVALUATION -> evaluation(registers);
            case GEOMETRY ->
                    throw new IllegalArgumentException("programs of the " + stage.tag() + " stage have no description yet");
        };
        return described(stage, registers, details, codeAddress);
    }

    /**
     * A vertex program of the primitive path as workgroups of a wave, which get primitives that share no vertices (rule A-013).
     *
     * @param group what such a group gets and leaves
     */
    ShaderProgram describeGroup(StageState.PrimitiveGroup group, long codeAddress) {
        List<InitialRegister> registers = scalars();
        ofPrimitivePath(registers, StageInput.VERTEX_INDEX_WITH_BASE, StageInput.INSTANCE_INDEX_WITH_BASE);
        registers.add(InitialRegister.vgpr(1, StageInput.PRIMITIVE_POINTS_2_3));
        return described(ShaderStage.COMPUTE, registers, new StageState.Compute(waveSize(), 1, 1, group), codeAddress);
    }

    int waveSize() {
        return json.get("wave_size").integer(64);
    }

    /** Whether v0 names the vertices of a primitive as an export does. Documented: Mesa, not where the primitive's number goes through LDS. */
    boolean namesVerticesAsExported() {
        return !json.get("exports").get("param_of_builtin").get("primitive_id").isPresent();
    }

    FloatMode floatMode() {
        Json rsrc1 = json.get("regs").get("rsrc1");
        int overflow = switch (stage()) {
            case COMPUTE -> 26;
            case PIXEL -> 29;
            case HULL -> 30;
            default -> 31;
        };
        return rsrc1.isPresent() ? FloatMode.ofRsrc1(rsrc1.integer(0), overflow) : FloatMode.USUAL;
    }

    private ShaderStage stage() {
        return switch (json.get("stage").text()) {
            case "comp" -> ShaderStage.COMPUTE;
            case "vert" -> ShaderStage.VERTEX;
            case "frag" -> ShaderStage.PIXEL;
            case "tesc" -> ShaderStage.HULL;
            case "tese" -> ShaderStage.EVALUATION;
            case "geom" -> ShaderStage.GEOMETRY;
            default -> throw new IllegalArgumentException("stage " + json.get("stage") + " is not known");
        };
    }

    private ShaderProgram described(ShaderStage stage, List<InitialRegister> registers, StageState.Details details, long codeAddress) {
        Json regs = json.get("regs");
        StageState state = new StageState(floatMode(), registers, regs.get("lds_bytes").integer(0),
                regs.get("scratch_bytes_per_wave").integer(0), details);
        return new ShaderProgram(stage, waveSize(), words, 0, codeAddress, state);
    }

    private List<InitialRegister> scalars() {
        List<InitialRegister> registers = new ArrayList<>();
        for (Json user : json.get("user_sgprs").items()) {
            int first = user.get("sgpr").integer(0);
            for (int i = 0; i < user.get("count").integer(1); i++) {
                registers.add(InitialRegister.userData(first + i, first + i));
            }
        }
        for (Json system : json.get("system_sgprs").items()) {
            registers.add(InitialRegister.sgpr(system.get("sgpr").integer(0), switch (system.get("what").text()) {
                case "workgroup_id_x" -> StageInput.WORKGROUP_ID_X;
                case "workgroup_id_y" -> StageInput.WORKGROUP_ID_Y;
                case "workgroup_id_z" -> StageInput.WORKGROUP_ID_Z;
                case "tg_size" -> StageInput.TG_SIZE;
                case "prim_mask" -> StageInput.PRIM_MASK;
                case "scratch_offset" -> StageInput.SCRATCH_OFFSET;
                default -> throw new IllegalArgumentException("system register " + system.get("what") + " is not known");
            }));
        }
        return registers;
    }

    private StageState.Details compute(List<InitialRegister> registers) {
        registers.add(InitialRegister.vgpr(0, StageInput.LOCAL_INVOCATION_X));
        registers.add(InitialRegister.vgpr(1, StageInput.LOCAL_INVOCATION_Y));
        registers.add(InitialRegister.vgpr(2, StageInput.LOCAL_INVOCATION_Z));
        Json size = json.get("workgroup_size");
        return size.isPresent() ? new StageState.Compute(size.get(0).integer(1), size.get(1).integer(1), size.get(2).integer(1))
                // Kernels take their size from the dispatch packet; one wave is what translation alone is tried with.
                : new StageState.Compute(waveSize(), 1, 1);
    }

    private StageState.Details vertex(List<InitialRegister> registers, Partner partner) {
        boolean primitivePath = json.get("ngg").flag();
        if (primitivePath) {
            ofPrimitivePath(registers, StageInput.VERTEX_INDEX, StageInput.INSTANCE_INDEX);
        } else {
            registers.add(InitialRegister.vgpr(0, StageInput.VERTEX_INDEX));
            registers.add(InitialRegister.vgpr(2, StageInput.PRIMITIVE_ID));
            registers.add(InitialRegister.vgpr(3, StageInput.INSTANCE_INDEX));
        }
        return exports(partner, primitivePath);
    }

    private static void ofPrimitivePath(List<InitialRegister> registers, StageInput vertex, StageInput instance) {
        registers.add(InitialRegister.sgpr(2, StageInput.GS_GROUP_INFO));
        registers.add(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO));
        registers.add(InitialRegister.vgpr(0, StageInput.PRIMITIVE_WORD));
        registers.add(InitialRegister.vgpr(2, StageInput.PRIMITIVE_ID));
        registers.add(InitialRegister.vgpr(3, StageInput.GS_INVOCATION));
        registers.add(InitialRegister.vgpr(5, vertex));
        registers.add(InitialRegister.vgpr(8, instance));
    }

    StageState.Vertex exports(Partner partner, boolean primitivePath) {
        Json exports = json.get("exports");
        int control = 0;
        for (Json holds : exports.get("pos_holds").items()) {
            control |= switch (holds.text()) {
                case "point_size_edge_layer_viewport" -> 1 << 21 | 1 << 16;
                case "clip_cull_distances_0_3" -> 1 << 22;
                case "clip_cull_distances_4_7" -> 1 << 23;
                default -> 0;
            };
        }
        if ((control >>> 22 & 3) != 0) {
            // Clip distances come first, cull distances follow.
            control |= (1 << partner.clipDistances) - 1;
            control |= (1 << partner.cullDistances) - 1 << partner.clipDistances << 8;
        }
        return new StageState.Vertex(primitivePath, exports.get("pos").integer(1), exports.get("params").integer(0), control, true,
                partner.points);
    }

    /** A line says nothing of the draw's patches: what the program itself does not tell is open. */
    private StageState.Details hull(List<InitialRegister> registers) {
        registers.add(InitialRegister.sgpr(2, StageInput.OFFCHIP_OFFSET));
        registers.add(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO));
        registers.add(InitialRegister.sgpr(4, StageInput.FACTOR_OFFSET));
        registers.add(InitialRegister.vgpr(0, StageInput.PRIMITIVE_ID));
        registers.add(InitialRegister.vgpr(1, StageInput.PATCH_AND_POINT));
        registers.add(InitialRegister.vgpr(2, StageInput.VERTEX_INDEX));
        registers.add(InitialRegister.vgpr(3, StageInput.LOCAL_VERTEX));
        registers.add(InitialRegister.vgpr(5, StageInput.INSTANCE_INDEX));
        return new StageState.Hull(StageState.Tessellation.UNKNOWN, true);
    }

    private StageState.Details evaluation(List<InitialRegister> registers) {
        boolean primitivePath = json.get("ngg").flag();
        int vgpr = primitivePath ? 5 : 0;
        int user = registers.stream().filter(register -> !register.vector()).mapToInt(register -> register.index() + 1).max().orElse(0);
        registers.add(InitialRegister.sgpr(primitivePath ? 4 : user + 1, StageInput.OFFCHIP_OFFSET));
        if (primitivePath) {
            registers.add(InitialRegister.sgpr(2, StageInput.GS_GROUP_INFO));
            registers.add(InitialRegister.sgpr(3, StageInput.MERGED_WAVE_INFO));
            registers.add(InitialRegister.vgpr(0, StageInput.PRIMITIVE_WORD));
        }
        registers.add(InitialRegister.vgpr(vgpr, StageInput.TESS_U));
        registers.add(InitialRegister.vgpr(vgpr + 1, StageInput.TESS_V));
        registers.add(InitialRegister.vgpr(vgpr + 2, StageInput.RELATIVE_PATCH));
        registers.add(InitialRegister.vgpr(vgpr + 3, StageInput.PRIMITIVE_ID));
        StageState.Vertex exports = exports(Partner.NONE, primitivePath);
        return new StageState.Evaluation(StageState.Tessellation.UNKNOWN, exports, PatchLayout.NONE);
    }

    private StageState.Details pixel(List<InitialRegister> registers, Partner partner) {
        Json regs = json.get("regs");
        int address = inputs(regs.get("spi_ps_input_addr").integer(0), partner);
        int enabled = inputs(regs.get("spi_ps_input_ena").integer(0), partner);
        int vgpr = 0;
        int input = 0;
        for (int bit = 0; bit < PIXEL_INPUT_SIZES.length; bit++) {
            for (int i = 0; i < PIXEL_INPUT_SIZES[bit]; i++, input++) {
                if ((address >>> bit & 1) != 0) {
                    if ((enabled >>> bit & 1) != 0) {
                        registers.add(InitialRegister.vgpr(vgpr, PIXEL_INPUTS[input]));
                    }
                    vgpr++;
                }
            }
        }
        Json ps = json.get("ps");
        List<StageState.ColorTarget> targets = targets(ps, partner);
        DepthExports depth = DepthExports.of(words, Math.min(words.length, json.get("exec_bytes").integer(4 * words.length) / 4),
                json.get("wave_size").integer(64));
        return new StageState.Pixel(enabled, address, attributes(ps, partner), targets, depth.isPacked() ? DepthExports.UINT16_ABGR
                : ps.get("spi_shader_z_format").integer(0), depth.control(), 1);
    }

    /** As for {@link #inputs}: programs of pipelines with different targets share a line. */
    private static List<StageState.ColorTarget> targets(Json ps, Partner partner) {
        List<String> ofLine = ps.get("color_formats").items().stream().map(format -> format.text("")).toList();
        boolean isKnown = ps.get("spi_shader_col_format").isPresent();
        int exportFormats = ps.get("spi_shader_col_format").integer(0);
        List<String> formats = partner.colorFormats.isEmpty() ? ofLine : partner.colorFormats;
        List<StageState.ColorTarget> targets = new ArrayList<>();
        for (int i = 0; i < formats.size(); i++) {
            String format = formats.get(i);
            boolean isOfLine = isKnown && i < ofLine.size() && ofLine.get(i).equals(format) && !isShortNormalized(format);
            targets.add(format.isEmpty() ? StageState.ColorTarget.NONE : new StageState.ColorTarget(isOfLine ? exportFormats >>> 4 * i & 15
                    : exportFormat(format), numericClass(format), StageState.ColorTarget.IN_ORDER));
        }
        return targets;
    }

    private static List<StageState.Attribute> attributes(Json ps, Partner partner) {
        int flat = ps.get("flat_mask").integer(0);
        List<StageState.Attribute> attributes = new ArrayList<>();
        List<String> names = new ArrayList<>();
        if (ps.get("attributes").isPresent()) {
            ps.get("attributes").items().forEach(item -> names.add(item.text()));
        } else {
            int mask = ps.get("input_locations_mask").integer(0);
            for (int location = 0; location < 32; location++) {
                if ((mask >>> location & 1) != 0) {
                    names.add("location " + location);
                }
            }
        }
        // Documented: Mesa, a viewport that the vertex program does not export is zero, and no attribute.
        names.removeIf(name -> name.equals("viewport_index") && partner.vertex != null
                && !partner.vertex.json.get("exports").get("param_of_builtin").get(name).isPresent());
        for (String name : names) {
            boolean isFlat = (flat >>> attributes.size() & 1) != 0;
            switch (name) {
                case "primitive_id" -> attributes.add(new StageState.Attribute(StageState.Attribute.Source.PRIMITIVE_ID, 0, true, 0));
                case "point_coord" -> attributes.add(new StageState.Attribute(StageState.Attribute.Source.POINT_COORD, 0, false, 0));
                case "layer", "viewport_index" -> attributes.add(ofBuiltIn(partner, name, true));
                case "clip_distances" -> attributes.add(ofBuiltIn(partner, "clip_distances_0_3", false));
                default -> {
                    int location = Integer.parseInt(name.substring("location ".length()));
                    Json parameter = partner.vertex == null ? Json.NOTHING
                            : partner.vertex.json.get("exports").get("param_of_location").get(Integer.toString(location));
                    boolean matched = partner.vertex == null || parameter.isPresent();
                    attributes.add(new StageState.Attribute(
                            matched ? StageState.Attribute.Source.PARAMETER : StageState.Attribute.Source.DEFAULT,
                            parameter.integer(location), isFlat, 0));
                }
            }
        }
        return attributes;
    }

    /** What the vertex program exports of a built-in output as a parameter, 0 where it exports none. */
    private static StageState.Attribute ofBuiltIn(Partner partner, String name, boolean isFlat) {
        Json parameter = partner.vertex == null ? Json.NOTHING : partner.vertex.json.get("exports").get("param_of_builtin").get(name);
        return parameter.isPresent() ? StageState.Attribute.parameter(parameter.integer(0), isFlat)
                : new StageState.Attribute(StageState.Attribute.Source.DEFAULT, 0, isFlat, 0);
    }

    /** How the host types a format of this name. */
    static NumericClass numericClass(String format) {
        return format.contains("_UINT") ? NumericClass.UINT : format.contains("_SINT") ? NumericClass.SINT : NumericClass.FLOAT;
    }

    /** Documented: Mesa, such a target is exported to as it is; some lines have halves for all that they do not know. */
    private static boolean isShortNormalized(String format) {
        return format.startsWith("R16") && format.endsWith("NORM");
    }

    /** The export format that fits a target of this name, where the line does not say. */
    private static int exportFormat(String format) {
        if (isShortNormalized(format)) {
            return format.endsWith("UNORM") ? 5 : 6;
        }
        if (!format.contains("32") || format.endsWith("PACK32")) {
            return switch (numericClass(format)) {
                case FLOAT -> 4;
                case UINT -> 7;
                case SINT -> 8;
            };
        }
        return format.startsWith("R32G32B32") ? 9 : format.startsWith("R32G32") ? 2 : format.startsWith("R32") ? 1 : 4;
    }
}
