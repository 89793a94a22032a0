package org.lierne.shader.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslationOptions;

/** A compute job ready for a device: a module, what it is bound to, and how many workgroups there are. */
final class JobDispatch implements AutoCloseable {
    private final GpuDevice device;
    private final Json job;
    private final String name;
    private final JobMemory memory;
    private final DeviceBindings buffers;
    private final Map<Json, GuestRegions.Region> regions;
    private final List<BindingSlot> slots = new ArrayList<>();
    private final List<GpuBinding> bindings = new ArrayList<>();
    private int[] words = new int[0];
    private int[] push = new int[0];

    private JobDispatch(GpuDevice device, BufferMemory place, CorpusFolder oracle, String id, Json job, String name) {
        this.device = device;
        this.job = job;
        this.name = name;
        this.memory = new JobMemory();
        this.buffers = new DeviceBindings(device, memory, place);
        this.regions = memory.computeJob(oracle, id, job);
    }

    /**
     * The job with its guest program.
     *
     * @param place where buffers lie: what they hold can be had from {@link BufferMemory#READBACK} alone
     */
    static JobDispatch translated(GpuDevice device, BufferMemory place, CorpusFolder oracle, String id, Json job, CorpusProgram program,
                                  ShaderTranslator translator, TranslationOptions options) {
        JobDispatch dispatch = new JobDispatch(device, place, oracle, id, job, program.id());
        JobProgram loaded = JobProgram.of(program, dispatch.memory);
        dispatch.bind(loaded.program(), loaded.translate(translator, options));
        return dispatch;
    }

    /** The job with the module that its program was compiled from. */
    static JobDispatch original(GpuDevice device, BufferMemory place, CorpusFolder oracle, String id, Json job) {
        JobDispatch dispatch = new JobDispatch(device, place, oracle, id, job, id + " original");
        dispatch.bindOriginal(oracle.words(id + "/" + job.get("spirv").text()));
        return dispatch;
    }

    private void bind(ShaderProgram program, JobProgram.Translated translated) {
        Map<ConstantWord.DrawValue, Integer> values = Map.of(ConstantWord.DrawValue.GROUPS_X, groups(0),
                ConstantWord.DrawValue.GROUPS_Y, groups(1), ConstantWord.DrawValue.GROUPS_Z, groups(2));
        buffers.add(program, translated.shader(), ShaderStage.COMPUTE, translated.walker(), translated.descriptors(), values);
        slots.addAll(buffers.layout().slots());
        bindings.addAll(buffers.bindings());
        words = translated.shader().spirv();
    }

    private void bindOriginal(int[] module) {
        regions.forEach((buffer, region) -> {
            int set = buffer.get("set").integer(0);
            int binding = buffer.get("binding").integer(0);
            GpuBuffer onDevice = buffers.buffer(region);
            boolean uniform = buffer.get("kind").text().equals("uniform_buffer");
            slots.add(new BindingSlot(set, binding, uniform ? BindingKind.UNIFORM_BUFFER : BindingKind.STORAGE_BUFFER, 1,
                    Set.of(ShaderStage.COMPUTE)));
            bindings.add(uniform ? new GpuBinding.Uniform(set, binding, 0, onDevice, 0, region.bytes().length)
                    : new GpuBinding.Storage(set, binding, 0, onDevice, 0, region.bytes().length));
        });
        push = memory.pushConstants();
        words = module;
    }

    private int groups(int axis) {
        return job.get("groups").get(axis).integer(1);
    }

    /** The module's words. */
    int[] words() {
        return words;
    }

    GpuShader module() {
        return device.shader(words, name);
    }

    GpuPipeline pipeline(GpuShader module) {
        return device.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, module), new BindingLayout(slots, 4 * push.length)));
    }

    /** Records the job's workgroups that many times, each waiting for those before. */
    void record(GpuCommands commands, GpuPipeline pipeline, int times) {
        commands.pipeline(pipeline);
        commands.bindings(bindings);
        if (push.length > 0) {
            commands.pushConstants(0, push);
        }
        for (int i = 0; i < times; i++) {
            if (i > 0) {
                commands.barrier();
            }
            commands.dispatch(groups(0), groups(1), groups(2));
        }
    }

    /** For messages. */
    String name() {
        return name;
    }

    /** Runs the job once; what each of its buffers holds then. */
    Map<Json, byte[]> run() {
        try (GpuShader module = module(); GpuCommands commands = device.commands(name)) {
            record(commands, pipeline(module), 1);
            Dispatch.finish(device, commands, name);
        }
        buffers.fetch();
        Map<Json, byte[]> held = new HashMap<>();
        regions.forEach((buffer, region) -> held.put(buffer, region.bytes()));
        return held;
    }

    @Override
    public void close() {
        buffers.close();
    }
}
