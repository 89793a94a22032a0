package org.lierne.titles.converter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.lierne.kernel.format.ImageType;

/**
 * The command line of the tool.
 *
 * <pre>
 * stubs LIST OUTDIR                     writes OUTDIR/FILE.s for each module file of a stub list
 * link IN OUT --imports LIST [--exports LIST] [--type executable|module|plain] [--name NAME]
 * shaders OUT.s SHADER.s…               writes records and code of assembled shaders (SHADER.o beside each)
 * </pre>
 */
public final class Converter {
    private Converter() {}

    public static void main(String[] arguments) throws IOException {
        try {
            run(new ArrayDeque<>(Arrays.asList(arguments)));
        } catch (IllegalArgumentException e) {
            System.err.println("converter: " + e.getMessage());
            System.exit(2);
        }
    }

    private static void run(Deque<String> arguments) throws IOException {
        String verb = next(arguments, "a verb");
        switch (verb) {
            case "stubs" -> stubs(Path.of(next(arguments, "a stub list")), Path.of(next(arguments, "a folder")));
            case "link" ->
                link(Path.of(next(arguments, "an input")), Path.of(next(arguments, "an output")), options(arguments));
            case "shaders" -> shaders(Path.of(next(arguments, "an output")), arguments);
            default -> throw new IllegalArgumentException("unknown verb " + verb + "; known are stubs, link, shaders");
        }
    }

    private static void stubs(Path list, Path folder) throws IOException {
        for (Map.Entry<String, String> source :
                StubList.parse(Files.readString(list)).assembly().entrySet()) {
            Files.writeString(folder.resolve(source.getKey() + ".s"), source.getValue());
        }
    }

    /** Data for the executable: for shader {@code n} the symbols {@code n_record}, writable, and {@code n_code}. */
    private static void shaders(Path output, Deque<String> sources) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String file : sources) {
            String name = String.valueOf(Path.of(file).getFileName()).replaceFirst("\\.s$", "");
            byte[] code = new LinkedElf(Files.readAllBytes(Path.of(file.replaceFirst("\\.s$", ".o")))).bytes(".text");
            byte[] record = ShaderRecord.of(ShaderSource.parse(name, Files.readString(Path.of(file))), code);
            data(text, ".data", 8, name + "_record", record);
            data(text, ".section .rodata", 256, name + "_code", ShaderRecord.paddedCode(code));
        }
        Files.writeString(output, text);
    }

    private static void data(StringBuilder text, String section, int alignment, String symbol, byte[] bytes) {
        text.append(section)
                .append("\n.balign ")
                .append(alignment)
                .append("\n.globl ")
                .append(symbol);
        text.append("\n.hidden ").append(symbol).append('\n').append(symbol).append(":\n");
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (words.hasRemaining()) {
            text.append(".long 0x").append(Integer.toHexString(words.getInt())).append('\n');
        }
    }

    private static void link(Path input, Path output, Map<String, String> options) throws IOException {
        String type = options.getOrDefault("type", "executable");
        ImageType imageType =
                switch (type) {
                    case "executable" -> ImageType.EXECUTABLE;
                    case "module" -> ImageType.MODULE;
                    case "plain" -> ImageType.PLAIN_SHARED;
                    default ->
                        throw new IllegalArgumentException(
                                "unknown type " + type + "; known are executable, module, plain");
                };
        String fileName = String.valueOf(output.getFileName());
        String name = options.getOrDefault("name", fileName.replaceFirst("\\.[^.]*$", ""));
        byte[] image = ConsoleImage.of(
                new LinkedElf(Files.readAllBytes(input)),
                new ConsoleImage.Target(imageType, name, fileName),
                list(options, "imports"),
                list(options, "exports"));
        Files.write(output, image);
    }

    private static StubList list(Map<String, String> options, String option) throws IOException {
        String file = options.get(option);
        return file == null ? StubList.EMPTY : StubList.parse(Files.readString(Path.of(file)));
    }

    private static Map<String, String> options(Deque<String> arguments) {
        Map<String, String> options = new LinkedHashMap<>();
        while (!arguments.isEmpty()) {
            String option = arguments.remove();
            if (!option.startsWith("--")) {
                throw new IllegalArgumentException("expected an option, found " + option);
            }
            options.put(option.substring(2), next(arguments, "a value for " + option));
        }
        return options;
    }

    private static String next(Deque<String> arguments, String what) {
        String argument = arguments.poll();
        if (argument == null) {
            throw new IllegalArgumentException("missing " + what);
        }
        return argument;
    }
}
