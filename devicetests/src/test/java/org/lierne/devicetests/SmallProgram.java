package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.recompiler.program.ShaderCorpus.Against;
import org.lierne.recompiler.program.ShaderCorpus.Machine;
import org.lierne.recompiler.program.ShaderCorpus.Selection;
import org.lierne.spirv.tools.JniSpirvTools;

/**
 * A compute program written as assembly text, one workgroup, of one wave unless it says otherwise, for tests that run it on interpreter and device. It starts with
 * the descriptor of its input, a buffer of dwords, in s[4:7] and the lane's number in v0; what it leaves in v1 is stored to dword v0 of
 * its output. It must leave s[2:3] alone.
 */
final class SmallProgram {
    private static final String ID = "small";

    private final int waveSize;
    private final int[] group;
    private final int threads;
    private final int floatMode;
    private final boolean ieee;
    private final int[] words;
    private final int[] input;
    private final Map<String, Boolean> switches;

    private SmallProgram(int waveSize, int[] group, int floatMode, boolean ieee, int[] words, int[] input, Map<String, Boolean> switches) {
        this.waveSize = waveSize;
        this.group = group;
        this.threads = group[0] * group[1] * group[2];
        this.floatMode = floatMode;
        this.ieee = ieee;
        this.words = words;
        this.input = input;
        this.switches = switches;
    }

    /** A program of {@code lines}; {@code end:} stands before the store of v1, and what stands behind {@code behind:} after the end. */
    static SmallProgram of(int waveSize, List<String> lines) {
        List<String> all = new ArrayList<>(List.of("s_mov_b32 s3, 0xffff8000", "s_load_dwordx4 s[4:7], s[2:3], 0x0",
                "s_waitcnt lgkmcnt(0)"));
        int behind = lines.contains("behind:") ? lines.indexOf("behind:") : lines.size();
        all.addAll(lines.subList(0, behind));
        all.addAll(List.of("end:", "s_load_dwordx4 s[4:7], s[2:3], 0x10", "s_waitcnt lgkmcnt(0)", "v_lshlrev_b32_e32 v0, 2, v0", "buffer_store_dword v1, v0, s[4:7], 0 offen", "s_endpgm"));
        all.addAll(lines.subList(behind, lines.size()));
        return new SmallProgram(waveSize, new int[] {waveSize, 1, 1}, 0xc0, false, new Assembler(waveSize).assembleProgram(all), new int[waveSize], Map.of());
    }

    static SmallProgram of(int waveSize, String... lines) {
        return of(waveSize, List.of(lines));
    }

    SmallProgram withInput(int... dwords) {
        return new SmallProgram(waveSize, group, floatMode, ieee, words, java.util.Arrays.copyOf(dwords, Math.max(threads, dwords.length)), switches);
    }

    /** With a workgroup of more threads, whose numbers are in v0; input and output have a dword for each. */
    SmallProgram withThreads(int count) {
        return withGroup(count, 1, 1);
    }

    /** With a workgroup of three dimensions; v0 starts as the place in the first, and must end as the thread's number. */
    SmallProgram withGroup(int x, int y, int z) {
        return new SmallProgram(waveSize, new int[] {x, y, z}, floatMode, ieee, words, new int[x * y * z], switches);
    }

    SmallProgram withFloatMode(int bits) {
        return withFloatMode(bits, false);
    }

    SmallProgram withFloatMode(int bits, boolean ieeeMode) {
        return new SmallProgram(waveSize, group, bits, ieeeMode, words, input, switches);
    }

    SmallProgram with(Map<String, Boolean> states) {
        return new SmallProgram(waveSize, group, floatMode, ieee, words, input, states);
    }

    int lanes() {
        return waveSize;
    }

    /** Holds what interpreter and device store against {@code expected}. */
    void gives(int... expected) {
        assertEquals("", run(Machine.INTERPRETER, 0, expected), "interpreter");
        givesOnDevice(expected);
    }

