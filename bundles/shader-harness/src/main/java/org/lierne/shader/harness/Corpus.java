package org.lierne.shader.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.recompiler.program.CompileQueue;
import org.lierne.recompiler.program.ComputeInterpreter;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ProgramCost;
import org.lierne.recompiler.program.ShaderCompiler;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.recompiler.program.WaveDebugger;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;

/** The corpus service. A device is opened for each call and closed at its end. */
@Component(service = ShaderCorpus.class)
public final class Corpus implements ShaderCorpus {
    /** T#s of 8_8_8_8_UNORM as 2D, 3D, cube, 2D array and of 32_UINT as 2D and 3D. */
    private static final List<int[]> IMAGES = List.of(
            new int[] {0x10, 0xc3800000, 0x803fc03f, 0x90000fac, 0, 0, 0, 0},
            new int[] {0x10, 0xc3800000, 0x803fc03f, 0xa0000fac, 15, 0, 0, 0},
            new int[] {0x10, 0xc3800000, 0x803fc03f, 0xb0000fac, 5, 0, 0, 0},
            new int[] {0x10, 0xc3800000, 0x803fc03f, 0xd0000fac, 3, 0, 0, 0},
            new int[] {0x10, 0xc1400000, 0x803fc03f, 0x90000fac, 0, 0, 0, 0},
            new int[] {0x10, 0xc1400000, 0x803fc03f, 0xa0000fac, 15, 0, 0, 0});

    private final ShaderTranslator translator;
    private final ShaderCompiler compiler;
    private final @Nullable GpuDevices devices;
    private final @Nullable ComputeInterpreter interpreter;
    private final @Nullable WaveDebugger debugger;

    @Activate
    public Corpus(@Reference ShaderTranslator translator, @Reference ShaderCompiler compiler,
                  @Reference(cardinality = ReferenceCardinality.OPTIONAL) @Nullable GpuDevices devices,
                  @Reference(cardinality = ReferenceCardinality.OPTIONAL) @Nullable ComputeInterpreter interpreter,
                  @Reference(cardinality = ReferenceCardinality.OPTIONAL) @Nullable WaveDebugger debugger) {
        this.translator = translator;
        this.compiler = compiler;
        this.devices = devices;
        this.interpreter = interpreter;
        this.debugger = debugger;
    }

    @Override
    public void translate(Path corpus, Selection selection, Consumer<Row> rows) {
        try (CorpusFolder folder = CorpusFolder.open(corpus); CompileQueue queue = compiler.open(corpus.toString())) {
            Map<String, CorpusProgram> programs = folder.programs();
            TranslationOptions options = options(selection, facts(selection));
            List<CompileQueue.Pending<Row>> started = CorpusFolder.select(programs.keySet(), selection.ids()).stream()
                    .map(id -> queue.start(id, () -> row(id, () -> {
                        TranslatedShader shader = translate(java.util.Objects.requireNonNull(programs.get(id)), options);
                        return new Row(id, true, id + ": " + describe(shader), shader.spirv());
                    }))).toList();
            started.forEach(row -> rows.accept(row.get()));
        }
    }

    private static String describe(TranslatedShader shader) {
        String passes = shader.plan().stream().map(run -> "%s%s %.2f ms".formatted(run.id(), run.changed() ? "*" : "",
                run.nanoseconds() / 1e6)).collect(Collectors.joining(", "));
        String bindings = shader.bindings().stream().map(Corpus::describe).collect(Collectors.joining(", "));
        return "%d words; passes [%s]; bindings [%s]; floats [%s]; variant %s".formatted(shader.spirvWords(), passes, bindings,
                String.join(", ", FloatExecutionModes.of(shader.spirv())), shader.variantKey());
    }

    private static String describe(HostBinding binding) {
        return binding.set() + "." + binding.binding() + " " + binding.kind().name().toLowerCase(java.util.Locale.ROOT)
                + (binding.resource() < 0 ? "" : " " + binding.resource());
    }

    /**
     * Translates a program with made-up descriptors of the kinds it declares. The index does not say what dimension an image has, so each
     * image in turn takes the shapes of {@link #IMAGES} until the program gets past it.
     */
    private TranslatedShader translate(CorpusProgram program, TranslationOptions options) {
        if (program.isCaptured()) {
            ShaderProgram captured = program.describe(CorpusProgram.Partner.NONE, 0);
            return translator.translate(captured, translator.analyze(captured, options), CapturedState.descriptors(program.json()), options);
        }
        JobMemory memory = new JobMemory();
        memory.fillMissing(program, Corpus::madeUp);
        ShaderProgram described = program.describe(CorpusProgram.Partner.NONE, memory.code(program));
        ShaderLayout layout = translator.analyze(described, options);
        DescriptorWalker walker = new DescriptorWalker(userData(memory, program), memory.regions);
        List<DescriptorWords> descriptors = new ArrayList<>(layout.walk(walker));
        for (ShaderResource resource : layout.resources()) {
            if (resource.kind() == ShaderResource.Kind.IMAGE) {
                descriptors.set(resource.index(), fitting(described, layout, descriptors, resource.index(), options));
            }
        }
        return translator.translate(described, layout, descriptors, options);
    }

