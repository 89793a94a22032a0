package org.lierne.agc.driver;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuShader;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.Apertures;
import org.lierne.recompiler.program.CompileQueue;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.RecordsProgram;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TableCall;
import org.lierne.recompiler.program.TailJump;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Programs by address and entry state, their layouts, and their variants as host modules. */
final class HostShaders implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostShaders.class);
    /** Before the name of a pixel module, that of the geometry module it needs. */
    private static final String GEOMETRY = "corners for ";
    /** Descriptor sets kept for a program. */
    private static final int MAX_KEPT = 256;
    /** Translations after which the virtual machine has compiled most of what they run. */
    private static final int WARM = 64;

    /** A program as it lies in memory now. One that goes on elsewhere has no layout, but programs by where that is. */
    static final class Program {
        private final ShaderProgram program;
        private final @Nullable TailJump tail;
        private final @Nullable ShaderLayout layout;
        private final @Nullable TranslationRefused refusal;
        private final List<TableCall> tables;
        private final List<GuestCode> code;
        private final Map<List<List<Long>>, Program> continued = new HashMap<>();
        private final KeptWalks walks = new KeptWalks();
        /** By the descriptors of the last draws; the translator knows which of them share a module. */
        private final Map<List<DescriptorWords>, Use> variants = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<List<DescriptorWords>, Use> eldest) {
                return size() > MAX_KEPT;
            }
        };
        private long checkedAt;
        private int[] userData = {};
        private List<DescriptorWords> descriptors = List.of();

        private Program(ShaderProgram program, @Nullable TailJump tail, List<TableCall> tables, @Nullable ShaderLayout layout,
                @Nullable TranslationRefused refusal, List<GuestCode> code, long epoch) {
            this.program = program;
            this.tail = tail;
            this.tables = tables;
            this.layout = layout;
            this.refusal = refusal;
            this.code = code;
            this.checkedAt = epoch;
        }

        /** One that goes on elsewhere. */
        static Program leading(ShaderProgram program, @Nullable TailJump tail, List<TableCall> tables, GuestCode code, long epoch) {
            return new Program(program, tail, tables, null, null, List.of(code), epoch);
        }

        /** One that ends by itself. */
        static Program whole(ShaderProgram program, ShaderLayout layout, List<GuestCode> code, long epoch) {
            return new Program(program, null, List.of(), layout, null, code, epoch);
        }

        /** One that is none alone. @param refusal what is said where it is entered like that all the same */
        static Program inGroups(ShaderProgram program, TranslationRefused refusal, List<GuestCode> code, long epoch) {
            return new Program(program, null, List.of(), null, refusal, code, epoch);
        }

        /** What its descriptors were for the last user data. */
        KeptWalks walks() {
            return walks;
        }

        ShaderProgram program() {
            return program;
        }

        /** Whether it leads to no code elsewhere, which switches may forbid. */
        boolean endsByItself() {
            return tail == null && tables.isEmpty();
        }

        /** What it was entered with, for reports. @param words of each resource of its layout */
        void entered(int[] data, List<DescriptorWords> words) {
            userData = data;
            descriptors = words;
        }

        private void addTo(CapturedPrograms captured) {
            if (layout != null && descriptors.size() >= layout.resources().size()) {
                captured.add(program, userData, descriptors.subList(0, layout.resources().size()));
            }
            continued.values().forEach(each -> each.addTo(captured));
        }

        /** The variants that frames from this one on had. */
        private Map<List<DescriptorWords>, Known> lately(long frame) {
            Map<List<DescriptorWords>, Known> lately = new HashMap<>();
            variants.forEach((words, use) -> {
                if (use.made != null && use.frame >= frame) {
                    lately.put(words, new Known(use.layout, use.made));
                }
            });
            return lately;
        }

        ShaderLayout layout() {
            if (refusal != null) {
                throw refusal;
            }
            return Objects.requireNonNull(layout, () -> program + " goes on elsewhere");
        }
    }

    /** What became of the plan. */
    enum Change { NONE, SWITCHES, PASSES }

    /**
     * A translated variant and its host module.
     *
     * @param geometry what has to stand before it; null for nothing
     */
    record Variant(TranslatedShader translated, GpuShader module, @Nullable GpuShader geometry) {}

    /** What draws have of a program for some descriptors: a variant, or one that is under way. */
    static final class Use {
        private final ShaderLayout layout;
        private final CompileQueue.@Nullable Pending<Variant> pending;
        private @Nullable Variant made;
        private boolean isDrawn;
        private long frame = -1;

        private Use(ShaderLayout layout, CompileQueue.@Nullable Pending<Variant> pending, @Nullable Variant made) {
            this.layout = layout;
            this.pending = pending;
            this.made = made;
        }
    }

    /** @param layout the program's, with what its tables hold */
    private record Known(ShaderLayout layout, Variant variant) {}

    /** What a program is under another plan. @param variants one that is refused is left to the draw that asks for it */
    private record Renewed(ShaderLayout layout, Map<List<DescriptorWords>, Known> variants) {}

    /** What a variant was translated from. */
    private record Source(ShaderProgram program, Known known, List<DescriptorWords> descriptors) {
        KeptVariant kept() {
            return KeptVariant.of(program, known.layout, descriptors, known.variant.translated);
        }
    }

    private record Plan(ShaderTranslator translator, TranslationOptions options) {}

    private record Key(long address, int waveSize, StageState state) {}

    private final GpuDevice device;
    private final GuestMemory memory;
    private final ShaderTranslator installed;
    private final HostFacts host;
    private final CompileQueue compiling;
    /** The passes and switches of the draw that is being recorded. */
    private volatile Plan plan;
    /** In the order of their first draws. */
    private final Map<Key, Program> programs = new LinkedHashMap<>();
    /** Programs of earlier plans: their code is not read again. */
    private final Map<Key, Program> earlier = new LinkedHashMap<>();
    /** Those of them that are made for the plan of now. */
    private final Map<Program, CompileQueue.Pending<Renewed>> renewals = new HashMap<>();
    private final Apertures apertures;
    private long frame;
    private final Map<String, GpuShader> modules = new ConcurrentHashMap<>();
    private long epoch;
    private final FramePhases phases = new FramePhases(System::nanoTime);
    private final PlanChanges changes = new PlanChanges(System::nanoTime, phases::sinceFirst);
    private volatile @Nullable KeptRecords kept;
    /** Variants of earlier runs by their keys. */
    private final Map<String, KeptVariant> ofEarlierRuns = new ConcurrentHashMap<>();
    /** What draws of this run had, by the same. */
    private final Map<String, Source> drawn = new ConcurrentHashMap<>();

    /**
     * @param compiling ends with these shaders
     * @param apertures which flat addresses mean LDS and scratch
     */
    HostShaders(GpuDevice device, GuestMemory memory, ShaderTranslator translator, HostFacts host, CompileQueue compiling, Apertures apertures) {
        this.apertures = apertures;
        this.compiling = compiling;
        this.device = device;
        this.memory = memory;
        this.installed = translator;
        this.host = host;
        this.plan = new Plan(translator.frozen(), TranslationOptions.forHost(host));
    }

    /**
     * A draw or dispatch begins, whose programs are all translated by the passes of now under these switches, whatever is installed or
     * switched meanwhile.
     *
     * @return how that differs from the last draw's plan; nothing kept of its programs holds under another
     */
    Change under(Switches switches) {
        ShaderTranslator now = installed.frozen();
        Change change = now != plan.translator ? Change.PASSES : switches.states().equals(plan.options.switches()) ? Change.NONE : Change.SWITCHES;
        if (change == Change.NONE) {
            return change;
        }
        plan = new Plan(now, new TranslationOptions("", switches.states(), host, false));
        earlier.putAll(programs);
        programs.clear();
        renewals.clear();
        if (!modules.isEmpty()) {
            changes.begin();
        }
        return change;
    }

    /**
     * What the last frames had is made for the plan of now, beside the draws that will ask for it.
     *
     * @param succession is told which modules follow which
     */
    void renew(Succession succession) {
        Plan next = plan;
        for (Program program : earlier.values()) {
            Map<List<DescriptorWords>, Known> lately = program.lately(frame - 1);
            if (program.endsByItself() && !lately.isEmpty()) {
                renewals.put(program, compiling.start(program.program.toString(), () -> renewed(program, lately, next, succession)));
            }
        }
    }

    private Renewed renewed(Program program, Map<List<DescriptorWords>, Known> lately, Plan next, Succession succession) {
        if (plan != next) {
            throw new CancellationException("the plan has changed again");
        }
        ShaderLayout layout = next.translator.analyze(program.program, next.options);
        Map<List<DescriptorWords>, Known> variants = new HashMap<>();
        if (layout.resources().equals(program.layout().resources())) {
            lately.forEach((words, known) -> {
                try {
                    Variant made = translate(program.program, known.layout, words, next);
                    variants.put(words, new Known(known.layout, made));
                    if (isOfShape(made, known.variant.translated.bindings(), known.variant.geometry != null)) {
                        succession.follows(known.variant.module, made.module);
                        if (known.variant.geometry != null && made.geometry != null) {
                            succession.follows(known.variant.geometry, made.geometry);
                        }
                    }
                } catch (TranslationRefused e) {
                    LOG.debug("left to the draw that asks for it: {}", e.getMessage());
                }
            });
        }
        return new Renewed(layout, variants);
    }

    /** Whether it can stand in a pipeline for one with these bindings. */
    private static boolean isOfShape(Variant made, List<HostBinding> bindings, boolean hasGeometry) {
        return made.translated.bindings().equals(bindings) && made.translated.hasGeometry() == hasGeometry;
    }

    /** The one that is drawn, from 0. */
    long frame() {
        return frame;
    }

    /** What was drawn until now is a whole frame. */
    void frameEnds() {
        frame++;
        changes.frameEnds();
    }

    /** A frame was shown; that of a change tells how long it took. */
    void frameShown() {
        FrameFacts.PlanChange change = changes.frameShown();
        if (change != null) {
            LOG.info("passes or switches changed: {}", change);
        }
    }

    FrameFacts.@Nullable PlanChange lastChange() {
        return changes.last();
    }

    HostFacts host() {
        return host;
    }

    /** A submission begins: code may have changed. */
    void nextEpoch() {
        epoch++;
    }

    Program program(StagePrograms.Entry entry) {
        Key key = key(entry);
        Program known = programs.get(key);
        if (known != null && isCurrent(known)) {
            return known;
        }
        Program again = earlier.remove(key);
        if (again != null && again.endsByItself() && isCurrent(again)) {
            Program made = again(again);
            programs.put(key, made);
            return made;
        }
        if (entry.address() == StagePrograms.NO_ADDRESS) {
            ShaderProgram own = new ShaderProgram(entry.stage(), entry.waveSize(),
                    RecordsProgram.code((StageState.Vertex) entry.state().details()), 0, 0, entry.state());
            Program made = analyzed(own, List.of());
            programs.put(key, made);
            return made;
        }
        GuestCode code = GuestCode.read(memory, entry.address());
        ShaderProgram program = new ShaderProgram(entry.stage(), entry.waveSize(), code.words(), 0, entry.address(),
                entry.state().with(apertures));
        TailJump tail = plan.translator.tailJump(program, plan.options);
        List<TableCall> tables = tail == null ? plan.translator.tableCalls(program, plan.options) : List.of();
        Program made = tail == null && tables.isEmpty() ? analyzed(program, List.of(code)) : Program.leading(program, tail, tables, code, epoch);
        programs.put(key, made);
        return made;
    }

    /** A program of an earlier plan under the one of now. */
    private Program again(Program before) {
        CompileQueue.Pending<Renewed> begun = renewals.remove(before);
        if (begun == null) {
            return analyzed(before.program, before.code);
        }
        try {
            Renewed renewed = awaited(begun);
            Program made = Program.whole(before.program, renewed.layout, before.code, epoch);
            renewed.variants.forEach((words, known) -> made.variants.put(words, new Use(known.layout, null, known.variant)));
            return made;
        } catch (TranslationRefused e) {
            return inGroups(before.program, e, before.code);
        }
    }

    /** Whether a program, or what its user data leads it to, waits for what others of its kind leave in LDS or memory (rule A-013). */
    boolean needsGroups(StagePrograms.Entry vertex, int[] userData) {
        try {
            return continued(program(vertex), userData).refusal != null;
        } catch (TranslationRefused e) {
            LOG.debug("left to the draw that asks for it: {}", e.getMessage());
            return false;
        }
    }

    private static Key key(StagePrograms.Entry entry) {
        return new Key(entry.address(), entry.waveSize(), entry.state());
    }

    /** The program together with the code that its user data leads it to; itself where it ends by itself. */
    Program continued(Program program, int[] userData) {
        TailJump tail = program.tail;
        if (tail != null) {
            long address = tail.target(userData);
            List<List<Long>> key = List.of(List.of(address));
            Program known = program.continued.get(key);
            if (known != null && isCurrent(known)) {
                return known;
            }
            GuestCode code = GuestCode.read(memory, address);
            return continued(program, key, plan.translator.link(program.program, tail, code.words(), plan.options), List.of(code));
        }
        if (!program.tables.isEmpty()) {
            List<Map<Long, GuestCode>> targets = CodeTables.read(memory, program.tables, userData);
            List<List<Long>> addresses = targets.stream().map(each -> List.copyOf(each.keySet())).toList();
            Program known = program.continued.get(addresses);
            return known != null && isCurrent(known) ? known : continued(program, addresses, plan.translator.link(program.program,
                    program.tables, CodeTables.words(targets), plan.options), targets.stream().flatMap(each -> each.values().stream()).toList());
        }
        return program;
    }

    private Program continued(Program program, List<List<Long>> addresses, ShaderProgram linked, List<GuestCode> code) {
        Program made = analyzed(linked, code);
        program.continued.put(addresses, made);
        return made;
    }

    private Program analyzed(ShaderProgram program, List<GuestCode> code) {
        Plan now = plan;
        try {
            ShaderLayout layout = awaited(compiling.start(program.toString(), () -> now.translator.analyze(program, now.options)));
            return Program.whole(program, layout, code, epoch);
        } catch (TranslationRefused e) {
            return inGroups(program, e, code);
        }
    }

    private Program inGroups(ShaderProgram program, TranslationRefused refusal, List<GuestCode> code) {
        if (!refusal.runsInGroups()) {
            throw refusal;
        }
        return Program.inGroups(program, refusal, code, epoch);
    }

    private boolean isCurrent(Program program) {
        boolean isCurrent = program.checkedAt == epoch || program.code.stream().allMatch(code -> code.isUnchanged(memory));
        if (isCurrent) {
            program.checkedAt = epoch;
        }
        return isCurrent;
    }

    /** What draws have from now on is kept, beside what earlier runs kept. */
    void keep(KeptRecords next) {
        kept = next;
    }

    /** Read when it is first asked for, which no draw does. */
    private synchronized Map<String, KeptVariant> ofEarlierRuns() {
        KeptRecords keeper = kept;
        if (keeper == null || !ofEarlierRuns.isEmpty()) {
            return ofEarlierRuns;
        }
        for (byte[] each : keeper.loaded()) {
            try {
                KeptVariant variant = KeptVariant.read(each);
                ofEarlierRuns.put(variant.key(), variant);
            } catch (IOException e) {
                LOG.debug("a variant of an earlier run cannot be read", e);
            }
        }
        return ofEarlierRuns;
    }

    /**
     * A module under the name that it had in an earlier run, which ends with its variant's key: translated again where passes or switches make another
     * of it now. Empty where it would want other things bound. Not callable on threads that compile.
     */
    Optional<GpuShader> kept(String name) {
        String key = key(name);
        Source source = drawn.get(key);
        KeptVariant variant = source == null ? ofEarlierRuns().get(key) : source.kept();
        return variant == null ? Optional.empty()
                : compiling.start(name, () -> again(variant)).get().map(made -> name.startsWith(GEOMETRY) ? made.geometry : made.module);
    }

    private static String key(String module) {
        return module.substring(module.lastIndexOf(' ') + 1);
    }

    /** What draws have had is kept from now on only where these modules are made of it. @param modules their names */
    void forgetAllBut(Set<String> modules) {
        drawn.keySet().retainAll(modules.stream().map(HostShaders::key).collect(Collectors.toSet()));
    }

    /**
     * Translates what earlier runs had for nothing, on the thread that calls: where all of that came from a cache, the first change of passes or
     * switches would be the first to translate, by code that the virtual machine has neither loaded nor compiled.
     */
    void warmUp() {
        List<KeptVariant> variants = List.copyOf(ofEarlierRuns().values());
        for (int i = 0; i < WARM && !variants.isEmpty() && !Thread.currentThread().isInterrupted(); i++) {
            KeptVariant variant = variants.get(i % variants.size());
            Plan now = plan;
            ShaderTranslator afresh = installed.afresh();
            try {
                afresh.analyze(variant.program(), now.options);
                afresh.translate(variant.program(), variant.layout(), variant.words(), now.options);
            } catch (TranslationRefused | IllegalStateException | IllegalArgumentException e) {
                LOG.debug("not translated for nothing: {}", e.getMessage());
            }
        }
    }

    /** Writes what draws of this run had behind what earlier runs kept. */
    void saveKept() {
        KeptRecords keeper = kept;
        if (keeper != null) {
            drawn.values().forEach(source -> keeper.add(source.kept().bytes()));
            keeper.save();
        }
    }

    private Optional<Variant> again(KeptVariant variant) {
        Plan now = plan;
        ShaderProgram program = variant.program();
        if (!variant.isOf(now.translator.analyze(program, now.options))) {
            becomes(variant, Optional.empty());
            return Optional.empty();
        }
        Variant made = translate(program, variant.layout(), variant.words(), now);
        becomes(variant, Optional.of(KeptVariant.of(program, variant.layout(), variant.words(), made.translated)));
        return isOfShape(made, variant.bindings(), variant.hasGeometry()) ? Optional.of(made) : Optional.empty();
    }

    private void becomes(KeptVariant variant, Optional<KeptVariant> now) {
        KeptRecords keeper = kept;
        if (keeper != null && ofEarlierRuns.get(variant.key()) == variant && !Optional.of(variant).equals(now)) {
            keeper.becomes(variant.bytes(), now.map(KeptVariant::bytes));
        }
    }

    /** Where the time of frames goes, that of other work than translation as well. */
    FramePhases phases() {
        return phases;
    }

    /** What is compiled for these programs is compiled here, too. */
    CompileQueue compiling() {
        return compiling;
    }

    /**
     * Lets a variant be translated, unless it is already.
     *
     * @param layout the program's, with what its tables hold
     */
    Use variant(Program program, ShaderLayout layout, List<DescriptorWords> descriptors) {
        Use use = program.variants.get(descriptors);
        if (use == null) {
            Plan now = plan;
            List<DescriptorWords> words = List.copyOf(descriptors);
            use = new Use(layout, compiling.start(program.program.toString(), () -> translate(program.program, layout, words, now)), null);
            program.variants.put(words, use);
        }
        if (use.frame != frame) {
            use.frame = frame;
            changes.used();
        }
        return use;
    }

    private Variant translate(ShaderProgram program, ShaderLayout layout, List<DescriptorWords> descriptors, Plan under) {
        long startNs = System.nanoTime();
        TranslatedShader made = under.translator.translate(program, layout, descriptors, under.options);
        GpuShader module = modules.computeIfAbsent(made.variantKey(), k -> {
            changes.translated();
            LOG.debug("{} translated in {} us, variant {}", program, (System.nanoTime() - startNs) / 1000, k);
            return device.shader(made.spirv(), program + " " + k);
        });
        return new Variant(made, module, made.hasGeometry() ? geometry(made, GEOMETRY + module.name()) : null);
    }

    private GpuShader geometry(TranslatedShader made, String name) {
        return modules.computeIfAbsent(GEOMETRY + made.variantKey(), _ -> device.shader(made.geometry(), name));
    }

    /** Waits for a variant. One that is refused is tried again when it is asked for again. */
    Variant await(Program program, List<DescriptorWords> descriptors, Use use) {
        Variant made = use.made;
        if (made == null) {
            try {
                made = awaited(Objects.requireNonNull(use.pending));
                use.made = made;
            } finally {
                if (made == null) {
                    program.variants.remove(descriptors);
                }
            }
        }
        if (!use.isDrawn) {
            use.isDrawn = true;
            drawn.putIfAbsent(made.translated.variantKey(), new Source(program.program, new Known(use.layout, made), List.copyOf(descriptors)));
        }
        return made;
    }

    private <T> T awaited(CompileQueue.Pending<T> work) {
        if (work.isDone()) {
            return work.get();
        }
        FrameFacts.Phase around = phases.enter(FrameFacts.Phase.TRANSLATE);
        try {
            return work.get();
        } finally {
            phases.back(around);
        }
    }

    /** The programs of the plan of now, as files. */
    CapturedPrograms captured() {
        CapturedPrograms captured = new CapturedPrograms();
        programs.values().forEach(program -> program.addTo(captured));
        return captured;
    }

    /** For the console: the module's size and the passes that ran. */
    static String text(@Nullable Variant variant) {
        return variant == null ? "none" : variant.translated().toString();
    }

    @Override
    public void close() {
        compiling.close();
        modules.values().forEach(GpuShader::close);
        modules.clear();
        programs.clear();
    }
}
