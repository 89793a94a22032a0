package org.lierne.shader.harness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuDevice;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationOptions;

/**
 * A loop of one instruction, or a few, over eight pairs of registers, each of which goes on with its own last result. A lane's results are
 * mixed into one word and stored, so that all of their bits are seen. The rounds are the first word of the buffer.
 *
 * @param mode the float mode
 * @param operands bits of the operands {@code v[2:3]} and {@code v[4:5]}, and of what the registers start with, less the lane's number
 * @param text the instructions, one register pair {@code %1$d}, {@code %2$d}, apart by semicolons
 */
record AluLoop(FloatMode mode, List<Integer> operands, String text) {
    private static final Map<String, String> FRAME = RowProgram.lines("loop-frame.asm");
    private static final LoadedProgram.Groups GROUPS = new LoadedProgram.Groups(1024, 1, 1);
    private static final int LANES = 64;
    private static final int PAIRS = 8;
    private static final int COPIES = 2;
    private static final int FIRST_PAIR = 8;
    private static final int BUFFER = 4;
    private static final int RESULTS = 256;

    /** The loops of {@code model-loops.tsv}. */
    static List<AluLoop> all() {
        return RowProgram.lines("model-loops.tsv").entrySet().stream().map(line -> of(line.getValue())).toList();
    }

    /** Float mode, FP16_OVFL, three operands, instructions. */
    private static AluLoop of(String line) {
        String[] columns = line.split("\\s+", 6);
        FloatMode mode = new FloatMode(Integer.parseInt(columns[0], 16), true, false, columns[1].equals("1"));
        return new AluLoop(mode, Arrays.stream(columns, 2, 5).map(bits -> Integer.parseUnsignedInt(bits, 16)).toList(), columns[5]);
    }

    /** The instructions with their mode: {@code v_add_f32_e32 0xc0}. */
    String subject() {
        String mnemonics = String.join("+", Arrays.stream(text.split(";")).map(instruction -> instruction.strip().split(" ")[0]).toList());
        String modifiers = text.contains("mul:") ? " omod" : text.contains("clamp") ? " clamp" : "";
        return "%s%s 0x%02x%s".formatted(mnemonics, modifiers, mode.bits(), mode.fp16Overflow() ? " ovfl" : "");
    }

    /** The loop on a device, its rounds not set. */
    Loaded load(GpuDevice device, ShaderTranslator translator, TranslationOptions options) {
        JobMemory memory = new JobMemory();
        GuestRegions.Region region = memory.regions.map(new byte[RESULTS + 4 * LANES], "loop");
        int[] userData = new int[2 * BUFFER];
        RowProgram.describe(userData, BUFFER, region.address(), region.bytes().length);
        for (int i = 0; i < operands.size(); i++) {
            userData[i] = operands.get(i);
        }
        return new Loaded(LoadedProgram.of(device, BufferMemory.READBACK, new JobProgram(program(), userData, memory), GROUPS, translator, options), region);
    }

    /** A loop on a device. */
    record Loaded(LoadedProgram program, GuestRegions.Region region) {
        void rounds(int count) {
            program.buffer(region).mapped().set(java.lang.foreign.ValueLayout.JAVA_INT, 0, count);
        }
    }

    ShaderProgram program() {
        Code code = new Code();
        code.add("rounds");
        code.add("operand", 2, 0);
        code.add("operand", 3, 0);
        code.add("operand", 4, 1);
        code.add("operand", 5, 1);
        pairs().forEach(register -> {
            code.add("start", register);
            code.add("start", register + 1);
        });
        int loop = code.words.size();
        for (int copy = 0; copy < COPIES; copy++) {
            pairs().forEach(register -> code.assemble(text, register, register + 1));
        }
        code.add("count");
        code.add("more");
        code.add("again", loop - code.words.size() - 1 & 0xffff);
        pairs().forEach(register -> {
            code.add("mix", register);
            code.add("mix", register + 1);
        });
        code.add("store", RESULTS);
        code.add("end");
        List<InitialRegister> registers = new ArrayList<>(IntStream.range(0, 2 * BUFFER).mapToObj(i -> InitialRegister.userData(i, i)).toList());
        registers.add(InitialRegister.vgpr(0, StageInput.LOCAL_INVOCATION_X));
        return new ShaderProgram(ShaderStage.COMPUTE, LANES, code.words.stream().mapToInt(Integer::intValue).toArray(), 0, 0,
                new StageState(mode, registers, 0, 0, new StageState.Compute(LANES, 1, 1)));
    }

    private static IntStream pairs() {
        return IntStream.range(0, PAIRS).map(i -> FIRST_PAIR + 2 * i);
    }

    /** Machine code in the making. */
    private static final class Code {
        private final Assembler assembler = new Assembler(LANES);
        private final List<Integer> words = new ArrayList<>();

        void add(String name, Object... arguments) {
            assemble(Objects.requireNonNull(FRAME.get(name), name), arguments);
        }

        void assemble(String lines, Object... arguments) {
            for (String line : lines.split(";")) {
                Arrays.stream(assembler.assemble(String.format(line.strip(), arguments))).forEach(words::add);
            }
        }
    }
}