    /** The first shape of an image that is not what the program is refused for; the plain one when none is. */
    private DescriptorWords fitting(ShaderProgram program, ShaderLayout layout, List<DescriptorWords> descriptors, int index,
                                    TranslationOptions options) {
        int furthest = -1;
        DescriptorWords best = descriptors.get(index);
        for (int[] words : IMAGES) {
            List<DescriptorWords> tried = new ArrayList<>(descriptors);
            tried.set(index, DescriptorWords.of(words));
            try {
                translator.translate(program, layout, tried, options);
                return DescriptorWords.of(words);
            } catch (TranslationRefused refused) {
                if (refused.pc() > furthest) {
                    furthest = refused.pc();
                    best = DescriptorWords.of(words);
                }
            }
        }
        return best;
    }

    private static int[] userData(JobMemory memory, CorpusProgram program) {
        return program.json().get("abi").text().equals("radv") ? memory.userData(program) : new int[CorpusProgram.USER_DATA_DWORDS];
    }

    /** Words of a descriptor of this kind: a raw buffer, a texel buffer, a 2D image of 8_8_8_8_UNORM, a plain sampler. */
    private static int[] madeUp(String kind) {
        int[] buffer = {0x1000, 0x10, 0x10000, 0x3101_6fac};
        int[] image = IMAGES.getFirst();
        int[] sampler = {0x92, 0x00fff000, 0x00500000, 0};
        return switch (kind) {
            case "storage_texel_buffer", "uniform_texel_buffer" -> new int[] {0x1000, 4 << 16 | 0x10, 0x1000, 0x1103_8fac};
            case "sampled_image", "storage_image" -> image;
            case "sampler" -> sampler;
            case "combined_image_sampler" -> {
                int[] both = java.util.Arrays.copyOf(image, 24);
                System.arraycopy(sampler, 0, both, 20, 4);
                yield both;
            }
            default -> buffer;
        };
    }

    @Override
    public void run(Path oracle, Path programs, Selection selection, Machine machine, Against against, Consumer<Row> rows) {
        if (machine == Machine.INTERPRETER) {
            interpret(oracle, programs, selection, against, rows);
            return;
        }
        try (CorpusFolder jobs = CorpusFolder.open(oracle); CorpusFolder code = CorpusFolder.open(programs); GpuDevice device = FirstDevice.open(devices)) {
            Map<String, CorpusProgram> known = code.programs();
            HostFacts facts = facts(device, selection);
            ComputeRunner runner = new ComputeRunner(device, translator, options(selection, facts));
            for (String id : CorpusFolder.select(jobs.jobs(), selection.ids())) {
                rows.accept(row(id, () -> compared(id, runner.run(jobs, id, program(jobs, id, known), against))));
            }
        }
    }

    private void interpret(Path oracle, Path programs, Selection selection, Against against, Consumer<Row> rows) {
        ComputeInterpreter machine = interpreter;
        if (machine == null) {
            throw new IllegalArgumentException("no bundle offers the interpreter");
        }
        if (against == Against.ORIGINAL) {
            throw new IllegalArgumentException("original modules run on a device only: use --against stored");
        }
        try (CorpusFolder jobs = CorpusFolder.open(oracle); CorpusFolder code = CorpusFolder.open(programs)) {
            Map<String, CorpusProgram> known = code.programs();
            InterpreterRunner runner = new InterpreterRunner(machine);
            for (String id : CorpusFolder.select(jobs.jobs(), selection.ids())) {
                rows.accept(row(id, () -> compared(id, runner.run(jobs, id, program(jobs, id, known)))));
            }
        }
    }

    private static CorpusProgram program(CorpusFolder jobs, String id, Map<String, CorpusProgram> known) {
        String program = jobs.job(id).get("program").text();
        CorpusProgram found = known.get(program);
        if (found == null) {
            throw new IllegalArgumentException("the programs folder has no " + program);
        }
        return found;
    }

    @Override
    public void measure(Path oracle, Path programs, Selection selection, Consumer<ProgramCost> costs, Consumer<Row> refusals) {
        try (CorpusFolder jobs = CorpusFolder.open(oracle); CorpusFolder code = CorpusFolder.open(programs); GpuDevice device = FirstDevice.open(devices)) {
            Map<String, CorpusProgram> known = code.programs();
            CostMeter meter = new CostMeter(device, translator, options(selection, facts(device, selection)));
            for (String id : CorpusFolder.select(jobs.jobs(), selection.ids())) {
                Row row = row(id, () -> {
                    meter.add(jobs, id, program(jobs, id, known));
                    return new Row(id, true, "", new int[0]);
                });
                if (!row.passed()) {
                    refusals.accept(row);
                }
            }
            meter.costs().forEach(costs);
        }
    }

