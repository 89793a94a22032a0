package org.lierne.recompiler.core.translate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.flow.FlowModes;
import org.lierne.recompiler.core.flow.TableCalls;
import org.lierne.recompiler.core.flow.TailJumps;
import org.lierne.recompiler.core.lift.LaunchedLanes;
import org.lierne.recompiler.core.lift.Lift;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.core.plan.PassPlan;
import org.lierne.recompiler.core.plan.PlanRefused;
import org.lierne.recompiler.core.spirv.EmittedModule;
import org.lierne.recompiler.core.spirv.SpirvEmitter;
import org.lierne.recompiler.core.spirv.WaveLayout;
import org.lierne.recompiler.core.spirv.WaveModes;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.SpirvEstimate;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.SpirvTools;
import org.lierne.recompiler.program.TableCall;
import org.lierne.recompiler.program.TailJump;
import org.lierne.recompiler.program.TranslatedPrograms;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;

/** The translator service. */
@Component(service = {ShaderTranslator.class, TranslatedPrograms.class})
public final class Translator implements ShaderTranslator, TranslatedPrograms {
    private static final Logger LOG = LoggerFactory.getLogger(Translator.class);
    private static final String LIFT = "lift";
    private static final String WHATEVER_PASSES = " whatever passes run";

    /**
     * A program under some options: everything of a key but the descriptors.
     *
     * @param whateverKey the key for no passes in particular
     */
    record Prepared(String analysisKey, String whateverKey, PassPlan plan, Switches switches, Map<String, Boolean> shaping) {}

    private record Variant(String analysisKey, List<DescriptorWords> specialization) {}

    /** By the passes of one moment. */
    record Frozen(Translator translator, InstalledPasses.Snapshot snapshot) implements ShaderTranslator {
        @Override
        public @Nullable TailJump tailJump(ShaderProgram program, TranslationOptions options) {
            return translator.tailJump(program, options);
        }

        @Override
        public ShaderProgram link(ShaderProgram program, TailJump jump, int[] continuation, TranslationOptions options) {
            return translator.link(program, jump, continuation, options);
        }

        @Override
        public List<TableCall> tableCalls(ShaderProgram program, TranslationOptions options) {
            return translator.tableCalls(program, options);
        }

        @Override
        public ShaderProgram link(ShaderProgram program, List<TableCall> tables, List<Map<Long, int[]>> targets,
                                  TranslationOptions options) {
            return translator.link(program, tables, targets, options);
        }

        @Override
        public ShaderLayout analyze(ShaderProgram program, TranslationOptions options) {
            return translator.analyze(snapshot, program, options);
        }

        @Override
        public TranslatedShader translate(ShaderProgram program, ShaderLayout layout, List<DescriptorWords> descriptors,
                                          TranslationOptions options) {
            return translator.translate(snapshot, program, layout, descriptors, options);
        }

        @Override
        public String list(ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options, Listing listing,
                           String afterPass) {
            return translator.list(snapshot, program, descriptors, options, listing, afterPass);
        }
    }

    private final InstalledPasses passes;
    private final @Nullable SpirvTools tools;
    private final @Nullable CompatProfiles profiles;
    private final @Nullable CompatUse use;
    private final DiskCache disk;
    private final String ownCode;
    private final boolean validates;

    private final Map<String, ShaderLayout> layouts = new ConcurrentHashMap<>();
    private final Map<Variant, TranslatedShader> variants = new ConcurrentHashMap<>();
    private final SourcePrograms sources = new SourcePrograms();
    private final EqualWork<ShaderLayout> equalLayouts = new EqualWork<>();
    private final EqualWork<TranslatedShader> equalShaders = new EqualWork<>();
    private final TranslationLog log = new TranslationLog(this);

