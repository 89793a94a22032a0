package org.lierne.recompiler.core.spirv;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.lierne.recompiler.program.SpirvTools;

/** The installed SPIRV-Tools commands, for tests of rooms that may not see the JNI bundle. */
public final class SpirvCommands implements SpirvTools {
    /** The commands, or a skipped test where they are not installed. */
    public static SpirvTools installed() {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/spirv-val")), "the package spirv-tools is not installed");
        return new SpirvCommands();
    }

    @Override
    public String version() {
        return run(List.of("spirv-val", "--version"), new byte[0]).text();
    }

    @Override
    public int[] assemble(String text) {
        Result result = run(List.of("spirv-as", "--target-env", "vulkan1.3", "-o", "-", "-"), text.getBytes(StandardCharsets.UTF_8));
        if (result.status != 0) {
            throw new IllegalArgumentException(result.text());
        }
        return words(result.output);
    }

    @Override
    public List<String> validate(int[] module) {
        Result result = run(List.of("spirv-val", "--target-env", "vulkan1.3", "--scalar-block-layout", "-"), bytes(module));
        return result.status == 0 ? List.of() : List.of(result.text());
    }

    @Override
    public int[] optimize(int[] module, List<String> passes) {
        List<String> command = new ArrayList<>(List.of("spirv-opt", "--target-env=vulkan1.3", "-", "-o", "-"));
        command.addAll(passes);
        Result result = run(command, bytes(module));
        if (result.status != 0) {
            throw new IllegalArgumentException(result.text());
        }
        return words(result.output);
    }

    @Override
    public String disassemble(int[] module) {
        return run(List.of("spirv-dis", "--no-color", "-"), bytes(module)).text();
    }

    private record Result(int status, byte[] output, String errors) {
        String text() {
            return new String(output, StandardCharsets.UTF_8) + errors;
        }
    }

    private static Result run(List<String> command, byte[] input) {
        try {
            Path errors = Files.createTempFile("spirv", ".log");
            Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
            try (var stdin = process.getOutputStream()) {
                stdin.write(input);
            }
            byte[] output = process.getInputStream().readAllBytes();
            int status = process.waitFor();
            String text = Files.readString(errors);
            Files.delete(errors);
            return new Result(status, output, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(command + " was interrupted", e);
        }
    }

    private static byte[] bytes(int[] words) {
        ByteBuffer buffer = ByteBuffer.allocate(words.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asIntBuffer().put(words);
        return buffer.array();
    }

    private static int[] words(byte[] bytes) {
        int[] words = new int[bytes.length / 4];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
        return words;
    }
}