    @Override
    public void draw(Path jobs, Path programs, Selection selection, Against against, Consumer<Row> rows) {
        try (CorpusFolder folder = CorpusFolder.open(jobs); CorpusFolder code = CorpusFolder.open(programs); GpuDevice device = FirstDevice.open(devices)) {
            Map<String, CorpusProgram> known = code.programs();
            DrawRunner runner = new DrawRunner(device, translator, options(selection, facts(device, selection)));
            for (String id : CorpusFolder.select(folder.jobs(), selection.ids())) {
                rows.accept(row(id, () -> compared(id, runner.run(folder, id, known, against))));
            }
        }
    }

    private static Row compared(String id, @Nullable String difference) {
        return new Row(id, difference == null, id + ": " + (difference == null ? "equal" : "differs at " + difference), new int[0]);
    }

    @Override
    public String list(Path corpus, String id, Selection selection, ShaderTranslator.Listing listing, String afterPass) {
        try (CorpusFolder folder = CorpusFolder.open(corpus)) {
            CorpusProgram program = folder.programs().get(id);
            if (program == null) {
                throw new IllegalArgumentException("there is no " + id + " in this folder");
            }
            TranslationOptions options = options(selection, facts(selection));
            if (program.isCaptured()) {
                return translator.list(program.describe(CorpusProgram.Partner.NONE, 0), CapturedState.descriptors(program.json()), options,
                        listing, afterPass);
            }
            JobMemory memory = new JobMemory();
            memory.fillMissing(program, Corpus::madeUp);
            ShaderProgram described = program.describe(CorpusProgram.Partner.NONE, memory.code(program));
            boolean asLifted = listing == ShaderTranslator.Listing.GRAPH || afterPass.equals("lift");
            List<DescriptorWords> descriptors = asLifted ? List.of()
                    : translator.analyze(described, options).walk(new DescriptorWalker(userData(memory, program), memory.regions));
            return translator.list(described, descriptors, options, listing, afterPass);
        }
    }

    @Override
    public WaveDebugger.Session step(Path corpus, String id) {
        WaveDebugger opener = debugger;
        if (opener == null) {
            throw new IllegalArgumentException("no bundle offers the interpreter");
        }
        try (CorpusFolder folder = CorpusFolder.open(corpus)) {
            CorpusProgram program = folder.programs().get(id);
            if (program == null) {
                throw new IllegalArgumentException("there is no " + id + " in this folder");
            }
            JobMemory memory = new JobMemory();
            memory.fillMissing(program, Corpus::madeUp);
            int[] userData = userData(memory, program);
            ShaderProgram described = program.describe(CorpusProgram.Partner.NONE, memory.code(program));
            return opener.open(described, userData, new InterpreterRunner.RegionMemory(memory.regions));
        }
    }

    // Devices.

    private HostFacts facts(Selection selection) {
        if (devices != null) {
            try {
                HostFacts facts = DeviceFacts.of(devices.list().getFirst());
                return selection.subgroup() == 0 ? facts : facts.withSubgroupSize(selection.subgroup());
            } catch (GpuUnavailable e) {
                // Translation needs no device; the common facts stand for one.
                return HostFacts.common(selection.subgroup() == 0 ? 32 : selection.subgroup());
            }
        }
        return HostFacts.common(selection.subgroup() == 0 ? 32 : selection.subgroup());
    }

    private static HostFacts facts(GpuDevice device, Selection selection) {
        HostFacts facts = DeviceFacts.of(device.facts());
        return selection.subgroup() == 0 ? facts : facts.withSubgroupSize(selection.subgroup());
    }

    private static TranslationOptions options(Selection selection, HostFacts facts) {
        return new TranslationOptions("", selection.switches(), facts, false);
    }

    private interface Attempt {
        Row make();
    }

    /** A row whatever happens: a refusal is one, and so is a mistake of ours. */
    private static Row row(String id, Attempt attempt) {
        try {
            return attempt.make();
        } catch (TranslationRefused e) {
            return new Row(id, false, id + ": " + e.getMessage(), new int[0]);
        } catch (IllegalArgumentException e) {
            return new Row(id, false, id + ": refused: " + e.getMessage(), new int[0]);
        } catch (RuntimeException e) {
            String place = e.getStackTrace().length == 0 ? "" : " at " + e.getStackTrace()[0];
            return new Row(id, false, id + ": failed: " + e + place, new int[0]);
        }
    }
}