    /** In the framework. {@code lierne.shader=validate} validates every module and the IR between passes. */
    @Activate
    public Translator(BundleContext context, @Reference InstalledPasses passes,
                      @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                      @Nullable SpirvTools tools,
                      @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                      @Nullable CompatProfiles profiles,
                      @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                      @Nullable CompatUse use) {
        this(passes, tools, profiles, use, cacheFolder(context.getProperty("lierne.cache")), BundleCode.of(context.getBundle()),
                List.of(String.valueOf(context.getProperty("lierne.shader")).split(",")).contains("validate"));
    }

    /**
     * Outside of the framework.
     *
     * @param cache folder of the disk cache, null for none
     * @param ownCode stands for the code of lift, plan and emission in keys
     * @param validates whether the IR is checked between passes and every module by SPIRV-Tools
     */
    public Translator(InstalledPasses passes, @Nullable SpirvTools tools, @Nullable CompatProfiles profiles, @Nullable CompatUse use,
                      @Nullable Path cache, String ownCode, boolean validates) {
        this.passes = passes;
        this.tools = tools;
        this.profiles = profiles;
        this.use = use;
        this.disk = new DiskCache(cache);
        this.ownCode = ownCode;
        this.validates = validates;
    }

    private static @Nullable Path cacheFolder(@Nullable String cache) {
        return cache == null ? null : CacheHousekeeping.open(Path.of(cache, "shaders"));
    }

    @Override
    public ShaderTranslator frozen() {
        InstalledPasses.Snapshot now = passes.now();
        return now.frozen(this);
    }

    @Override
    public ShaderTranslator afresh() {
        return new Translator(passes, tools, profiles, use, null, ownCode, validates);
    }

    @Override
    public @Nullable TailJump tailJump(ShaderProgram program, TranslationOptions options) {
        TailJump jump = TailJumps.find(program, Lift.constants(program));
        FlowModes mode = TailJumps.mode(program.stage());
        if (jump != null && mode != null && !switches(options).isOn(mode)) {
            throw new TranslationRefused(program.stage(), program.id(), jump.pc(), "",
                    "jumps to an address in user data, and linking that is off", mode.id());
        }
        return jump;
    }

    @Override
    public ShaderProgram link(ShaderProgram program, TailJump jump, int[] continuation, TranslationOptions options) {
        ShaderProgram linked = TailJumps.link(program, jump, continuation, Lift.constants(program));
        FlowModes mode = TailJumps.mode(program.stage());
        if (use != null && mode != null) {
            use.acted(mode.id(), "%s pc=0x%04x, a jump".formatted(program, jump.pc()));
        }
        return linked;
    }

    @Override
    public List<TableCall> tableCalls(ShaderProgram program, TranslationOptions options) {
        List<TableCall> tables = TableCalls.find(program, Lift.constants(program));
        for (TableCall table : tables) {
            if (!switches(options).isOn(mode(table))) {
                throw new TranslationRefused(program.stage(), program.id(), table.pc(), "", table.fetches()
                        ? "calls a fetch program, and linking that is off" : "calls through a table in memory, and linking that is off", mode(table).id());
            }
        }
        return tables;
    }

    private static FlowModes mode(TableCall table) {
        return table.fetches() ? FlowModes.FETCH_PROGRAM : FlowModes.CALL_LINKER;
    }

    @Override
    public ShaderProgram link(ShaderProgram program, List<TableCall> tables, List<Map<Long, int[]>> targets, TranslationOptions options) {
        ShaderProgram linked = TableCalls.link(program, tables, targets, switches(options).isOn(FlowModes.UNLINKED_STOPS),
                Lift.constants(program));
        CompatUse counted = use;
        if (counted != null) {
            for (int i = 0; i < tables.size(); i++) {
                LinkedCall call = linked.calls().get(i);
                counted.acted(mode(tables.get(i)).id(), "%s pc=0x%04x, a call: %d copies".formatted(program, call.pc(), call.copies().size()));
            }
        }
        return linked;
    }

    @Override
    public ShaderLayout analyze(ShaderProgram program, TranslationOptions options) {
        return analyze(passes.now(), program, options);
    }

