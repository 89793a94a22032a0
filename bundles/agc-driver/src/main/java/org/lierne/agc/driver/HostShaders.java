package org.lierne.agc.driver;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuShader;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.CompileQueue;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TableCall;
import org.lierne.recompiler.program.TailJump;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Programs by address and entry state, their layouts, and their variants as host modules. */
final class HostShaders implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostShaders.class);
    /** Descriptor sets kept for a program. */
    private static final int MAX_KEPT = 256;

    /** A program as it lies in memory now. One that goes on elsewhere has no layout, but programs by where that is. */
    static final class Program {
        private final ShaderProgram program;
        private final @Nullable TailJump tail;
        private final @Nullable ShaderLayout layout;
        private final List<TableCall> tables;
        private final List<GuestCode> code;
        private final Map<List<List<Long>>, Program> continued = new HashMap<>();
        private final KeptWalks walks = new KeptWalks();
        /** By the descriptors of the last draws; the translator knows which of them share a module. */
        private final Map<List<DescriptorWords>, CompileQueue.Pending<Variant>> variants = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<List<DescriptorWords>, CompileQueue.Pending<Variant>> eldest) {
                return size() > MAX_KEPT;
            }
        };
        private long checkedAt;
        private int[] userData = {};
        private List<DescriptorWords> descriptors = List.of();

        Program(ShaderProgram program, @Nullable TailJump tail, List<TableCall> tables, @Nullable ShaderLayout layout,
                List<GuestCode> code, long epoch) {
            this.program = program;
            this.tail = tail;
            this.tables = tables;
            this.layout = layout;
            this.code = code;
            this.checkedAt = epoch;
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

        ShaderLayout layout() {
            return Objects.requireNonNull(layout, () -> program + " goes on elsewhere");
        }
    }

    /** A translated variant and its host module. */
    record Variant(TranslatedShader translated, GpuShader module) {}

    private record Key(long address, int waveSize, org.lierne.recompiler.program.StageState state) {}

    private final GpuDevice device;
    private final GuestMemory memory;
    private final ShaderTranslator installed;
    private final HostFacts host;
    private final CompileQueue compiling;
    /** The passes and switches of the draw that is being recorded. */
    private ShaderTranslator translator;
    private TranslationOptions options;
    private long changedNs;
    private int asked;
    private final AtomicInteger translated = new AtomicInteger();
    private FrameFacts.@Nullable PlanChange lastChange;
    private final Map<Key, Program> programs = new HashMap<>();
    /** Programs of earlier plans: their code is not read again. */
    private final Map<Key, Program> earlier = new HashMap<>();
    private final Map<String, GpuShader> modules = new ConcurrentHashMap<>();
    private long epoch;
    private final FramePhases phases = new FramePhases(System::nanoTime);

    /** @param compiling ends with these shaders */
    HostShaders(GpuDevice device, GuestMemory memory, ShaderTranslator translator, HostFacts host, CompileQueue compiling) {
        this.compiling = compiling;
        this.device = device;
        this.memory = memory;
        this.installed = translator;
        this.host = host;
        this.translator = translator.frozen();
        this.options = TranslationOptions.forHost(host);
    }

    /**
     * A draw or dispatch begins, whose programs are all translated by the passes of now under these switches, whatever is installed or
     * switched meanwhile.
     *
     * @return whether that is another plan than the last draw's, so that nothing kept of its programs holds
     */
    boolean under(Switches switches) {
        ShaderTranslator now = installed.frozen();
        if (now == translator && switches.states().equals(options.switches())) {
            return false;
        }
        translator = now;
        options = new TranslationOptions("", switches.states(), host, false);
        earlier.putAll(programs);
        programs.clear();
        if (!modules.isEmpty()) {
            changedNs = System.nanoTime();
            asked = 0;
            translated.set(0);
        }
        return true;
    }

    /** A frame was shown; the first after a change tells how long that took. */
    void shown() {
        if (changedNs == 0) {
            return;
        }
        FrameFacts.PlanChange change = new FrameFacts.PlanChange((System.nanoTime() - changedNs) / 1_000_000, asked, translated.get());
        changedNs = 0;
        lastChange = change;
        LOG.info("passes or switches changed: {}", change);
    }

    FrameFacts.@Nullable PlanChange lastChange() {
        return lastChange;
    }

    /** A submission begins: code may have changed. */
    void nextEpoch() {
        epoch++;
    }

    Program program(StagePrograms.Entry entry) {
        Key key = new Key(entry.address(), entry.waveSize(), entry.state());
        Program known = programs.get(key);
        if (known != null && isCurrent(known)) {
            return known;
        }
        Program again = earlier.remove(key);
        if (again != null && again.endsByItself() && isCurrent(again)) {
            Program made = new Program(again.program, null, List.of(), analyzed(again.program), again.code, epoch);
            programs.put(key, made);
            return made;
        }
        GuestCode code = GuestCode.read(memory, entry.address());
        ShaderProgram program = new ShaderProgram(entry.stage(), entry.waveSize(), code.words(), 0, entry.address(),
                entry.state());
        TailJump tail = translator.tailJump(program, options);
        List<TableCall> tables = tail == null ? translator.tableCalls(program, options) : List.of();
        ShaderLayout layout = tail == null && tables.isEmpty() ? analyzed(program) : null;
        Program made = new Program(program, tail, tables, layout, List.of(code), epoch);
        programs.put(key, made);
        return made;
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
            return continued(program, key, translator.link(program.program, tail, code.words(), options), List.of(code));
        }
        if (!program.tables.isEmpty()) {
            List<Map<Long, GuestCode>> targets = CodeTables.read(memory, program.tables, userData);
            List<List<Long>> addresses = targets.stream().map(each -> List.copyOf(each.keySet())).toList();
            Program known = program.continued.get(addresses);
            return known != null && isCurrent(known) ? known : continued(program, addresses, translator.link(program.program,
                    program.tables, CodeTables.words(targets), options), targets.stream().flatMap(each -> each.values().stream()).toList());
        }
        return program;
    }

    private Program continued(Program program, List<List<Long>> addresses, ShaderProgram linked, List<GuestCode> code) {
        Program made = new Program(linked, null, List.of(), analyzed(linked), code, epoch);
        program.continued.put(addresses, made);
        return made;
    }

    private ShaderLayout analyzed(ShaderProgram program) {
        ShaderTranslator asking = translator;
        TranslationOptions under = options;
        FrameFacts.Phase around = phases.enter(FrameFacts.Phase.TRANSLATE);
        try {
            return compiling.start(program.toString(), () -> asking.analyze(program, under)).get();
        } finally {
            phases.back(around);
        }
    }

    private boolean isCurrent(Program program) {
        boolean isCurrent = program.checkedAt == epoch || program.code.stream().allMatch(code -> code.isUnchanged(memory));
        if (isCurrent) {
            program.checkedAt = epoch;
        }
        return isCurrent;
    }

    /** A module under the name that it had in an earlier run, which ends with its variant's key; empty where it would be another now. */
    Optional<GpuShader> kept(String name) {
        String key = name.substring(name.lastIndexOf(' ') + 1);
        return installed.kept(key).map(shader -> modules.computeIfAbsent(key, _ -> device.shader(shader.spirv(), name)));
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
    CompileQueue.Pending<Variant> variant(Program program, ShaderLayout layout, List<DescriptorWords> descriptors) {
        CompileQueue.Pending<Variant> known = program.variants.get(descriptors);
        if (known != null) {
            return known;
        }
        asked++;
        ShaderTranslator asking = translator;
        TranslationOptions under = options;
        List<DescriptorWords> words = List.copyOf(descriptors);
        CompileQueue.Pending<Variant> started = compiling.start(program.program.toString(), () -> translate(program, layout, words, asking, under));
        program.variants.put(words, started);
        return started;
    }

    private Variant translate(Program program, ShaderLayout layout, List<DescriptorWords> descriptors, ShaderTranslator asking,
            TranslationOptions under) {
        long startNs = System.nanoTime();
        TranslatedShader made = asking.translate(program.program, layout, descriptors, under);
        LOG.debug("{} translated in {} us, variant {}", program.program, (System.nanoTime() - startNs) / 1000,
                made.variantKey());
        GpuShader module = modules.computeIfAbsent(made.variantKey(), k -> {
            translated.incrementAndGet();
            return device.shader(made.spirv(), program.program + " " + k);
        });
        return new Variant(made, module);
    }

    /** Waits for a variant. One that is refused is tried again when it is asked for again. */
    Variant await(Program program, List<DescriptorWords> descriptors, CompileQueue.Pending<Variant> variant) {
        boolean isMade = false;
        try {
            Variant made = variant.isDone() ? variant.get() : awaited(variant);
            isMade = true;
            return made;
        } finally {
            if (!isMade) {
                program.variants.remove(descriptors);
            }
        }
    }

    private Variant awaited(CompileQueue.Pending<Variant> variant) {
        FrameFacts.Phase around = phases.enter(FrameFacts.Phase.TRANSLATE);
        try {
            return variant.get();
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
