package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The manual, written from the tables: one instruction for {@code isa show}, one page an encoding for {@code docs/isa}. */
public final class IsaManual {
    private static final Map<Instruction.Trait, String> TRAITS = traits();

    private IsaManual() {
    }

    /**
     * What is known about an instruction, as lines of text.
     *
     * @param mnemonic with or without a form's suffix
     * @return null if there is none of that name
     */
    public static @Nullable String show(String mnemonic) {
        Instruction row = InstructionSet.named(mnemonic);
        for (Form form : Form.values()) {
            String suffix = form == Form.PLAIN ? "_e32" : form.suffix();
            if (row == null && mnemonic.endsWith(suffix)) {
                row = InstructionSet.named(mnemonic.substring(0, mnemonic.length() - suffix.length()));
            }
        }
        return row == null ? null : show(row);
    }

    private static String show(Instruction row) {
        StringBuilder out = new StringBuilder();
        out.append(row.name()).append('\n');
        out.append("  encoding    ").append(row.encoding()).append(", opcode 0x").append(Integer.toHexString(row.opcode())).append('\n');
        for (int word = 0; word < row.encoding().dwords(); word++) {
            out.append(word == 0 ? "  bits        " : "              ").append(row.encoding().pattern(word)).append('\n');
        }
        out.append("  forms       ").append(row.forms().stream().map(row::mnemonic).distinct().collect(Collectors.joining(", "))).append('\n');
        out.append("  operands    ").append(operands(row)).append('\n');
        out.append("  implicit    ").append(implicit(row)).append('\n');
        out.append("  does        ").append(effect(row)).append('\n');
        String traits = traits(row);
        out.append("  flags       ").append(traits.isEmpty() ? "none" : traits).append('\n');
        out.append("  evidence    ").append(evidence(row)).append('\n');
        List<String> plugins = plugins(row);
        out.append("  plugins     ").append(plugins.isEmpty() ? "none" : String.join(", ", plugins)).append('\n');
        return out.toString();
    }

