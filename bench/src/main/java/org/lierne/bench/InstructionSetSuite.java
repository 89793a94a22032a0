package org.lierne.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.interpreter.InterpretedCompute;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.program.ComputeInterpreter;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;

/**
 * The instruction set: the whole process that decodes and prints two million encodings beside LLVM's disassembler on the same ones,
 * decoding alone, and the interpreter on a loop of vector arithmetic.
 */
final class InstructionSetSuite implements Suite {
    private static final int RUNS = 5;
    private static final int ENCODINGS = 2_000_000;
    private static final int WAVE = 64;
    private static final int LOOPS = 50_000;
    private static final List<String> ARITHMETIC = List.of("v_add_f32_e32 v1, v2, v1", "v_mul_f32_e32 v2, 0.5, v2", "v_fma_f32 v3, v1, v2, v3",
            "v_add_nc_u32_e32 v4, v5, v4", "v_lshlrev_b32_e32 v5, 1, v4", "v_xor_b32_e32 v6, v5, v6", "v_max_f32_e32 v7, v1, v2",
            "v_cndmask_b32_e32 v8, v6, v7, vcc");

    private final LierneProcess lierne;
    private final Path root;

    InstructionSetSuite(LierneProcess lierne, Path root) {
        this.lierne = lierne;
        this.root = root;
    }

    @Override
    public String name() {
        return "isa";
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        List<String> encodings = encodings();
        List<Figure> figures = new ArrayList<>(processes(encodings));
        figures.add(decoding(encodings));
        figures.add(interpreting());
        return figures;
    }

    /** The lists of encodings that the tests hold the decoder against, those of waves of 32 lanes. */
    private List<String> encodings() throws IOException {
        List<String> all = new ArrayList<>();
        for (String list : List.of("gfx1013-encodings", "gfx1013-encodings-compiled")) {
            Path file = root.resolve("bundles/recompiler-api/src/test/resources/isa/" + list + ".tsv.gz");
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)),
                    StandardCharsets.UTF_8))) {
                lines.lines().filter(line -> !line.startsWith("#")).map(line -> line.split("\t")).filter(columns -> !columns[1].equals("INVALID"))
                        .forEach(columns -> all.add(columns[0]));
            }
        }
        return all;
    }

    private List<Figure> processes(List<String> encodings) throws IOException, InterruptedException {
        Path hex = write(encodings, "encodings.hex");
        lierne.awaitCache();
        @Nullable Path llvm = llvm();
        Path bytes = llvm == null ? hex : write(encodings.stream().map(InstructionSetSuite::bytes).toList(), "encodings.bytes");
        double[] ours = new double[RUNS];
        double[] theirs = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            ours[i] = lierne.timed(Map.of(), "isa", "decode", hex.toString());
            theirs[i] = llvm == null ? Double.NaN : disassembled(llvm, bytes);
        }
        Files.delete(hex);
        List<Figure> figures = new ArrayList<>();
        figures.add(new Samples(ours).figure("isa.decode-process", "ms", ""));
        if (llvm != null) {
            Files.delete(bytes);
            figures.add(new Samples(theirs).figure("isa.floor.llvm-mc-process", "ms", ""));
            figures.add(new Figure("isa.decode-ratio", new Samples(ours).median() / new Samples(theirs).median(), "ratio",
                    "medians of " + RUNS, "<= 0.5"));
        }
        return figures;
    }

    private static @Nullable Path llvm() {
        Path tool = Stream.of(System.getenv().getOrDefault("PATH", "").split(":")).map(folder -> Path.of(folder, "llvm-mc-19"))
                .filter(Files::isExecutable).findFirst().orElse(null);
        if (tool == null) {
            System.err.println("isa.floor.llvm-mc-process is not measured: there is no llvm-mc-19 (Debian package llvm-19)");
        }
        return tool;
    }

    private double disassembled(Path llvm, Path bytes) throws IOException, InterruptedException {
        Path output = lierne.user().resolve("llvm-output.txt");
        long begin = System.nanoTime();
        int status = new ProcessBuilder(llvm.toString(), "-disassemble", "-triple=amdgcn", "-mcpu=gfx1013", bytes.toString())
                .redirectErrorStream(true).redirectOutput(output.toFile()).start().waitFor();
        double milliseconds = (System.nanoTime() - begin) / 1e6;
        if (status != 0) {
            throw new IOException(llvm + " ended with " + status + "; its output is " + output);
        }
        return milliseconds;
    }

    private Path write(List<String> lines, String name) throws IOException {
        Path file = lierne.user().resolve(name);
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (int i = 0; i < ENCODINGS; i++) {
                out.write(lines.get(i % lines.size()));
                out.write('\n');
            }
        }
        return file;
    }

    /** The bytes as LLVM's tool reads them. */
    private static String bytes(String hex) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < hex.length(); i += 2) {
            out.append(i == 0 ? "0x" : ",0x").append(hex, i, i + 2);
        }
        return out.toString();
    }

    /** One pass over all encodings a reading; the first ones, while code is young, are in the spread. */
    private static Figure decoding(List<String> encodings) {
        int[] words = encodings.stream().flatMapToInt(hex -> IntStream.range(0, hex.length() / 8)
                .map(i -> Integer.reverseBytes(Integer.parseUnsignedInt(hex.substring(8 * i, 8 * i + 8), 16)))).toArray();
        Decoder decoder = new Decoder(32);
        double[] rates = new double[100];
        for (int run = 0; run < rates.length; run++) {
            long begin = System.nanoTime();
            int at = 0;
            while (at < words.length) {
                at += decoder.decode(words, at, 4 * at) instanceof Decoded decoded ? decoded.dwords() : 1;
            }
            rates[run] = words.length * 1e3 / (System.nanoTime() - begin);
        }
        return new Samples(rates).figure("isa.decode-alone", "Mdw/s", "");
    }

    private static Figure interpreting() {
        Assembler assembler = new Assembler(WAVE);
        List<String> body = Stream.of(ARITHMETIC, ARITHMETIC).flatMap(List::stream).toList();
        int[] loop = Stream.concat(body.stream(), Stream.of("s_sub_u32 s0, s0, 1", "s_cmp_lg_u32 s0, 0")).map(assembler::assemble)
                .flatMapToInt(IntStream::of).toArray();
        int[] words = Stream.of(assembler.assemble("s_mov_b32 s0, " + LOOPS), loop, assembler.assemble("s_cbranch_scc1 " + -(loop.length + 1)),
                assembler.assemble("s_endpgm")).flatMapToInt(IntStream::of).toArray();
        ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, WAVE, words, 0, 0,
                new StageState(new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(WAVE, 1, 1)));
        double[] rates = new double[7];
        for (int run = 0; run < rates.length; run++) {
            long begin = System.nanoTime();
            new InterpretedCompute().dispatch(program, new int[0], 1, 1, 1, NO_MEMORY);
            rates[run] = (double) WAVE * body.size() * LOOPS * 1e3 / (System.nanoTime() - begin);
        }
        return new Samples(rates).figure("isa.interpreter", "Mop/s", "");
    }

    private static final ComputeInterpreter.Memory NO_MEMORY = new ComputeInterpreter.Memory() {
        @Override
        public long read(long address, int bytes) {
            throw new IllegalArgumentException("the loop reads no memory");
        }

        @Override
        public void write(long address, int bytes, long value) {
            throw new IllegalArgumentException("the loop writes no memory");
        }
    };
}
