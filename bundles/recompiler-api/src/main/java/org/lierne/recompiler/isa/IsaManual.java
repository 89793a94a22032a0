package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
                Hints, wait states and cache controls have no effect on results; each says why.

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
        out.append("```\n\n`0` and `1` are fixed, `-` is reserved, `o` (and `O`) the opcode; the other letters are fields.\n\n");
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
            case Effect.Hint hint -> "no effect: " + hint.reason();
            case Effect.Cache cache -> "no effect on results: " + cache.what();
            case Effect.Branch branch -> "jumps if " + words(branch.condition());
            case Effect.Flow flow -> flow(flow.kind());
            case Effect.Memory m -> memory(m);
            case Effect.Lds lds -> words(lds.action()) + " of " + lds.bits() + " bits in data share" + (lds.returns() ? ", returns the old value" : "");
            case Effect.Image image -> image(image);
            case Effect.Export _ -> "exports four channels, or two pairs of halves, to a target";
            case Effect.Interpolate i -> "interpolation step " + words(i.kind());
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
        StringBuilder out = new StringBuilder(words(image.action()));
        if (image.lod() != Effect.Image.Lod.NONE) {
            out.append(", LOD ").append(words(image.lod()));
        }
        out.append(image.compare() ? ", compares" : "").append(image.offset() ? ", texel offsets" : "");
        return out.append(image.clamp() ? ", LOD clamp" : "").append(image.half() ? ", 16-bit derivatives" : "").toString();
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
        return row.is(Instruction.Trait.MEASURED) ? "documented; measured on RDNA 2" : "documented";
    }

    /** Plugins that change how an instruction is translated, by what it is about. */
    private static List<String> plugins(Instruction row) {
        List<String> ids = new ArrayList<>();
        boolean floats = row.effect() instanceof Effect.Alu
                && (row.destinations().stream().anyMatch(s -> s.type().format() != null)
                || row.sources().stream().anyMatch(s -> s.type().format() != null));
        if (floats) {
            for (FloatFormat f : FloatFormat.values()) {
                boolean used = row.sources().stream().anyMatch(s -> s.type().format() == f);
                if (used) {
                    ids.add("pass.float.denormal." + f.name().toLowerCase(Locale.ROOT));
                }
            }
            ids.add("pass.float.nan");
        }
        if (row.encoding() == Encoding.MIMG || row.encoding() == Encoding.MUBUF || row.encoding() == Encoding.MTBUF) {
            ids.add("decode.operand.sgpr-tuple");
        }
        if (row.effect() instanceof Effect.Flow flow) {
            switch (flow.kind()) {
                case SET_KILL -> ids.add("decode.sopp.setkill");
                case SET_HALT -> ids.add("decode.sopp.sethalt");
                case SUBVECTOR_BEGIN, SUBVECTOR_END -> ids.add("pass.cf.subvector-loop");
                default -> { }
            }
        }
        return ids;
    }
}
