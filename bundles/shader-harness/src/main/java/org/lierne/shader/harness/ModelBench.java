package org.lierne.shader.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ModelCosts;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;

/**
 * Measures float models. What is compared is measured in turns, several times over, and the medians count; a dispatch, or a row of them, is
 * made long enough for the device's clock first.
 */
@Component(service = ModelCosts.class)
public final class ModelBench implements ModelCosts {
    private static final String MODELS = "pass.float.";
    private static final int TURNS = 5;
    private static final double LONG_ENOUGH_NS = 2e6;
    /** Of twice the rounds, over the time of half of them. */
    private static final double LEAST_GROWTH = 1.4;
    private static final int FEWEST_ROUNDS = 16;
    private static final int MOST_ROUNDS = 1 << 20;
    private static final int MOST_DISPATCHES = 1 << 10;

    private final ShaderTranslator translator;
    private final @Nullable GpuDevices devices;

    @Activate
    public ModelBench(@Reference ShaderTranslator translator,
                      @Reference(cardinality = ReferenceCardinality.OPTIONAL) @Nullable GpuDevices devices) {
        this.translator = translator;
        this.devices = devices;
    }

    @Override
    public void loops(Consumer<Cost> costs, Consumer<String> refused) {
        try (GpuDevice device = FirstDevice.open(devices); DispatchClock clock = DispatchClock.ofDevice(device)) {
            for (AluLoop loop : AluLoop.all()) {
                Variants<AluLoop.Loaded> variants = new Variants<>(DeviceFacts.of(device.facts()),
                        options -> loop.load(device, translator, options), loaded -> loaded.program().shader());
                int rounds = longEnough(FEWEST_ROUNDS, MOST_ROUNDS, count -> timed(clock, variants.plain, count));
                if (timed(clock, variants.plain, rounds) < LEAST_GROWTH * timed(clock, variants.plain, rounds / 2)) {
                    refused.accept(loop.subject() + ": the driver makes less of the loop");
                } else {
                    measure(loop.subject(), variants, loaded -> timed(clock, loaded, rounds), costs);
                }
                variants.loaded.forEach(loaded -> loaded.program().close());
            }
        }
    }

    private static double timed(DispatchClock clock, AluLoop.Loaded loop, int rounds) {
        loop.rounds(rounds);
        return timed(clock, loop.program(), 1);
    }

    /** Of one dispatch, of that many in a row. */
    private static double timed(DispatchClock clock, LoadedProgram program, int dispatches) {
        return clock.nanoseconds(dispatches + " dispatches", commands -> program.record(commands, dispatches)) / dispatches;
    }

    @Override
    public void jobs(Path oracle, Path programs, Consumer<Cost> costs, Consumer<String> refused) {
        try (CorpusFolder jobs = CorpusFolder.open(oracle); CorpusFolder code = CorpusFolder.open(programs);
                GpuDevice device = FirstDevice.open(devices); DispatchClock clock = DispatchClock.ofDevice(device)) {
            Map<String, CorpusProgram> known = code.programs();
            for (String id : jobs.jobs()) {
                try {
                    CorpusProgram program = known.get(jobs.job(id).get("program").text());
                    if (program == null) {
                        throw new IllegalArgumentException("the programs folder has no " + jobs.job(id).get("program").text());
                    }
                    Variants<LoadedProgram> variants = new Variants<>(DeviceFacts.of(device.facts()),
                            options -> load(device, options, jobs, id, program), LoadedProgram::shader);
                    int dispatches = longEnough(1, MOST_DISPATCHES, count -> count * timed(clock, variants.plain, count));
                    measure(id, variants, loaded -> timed(clock, loaded, dispatches), costs);
                    variants.loaded.forEach(LoadedProgram::close);
                } catch (TranslationRefused | IllegalArgumentException e) {
                    refused.accept(id + ": " + e.getMessage());
                }
            }
        }
    }

    private LoadedProgram load(GpuDevice device, TranslationOptions options, CorpusFolder jobs, String id, CorpusProgram program) {
        Json job = jobs.job(id);
        JobMemory memory = new JobMemory();
        memory.computeJob(jobs, id, job);
        Json groups = job.get("groups");
        return LoadedProgram.of(device, BufferMemory.DEVICE, JobProgram.of(program, memory),
                new LoadedProgram.Groups(groups.get(0).integer(1), groups.get(1).integer(1), groups.get(2).integer(1)), translator, options);
    }

    /** One program without models, with all, and with each that changes it. */
    private static final class Variants<T> {
        private final List<T> loaded = new ArrayList<>();
        private final T plain;
        private final Map<String, T> modelled = new LinkedHashMap<>();

        Variants(HostFacts host, Function<TranslationOptions, T> load, Function<T, TranslatedShader> shader) {
            T all = load.apply(TranslationOptions.forHost(host));
            List<TranslatedShader.PassRun> models = shader.apply(all).plan().stream().filter(run -> run.id().startsWith(MODELS)).toList();
            Map<String, Boolean> off = models.stream().collect(Collectors.toMap(TranslatedShader.PassRun::id, _ -> false));
            plain = load.apply(new TranslationOptions("", off, host, false));
            loaded.addAll(List.of(all, plain));
            // Where no model changes anything, all of them cost nothing.
            modelled.put(ALL, models.stream().anyMatch(TranslatedShader.PassRun::changed) ? all : plain);
            for (TranslatedShader.PassRun model : models) {
                if (model.changed()) {
                    Map<String, Boolean> alone = new LinkedHashMap<>(off);
                    alone.put(model.id(), true);
                    T variant = load.apply(new TranslationOptions("", alone, host, false));
                    loaded.add(variant);
                    modelled.put(model.id(), variant);
                }
            }
        }
    }

    /** The first turn does not count: driver and device get used to each variant. */
    private static <T> void measure(String subject, Variants<T> variants, ToDoubleFunction<T> time, Consumer<Cost> costs) {
        double[] plain = new double[1 + TURNS];
        Map<String, double[]> modelled = new LinkedHashMap<>();
        for (int turn = 0; turn <= TURNS; turn++) {
            plain[turn] = time.applyAsDouble(variants.plain);
            for (Map.Entry<String, T> variant : variants.modelled.entrySet()) {
                modelled.computeIfAbsent(variant.getKey(), _ -> new double[1 + TURNS])[turn] =
                        variant.getValue() == variants.plain ? plain[turn] : time.applyAsDouble(variant.getValue());
            }
        }
        modelled.forEach((model, times) -> costs.accept(new Cost(subject, model, median(plain), median(times))));
    }

    private static double median(double[] values) {
        double[] sorted = Arrays.copyOfRange(values, 1, values.length);
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static int longEnough(int fewest, int most, IntToDoubleFunction nanoseconds) {
        int count = fewest;
        while (count < most && nanoseconds.applyAsDouble(count) < LONG_ENOUGH_NS) {
            count *= 2;
        }
        return count;
    }
}
