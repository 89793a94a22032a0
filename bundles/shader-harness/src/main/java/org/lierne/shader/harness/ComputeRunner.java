package org.lierne.shader.harness;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.ShaderStage;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;

/** Executes one compute job on a device. */
final class ComputeRunner {
    private final GpuDevice device;
    private final ShaderTranslator translator;
    private final TranslationOptions options;

    ComputeRunner(GpuDevice device, ShaderTranslator translator, TranslationOptions options) {
        this.device = device;
        this.translator = translator;
        this.options = options;
    }

    /** Null when the job's outputs are as they should be, else what differs. */
    @Nullable String run(CorpusFolder oracle, String id, CorpusProgram program, ShaderCorpus.Against against) {
        Json job = oracle.job(id);
        JobMemory memory = new JobMemory();
        memory.pushConstants(HexFormat.of().parseHex(job.get("push_constants").text("")));
        Map<Json, GuestRegions.Region> regions = new HashMap<>();
        for (Json buffer : job.get("buffers").items()) {
            regions.put(buffer, memory.buffer(buffer.get("set").integer(0), buffer.get("binding").integer(0), 0,
                    oracle.bytes(id + "/" + buffer.get("input").text())));
        }
        Map<Json, byte[]> expected = against == ShaderCorpus.Against.STORED ? stored(oracle, id, job) : original(oracle, id, job);
        execute(program, memory, job);
        int maxUlp = job.get("compare").text().equals("ulp") ? job.get("max_ulp").integer(0) : 0;
        for (Json buffer : job.get("buffers").items()) {
            byte[] want = expected.get(buffer);
            GuestRegions.Region region = regions.get(buffer);
            if (want != null && region != null) {
                String difference = Comparison.buffer(buffer.get("layout"), want, region.bytes(), maxUlp);
                if (difference != null) {
                    return "set " + buffer.get("set") + " binding " + buffer.get("binding") + " " + difference;
                }
            }
        }
        return null;
    }

    /** The outputs that come with the job. */
    static Map<Json, byte[]> stored(CorpusFolder oracle, String id, Json job) {
        Map<Json, byte[]> expected = new HashMap<>();
        for (Json buffer : job.get("buffers").items()) {
            String file = buffer.get("expected").text("");
            if (!file.isEmpty()) {
                expected.put(buffer, oracle.bytes(id + "/" + (file.equals("unchanged") ? buffer.get("input").text() : file)));
            }
        }
        return expected;
    }

    private void execute(CorpusProgram corpusProgram, JobMemory memory, Json job) {
        int[] userData = memory.userData(corpusProgram);
        ShaderProgram program = corpusProgram.describe(CorpusProgram.Partner.NONE, memory.code(corpusProgram));
        ShaderLayout layout = translator.analyze(program, options);
        DescriptorWalker walker = new DescriptorWalker(userData, memory.regions);
        List<DescriptorWords> descriptors = layout.walk(walker);
        TranslatedShader shader = translator.translate(program, layout, descriptors, options);
        Json groups = job.get("groups");
        Map<ConstantWord.DrawValue, Integer> values = Map.of(ConstantWord.DrawValue.GROUPS_X, groups.get(0).integer(1),
                ConstantWord.DrawValue.GROUPS_Y, groups.get(1).integer(1), ConstantWord.DrawValue.GROUPS_Z, groups.get(2).integer(1));
        try (DeviceBindings bindings = new DeviceBindings(device, memory)) {
            bindings.add(shader, ShaderStage.COMPUTE, walker, descriptors, values);
            dispatch(shader.spirv(), bindings.layout(), bindings.bindings(), new int[0], groups, program.toString());
            bindings.fetch();
        }
    }

    private void dispatch(int[] spirv, BindingLayout layout, List<GpuBinding> bindings, int[] push, Json groups, String name) {
        try (GpuShader module = device.shader(spirv, name)) {
            Dispatch.run(device, module, layout, bindings, push, groups.get(0).integer(1), groups.get(1).integer(1),
                    groups.get(2).integer(1));
        }
    }

    /** What the job's original module gives on this device. */
    private Map<Json, byte[]> original(CorpusFolder oracle, String id, Json job) {
        JobMemory memory = new JobMemory();
        Map<Json, GuestRegions.Region> regions = new HashMap<>();
        List<BindingSlot> slots = new java.util.ArrayList<>();
        List<GpuBinding> bound = new java.util.ArrayList<>();
        try (DeviceBindings buffers = new DeviceBindings(device, memory)) {
            for (Json buffer : job.get("buffers").items()) {
                int set = buffer.get("set").integer(0);
                int binding = buffer.get("binding").integer(0);
                GuestRegions.Region region = memory.buffer(set, binding, 0, oracle.bytes(id + "/" + buffer.get("input").text()));
                regions.put(buffer, region);
                GpuBuffer onDevice = buffers.buffer(region);
                boolean uniform = buffer.get("kind").text().equals("uniform_buffer");
                slots.add(new BindingSlot(set, binding, uniform ? BindingKind.UNIFORM_BUFFER : BindingKind.STORAGE_BUFFER, 1,
                        Set.of(ShaderStage.COMPUTE)));
                bound.add(uniform ? new GpuBinding.Uniform(set, binding, 0, onDevice, 0, region.bytes().length)
                        : new GpuBinding.Storage(set, binding, 0, onDevice, 0, region.bytes().length));
            }
            byte[] push = HexFormat.of().parseHex(job.get("push_constants").text(""));
            int[] words = new int[push.length / 4];
            java.nio.ByteBuffer.wrap(push).order(java.nio.ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
            dispatch(oracle.words(id + "/" + job.get("spirv").text()), new BindingLayout(slots, push.length), bound, words,
                    job.get("groups"), id + " original");
            buffers.fetch();
        }
        Map<Json, byte[]> expected = new HashMap<>();
        regions.forEach((buffer, region) -> expected.put(buffer, region.bytes()));
        return expected;
    }
}