    private ShaderLayout analyze(InstalledPasses.Snapshot installed, ShaderProgram program, TranslationOptions options) {
        Prepared work = prepare(installed, program, options);
        ShaderLayout known = layouts.get(work.analysisKey);
        if (known != null) {
            return known;
        }
        ShaderLayout layout = equalLayouts.find(work.whateverKey, analysisSteps(work), work.shaping);
        if (layout == null) {
            layout = readLayout(work.analysisKey);
        }
        if (layout == null) {
            SourcePrograms.Source source = source(program, options, work);
            if (work.switches.isOn(SourcePrograms.ID, true)) {
                sources.keep(work.analysisKey, new SourcePrograms.Source(source.module().copy(), source.runs()));
            }
            layout = findLayout(program, options, work, source);
            disk.write(work.analysisKey, EntryCodec.write(layout));
        }
        layouts.put(work.analysisKey, layout);
        return layout;
    }

    private static List<String> analysisSteps(Prepared work) {
        return work.plan.words(Invariant.DESCRIPTORS_RESOLVED);
    }

    private ShaderLayout findLayout(ShaderProgram program, TranslationOptions options, Prepared work, SourcePrograms.Source source) {
        IrModule module = source.module();
        runner(program, options, work, null, null).runFrom(module, work.plan, Invariant.DESCRIPTORS_RESOLVED,
                Invariant.DESCRIPTORS_RESOLVED);
        return new ShaderLayout(module.resources(), module.patches());
    }

    @Override
    public TranslatedShader translate(ShaderProgram program, ShaderLayout layout, List<DescriptorWords> descriptors,
                                      TranslationOptions options) {
        return translate(passes.now(), program, layout, descriptors, options);
    }

    private TranslatedShader translate(InstalledPasses.Snapshot installed, ShaderProgram program, ShaderLayout layout,
                                       List<DescriptorWords> descriptors, TranslationOptions options) {
        Prepared work = prepare(installed, program, options);
        Variant variant = new Variant(work.analysisKey, Specialization.of(layout, descriptors));
        TranslatedShader known = variants.get(variant);
        if (known != null) {
            return known;
        }
        SourcePrograms.Source source = sources.take(work.analysisKey);
        String whatever = VariantKey.ofVariant(work.whateverKey, variant.specialization);
        TranslatedShader shader = equalShaders.find(whatever, work.plan.words(), work.shaping);
        if (shader == null) {
            String key = VariantKey.ofVariant(work.analysisKey, variant.specialization);
            shader = readShader(key);
            if (shader == null) {
                shader = make(program, layout, variant.specialization, descriptors, options, work, source, key);
                disk.write(key, EntryCodec.write(shader));
            }
            equalShaders.keep(whatever, work.plan.words(), work.shaping, shader.plan(), shader);
            equalLayouts.keep(work.whateverKey, analysisSteps(work), work.shaping, shader.plan(), shader.layout());
            log.add(program, descriptors, options, shader);
        }
        TranslatedShader first = variants.putIfAbsent(variant, shader);
        return first == null ? shader : first;
    }

    private TranslatedShader make(ShaderProgram program, ShaderLayout layout, List<DescriptorWords> specialization,
                                  List<DescriptorWords> descriptors, TranslationOptions options, Prepared work,
                                  SourcePrograms.@Nullable Source kept, String key) {
        SourcePrograms.Source source = kept == null ? source(program, options, work) : kept;
        IrModule module = source.module();
        List<TranslatedShader.PassRun> runs = new ArrayList<>(source.runs());
        runs.addAll(runner(program, options, work, specialization, descriptors).runFrom(module, work.plan, Invariant.DESCRIPTORS_RESOLVED,
                null));
        long start = System.nanoTime();
        EmittedModule emitted = SpirvEmitter.emit(module, program, specialization, options, work.switches, use);
        runs.add(new TranslatedShader.PassRun("emit", System.nanoTime() - start, true));
        int[] spirv = emitted.spirv();
        validate(program, spirv, "emission");
        if (emitted.geometry().length > 0) {
            validate(program, emitted.geometry(), "emission of corners");
        }
        if (tools != null && work.switches.isOn(OptimizerModes.OPTIMISER)) {
            start = System.nanoTime();
            spirv = tools.optimize(spirv, OptimizerRecipe.of(spirv, work.switches));
            runs.add(new TranslatedShader.PassRun(OptimizerModes.OPTIMISER.id(), System.nanoTime() - start, true));
            validate(program, spirv, OptimizerModes.OPTIMISER.id());
        }
        LOG.atDebug().addMarker(MarkerFactory.getMarker("SHADER")).addKeyValue("variant", key)
                .log("translated {} to {} words", program, spirv.length);
        return new TranslatedShader(program.stage(), spirv, layout, emitted.bindings(), emitted.constants(), runs, key, emitted.geometry());
    }