    /** "" when the device stores this or there is none, else what differs. */
    String runOnDevice(int... expected) {
        return Wiring.devices() == null ? "" : run(Machine.VULKAN, 0, expected);
    }

    /** Holds what the device stores against {@code expected}; translates for other subgroup sizes too. */
    void givesOnDevice(int... expected) {
        for (int subgroup : new int[] {8, 32, 64}) {
            assertEquals("", translate(subgroup), "translated for subgroups of " + subgroup);
        }
        assertEquals("", runOnDevice(expected), "device");
    }

    /** "" when the program translates, else why not. */
    String translate(int subgroup) {
        return inFolder(new int[0], (corpus, folder, rows) -> corpus.translate(folder, new Selection(List.of(), subgroup, switches), rows));
    }

    /** The module it becomes for subgroups of 32, as text. */
    String module() {
        StringBuilder text = new StringBuilder();
        String failure = inFolder(new int[0], (corpus, folder, _) -> corpus.translate(folder, new Selection(List.of(), 32, switches),
                row -> text.append(row.passed() ? new JniSpirvTools().disassemble(row.module()) : row.text())));
        assertEquals("", failure);
        return text.toString();
    }

    /** "" when the program gives this, else what differs. */
    String run(Machine machine, int subgroup, int... expected) {
        return inFolder(expected, (corpus, folder, rows) ->
                corpus.run(folder, folder, new Selection(List.of(), subgroup, switches), machine, Against.STORED, rows));
    }

    private interface Work {
        void on(ShaderCorpus corpus, Path folder, java.util.function.Consumer<ShaderCorpus.Row> rows);
    }

    private String inFolder(int[] expected, Work work) {
        StringBuilder failures = new StringBuilder();
        try {
            Path folder = Files.createTempDirectory("small-program");
            try {
                write(folder, expected);
                work.on(Wiring.corpus(), folder, row -> failures.append(row.passed() ? "" : row.text()));
            } finally {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return failures.toString();
    }

    private void write(Path folder, int[] expected) throws IOException {
        Files.createDirectories(folder.resolve("code"));
        Files.write(folder.resolve("code").resolve(ID + ".bin"), bytes(words));
        Files.writeString(folder.resolve("index.jsonl"), """
                {"id":"%s","stage":"comp","wave_size":%d,"ngg":false,"abi":"radv","regs":{"rsrc1":"0x%x","lds_bytes":1024,\
                "scratch_bytes_per_wave":0},"user_sgprs":[{"sgpr":2,"count":1,"what":"descriptor_set_0"}],"system_sgprs":[],\
                "descriptors":[{"set":0,"binding":0,"kind":"storage_buffer","count":1,"offset":0,"stride":16},\
                {"set":0,"binding":1,"kind":"storage_buffer","count":1,"offset":16,"stride":16}],\
                "workgroup_size":[%d,%d,%d]}
                """.formatted(ID, waveSize, floatMode << 12 | 1 << 21 | (ieee ? 1 << 23 : 0), group[0], group[1], group[2]));
        Path job = Files.createDirectories(folder.resolve(ID));
        Files.write(job.resolve("in.bin"), bytes(input));
        Files.write(job.resolve("before.bin"), bytes(new int[threads]));
        Files.write(job.resolve("out.bin"), bytes(java.util.Arrays.copyOf(expected, threads)));
        Files.writeString(job.resolve("job.json"), """
                {"program":"%s","groups":[1,1,1],"push_constants":"","compare":"exact","buffers":[{"set":0,"binding":0,\
                "kind":"storage_buffer","input":"in.bin","expected":"unchanged","layout":{"fixed":[[0,"u32",%d]],"array":[]}},\
                {"set":0,"binding":1,"kind":"storage_buffer","input":"before.bin","expected":"out.bin","layout":{"fixed":[[0,"u32",%d]],\
                "array":[]}}]}
                """.formatted(ID, threads, threads));
    }

    private static byte[] bytes(int[] dwords) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * dwords.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(dwords);
        return bytes.array();
    }
}
