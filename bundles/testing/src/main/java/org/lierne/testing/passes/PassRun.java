package org.lierne.testing.passes;

import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.pass.TranslationPass;

/** One pass over a few instructions, which {@link JavaHost} then runs. */
public final class PassRun {
    /** The low halves of the operands, as {@code v11}, {@code v13} and {@code v15}. */
    public static final String HALVES = """
            v10: i16 = truncate v0
              v11: f16 = bitcast v10
              v12: i16 = truncate v1
              v13: f16 = bitcast v12
              v14: i16 = truncate v2
              v15: f16 = bitcast v14
            """;
    /** Makes the result of the half {@code v16}. */
    public static final String TO_WORD = "\n  v17: i16 = bitcast v16\n  v9: i32 = zero_extend v17";

    private PassRun() {
    }

    /**
     * The word that the instructions make after the pass.
     *
     * @param mode         the module's float mode, as text
     * @param instructions IR text over {@code v0} to {@code v2}, which are the operands, to {@code v9}, with {@code ^} for a comma
     * @param operands     words in hexadecimal, zero where there are fewer than three
     */
    public static int word(TranslationPass pass, String id, String mode, String instructions, String... operands) {
        IrModule module = IrText.parse("module compute wave=32 float_mode=" + mode + """

                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                  v2: i32 = user_data dword=2
                """ + "  " + instructions.replace('^', ',') + "\n  lds.store 0x0:i32 data(v9) element=32x1\n  return\n");
        pass.run(module, TestContext.of(id));
        int[] words = new int[3];
        for (int i = 0; i < operands.length; i++) {
            words[i] = Integer.parseUnsignedInt(operands[i], 16);
        }
        return JavaHost.word(module, words);
    }
}