    /** The pages of {@code docs/isa} by file name. */
    public static Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        StringBuilder index = new StringBuilder();
        index.append("# The instruction set\n\n");
        index.append("Generated from the tables of `org.lierne.recompiler.isa`; a test compares. One page an encoding.\n\n");
        index.append("| page | instructions | bits |\n|---|---|---|\n");
        for (InstructionTable table : InstructionSet.tables()) {
            String file = table.encoding().name().toLowerCase(Locale.ROOT) + ".md";
            pages.put(file, page(table));
            index.append("| [").append(table.encoding()).append("](").append(file).append(") | ").append(table.rows().size()).append(" | `")
                    .append(table.encoding().pattern(0)).append("` |\n");
        }
        index.append('\n');
        index.append("""
                ## How to read a page

                S0, S1, S2 are the sources, D the destination before and after. `<s` and `<u` compare signed and unsigned, `>>` keeps the \
                sign, `>>>` does not. Float
                operations follow MODE: rounding, denormals and NaN results as the rules of part B say. Modifiers of sources (neg, abs, sext, \
                op_sel, SDWA, DPP) act before,
                clamp and the output modifier after. Widths: B bits, I signed, U unsigned, F float, PK two halves, MASK one bit a lane.
                A formula that others use is named first: t1, t2. Hints, wait states, hazards and cache controls have no effect on \
                results; each says why.

                Evidence: *documented* means the public RDNA ISA documents; *measured on RDNA 2* that a related part answered what they \
                leave open; *assumed in
                part* that something is open still. What is assumed stands with the plugins of the last column, in [the rules](../rules) \
                and, where a plugin
                acts, in [the ledger](../debt); switching a plugin changes what becomes of the instruction.

                `lierne isa show NAME` prints one instruction, `lierne isa decode` machine code, `lierne isa encode` text. Where several \
                encodings print alike,
                `decode --exact` names the bytes in a comment, which encode obeys.

                Adding an instruction: [adding.md](adding.md).
                """);
        pages.put("README.md", index.toString());
        return pages;
    }

    private static String page(InstructionTable table) {
        Encoding e = table.encoding();
        StringBuilder out = new StringBuilder();
        out.append("# ").append(e).append("\n\n```\n");
        for (int word = 0; word < e.dwords(); word++) {
            out.append("dword ").append(word).append("  ").append(e.pattern(word)).append('\n');
        }
        out.append("```\n\n`0` and `1` are fixed, `-` is reserved; letters are fields:\n\n").append(fields(e)).append('\n');
        out.append("| opcode | instruction | operands | implicit | does | flags | evidence | plugins |\n|---|---|---|---|---|---|---|---|\n");
        List<Instruction> rows = new ArrayList<>(table.rows());
        rows.sort((a, b) -> Integer.compare(a.opcode(), b.opcode()));
        for (Instruction row : rows) {
            out.append("| 0x").append(String.format("%02x", row.opcode())).append(" | `").append(row.name()).append("` | ")
                    .append(operands(row)).append(" | ").append(implicit(row)).append(" | ").append(effect(row).replace("|", "\\|"))
                    .append(" | ").append(traits(row)).append(" | ").append(evidence(row)).append(" | ")
                    .append(String.join(", ", plugins(row))).append(" |\n");
        }
        return out.toString();
    }

    /** The fields of an encoding, by rising dword and falling bit, as the drawing has them. */
    private static String fields(Encoding e) {
        StringBuilder out = new StringBuilder("| field | dword | bits | holds |\n|---|---|---|---|\n");
        for (int word = 0; word < e.dwords(); word++) {
            e.pattern(word).chars().filter(Character::isLetter).distinct().forEach(letter -> {
                BitField field = e.field((char) letter);
                int top = field.shift() + field.width() - 1;
                out.append("| `").append((char) letter).append("` | ").append(field.word()).append(" | ").append(top);
                if (field.width() > 1) {
                    out.append(':').append(field.shift());
                }
                out.append(" | ").append(e.meaning((char) letter)).append(" |\n");
            });
        }
        return out.toString();
    }

    private static String operands(Instruction row) {
        String to = row.destinations().stream().map(IsaManual::operand).collect(Collectors.joining(", "));
        String from = row.sources().stream().map(IsaManual::operand).collect(Collectors.joining(", "));
        return (to.isEmpty() ? "none" : to) + " <- " + (from.isEmpty() ? "none" : from);
    }

    private static String operand(OperandSpec spec) {
        return spec.place() == Place.USUAL ? spec.type().name() : spec.type() + " " + spec.place().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String implicit(Instruction row) {
        List<String> parts = new ArrayList<>();
        if (!row.reads().isEmpty()) {
            parts.add("reads " + new TreeSet<>(row.reads()).stream().map(Enum::name).collect(Collectors.joining(" ")));
        }
        if (!row.writes().isEmpty()) {
            parts.add("writes " + new TreeSet<>(row.writes()).stream().map(Enum::name).collect(Collectors.joining(" ")));
        }
        return parts.isEmpty() ? "none" : String.join(", ", parts);
    }

    private static String effect(Instruction row) {
        return switch (row.effect()) {
            case Effect.Alu alu -> TextSem.describe(alu.semantics());
            case Effect.Hint hint -> words(hint.kind()) + ", no effect: " + hint.reason();
            case Effect.Cache cache -> "no effect on results: " + cache.what();
            case Effect.Branch branch -> "jumps" + condition(branch.condition());
            case Effect.Flow flow -> flow(flow.kind());
            case Effect.Memory m -> memory(m);
            case Effect.Lds lds -> words(lds.action()) + " of " + lds.bits() + " bits in data share" + (lds.returns() ? ", returns the old value" : "");
            case Effect.Image image -> image(image);
            case Effect.Export _ -> "exports four channels, or two pairs of halves, to a target";
            case Effect.Interpolate i -> "interpolation step " + words(i.kind());
        };
    }

    private static String condition(Effect.Branch.Condition condition) {
        return switch (condition) {
            case ALWAYS -> "";
            case SCC0 -> " if SCC is 0";
            case SCC1 -> " if SCC is 1";
            case VCCZ -> " if VCC is 0";
            case VCCNZ -> " if VCC is not 0";
            case EXECZ -> " if EXEC is 0";
            case EXECNZ -> " if EXEC is not 0";
            case DEBUG -> " if a debugger says so: never";
        };
    }

    private static String words(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String flow(Effect.Flow.Kind kind) {
        return switch (kind) {
            case END -> "ends the wave";
            case SET_KILL -> "ends the wave, whatever the immediate";
            case SET_HALT -> "nothing for an even immediate; an odd one is refused";
            case BARRIER -> "waits for all waves of the workgroup";
            case TRAP, ILLEGAL, RETURN_FROM_EXCEPTION -> "refused: not an instruction of a guest program";
            case MESSAGE -> "sends a message";
            case GETPC -> "D = address of the next instruction";
            case SETPC -> "jumps to S0";
            case SWAPPC -> "D = address of the next instruction; jumps to S0";
            case CALL -> "D = address of the next instruction; jumps";
            case SUBVECTOR_BEGIN -> "starts a loop over the two halves of a 64-lane wave";
            case SUBVECTOR_END -> "ends a loop over the two halves of a 64-lane wave";
            case GETREG -> "D = bits of a hardware register";
            case SETREG, SETREG_LITERAL -> "sets bits of a hardware register";
            case ROUND_MODE -> "MODE rounding = S0";
            case DENORM_MODE -> "MODE denormals = S0";
            case CLEAR_EXCEPTIONS -> "clears exception flags, which are not modelled";
            case WAVE_ID -> "D = number of the wave in its workgroup";
            case TIME, REAL_TIME -> "D = a count that grows";
        };
    }

    private static String memory(Effect.Memory m) {
        String what = m.element() == null ? m.dwords() + (m.dwords() == 1 ? " dword" : " dwords") : words(m.element());
        return words(m.action()) + " " + what + (m.high() ? ", high half" : "") + ", " + words(m.space()) + " memory"
                + (m.action().isAtomic() ? ", returns the old value with GLC" : "");
    }

    private static String image(Effect.Image image) {
        StringBuilder out = new StringBuilder(action(image.action()));
        if (image.lod() != Effect.Image.Lod.NONE) {
            out.append(", level of detail ").append(switch (image.lod()) {
                case NONE, IMPLICIT -> "from the differences within the quad";
                case DERIVATIVES -> "from the derivatives given";
                case COARSE_DERIVATIVES -> "from the coarse derivatives given";
                case EXPLICIT -> "as given";
                case BIAS -> "from the differences within the quad, with a bias";
                case ZERO -> "0";
            });
        }
        out.append(image.compare() ? ", compares with a reference" : "").append(image.offset() ? ", moved by texel offsets" : "");
        return out.append(image.clamp() ? ", clamped from below" : "").append(image.half() ? ", 16-bit derivatives" : "").toString();
    }

    private static String action(Effect.Image.Action action) {
        return switch (action) {
            case LOAD -> "the channels in DMASK of the texel at integer coordinates, level 0";
            case LOAD_MIP -> "the channels in DMASK of the texel at integer coordinates of a level";
            case LOAD_PCK, LOAD_PCK_SIGNED, LOAD_MIP_PCK, LOAD_MIP_PCK_SIGNED -> words(action) + ": the bits of a texel as they lie in memory";
            case LOAD_BY2, LOAD_BY4, LOAD_MIP_BY2, LOAD_MIP_BY4 -> words(action) + ": the channels in DMASK of neighbouring texels of a row";
            case LOAD_PCK2, LOAD_PCK4, LOAD_MIP_PCK2, LOAD_MIP_PCK4 -> words(action) + ": the bits of neighbouring texels of a row in one dword";
            case STORE_BY2, STORE_BY4, STORE_MIP_BY2, STORE_MIP_BY4 -> words(action) + ": stores neighbouring texels of a row";
            case STORE_PCK2, STORE_PCK4, STORE_MIP_PCK2, STORE_MIP_PCK4 -> words(action) + ": stores the bits of neighbouring texels of a row";
            case STORE -> "stores the channels in DMASK to the texel at integer coordinates, level 0";
            case STORE_MIP -> "stores the channels in DMASK to the texel at integer coordinates of a level";
            case STORE_PCK, STORE_MIP_PCK -> words(action) + ": stores the bits of a texel as they lie in memory";
            case RESINFO -> "width, height, depth or slices, and number of levels of the image";
            case SAMPLE -> "the channels in DMASK, filtered";
            case GATHER4 -> "one channel of four neighbouring texels";
            case GATHER4H, GATHER4H_PCK, GATHER8H_PCK -> words(action) + ": texels of one row";
            case GET_LOD -> "the level of detail that sampling would use, clamped and not";
            case MSAA_LOAD -> "one channel of four samples of a texel";
            case BVH, BVH64 -> "tests a ray against a node of a bounding volume hierarchy";
            default -> words(action) + " in one step on the texel at integer coordinates, returns the old value with GLC";
        };
    }

    private static String traits(Instruction row) {
        return row.traits().stream().sorted().map(TRAITS::get).filter(text -> text != null && !text.isEmpty()).collect(Collectors.joining("; "));
    }

    private static Map<Instruction.Trait, String> traits() {
        Map<Instruction.Trait, String> texts = new java.util.EnumMap<>(Instruction.Trait.class);
        texts.put(Instruction.Trait.READS_DESTINATION, "reads its destination");
        texts.put(Instruction.Trait.SCALAR_DESTINATION, "second, scalar destination");
        texts.put(Instruction.Trait.OP_SEL, "op_sel");
        texts.put(Instruction.Trait.OP_SEL_UNSPELLED, "op_sel without a spelling");
        texts.put(Instruction.Trait.INTEGER_CLAMP, "integer clamp");
        texts.put(Instruction.Trait.OMOD_ALWAYS, "output modifier in every denormal mode");
        texts.put(Instruction.Trait.IGNORES_EXEC, "ignores EXEC");
        texts.put(Instruction.Trait.GDS_ONLY, "GDS only");
        texts.put(Instruction.Trait.TWO_OFFSETS, "two offsets");
        texts.put(Instruction.Trait.NO_E64, "no VOP3 form");
        return texts;
    }

    private static String evidence(Instruction row) {
        return "documented" + (row.is(Instruction.Trait.MEASURED) ? "; measured on RDNA 2" : "")
                + (row.is(Instruction.Trait.ASSUMED) ? "; assumed in part" : "");
    }

    /** Plugins that change what becomes of an instruction, by what it is about. */
    private static List<String> plugins(Instruction row) {
        Set<String> ids = new TreeSet<>();
        switch (row.effect()) {
            case Effect.Alu alu -> arithmetic(row, TextSem.operations(alu.semantics()), ids);
            case Effect.Flow flow -> {
                switch (flow.kind()) {
                    case SET_KILL -> ids.add("decode.sopp.setkill");
                    case SET_HALT -> ids.add("decode.sopp.sethalt");
                    case SUBVECTOR_BEGIN, SUBVECTOR_END -> ids.add("pass.cf.subvector-loop");
                    case BARRIER -> ids.add("stage.vertex.barrier");
                    case ROUND_MODE -> ids.add("pass.float.mode-register");
                    default -> { }
                }
            }
            case Effect.Memory memory -> {
                switch (memory.space()) {
                    case BUFFER, TYPED_BUFFER -> ids.add("decode.operand.sgpr-tuple");
                    case FLAT -> ids.add("pass.flat.routing");
                    default -> { }
                }
                switch (memory.action()) {
                    case FCMPSWAP, FMIN, FMAX -> ids.add("buffer.float-atomics");
                    default -> { }
                }
            }
            case Effect.Lds lds -> share(lds, row, ids);
            case Effect.Image image -> image(image, ids);
            case Effect.Interpolate step -> {
                if (step.kind().isHalf()) {
                    ids.add("pass.interp.f16");
                }
            }
            case Effect.Hint _, Effect.Cache _, Effect.Branch _, Effect.Export _ -> { }
        }
        return List.copyOf(ids);
    }

    private static void share(Effect.Lds lds, Instruction row, Set<String> ids) {
        switch (lds.action()) {
            case SWIZZLE, PERMUTE, BPERMUTE, NOP, GWS, ORDERED_COUNT -> { }
            default -> ids.add("lds.private");
        }
        switch (lds.action()) {
            case ADD_F -> ids.add("lds.float-add");
            case MIN_F, MAX_F, CMPST_F -> ids.add("lds.float-atomics");
            case CONDXCHG -> ids.add("lds.atomics.condxchg");
            case EXCHANGE2, EXCHANGE2ST64 -> ids.add("lds.atomics.exchange2");
            case ORDERED_COUNT -> ids.add("gds.ordered-count");
            default -> { }
        }
        if (lds.isAtomic() && lds.bits() == 64) {
            ids.add("lds.atomics64");
        }
        if (row.name().contains("_src2_")) {
            ids.add("lds.atomics");
        }
    }

    private static void arithmetic(Instruction row, Set<Operation> operations, Set<String> ids) {
        Set<FloatFormat> formats = EnumSet.noneOf(FloatFormat.class);
        for (OperandSpec source : row.sources()) {
            if (source.type().format() != null) {
                formats.add(source.type().format());
            }
        }
        formats.forEach(f -> ids.add("pass.float.denormal." + f.name().toLowerCase(Locale.ROOT)));
        boolean givesFloat = row.destinations().stream().anyMatch(s -> s.type().format() != null);
        if (!formats.isEmpty() || givesFloat) {
            ids.add("pass.float.nan");
        }
        boolean isModified = row.encoding() == Encoding.VOP3 || row.forms().contains(Form.E64);
        if (givesFloat && isModified && !row.is(Instruction.Trait.NO_MODIFIERS)) {
            ids.add("pass.float.omod");
        }
        if (row.forms().contains(Form.DPP16)) {
            ids.add("stage.pixel.helper-lanes");
        }
        boolean isF64 = formats.contains(FloatFormat.F64);
        boolean isF16 = formats.contains(FloatFormat.F16);
        operations.forEach(operation -> {
            switch (operation) {
                case FLDEXP -> ids.add("pass.float.ldexp");
                case FLOG -> ids.add("pass.float.log2");
                case FSIN, FCOS -> ids.add("pass.float.transcendental");
                case FMAD -> ids.add("pass.float.mad-separate");
                case FMAD_LEGACY -> ids.add("pass.float.mad-legacy");
                case FMIN3, FMAX3, FMED3 -> addIf(isF16, ids, "pass.float.minmax.f16");
                case FFMA, FDIV_FMAS -> addIf(isF64, ids, "pass.float.fma.f64");
                default -> { }
            }
        });
        boolean makesHalf = row.destinations().stream().anyMatch(s -> s.type().format() == FloatFormat.F16);
        addIf(makesHalf && !isF16, ids, "pass.float.round.f16");
    }

    private static void image(Effect.Image image, Set<String> ids) {
        Effect.Image.Action action = image.action();
        ids.add("decode.operand.sgpr-tuple");
        addIf(action.isSampled(), ids, "srt.image.min-lod");
        addIf(action.isSampled() && image.compare(), ids, "pass.image.color-compare");
        addIf(action != Effect.Image.Action.BVH && action != Effect.Image.Action.BVH64, ids, "pass.image.tfe-lwe");
        addIf(action.isSampled(), ids, "pass.image.unnormalized");
        addIf(action.isAtomic(), ids, "pass.image.atomic-raw32");
        addIf(action.isAtomic(), ids, "pass.image.atomic64");
        switch (action) {
            case GATHER4H_PCK, GATHER8H_PCK -> ids.add("pass.image.packed-gather");
            case LOAD_BY2, LOAD_BY4, LOAD_MIP_BY2, LOAD_MIP_BY4, STORE_BY2, STORE_BY4, STORE_MIP_BY2, STORE_MIP_BY4 ->
                    ids.add("pass.image.by-load");
            case LOAD_PCK2, LOAD_PCK4, LOAD_MIP_PCK2, LOAD_MIP_PCK4, STORE_PCK2, STORE_PCK4, STORE_MIP_PCK2, STORE_MIP_PCK4 ->
                    ids.add("pass.image.pck-load");
            case LOAD, LOAD_MIP -> ids.addAll(List.of("pass.image.cube-face", "pass.image.converted-unorm", "pass.image.fmask",
                    "pass.image.srgb8", "pass.image.dim-mismatch.2d-on-1d", "pass.image.dim-mismatch.3d-on-1d",
                    "pass.image.dim-mismatch.3d-on-2d", "pass.image.msaa-address-on-2d"));
            case STORE, STORE_MIP -> ids.addAll(List.of("pass.image.cube-face", "pass.image.converted-unorm", "pass.image.store-saturate",
                    "pass.image.store-channel-select", "pass.image.dim-mismatch.2d-on-1d"));
            case SAMPLE -> ids.addAll(List.of("pass.image.cube-face", "pass.image.converted-unorm", "pass.image.srgb8",
                    "pass.image.dim-mismatch.2d-on-1d", "pass.image.dim-mismatch.3d-on-1d", "pass.image.dim-mismatch.3d-on-2d",
                    "pass.image.dim-mismatch.2darray-on-3d"));
            case GATHER4 -> ids.add("pass.image.srgb8");
            default -> { }
        }
        addIf(image.lod() == Effect.Image.Lod.BIAS && action == Effect.Image.Action.SAMPLE, ids, "pass.image.volume-as-plane");
        addIf(image.lod() == Effect.Image.Lod.BIAS && action == Effect.Image.Action.SAMPLE, ids, "pass.image.force-degamma");
    }

    private static void addIf(boolean condition, Set<String> ids, String id) {
        if (condition) {
            ids.add(id);
        }
    }
}
