package org.lierne.recompiler.core.interpreter;

import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;

/** What a wave talks to beside memory. The defaults refuse: a run that needs a unit says which. */
interface Outside {
    /** Nothing is connected. */
    Outside NOTHING = new Outside() {
    };

    /**
     * An image instruction. Reads its address and data registers from the wave, writes results for the lanes active in EXEC.
     */
    default void image(Wave wave, Decoded d, Effect.Image access) {
        throw new InterpreterRefusal(d.pc(), d.toString(), "no image unit is connected");
    }

    /** An export of the lanes active in EXEC. */
    default void export(Wave wave, Decoded d) {
        throw new InterpreterRefusal(d.pc(), d.toString(), "nothing takes exports");
    }

    /**
     * A vertex parameter of the primitive a lane belongs to.
     *
     * @param which 0 P10, 1 P20, 2 P0
     * @return the attribute's dword (f32 bits, or two f16)
     */
    default int parameter(Wave wave, Decoded d, int attribute, int channel, int which, int lane) {
        throw new InterpreterRefusal(d.pc(), d.toString(), "no attributes are connected");
    }

    /** {@code s_sendmsg}. */
    default void message(Wave wave, Decoded d, int message) {
        throw new InterpreterRefusal(d.pc(), d.toString(), "nobody takes messages");
    }
}
