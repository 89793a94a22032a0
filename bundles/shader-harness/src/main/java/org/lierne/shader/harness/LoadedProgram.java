package org.lierne.shader.harness;

import java.util.Map;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;

/** A translated compute program with its memory on the device. */
final class LoadedProgram implements AutoCloseable {
    /** Workgroups of a dispatch. */
    record Groups(int x, int y, int z) {}

    private final GpuDevice device;
    private final TranslatedShader shader;
    private final GpuShader module;
    private final DeviceBindings bindings;
    private final Groups groups;

    private LoadedProgram(GpuDevice device, TranslatedShader shader, GpuShader module, DeviceBindings bindings, Groups groups) {
        this.device = device;
        this.shader = shader;
        this.module = module;
        this.bindings = bindings;
        this.groups = groups;
    }

    /** @param place where its buffers lie */
    static LoadedProgram of(GpuDevice device, BufferMemory place, JobProgram program, Groups groups, ShaderTranslator translator,
                            TranslationOptions options) {
        JobProgram.Translated translated = program.translate(translator, options);
        TranslatedShader shader = translated.shader();
        DeviceBindings bindings = new DeviceBindings(device, program.memory(), place);
        bindings.add(program.program(), shader, ShaderStage.COMPUTE, translated.walker(), translated.descriptors(),
                Map.of(ConstantWord.DrawValue.GROUPS_X, groups.x, ConstantWord.DrawValue.GROUPS_Y, groups.y, ConstantWord.DrawValue.GROUPS_Z, groups.z));
        return new LoadedProgram(device, shader, device.shader(shader.spirv(), program.program().toString()), bindings, groups);
    }

    TranslatedShader shader() {
        return shader;
    }

    /** Bytes of a region as the device has them. */
    GpuBuffer buffer(GuestRegions.Region region) {
        return bindings.buffer(region);
    }

    /** Records dispatches, each waiting for those before. */
    void record(GpuCommands commands, int dispatches) {
        commands.pipeline(device.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, module), bindings.layout())));
        commands.bindings(bindings.bindings());
        for (int i = 0; i < dispatches; i++) {
            if (i > 0) {
                commands.barrier();
            }
            commands.dispatch(groups.x, groups.y, groups.z);
        }
    }

    @Override
    public void close() {
        bindings.close();
        module.close();
    }
}
