package org.lierne.console;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A verb's command line: words, and options with or without a value in any order. */
final class Arguments {
    private final List<String> words = new ArrayList<>();
    private final Map<String, List<String>> options = new LinkedHashMap<>();

    /**
     * @param flags    options without a value, {@code --headless}
     * @param withValue options that take the next word, {@code --frames}
     * @throws UsageError for an option that is neither
     */
    Arguments(List<String> line, Set<String> flags, Set<String> withValue) {
        for (int i = 0; i < line.size(); i++) {
            String word = line.get(i);
            if (!word.startsWith("--") || word.equals("--")) {
                words.add(word);
            } else if (flags.contains(word)) {
                options.computeIfAbsent(word, w -> new ArrayList<>()).add("");
            } else if (withValue.contains(word)) {
                if (i + 1 == line.size()) {
                    throw new UsageError(word + " wants a value");
                }
                options.computeIfAbsent(word, w -> new ArrayList<>()).add(line.get(++i));
            } else {
                throw new UsageError("unknown option " + word);
            }
        }
    }

    List<String> words() {
        return List.copyOf(words);
    }

    /** The word at an index. @throws UsageError naming it if it is missing */
    String word(int index, String name) {
        if (index >= words.size()) {
            throw new UsageError("missing " + name);
        }
        return words.get(index);
    }

    Optional<String> optionalWord(int index) {
        return index < words.size() ? Optional.of(words.get(index)) : Optional.empty();
    }

    /** @throws UsageError if there are more words than that */
    void atMost(int count) {
        if (words.size() > count) {
            throw new UsageError("unexpected '" + words.get(count) + "'");
        }
    }

    boolean has(String flag) {
        return options.containsKey(flag);
    }

    Optional<String> value(String option) {
        List<String> values = options.getOrDefault(option, List.of());
        if (values.size() > 1) {
            throw new UsageError(option + " is given twice");
        }
        return values.stream().findFirst();
    }

    Set<String> values(String option) {
        return Set.copyOf(options.getOrDefault(option, List.of()));
    }

    /** In the order in which they were given. */
    List<String> inOrder(String option) {
        return List.copyOf(options.getOrDefault(option, List.of()));
    }

    Optional<Path> path(String option) {
        return value(option).map(Arguments::toPath);
    }

    /** A positive whole number. */
    OptionalInt count(String option) {
        Optional<String> text = value(option);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number > 0) {
                return OptionalInt.of(number);
            }
        } catch (NumberFormatException _) {
            // falls through to the same sentence as zero and negative numbers
        }
        throw new UsageError(option + " wants a whole number above zero, not '" + text.get() + "'");
    }

    static Path toPath(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageError("'" + text + "' is no path: " + e.getReason());
        }
    }
}