    /** Rule A-012: a wave of a vertex program has the lanes that the host's subgroup has, and that is one where there are none. */
    private IrModule lift(ShaderProgram program, TranslationOptions options, Prepared work) {
        if (program.stage() != ShaderStage.VERTEX && program.stage() != ShaderStage.EVALUATION) {
            return Lift.module(program);
        }
        LaunchedLanes launched = new LaunchedLanes(WaveLayout.of(program, options.host()).lanes());
        IrModule module = Lift.module(program, launched);
        if (work.switches.isOn(WaveModes.WAVE_INFO) && launched.tell(module) && use != null) {
            use.acted(WaveModes.WAVE_INFO.id(), () -> program + ": reads how many lanes its wave has");
        }
        return module;
    }

    /** The program as it is before anything of its descriptors is known. */
    private SourcePrograms.Source source(ShaderProgram program, TranslationOptions options, Prepared work) {
        long start = System.nanoTime();
        IrModule module = lift(program, options, work);
        List<TranslatedShader.PassRun> runs = new ArrayList<>();
        runs.add(new TranslatedShader.PassRun(LIFT, System.nanoTime() - start, true));
        runs.addAll(runner(program, options, work, null, null).runBefore(module, work.plan, Invariant.DESCRIPTORS_RESOLVED));
        return new SourcePrograms.Source(module, runs);
    }

    private PassRunner runner(ShaderProgram program, TranslationOptions options, Prepared work,
                              @Nullable List<DescriptorWords> specialization, @Nullable List<DescriptorWords> descriptors) {
        return new PassRunner(program, options.host(), work.switches, specialization, descriptors, use, validates);
    }

    /** A module the validator rejects is our own mistake, never the guest's; a driver must not see it. */
    private void validate(ShaderProgram program, int[] spirv, String maker) {
        if (!validates || tools == null) {
            return;
        }
        List<String> findings = tools.validate(spirv);
        if (!findings.isEmpty()) {
            throw new IllegalStateException(maker + " of " + program + " gave a module that is not valid: "
                    + String.join("; ", findings));
        }
    }

    private static PassPlan plan(InstalledPasses.Snapshot installed, ShaderProgram program, Switches switches) {
        try {
            return installed.passPlan(program.stage(), switches);
        } catch (PlanRefused e) {
            throw new TranslationRefused(program.stage(), program.id(), -1, "", String.valueOf(e.getMessage()), null);
        }
    }

    private Switches switches(TranslationOptions options) {
        return profiles == null || options.titleId().isEmpty() ? new Switches(options.switches())
                : profiles.forTitle(options.titleId()).with(options.switches());
    }

    private Prepared prepare(InstalledPasses.Snapshot installed, ShaderProgram program, TranslationOptions options) {
        Switches switches = switches(options);
        PassPlan plan = plan(installed, program, switches);
        Map<TranslationOptions, Prepared> known = installed.prepared(program);
        Prepared work = known.get(options);
        if (work == null || work.plan != plan || !work.switches.equals(switches)) {
            Map<String, Boolean> shaping = installed.shaping(plan, switches);
            String fingerprint = ownCode + " " + plan.fingerprint() + " " + shaping + (tools == null ? "" : tools.version());
            work = new Prepared(VariantKey.ofAnalysis(program, options, fingerprint), VariantKey.ofAnalysis(program, options, ownCode + WHATEVER_PASSES),
                    plan, switches, shaping);
            known.put(options, work);
        }
        return work;
    }

