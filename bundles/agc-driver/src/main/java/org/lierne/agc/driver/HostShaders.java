package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuShader;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Programs by address and entry state, their layouts, and their variants as host modules. */
final class HostShaders implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostShaders.class);
    private static final int MAX_DWORDS = 1 << 16;
    private static final int CHUNK_DWORDS = 1024;
    private static final int END_PROGRAM = 0xBF810000;
    private static final int CODE_END = 0xBF9F0000;
    /** Descriptor sets kept for a program. */
    private static final int MAX_KEPT = 256;

    /** A program as it lies in memory now. */
    static final class Program {
        private final ShaderProgram program;
        private final ShaderLayout layout;
        private final byte[] code;
        /** By the descriptors of the last draws; the translator knows which of them share a module. */
        private final Map<List<DescriptorWords>, Variant> variants = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<List<DescriptorWords>, Variant> eldest) {
                return size() > MAX_KEPT;
            }
        };
        private long checkedAt;

        Program(ShaderProgram program, ShaderLayout layout, byte[] code, long epoch) {
            this.program = program;
            this.layout = layout;
            this.code = code;
            this.checkedAt = epoch;
        }

        ShaderProgram program() {
            return program;
        }

        ShaderLayout layout() {
            return layout;
        }
    }

    /** A translated variant and its host module. */
    record Variant(TranslatedShader translated, GpuShader module) {}

    private record Key(long address, int waveSize, org.lierne.recompiler.program.StageState state) {}

    private final GpuDevice device;
    private final GuestMemory memory;
    private final ShaderTranslator installed;
    private final HostFacts host;
    /** The passes and switches of the draw that is being recorded. */
    private ShaderTranslator translator;
    private TranslationOptions options;
    private long changedNs;
    private int asked;
    private int translated;
    private FrameFacts.@Nullable PlanChange lastChange;
    private final Map<Key, Program> programs = new HashMap<>();
    private final Map<String, GpuShader> modules = new HashMap<>();
    private long epoch;

    HostShaders(GpuDevice device, GuestMemory memory, ShaderTranslator translator, HostFacts host) {
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
        programs.clear();
        if (!modules.isEmpty()) {
            changedNs = System.nanoTime();
            asked = 0;
            translated = 0;
        }
        return true;
    }

    /** A frame was shown; the first after a change tells how long that took. */
    void shown() {
        if (changedNs == 0) {
            return;
        }
        FrameFacts.PlanChange change = new FrameFacts.PlanChange((System.nanoTime() - changedNs) / 1_000_000, asked, translated);
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
        if (known != null && (known.checkedAt == epoch || isUnchanged(entry.address(), known))) {
            known.checkedAt = epoch;
            return known;
        }
        int[] words = read(entry.address());
        ShaderProgram program = new ShaderProgram(entry.stage(), entry.waveSize(), words, 0, entry.address(),
                entry.state());
        ShaderLayout layout = translator.analyze(program, options);
        Program made = new Program(program, layout, memory.getBytes(entry.address(), 4 * words.length), epoch);
        programs.put(key, made);
        return made;
    }

    private boolean isUnchanged(long address, Program known) {
        return memory.isMapped(address, known.code.length, Access.READ)
                && memory.view(address, known.code.length, Access.READ).mismatch(MemorySegment.ofArray(known.code)) < 0;
    }

    /** @param layout the program's, with what its tables hold */
    Variant variant(Program program, ShaderLayout layout, List<DescriptorWords> descriptors) {
        Variant known = program.variants.get(descriptors);
        if (known != null) {
            return known;
        }
        long startNs = System.nanoTime();
        TranslatedShader made = translator.translate(program.program, layout, descriptors, options);
        LOG.debug("{} translated in {} us, variant {}", program.program, (System.nanoTime() - startNs) / 1000,
                made.variantKey());
        asked++;
        GpuShader module = modules.computeIfAbsent(made.variantKey(), k -> {
            translated++;
            return device.shader(made.spirv(), program.program + " " + k);
        });
        Variant variant = new Variant(made, module);
        program.variants.put(List.copyOf(descriptors), variant);
        return variant;
    }

    /**
     * Reads a program up to its end: the padding that compilers put behind it, or else the first {@code s_endpgm} that
     * no branch or call before it jumps across.
     */
    private int[] read(long address) {
        List<Integer> words = new ArrayList<>();
        int furthest = 0;
        for (int i = 0; i < MAX_DWORDS; i++) {
            if (i % CHUNK_DWORDS == 0 && !memory.isMapped(address + 4L * i, 4, Access.READ)) {
                break;
            }
            int word = at(address + 4L * i);
            if (word == CODE_END) {
                return toArray(words);
            }
            words.add(word);
            if (isBranch(word) || isCall(word)) {
                furthest = Math.max(furthest, i + 1 + (short) word);
            }
            if (word == END_PROGRAM && i >= furthest) {
                return toArray(words);
            }
        }
        throw new WorkRefused("refused at draw: program at 0x%x: no end within %d dwords".formatted(address,
                words.size()));
    }

    private int at(long address) {
        return memory.getInt(address);
    }

    /** SOPP branches: s_branch and the conditional ones. Documented: opcodes 2 and 4 to 9, 23 to 26. */
    private static boolean isBranch(int word) {
        int opcode = word >>> 16 & 0x7F;
        return word >>> 23 == 0x17F && (opcode == 2 || opcode >= 4 && opcode <= 9 || opcode >= 23 && opcode <= 26);
    }

    /** SOPK s_call_b64. Documented: opcode 22. */
    private static boolean isCall(int word) {
        return word >>> 23 == 0x176;
    }

    private static int[] toArray(List<Integer> words) {
        return words.stream().mapToInt(Integer::intValue).toArray();
    }

    /** For the console: the module's size and the passes that ran. */
    static String text(@Nullable Variant variant) {
        return variant == null ? "none" : variant.translated().toString();
    }

    @Override
    public void close() {
        modules.values().forEach(GpuShader::close);
        modules.clear();
        programs.clear();
    }
}
