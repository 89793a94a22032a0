package org.lierne.agc.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;

/**
 * The programs of a frame as a folder of program files has them: one line of JSON each, with ABI {@code agc}, and the
 * code. A program that is entered in several states has a line for each, numbered behind its id.
 */
final class CapturedPrograms {
    private record Entered(String code, int waveSize, StageState state, List<LinkedCall> calls) {}

    private final Map<Entered, String> ids = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, byte[]> code = new LinkedHashMap<>();
    private final StringBuilder index = new StringBuilder();

    /** @param descriptors words of each resource as the first draw found them */
    synchronized void add(ShaderProgram program, int[] userData, List<DescriptorWords> descriptors) {
        Entered entered = new Entered(program.stage().tag() + program.id(), program.waveSize(), program.state(), program.calls());
        if (ids.containsKey(entered)) {
            return;
        }
        int number = counts.merge(entered.code(), 1, Integer::sum);
        String id = tag(program.stage()) + "-" + program.id() + (number == 1 ? "" : "." + number);
        ids.put(entered, id);
        ByteBuffer bytes = ByteBuffer.allocate(4 * program.wordCount()).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(program.words());
        code.put(id, bytes.array());
        index.append(line(id, program, userData, descriptors)).append('\n');
    }

    synchronized String index() {
        return index.toString();
    }

    synchronized Map<String, byte[]> code() {
        return new LinkedHashMap<>(code);
    }

    private static String tag(ShaderStage stage) {
        return switch (stage) {
            case COMPUTE -> "comp";
            case VERTEX -> "vert";
            case PIXEL -> "frag";
            case HULL -> "tesc";
            case EVALUATION -> "tese";
            case GEOMETRY -> "geom";
        };
    }

    private static String line(String id, ShaderProgram program, int[] userData, List<DescriptorWords> descriptors) {
        StageState state = program.state();
        int bytes = 4 * program.wordCount();
        return ("{\"id\":\"%s\",\"target\":\"gfx1013\",\"abi\":\"agc\",\"stage\":\"%s\",\"wave_size\":%d,"
                + "\"code_bytes\":%d,\"exec_bytes\":%d,\"code_address\":\"0x%x\",\"regs\":{\"float_mode\":%d,"
                + "\"dx10_clamp\":%b,\"ieee\":%b,\"fp16_overflow\":%b,\"lds_bytes\":%d,\"scratch_bytes_per_wave\":%d},"
                + "\"registers\":[%s],%s,%s\"user_data\":[%s],\"descriptors\":[%s]}").formatted(id, tag(program.stage()),
                program.waveSize(), bytes, bytes, program.codeAddress(), state.floatMode().bits(),
                state.floatMode().dx10Clamp(), state.floatMode().ieee(), state.floatMode().fp16Overflow(),
                state.ldsBytes(), state.scratchBytes(),
                state.registers().stream().map(CapturedPrograms::register).collect(Collectors.joining(",")),
                details(state.details()), calls(program.calls()), words(userData),
                descriptors.stream().map(CapturedPrograms::descriptor).collect(Collectors.joining(",")));
    }

    private static String calls(List<LinkedCall> calls) {
        return calls.isEmpty() ? "" : calls.stream().map(call -> "{\"pc\":%d,\"stops\":%b,\"copies\":[%s]}".formatted(call.pc(), call.stops(),
                call.copies().stream().map(copy -> "{\"address\":\"0x%x\",\"pc\":%d}".formatted(copy.address(), copy.pc()))
                        .collect(Collectors.joining(",")))).collect(Collectors.joining(",", "\"calls\":[", "],"));
    }

    private static String register(InitialRegister r) {
        String value = switch (r.value()) {
            case InitialRegister.Value.UserData(int dword) -> "\"user_data\":" + dword;
            case InitialRegister.Value.Literal(int word) -> "\"literal\":\"0x%08x\"".formatted(word);
            case InitialRegister.Value.Input(var input) -> "\"input\":\"" + lower(input) + "\"";
            case InitialRegister.Value.Exported(var group, int dword) -> "\"exported\":%d,%s".formatted(dword, group(group));
        };
        return "{\"%s\":%d,%s}".formatted(r.vector() ? "vgpr" : "sgpr", r.index(), value);
    }

