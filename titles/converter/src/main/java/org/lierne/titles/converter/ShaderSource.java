package org.lierne.titles.converter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * What an assembly source declares about itself in comment lines {@code ; @key value…}.
 *
 * @param waveSize   32 or 64
 * @param vgprs      vector registers used
 * @param userSgprs  user scalar registers, counted from the first one the stage gets
 * @param srtDwords  size of the table behind a pointer in user registers, 0 without one
 * @param threads    threads of a group in x, y, z
 * @param groups     which group ids the program gets: x, y, z
 * @param dimensions thread ids the program gets, 1 to 3
 * @param baseVertex the user register that takes the first vertex of a draw with arguments in memory
 * @param ldsBytes   workgroup memory of a vertex program that makes primitives of its own
 * @param cx         CX registers, offset and value, that are not as the stage usually has them
 */
record ShaderSource(
        Stage stage,
        int waveSize,
        int vgprs,
        int userSgprs,
        int srtDwords,
        List<Resource> resources,
        List<Integer> inputs,
        List<int[]> outputs,
        int[] threads,
        String groups,
        int dimensions,
        OptionalInt baseVertex,
        int ldsBytes,
        List<int[]> cx) {
    /** What a program is for; an evaluation program is a vertex program behind a hull program. */
    enum Stage {
        COMPUTE,
        PIXEL,
        VERTEX,
        HULL
    }

    /** The four tables of the user data block, in order. */
    enum Table {
        READ,
        WRITE,
        SAMPLER,
        CONSTANTS
    }

    /**
     * A descriptor in user registers.
     *
     * @param dword  the first of its registers, counted as {@link ShaderSource#userSgprs}
     * @param dwords four or eight
     */
    record Resource(Table table, int dword, int dwords) {}

    static ShaderSource parse(String name, String text) {
        return new Parser(name).parse(text);
    }

    private static final class Parser {
        private final String name;
        private Stage stage = Stage.COMPUTE;
        private int waveSize;
        private int vgprs;
        private int userSgprs;
        private int srtDwords;
        private final List<Resource> resources = new ArrayList<>();
        private final List<Integer> inputs = new ArrayList<>();
        private final List<int[]> outputs = new ArrayList<>();
        private int[] threads = {0, 1, 1};
        private String groups = "";
        private int dimensions = 1;
        private OptionalInt baseVertex = OptionalInt.empty();
        private int ldsBytes;
        private final List<int[]> cx = new ArrayList<>();

        Parser(String name) {
            this.name = name;
        }

        ShaderSource parse(String text) {
            text.lines()
                    .filter(line -> line.startsWith("; @"))
                    .forEach(line -> declare(line.substring(3).strip().split("\\s+")));
            if (waveSize != 32 && waveSize != 64 || vgprs == 0) {
                throw new IllegalArgumentException(name + ": @wave must be 32 or 64, and @vgprs be given");
            }
            return new ShaderSource(
                    stage,
                    waveSize,
                    vgprs,
                    userSgprs,
                    srtDwords,
                    List.copyOf(resources),
                    List.copyOf(inputs),
                    List.copyOf(outputs),
                    threads,
                    groups,
                    dimensions,
                    baseVertex,
                    ldsBytes,
                    List.copyOf(cx));
        }

        private void declare(String[] words) {
            switch (words[0]) {
                case "stage" -> stage = Stage.valueOf(word(words, 1).toUpperCase(Locale.ROOT));
                case "wave" -> waveSize = number(words, 1);
                case "vgprs" -> vgprs = number(words, 1);
                case "user" -> userSgprs = number(words, 1);
                case "srt" -> srtDwords = number(words, 1);
                case "read" -> resources.add(resource(Table.READ, words));
                case "write" -> resources.add(resource(Table.WRITE, words));
                case "sampler" -> resources.add(new Resource(Table.SAMPLER, number(words, 1), 4));
                case "constants" -> resources.add(new Resource(Table.CONSTANTS, number(words, 1), 4));
                case "input" -> inputs.add(number(words, 1));
                case "output" -> outputs.add(new int[] {number(words, 1), number(words, 2)});
                case "threads" -> threads = new int[] {number(words, 1), number(words, 2), number(words, 3)};
                case "groups" -> groups = String.join("", words).substring("groups".length());
                case "base-vertex" -> baseVertex = OptionalInt.of(number(words, 1));
                case "lds" -> ldsBytes = number(words, 1);
                case "cx" -> cx.add(new int[] {hex(words, 1), hex(words, 2)});
                case "thread-dimensions" -> dimensions = number(words, 1);
                default -> throw new IllegalArgumentException(name + ": unknown declaration @" + words[0]);
            }
        }

        private Resource resource(Table table, String[] words) {
            return switch (word(words, 1)) {
                case "buffer" -> new Resource(table, number(words, 2), 4);
                case "image" -> new Resource(table, number(words, 2), 8);
                default -> throw new IllegalArgumentException(name + ": @" + words[0] + " takes buffer or image");
            };
        }

        private int number(String[] words, int i) {
            OptionalInt number = word(words, i).chars().allMatch(Character::isDigit)
                    ? OptionalInt.of(Integer.parseInt(word(words, i)))
                    : OptionalInt.empty();
            return number.orElseThrow(() -> new IllegalArgumentException(name + ": @" + words[0] + " takes numbers"));
        }

        private int hex(String[] words, int i) {
            try {
                return Integer.parseUnsignedInt(word(words, i), 16);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(name + ": @" + words[0] + " takes hexadecimal numbers", e);
            }
        }

        private String word(String[] words, int i) {
            if (i >= words.length) {
                throw new IllegalArgumentException(name + ": @" + words[0] + " takes " + i + " words at least");
            }
            return words[i];
        }
    }
}
