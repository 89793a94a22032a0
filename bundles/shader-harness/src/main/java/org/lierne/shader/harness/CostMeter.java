package org.lierne.shader.harness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GpuShader;
import org.lierne.recompiler.program.ProgramCost;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslationOptions;

/** Measures programs of compute jobs, and their original modules beside them. */
final class CostMeter {
    /** Rounds over all programs until the process is warm. */
    private static final int WARMING = 40;
    /** Rounds whose times count. */
    private static final int ROUNDS = 11;
    /** Batches of dispatches; the shortest counts. */
    private static final int BATCHES = 7;
    /** A batch goes on about as long. */
    private static final long BATCH_NS = 2_000_000;
    private static final int MOST_DISPATCHES = 256;

    private final GpuDevice device;
    private final ShaderTranslator translator;
    private final TranslationOptions options;
    private final List<Measured> measured = new ArrayList<>();

    CostMeter(GpuDevice device, ShaderTranslator translator, TranslationOptions options) {
        this.device = device;
        this.translator = translator;
        this.options = options;
    }

    /** A program with what is known of it so far. */
    private record Measured(String id, CorpusProgram program, JobProgram input, int words, int originalWords, Run translated, Run original,
            long[] translations) {}

    /** What a module took on the device. */
    private record Run(long startNs, long dispatchNs) {}

    /** Runs a job on the device and keeps its program for {@link #costs}. */
    void add(CorpusFolder oracle, String id, CorpusProgram program) {
        Json job = oracle.job(id);
        JobMemory memory = new JobMemory();
        memory.computeJob(oracle, id, job);
        JobProgram input = JobProgram.of(program, memory);
        try (JobDispatch translated = JobDispatch.translated(device, BufferMemory.DEVICE, oracle, id, job, program, translator, options);
                JobDispatch original = JobDispatch.original(device, BufferMemory.DEVICE, oracle, id, job)) {
            measured.add(new Measured(id, program, input, translated.words().length, original.words().length, run(translated), run(original),
                    new long[ROUNDS]));
        }
    }

    /** Translates all programs until that goes as fast as it will. */
    List<ProgramCost> costs() {
        for (int round = -WARMING; round < ROUNDS; round++) {
            for (Measured each : measured) {
                long start = System.nanoTime();
                each.input.translate(translator.afresh(), options);
                if (round >= 0) {
                    each.translations[round] = System.nanoTime() - start;
                }
            }
        }
        return measured.stream().map(CostMeter::cost).toList();
    }

    private static ProgramCost cost(Measured of) {
        Arrays.sort(of.translations);
        return new ProgramCost(of.id, of.program.json().get("instructions").integer(0), of.words, of.originalWords, of.translations[ROUNDS / 2],
                of.translated.startNs, of.translated.dispatchNs, of.original.startNs, of.original.dispatchNs);
    }

    private Run run(JobDispatch job) {
        try (GpuShader module = job.module(); DispatchClock clock = new DispatchClock(device)) {
            long start = System.nanoTime();
            GpuPipeline pipeline = job.pipeline(module);
            batch(clock, job, pipeline, 1);
            long first = System.nanoTime() - start;
            double once = batch(clock, job, pipeline, 1);
            int times = (int) Math.clamp(BATCH_NS / Math.max(1, once), 2, MOST_DISPATCHES);
            double shortest = Double.MAX_VALUE;
            for (int i = 0; i < BATCHES; i++) {
                shortest = Math.min(shortest, batch(clock, job, pipeline, times) / times);
            }
            return new Run(first, Math.max(1, (long) shortest));
        }
    }

    private static double batch(DispatchClock clock, JobDispatch job, GpuPipeline pipeline, int times) {
        return clock.nanoseconds(job.name(), commands -> job.record(commands, pipeline, times));
    }
}
