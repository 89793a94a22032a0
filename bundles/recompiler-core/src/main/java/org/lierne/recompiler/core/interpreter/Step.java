package org.lierne.recompiler.core.interpreter;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.DataType;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.Form;
import org.lierne.recompiler.isa.FormLayout;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.isa.OperandField;
import org.lierne.recompiler.isa.Place;

/** One instruction made ready to run: its operands taken apart once. */
final class Step {
    final Decoded decoded;
    final Effect effect;
    final boolean scalar;
    final Source[] sources;
    final Operand[] destinations;
    final DataType[] destinationTypes;
    final boolean integerClamp;
    final @Nullable Operand address;
    final @Nullable Operand data;
    final @Nullable Operand data2;
    final @Nullable Operand resource;
    final @Nullable Operand scalarOffset;
    final @Nullable Operand scalarBase;
    final @Nullable Operand scalarAddress;
    final @Nullable Operand memoryOffset;

    Step(Decoded decoded) {
        this.decoded = decoded;
        this.effect = decoded.row().effect();
        FormLayout layout = decoded.layout();
        this.scalar = switch (decoded.row().encoding()) {
            case SOP1, SOP2, SOPC, SOPK, SOPP, SMEM -> true;
            default -> false;
        };
        List<OperandField> fields = layout.sources();
        this.sources = new Source[fields.size()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = new Source(decoded, fields.get(i));
        }
        List<Operand> to = decoded.destinations();
        this.destinations = to.toArray(Operand[]::new);
        this.destinationTypes = new DataType[destinations.length];
        for (int i = 0; i < destinations.length; i++) {
            destinationTypes[i] = destinations[i].type();
        }
        this.address = decoded.operandAt(Place.ADDRESS);
        this.data = decoded.operandAt(Place.DATA);
        this.data2 = decoded.operandAt(Place.DATA2);
        this.resource = decoded.operandAt(Place.RESOURCE);
        this.scalarOffset = decoded.operandAt(Place.SCALAR_OFFSET);
        this.scalarBase = decoded.operandAt(Place.SCALAR_BASE);
        this.scalarAddress = decoded.operandAt(Place.SCALAR_ADDRESS);
        this.memoryOffset = decoded.operandAt(Place.SCALAR_MEMORY_OFFSET);
        this.integerClamp = decoded.clamp() && decoded.row().is(Instruction.Trait.INTEGER_CLAMP);
    }

    /** A source with its modifiers. */
    static final class Source {
        final Operand operand;
        final DataType type;
        final boolean neg;
        final boolean abs;
        final boolean extended;
        final int select;
        final boolean high;
        final boolean packedHigh;
        final boolean negHigh;
        final boolean dpp;

        Source(Decoded d, OperandField field) {
            int i = field.index();
            boolean isModifiable = field.type().isFloat() || d.row().encoding() == Encoding.VOP3P;
            this.operand = d.operand(field);
            this.type = field.type();
            this.neg = isModifiable && i >= 0 && d.neg(i);
            this.abs = isModifiable && i >= 0 && d.abs(i);
            this.extended = d.signExtended(i);
            this.select = d.sourceSelect(i);
            this.high = d.opSel(i);
            this.packedHigh = d.opSelHigh(i);
            this.negHigh = d.negHigh(i);
            this.dpp = i == 0 && (d.form() == Form.DPP16 || d.form() == Form.DPP8);
        }
    }
}
