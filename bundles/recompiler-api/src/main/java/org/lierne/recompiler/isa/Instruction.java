package org.lierne.recompiler.isa;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row: an instruction with all its forms. Everything the project knows about the instruction follows from this object; nothing
 * about it is written elsewhere. Rows are made by {@link InstructionTable}'s vocabulary only.
 */
public final class Instruction {
    private final String name;
    private final Encoding encoding;
    private final int opcode;
    private final List<OperandSpec> destinations;
    private final List<OperandSpec> sources;
    private final Set<Implicit> reads;
    private final Set<Implicit> writes;
    private final Set<Trait> traits;
    private final Effect effect;
    private final Map<Form, FormLayout> layouts = new EnumMap<>(Form.class);
    private final String[] mnemonics = new String[Form.values().length];

    /** Column values that are neither operands nor semantics. */
    public enum Trait {
        /** VOP1, VOP2, VOPC: no VOP3 form. */
        NO_E64,
        /** No SDWA form. */
        NO_SDWA,
        /** No DPP forms. */
        NO_DPP,
        /** The destination is also a source (multiply-add into it, one half of it written). */
        READS_DESTINATION,
        /** VOP3 with a second, scalar destination (VOP3B). */
        SCALAR_DESTINATION,
        /** VOP3: op_sel chooses halves. */
        OP_SEL,
        /** VOP3: op_sel chooses halves, but the assembler has no spelling for it. */
        OP_SEL_UNSPELLED,
        /** VOP3: neg, abs, clamp and omod bits have no meaning and must be zero. */
        NO_MODIFIERS,
        /** VOP3: a clamp bit on integers. */
        INTEGER_CLAMP,
        /** No suffix in the mnemonic in any form. */
        BARE_NAME,
        /** FLAT segment: global. */
        GLOBAL,
        /** FLAT segment: scratch. */
        SCRATCH,
        /** Works on lanes of the wave regardless of EXEC. */
        IGNORES_EXEC,
        /** DS: always with the gds bit. */
        GDS_ONLY,
        /** DS: two 8-bit offsets instead of one of 16. */
        TWO_OFFSETS,
        /** No constants: sources are registers only. */
        REGISTERS_ONLY,
        /** A register's number is an operand's plus M0. */
        RELATIVE,
        /** Of those, one that reads such a register. */
        READS_RELATIVE,
        /** The result is the source as it is. */
        MOVE,
        /** Rounds as a mode says that was set while the program runs (rule A-063). */
        FOLLOWS_ROUND_MODE,
        /** The output modifier applies whatever the denormal field says (cube instructions, rule C-014). */
        OMOD_ALWAYS,
        /** Inline float constants in 16-bit integer sources are spelled as floats. */
        FLOAT_CONSTANTS,
        /** Measured on a related part rather than taken from the manual alone. */
        MEASURED,
        /** What the manual leaves open is assumed; the rules of the plugins that act on it say what. */
        ASSUMED
    }

    Instruction(String name, Encoding encoding, int opcode, List<OperandSpec> destinations, List<OperandSpec> sources,
            Set<Implicit> reads, Set<Implicit> writes, Set<Trait> traits, Effect effect) {
        this.name = name;
        this.encoding = encoding;
        this.opcode = opcode;
        this.destinations = List.copyOf(destinations);
        this.sources = List.copyOf(sources);
        this.reads = Set.copyOf(reads);
        this.writes = Set.copyOf(writes);
        this.traits = traits.isEmpty() ? EnumSet.noneOf(Trait.class) : EnumSet.copyOf(traits);
        this.effect = effect;
        for (Form form : Form.values()) {
            FormLayout layout = FormLayout.of(this, form);
            if (layout != null) {
                layouts.put(form, layout);
            }
        }
        for (Form form : Form.values()) {
            mnemonics[form.ordinal()] = spelled(form);
        }
    }

    /** The mnemonic without the form's suffix. */
    public String name() {
        return name;
    }

    /** The table it stands in. */
    public Encoding encoding() {
        return encoding;
    }

    /** Its number in that table. */
    public int opcode() {
        return opcode;
    }

    /** Destinations in text order. */
    public List<OperandSpec> destinations() {
        return destinations;
    }

    /** Sources in text order. */
    public List<OperandSpec> sources() {
        return sources;
    }

    /** State read without being named. */
    public Set<Implicit> reads() {
        return reads;
    }

    /** State written without being named. */
    public Set<Implicit> writes() {
        return writes;
    }

    /** Whether the row has this trait. */
    public boolean is(Trait trait) {
        return traits.contains(trait);
    }

    /** All its traits. */
    public Set<Trait> traits() {
        return Set.copyOf(traits);
    }

    /** What it does. */
    public Effect effect() {
        return effect;
    }

    /** Its arithmetic, or null where {@link #effect} is not {@link Effect.Alu}. */
    public @Nullable Semantics semantics() {
        return effect instanceof Effect.Alu alu ? alu.semantics() : null;
    }

    /** The forms in which it exists. */
    public Set<Form> forms() {
        return layouts.keySet();
    }

    /** Where its operands stand in a form, or null if it has no such form. */
    public @Nullable FormLayout layout(Form form) {
        return layouts.get(form);
    }

    /** The mnemonic in a form, as the assembler spells it. */
    public String mnemonic(Form form) {
        return mnemonics[form.ordinal()];
    }

    private String spelled(Form form) {
        if (is(Trait.BARE_NAME) && form != Form.SDWA && form != Form.DPP16 && form != Form.DPP8) {
            return name;
        }
        if (form == Form.PLAIN) {
            boolean hasForms = forms().size() > 1;
            return hasForms ? name + "_e32" : name;
        }
        return name + form.suffix();
    }

    /** Whether any lane-mask or 64-bit-per-wave operand makes its text depend on the wave size. */
    public boolean dependsOnWaveSize() {
        List<OperandSpec> all = new ArrayList<>(destinations);
        all.addAll(sources);
        return all.stream().anyMatch(s -> s.type() == DataType.MASK);
    }

    @Override
    public String toString() {
        return name;
    }
}
