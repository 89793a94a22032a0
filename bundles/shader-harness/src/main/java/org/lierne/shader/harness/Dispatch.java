package org.lierne.shader.harness;

import java.util.List;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;

/** Dispatches, waited for. */
final class Dispatch {
    private static final long PATIENCE_NS = 60_000_000_000L;

    private Dispatch() {}

    /** Runs one workgroup. */
    static void run(GpuDevice device, GpuShader module, BindingLayout layout, List<GpuBinding> bindings) {
        try (GpuCommands commands = device.commands(module.name())) {
            GpuPipeline pipeline = device.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, module), layout));
            commands.pipeline(pipeline);
            commands.bindings(bindings);
            commands.dispatch(1, 1, 1);
            finish(device, commands, module.name());
        }
    }

    /** Hands a recording over and waits for its end. */
    static void finish(GpuDevice device, GpuCommands commands, String name) {
        if (!device.await(device.submit(commands), PATIENCE_NS)) {
            throw new DispatchOverdue(name);
        }
    }
}
