package org.lierne.shader.harness;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuDevice;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.recompiler.program.ShaderTranslator;
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
        Map<Json, byte[]> given;
        try (JobDispatch dispatch = JobDispatch.translated(device, BufferMemory.READBACK, oracle, id, job, program, translator, options)) {
            given = dispatch.run();
        }
        Map<Json, byte[]> expected = against == ShaderCorpus.Against.STORED ? stored(oracle, id, job) : original(oracle, id, job);
        int maxUlp = job.get("compare").text().equals("ulp") ? job.get("max_ulp").integer(0) : 0;
        for (Json buffer : job.get("buffers").items()) {
            byte[] want = expected.get(buffer);
            byte[] have = given.get(buffer);
            if (want != null && have != null) {
                String difference = Comparison.buffer(buffer.get("layout"), want, have, maxUlp);
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

    /** What the job's original module gives on this device. */
    private Map<Json, byte[]> original(CorpusFolder oracle, String id, Json job) {
        try (JobDispatch dispatch = JobDispatch.original(device, BufferMemory.READBACK, oracle, id, job)) {
            return dispatch.run();
        }
    }
}
