package org.lierne.shader.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/** What a line of ABI {@code agc} says: the state in which a captured program was entered, and the descriptors it found (docs: captures). */
final class CapturedState {
    private CapturedState() {}

    static StageState of(Json json, ShaderStage stage) {
        Json regs = json.get("regs");
        FloatMode mode = new FloatMode(regs.get("float_mode").integer(0), regs.get("dx10_clamp").flag(), regs.get("ieee").flag(),
                regs.get("fp16_overflow").flag());
        return new StageState(mode, json.get("registers").items().stream().map(CapturedState::register).toList(),
                regs.get("lds_bytes").integer(0), regs.get("scratch_bytes_per_wave").integer(0), details(json, stage));
    }

    private static InitialRegister register(Json json) {
        boolean isVector = json.get("vgpr").isPresent();
        int index = json.get(isVector ? "vgpr" : "sgpr").integer(0);
        InitialRegister.Value value;
        if (json.get("user_data").isPresent()) {
            value = new InitialRegister.Value.UserData(json.get("user_data").integer(0));
        } else if (json.get("literal").isPresent()) {
            value = new InitialRegister.Value.Literal(json.get("literal").integer(0));
        } else if (json.get("exported").isPresent()) {
            value = new InitialRegister.Value.Exported(group(json.get("primitives")), json.get("exported").integer(0));
        } else {
            value = new InitialRegister.Value.Input(constant(StageInput.class, json.get("input")));
        }
        return new InitialRegister(isVector, index, value);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, Json json) {
        return Enum.valueOf(type, json.text().toUpperCase(Locale.ROOT));
    }

    private static StageState.Details details(Json json, ShaderStage stage) {
        return switch (stage) {
            case COMPUTE -> {
                Json size = json.get("workgroup_size");
                Json primitives = json.get("primitives");
                yield new StageState.Compute(size.get(0).integer(1), size.get(1).integer(1), size.get(2).integer(1),
                        primitives.isPresent() ? group(primitives) : null);
            }
            case VERTEX -> json.get("local").flag() ? new StageState.Local() : vertex(json.get("vertex"));
            case HULL -> new StageState.Hull(tessellation(json.get("tessellation")), json.get("merged").flag());
            case EVALUATION -> new StageState.Evaluation(tessellation(json.get("tessellation")), vertex(json.get("vertex")),
                    patches(json.get("patches")));
            case PIXEL -> {
                Json p = json.get("pixel");
                List<StageState.Attribute> attributes = new ArrayList<>();
                for (Json a : p.get("attributes").items()) {
                    attributes.add(new StageState.Attribute(constant(StageState.Attribute.Source.class, a.get("source")),
                            a.get("location").integer(0), a.get("flat").flag(), a.get("default").integer(0)));
                }
                List<StageState.ColorTarget> targets = new ArrayList<>();
                for (Json t : p.get("targets").items()) {
                    targets.add(new StageState.ColorTarget(t.get("export_format").integer(0),
                            constant(NumericClass.class, t.get("numeric")), t.get("channels").integer(0)));
                }
                yield new StageState.Pixel(p.get("input_ena").integer(0), p.get("input_addr").integer(0), attributes, targets,
                        p.get("z_format").integer(0), p.get("db_shader_control").integer(0), p.get("samples").integer(1),
                        draw(p.get("draw")));
            }
            case GEOMETRY ->
                    throw new IllegalArgumentException("programs of the " + stage.tag() + " stage have no description yet");
        };
    }

    private static StageState.PrimitiveGroup group(Json g) {
        return new StageState.PrimitiveGroup(g.get("points_in").integer(1), g.get("most").integer(1), g.get("invocations").integer(1),
                g.get("points_out").integer(1), g.get("position_exports").integer(1), g.get("parameter_exports").integer(0),
                g.get("packed").flag(), g.get("item_dwords").integer(1), g.get("mesh").flag());
    }

    private static StageState.PixelDraw draw(Json d) {
        return d.isPresent() ? new StageState.PixelDraw(d.get("per_sample").flag(), d.get("layer_exported").flag(),
                d.get("baryc_control").integer(0), d.get("sample_locations").items().stream().map(word -> word.integer(0)).toList())
                : StageState.PixelDraw.PLAIN;
    }

    private static StageState.Vertex vertex(Json v) {
        return new StageState.Vertex(v.get("primitive_path").flag(), v.get("position_exports").integer(1),
                v.get("parameter_exports").integer(0), v.get("vs_out_control").integer(0), v.get("zero_to_one_depth").flag(),
                v.get("points").flag(), v.get("clip_planes").integer(0));
    }

    private static StageState.Tessellation tessellation(Json t) {
        return new StageState.Tessellation(t.get("domain").integer(0), t.get("partitioning").integer(0), t.get("topology").integer(0),
                t.get("input_points").integer(0), t.get("output_points").integer(0), t.get("patches").integer(0),
                t.get("group_size").integer(0), t.get("instances_share").flag(), Float.intBitsToFloat(t.get("min_factor").integer(0)),
                Float.intBitsToFloat(t.get("max_factor").integer(0)));
    }

    private static PatchLayout patches(Json p) {
        List<PatchLayout.Field> fields = new ArrayList<>();
        for (Json f : p.get("fields").items()) {
            fields.add(new PatchLayout.Field(f.get("per_point").flag(), f.get("patch_bytes").integer(0), f.get("plane").integer(0),
                    f.get("start").integer(0), f.get("point_bytes").integer(0), f.get("location").integer(0)));
        }
        return new PatchLayout(p.get("input_points").integer(0), p.get("output_points").integer(0), fields);
    }

    /** The words of each resource. */
    static List<DescriptorWords> descriptors(Json json) {
        List<DescriptorWords> descriptors = new ArrayList<>();
        for (Json d : json.get("descriptors").items()) {
            int[] words = d.get("words").items().stream().mapToInt(word -> word.integer(0)).toArray();
            descriptors.add(new DescriptorWords(words, d.get("complete").flag()));
        }
        return descriptors;
    }

    /** The guest address of the code, in hexadecimal. */
    static long codeAddress(Json json) {
        return address(json.get("code_address"));
    }

    /** Calls through tables, whose targets' code stands behind the program's own. */
    static List<LinkedCall> calls(Json json) {
        return json.get("calls").items().stream().map(call -> new LinkedCall(call.get("pc").integer(0), call.get("copies").items().stream()
                .map(copy -> new LinkedCall.Copy(address(copy.get("address")), copy.get("pc").integer(0))).toList(),
                call.get("stops").flag())).toList();
    }

    private static long address(Json json) {
        return Long.parseUnsignedLong(json.text("0x0").substring(2), 16);
    }
}
