package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.WordSource;

/** Text form of descriptor paths: {@code ud3}, {@code 0x10}, {@code load(low, high, offset)}, {@code buffer(w0..w3, offset)}, {@code add(a, b)}. */
final class PathText {
    private PathText() {
    }

    static String print(DescriptorPath path) {
        return path.words().stream().map(PathText::print).collect(Collectors.joining(", ", "(", ")"));
    }

    static String print(WordSource source) {
        return switch (source) {
            case WordSource.UserData data -> "ud" + data.dword();
            case WordSource.Key key -> "key" + Integer.toUnsignedString(key.mask());
            case WordSource.Literal literal -> "0x" + Integer.toHexString(literal.word());
            case WordSource.Loaded loaded ->
                    call("load", List.of(loaded.low(), loaded.high(), loaded.byteOffset()));
            case WordSource.BufferLoaded loaded -> {
                List<WordSource> all = new ArrayList<>(loaded.descriptor());
                all.add(loaded.byteOffset());
                yield call("buffer", all);
            }
            case WordSource.Operation operation ->
                    call(operation.operator().name().toLowerCase(Locale.ROOT), operation.arguments());
        };
    }

    private static String call(String name, List<WordSource> arguments) {
        return arguments.stream().map(PathText::print).collect(Collectors.joining(", ", name + "(", ")"));
    }

    static DescriptorPath parse(TextScanner scanner) {
        return new DescriptorPath(list(scanner));
    }

    private static List<WordSource> list(TextScanner scanner) {
        List<WordSource> words = new ArrayList<>();
        scanner.expect("(");
        while (!scanner.accept(")")) {
            words.add(source(scanner));
        }
        return words;
    }

    static WordSource source(TextScanner scanner) {
        String word = scanner.next();
        if (word.startsWith("ud")) {
            return new WordSource.UserData(Integer.parseInt(word.substring(2)));
        }
        if (word.startsWith("key")) {
            return new WordSource.Key(Integer.parseUnsignedInt(word.substring(3)));
        }
        if (Character.isDigit(word.charAt(0))) {
            return new WordSource.Literal(TextScanner.number(word).intValue());
        }
        List<WordSource> arguments = list(scanner);
        return switch (word) {
            case "load" -> new WordSource.Loaded(arguments.get(0), arguments.get(1), arguments.get(2));
            case "buffer" -> new WordSource.BufferLoaded(arguments.subList(0, 4), arguments.get(4));
            default -> new WordSource.Operation(WordSource.Operator.valueOf(word.toUpperCase(Locale.ROOT)), arguments);
        };
    }
}
