package org.lierne.recompiler.core.interpreter;

import org.lierne.recompiler.program.ComputeInterpreter;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.WaveDebugger;
import org.osgi.service.component.annotations.Component;

/** Opens debugging sessions on the interpreter. Compute programs get their real registers; inputs of other stages are the lane number. */
@Component(service = WaveDebugger.class)
public final class WaveStepper implements WaveDebugger {
    private static final int GDS_BYTES = 4096;

    @Override
    public Session open(ShaderProgram program, int[] userData, ComputeInterpreter.Memory memory) {
        Program code = new Program(program.words(), program.waveSize(), program.codeAddress(), program.calls());
        WaveMemory waveMemory = new WaveMemory() {
            @Override
            public long read(long address, int bytes) {
                return memory.read(address, bytes);
            }

            @Override
            public void write(long address, int bytes, long value) {
                memory.write(address, bytes, value);
            }
        };
        ExportLog exports = new ExportLog(waveMemory);
        Workgroup group = program.state().details() instanceof StageState.Compute size
                ? InterpretedCompute.workgroup(program, code, size, userData, new int[3], waveMemory, new byte[GDS_BYTES])
                : graphics(program, code, userData, waveMemory, exports);
        return new StepSession(program.toString(), group, exports);
    }

    private static Workgroup graphics(ShaderProgram program, Program code, int[] userData, WaveMemory memory, Outside outside) {
        StageState state = program.state();
        Workgroup group = new Workgroup(code, memory, outside, new byte[GDS_BYTES], state);
        Wave wave = group.addWave(Wave.VGPRS);
        wave.pc = 4 * program.entryDword();
        FloatMode mode = state.floatMode();
        wave.mode(Wave.modeOf(mode.bits(), mode.ieee(), mode.dx10Clamp(), mode.fp16Overflow()));
        for (InitialRegister register : state.registers()) {
            for (int l = 0; l < wave.lanes; l++) {
                int value = switch (register.value()) {
                    case InitialRegister.Value.UserData user -> user.dword() < userData.length ? userData[user.dword()] : 0;
                    case InitialRegister.Value.Literal literal -> literal.word();
                    case InitialRegister.Value.Input _, InitialRegister.Value.Exported _ -> l;
                };
                if (register.vector()) {
                    wave.vectors[register.index()][l] = value;
                } else {
                    wave.scalar(register.index(), value);
                }
            }
        }
        return group;
    }
}
