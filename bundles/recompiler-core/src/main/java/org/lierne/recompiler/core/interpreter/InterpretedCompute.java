package org.lierne.recompiler.core.interpreter;

import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.program.ComputeInterpreter;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/** Dispatches on the interpreter. GDS is shared by the workgroups of a dispatch and zero at its start. */
@Component(service = ComputeInterpreter.class)
public final class InterpretedCompute implements ComputeInterpreter {
    private static final long LIMIT = 200_000_000;

    @Override
    public void dispatch(ShaderProgram program, int[] userData, int groupsX, int groupsY, int groupsZ, Memory memory) {
        if (!(program.state().details() instanceof StageState.Compute size)) {
            throw new IllegalArgumentException(program + " is no compute program");
        }
        Program code = new Program(program.words(), program.waveSize(), program.codeAddress(), program.calls());
        WaveMemory waveMemory = new DispatchMemory(memory);
        byte[] gds = new byte[ShaderResource.GLOBAL_SHARE_BYTES];
        try {
            for (int z = 0; z < groupsZ; z++) {
                for (int y = 0; y < groupsY; y++) {
                    for (int x = 0; x < groupsX; x++) {
                        workgroup(program, code, size, userData, new int[] {x, y, z}, waveMemory, gds).run(LIMIT);
                    }
                }
            }
        } catch (InterpreterRefusal refusal) {
            throw new IllegalArgumentException(refusal.getMessage(), refusal);
        }
    }

    /** A workgroup with its waves' registers set. */
    static Workgroup workgroup(ShaderProgram program, Program code, StageState.Compute size, int[] userData, int[] id, WaveMemory memory,
            byte[] gds) {
        StageState state = program.state();
        Workgroup group = new Workgroup(code, memory, images(memory), gds, state);
        int lanes = program.waveSize();
        int waves = (size.threads() + lanes - 1) / lanes;
        FloatMode mode = state.floatMode();
        for (int w = 0; w < waves; w++) {
            Wave wave = group.addWave(Wave.VGPRS);
            wave.pc = 4 * program.entryDword();
            wave.mode(Wave.modeOf(mode.bits(), mode.ieee(), mode.dx10Clamp(), mode.fp16Overflow()));
            int left = size.threads() - w * lanes;
            wave.exec(left >= 64 ? -1L : (1L << Math.min(left, lanes)) - 1);
            for (InitialRegister register : state.registers()) {
                set(wave, register, size, userData, id, waves);
            }
        }
        return group;
    }

    private static Outside images(WaveMemory memory) {
        ImageUnit images = new ImageUnit(memory);
        return new Outside() {
            @Override
            public void image(Wave wave, Decoded d, Effect.Image access) {
                images.access(wave, d, access);
            }
        };
    }

    private static void set(Wave wave, InitialRegister register, StageState.Compute size, int[] userData, int[] id, int waves) {
        for (int l = 0; l < wave.lanes; l++) {
            int value = switch (register.value()) {
                case InitialRegister.Value.UserData user -> user.dword() < userData.length ? userData[user.dword()] : 0;
                case InitialRegister.Value.Literal literal -> literal.word();
                case InitialRegister.Value.Input input -> input(input.input(), wave, size, id, waves, wave.number * wave.lanes + l);
                case InitialRegister.Value.Exported _ -> throw new IllegalArgumentException("a compute program reads no vertices");
            };
            if (!register.vector()) {
                wave.scalar(register.index(), value);
                return;
            }
            wave.vectors[register.index()][l] = value;
        }
    }

    private static int input(StageInput input, Wave wave, StageState.Compute size, int[] id, int waves, int thread) {
        return switch (input) {
            case WORKGROUP_ID_X -> id[0];
            case WORKGROUP_ID_Y -> id[1];
            case WORKGROUP_ID_Z -> id[2];
            case TG_SIZE -> wave.number << 6 | waves;
            case LOCAL_INVOCATION_X -> thread % size.sizeX();
            case LOCAL_INVOCATION_Y -> thread / size.sizeX() % size.sizeY();
            case LOCAL_INVOCATION_Z -> thread / size.sizeX() / size.sizeY();
            case SCRATCH_OFFSET -> 0;
            default -> throw new IllegalArgumentException("a compute program has no " + input);
        };
    }

    /** The dispatch's memory as waves see it. */
    private record DispatchMemory(Memory memory) implements WaveMemory {
        @Override
        public long texel(int[] image, int x, int y, int slice, int level) {
            return memory.texel(DescriptorWords.of(image), x, y, slice, level);
        }

        @Override
        public long read(long address, int bytes) {
            return memory.read(address, bytes);
        }

        @Override
        public void write(long address, int bytes, long value) {
            memory.write(address, bytes, value);
        }
    }
}