    private static String details(StageState.Details details) {
        return switch (details) {
            case StageState.Compute c -> "\"workgroup_size\":[%d,%d,%d]%s".formatted(c.sizeX(), c.sizeY(), c.sizeZ(),
                    c.primitives() == null ? "" : "," + group(c.primitives()));
            case StageState.Vertex v -> vertex(v);
            case StageState.Local _ -> "\"local\":true";
            case StageState.Hull h -> "\"merged\":%b,%s".formatted(h.merged(), tessellation(h.tessellation()));
            case StageState.Evaluation e -> "%s,%s,\"patches\":{\"input_points\":%d,\"output_points\":%d,\"fields\":[%s]}"
                    .formatted(vertex(e.exports()), tessellation(e.tessellation()), e.hull().inputPoints(),
                            e.hull().outputPoints(), e.hull().fields().stream().map(CapturedPrograms::field)
                                    .collect(Collectors.joining(",")));
            case StageState.Pixel p -> ("\"pixel\":{\"input_ena\":\"0x%x\",\"input_addr\":\"0x%x\",\"attributes\":[%s],"
                    + "\"targets\":[%s],\"z_format\":%d,\"db_shader_control\":\"0x%x\",\"samples\":%d,\"draw\":%s}").formatted(
                    p.inputEna(), p.inputAddr(), p.attributes().stream().map(CapturedPrograms::attribute)
                            .collect(Collectors.joining(",")), p.targets().stream().map(CapturedPrograms::target)
                            .collect(Collectors.joining(",")), p.zFormat(), p.dbShaderControl(), p.samples(), draw(p.draw()));
        };
    }

    private static String group(StageState.PrimitiveGroup g) {
        return ("\"primitives\":{\"points_in\":%d,\"most\":%d,\"invocations\":%d,\"points_out\":%d,\"position_exports\":%d,"
                + "\"parameter_exports\":%d,\"packed\":%b,\"item_dwords\":%d,\"mesh\":%b}").formatted(g.pointsIn(), g.primitives(), g.invocations(),
                g.pointsOut(), g.positions(), g.parameters(), g.packed(), g.itemDwords(), g.mesh());
    }

    private static String draw(StageState.PixelDraw d) {
        return "{\"per_sample\":%b,\"layer_exported\":%b,\"baryc_control\":\"0x%x\",\"sample_locations\":[%s]}".formatted(d.perSample(),
                d.layerExported(), d.barycControl(), words(d.sampleLocations().stream().mapToInt(Integer::intValue).toArray()));
    }

    private static String vertex(StageState.Vertex v) {
        return ("\"vertex\":{\"primitive_path\":%b,\"position_exports\":%d,"
                + "\"parameter_exports\":%d,\"vs_out_control\":\"0x%x\",\"zero_to_one_depth\":%b,\"points\":%b,"
                + "\"clip_planes\":\"0x%x\"}")
                .formatted(v.primitivePath(), v.positionExports(), v.parameterExports(), v.vsOutControl(),
                        v.zeroToOneDepth(), v.points(), v.clipPlanes());
    }

    private static String tessellation(StageState.Tessellation t) {
        return ("\"tessellation\":{\"domain\":%d,\"partitioning\":%d,\"topology\":%d,\"input_points\":%d,"
                + "\"output_points\":%d,\"patches\":%d,\"group_size\":%d,\"instances_share\":%b,\"min_factor\":\"0x%08x\","
                + "\"max_factor\":\"0x%08x\"}").formatted(t.domain(), t.partitioning(), t.topology(), t.inputPoints(),
                t.outputPoints(), t.patches(), t.groupSize(), t.instancesShare(), Float.floatToRawIntBits(t.minFactor()),
                Float.floatToRawIntBits(t.maxFactor()));
    }

    private static String field(PatchLayout.Field f) {
        return ("{\"per_point\":%b,\"patch_bytes\":%d,\"plane\":%d,\"start\":%d,\"point_bytes\":%d,\"location\":%d}").formatted(
                f.perPoint(), f.patchBytes(), f.plane(), f.start(), f.pointBytes(), f.location());
    }

    private static String attribute(StageState.Attribute a) {
        return "{\"source\":\"%s\",\"location\":%d,\"flat\":%b,\"default\":%d}".formatted(lower(a.source()),
                a.location(), a.flat(), a.defaultValue());
    }

    private static String target(StageState.ColorTarget t) {
        return "{\"export_format\":%d,\"numeric\":\"%s\",\"channels\":\"0x%04x\"}".formatted(t.exportFormat(),
                lower(t.numericClass()), t.channels());
    }

    private static String descriptor(DescriptorWords d) {
        int[] words = new int[d.count()];
        for (int i = 0; i < words.length; i++) {
            words[i] = d.word(i);
        }
        return "{\"words\":[%s],\"complete\":%b}".formatted(words(words), d.complete());
    }

    private static String words(int[] words) {
        return java.util.Arrays.stream(words).mapToObj("\"0x%08x\""::formatted).collect(Collectors.joining(","));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
