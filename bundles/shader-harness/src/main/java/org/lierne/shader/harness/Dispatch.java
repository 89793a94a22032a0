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

/** One dispatch, waited for. */
final class Dispatch {
    private static final long PATIENCE_NS = 60_000_000_000L;

    private Dispatch() {}

    /**
     * Runs {@code x * y * z} workgroups.
     *
     * @param push push constants, in dwords
     */
    static void run(GpuDevice device, GpuShader module, BindingLayout layout, List<GpuBinding> bindings, int[] push, int x, int y, int z) {
        try (GpuCommands commands = device.commands(module.name())) {
            GpuPipeline pipeline = device.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, module), layout));
            commands.pipeline(pipeline);
            commands.bindings(bindings);
            if (push.length > 0) {
                commands.pushConstants(0, push);
            }
            commands.dispatch(x, y, z);
            long ticket = device.submit(commands);
            if (!device.await(ticket, PATIENCE_NS)) {
                throw new IllegalStateException("the device did not finish " + module.name() + " within a minute");
            }
        }
    }
}