    private @Nullable ShaderLayout readLayout(String key) {
        byte[] bytes = disk.read(key);
        try {
            return bytes == null ? null : EntryCodec.readLayout(bytes);
        } catch (java.io.IOException e) {
            return null;
        }
    }

    private @Nullable TranslatedShader readShader(String key) {
        byte[] bytes = disk.read(key);
        try {
            TranslatedShader shader = bytes == null ? null : EntryCodec.readShader(bytes);
            return shader != null && shader.variantKey().equals(key) ? shader : null;
        } catch (java.io.IOException e) {
            return null;
        }
    }

    @Override
    public List<Row> rows() {
        return log.rows();
    }

    @Override
    public Optional<String> text(String variant, View view) {
        return log.text(variant, view);
    }

    // Listings.

    @Override
    public String list(ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options, Listing listing,
                       String afterPass) {
        return list(passes.now(), program, descriptors, options, listing, afterPass);
    }

    private String list(InstalledPasses.Snapshot installed, ShaderProgram program, List<DescriptorWords> descriptors,
                        TranslationOptions options, Listing listing, String afterPass) {
        Prepared work = prepare(installed, program, options);
        if (listing == Listing.GRAPH) {
            return graphs(program, options, work);
        }
        if (listing == Listing.IR && afterPass.equals(LIFT)) {
            return IrText.print(lift(program, options, work));
        }
        ShaderLayout layout = analyze(installed, program, options);
        if (listing == Listing.SPIRV) {
            if (tools == null) {
                throw new IllegalStateException("no bundle offers SPIRV-Tools, which print modules");
            }
            TranslationOptions debug = new TranslationOptions(options.titleId(), options.switches(), options.host(), true);
            return tools.disassemble(translate(installed, program, layout, descriptors, debug).spirv());
        }
        IrModule module = lift(program, options, work);
        requirePass(work.plan, afterPass);
        runner(program, options, work, Specialization.of(layout, descriptors), descriptors).run(module, work.plan, null, afterPass);
        return IrText.print(module);
    }

    private static void requirePass(PassPlan plan, String id) {
        List<String> ids = plan.steps().stream().map(InstalledPass::id).toList();
        if (!id.isEmpty() && !ids.contains(id)) {
            throw new IllegalArgumentException("the plan has no pass " + id + "; it is " + LIFT + ", " + String.join(", ", ids));
        }
    }

    private String graphs(ShaderProgram program, TranslationOptions options, Prepared work) {
        IrModule module = lift(program, options, work);
        String before = graph(module);
        runner(program, options, work, null, null).run(module, work.plan, Invariant.STRUCTURED, "");
        return "as lifted:\n" + before + "structured:\n" + graph(module);
    }

    /** Of the IR's text, block heads with their estimates (rule C-056) and how blocks end. */
    private static String graph(IrModule module) {
        StringBuilder text = new StringBuilder();
        IrText.print(module).lines().forEach(line -> {
            if (line.startsWith("block ")) {
                int id = Integer.parseInt(line.replaceFirst("block b(\\d+).*", "$1"));
                text.append("  ").append(line.stripTrailing()).append("    ; about ")
                        .append(SpirvEstimate.STANDARD.of(module, module.block(id))).append(" words\n");
            } else if (ENDS.stream().anyMatch(line.strip()::startsWith)) {
                text.append("  ").append(line.stripTrailing()).append('\n');
            }
        });
        return text.toString();
    }

    private static final List<String> ENDS = List.of("merge ", "branch ", "jump ", "return", "kill", "unreachable");
}
