package org.lierne.recompiler.core.spirv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes {@code Spv.java} from the published grammar. Run {@link #main} with the folder of the installed grammars and the file to
 * write when the vocabulary has to grow; {@link VocabularyTest} compares.
 *
 * <p>The grammar files are printed one key a line, so patterns read them; a grammar printed otherwise makes the comparison fail.
 */
final class VocabularyText {
    static final List<String> KINDS = List.of("ImageOperands", "SelectionControl", "LoopControl", "FunctionControl", "MemorySemantics",
            "MemoryAccess", "SourceLanguage", "ExecutionModel", "AddressingModel", "MemoryModel", "ExecutionMode", "StorageClass",
            "Dim", "ImageFormat", "Decoration", "BuiltIn", "Scope", "GroupOperation", "Capability");

    private static final Pattern INSTRUCTION = Pattern.compile(
            "\"opname\"\\s*:\\s*\"(\\w+)\",\\s*(?:\"class\"\\s*:\\s*\"[^\"]*\",\\s*)?\"opcode\"\\s*:\\s*(\\d+)");
    private static final Pattern KIND = Pattern.compile("\"kind\"\\s*:\\s*\"(\\w+)\",\\s*\"enumerants\"");
    private static final Pattern ENUMERANT = Pattern.compile(
            "\"enumerant\"\\s*:\\s*\"(\\w+)\",\\s*\"value\"\\s*:\\s*(?:\"(0x[0-9a-fA-F]+)\"|(\\d+))");
    private static final Pattern VENDOR = Pattern.compile(".*(INTEL|AMD|NV|NVX|GOOGLE|HUAWEI|QCOM|ARM|ALTERA|VALVE|EXT2)$");

    private VocabularyText() {}

    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[1]), of(Path.of(arguments[0])));
    }

    static String of(Path grammars) throws IOException {
        String core = Files.readString(grammars.resolve("spirv.core.grammar.json"));
        String glsl = Files.readString(grammars.resolve("extinst.glsl.std.450.grammar.json"));
        StringBuilder out = new StringBuilder("""
                package org.lierne.recompiler.core.spirv;

                /** The SPIR-V vocabulary. Generated from the published grammar by VocabularyText; do not edit. */
                final class Spv {
                    static final int MAGIC = 0x07230203;
                    static final int VERSION_1_6 = 0x00010600;

                    private Spv() {}

                    /** Something with a number in the grammar. */
                    interface Coded {
                        int code();
                    }
                """);
        int kinds = core.indexOf("\"operand_kinds\"");
        out.append("\n    /** Instructions, with whether they have a type and a result. */\n    enum Op implements Coded {\n");
        List<String> rows = new ArrayList<>();
        Matcher instruction = INSTRUCTION.matcher(core.substring(0, kinds));
        List<int[]> spans = new ArrayList<>();
        List<String> names = new ArrayList<>();
        while (instruction.find()) {
            spans.add(new int[] {instruction.start(), Integer.parseInt(instruction.group(2))});
            names.add(instruction.group(1));
        }
        for (int i = 0; i < names.size(); i++) {
            if (VENDOR.matcher(names.get(i)).matches()) {
                continue;
            }
            String body = core.substring(spans.get(i)[0], i + 1 < spans.size() ? spans.get(i + 1)[0] : kinds);
            rows.add("        %s(%d, %s, %s)".formatted(names.get(i), spans.get(i)[1], body.contains("\"IdResultType\""),
                    body.contains("\"IdResult\"")));
        }
        out.append(String.join(",\n", rows)).append("""
                ;

                        private final int code;
                        private final boolean typed;
                        private final boolean result;

                        Op(int code, boolean typed, boolean result) {
                            this.code = code;
                            this.typed = typed;
                            this.result = result;
                        }

                        @Override
                        public int code() {
                            return code;
                        }

                        boolean isTyped() {
                            return typed;
                        }

                        boolean hasResult() {
                            return result;
                        }
                    }
                """);
        for (String kind : KINDS) {
            appendKind(out, kind, kindBody(core.substring(kinds), kind), ENUMERANT);
        }
        appendKind(out, "Glsl", glsl, INSTRUCTION);
        return out.append("}\n").toString();
    }

    private static String kindBody(String kinds, String kind) {
        Matcher matcher = KIND.matcher(kinds);
        while (matcher.find()) {
            if (matcher.group(1).equals(kind)) {
                int start = matcher.end();
                return kinds.substring(start, matcher.find() ? matcher.start() : kinds.length());
            }
        }
        throw new IllegalStateException("the grammar has no operand kind " + kind);
    }

    private static void appendKind(StringBuilder out, String kind, String body, Pattern pattern) {
        List<String> rows = new ArrayList<>();
        Matcher matcher = pattern.matcher(body);
        while (matcher.find()) {
            String name = matcher.group(1);
            if (!VENDOR.matcher(name).matches()) {
                String value = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
                rows.add("        %s(%s)".formatted(Character.isDigit(name.charAt(0)) ? kind + name : name, value));
            }
        }
        out.append("\n    /** %s of the grammar. */\n    enum %s implements Coded {\n".formatted(
                kind.equals("Glsl") ? "GLSL.std.450" : kind, kind));
        out.append(String.join(",\n", rows)).append("""
                ;

                        private final int code;

                        %s(int code) {
                            this.code = code;
                        }

                        @Override
                        public int code() {
                            return code;
                        }
                    }
                """.formatted(kind));
    }
}
