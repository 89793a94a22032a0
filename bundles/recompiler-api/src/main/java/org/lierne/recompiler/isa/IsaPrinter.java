package org.lierne.recompiler.isa;

/** Assembly text of decoded instructions, as the public assembler spells it. */
public final class IsaPrinter {
    private IsaPrinter() {
    }

    /** The instruction's text. */
    public static String text(Decoded d) {
        StringBuilder out = new StringBuilder(64);
        print(d, out);
        return out.toString();
    }

    /** Appends the instruction's text. */
    public static void print(Decoded d, StringBuilder out) {
        out.append(d.row().mnemonic(d.form()));
        String separator = " ";
        for (OperandField field : d.layout().destinations()) {
            out.append(separator);
            operand(d, field, out);
            separator = ", ";
        }
        for (OperandField field : d.layout().sources()) {
            out.append(separator);
            operand(d, field, out);
            separator = ", ";
        }
    }

    private static void operand(Decoded d, OperandField field, StringBuilder out) {
        switch (d.operand(field)) {
            case Operand.Vgpr v -> tuple('v', v.index(), v.type().dwords(d.waveSize()), out);
            case Operand.Sgpr s -> tuple('s', s.index(), s.type().dwords(d.waveSize()), out);
            case Operand.Constant c -> out.append(c.bits());
            case Operand.Special s -> out.append(s.source().text());
            case Operand.Attribute a -> out.append("attr").append(a.attribute()).append('.').append("xyzw".charAt(a.channel()));
            case Operand.Parameter p -> out.append('p').append(p.index());
            case Operand.Target t -> out.append(t.pc());
            case Operand.Off _ -> out.append("off");
        }
    }

    private static void tuple(char file, int index, int dwords, StringBuilder out) {
        out.append(file);
        if (dwords == 1) {
            out.append(index);
        } else {
            out.append('[').append(index).append(':').append(index + dwords - 1).append(']');
        }
    }
}
