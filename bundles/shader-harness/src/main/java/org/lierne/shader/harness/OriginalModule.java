package org.lierne.shader.harness;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A look into a job's original module: how many clip and cull distances it writes, which elements of a built-in input it takes. */
final class OriginalModule {
    private static final int OP_TYPE_VECTOR = 23;
    private static final int OP_TYPE_ARRAY = 28;
    private static final int OP_TYPE_STRUCT = 30;
    private static final int OP_TYPE_POINTER = 32;
    private static final int OP_CONSTANT = 43;
    private static final int OP_VARIABLE = 59;
    private static final int OP_ACCESS_CHAIN = 65;
    private static final int OP_DECORATE = 71;
    private static final int OP_MEMBER_DECORATE = 72;
    private static final int BUILT_IN = 11;

    private final Map<Integer, int[]> definitions = new HashMap<>();
    private final Map<Integer, Integer> constants = new HashMap<>();
    private final Map<Integer, Map<Integer, Integer>> memberBuiltIns = new HashMap<>();
    private final Map<Integer, Integer> builtIns = new HashMap<>();
    private final Set<Integer> usedLengths = new HashSet<>();
    private final Map<Integer, Integer> lengths = new HashMap<>();
    private final Map<Integer, Integer> elements = new HashMap<>();

    OriginalModule(int[] words) {
        for (int at = 5; at < words.length; at += words[at] >>> 16) {
            read(words, at);
        }
        for (int at = 5; at < words.length; at += words[at] >>> 16) {
            if ((words[at] & 0xffff) == OP_ACCESS_CHAIN) {
                use(words, at);
            }
        }
    }

    /** Length of the array of this built-in, 0 when the module does not write to it. */
    int length(int builtIn) {
        return usedLengths.contains(builtIn) ? lengths.getOrDefault(builtIn, 0) : 0;
    }

    /** Elements of this built-in vector that the module takes one by one, a bit each; 0 where it takes it whole. */
    int elements(int builtIn) {
        return elements.getOrDefault(builtIn, 0);
    }

    private void read(int[] words, int at) {
        switch (words[at] & 0xffff) {
            case OP_DECORATE -> {
                if (words[at + 2] == BUILT_IN) {
                    builtIns.put(words[at + 1], words[at + 3]);
                }
            }
            case OP_MEMBER_DECORATE -> {
                if (words[at + 3] == BUILT_IN) {
                    memberBuiltIns.computeIfAbsent(words[at + 1], _ -> new HashMap<>()).put(words[at + 2], words[at + 4]);
                }
            }
            case OP_CONSTANT -> constants.put(words[at + 2], words[at + 3]);
            case OP_TYPE_VECTOR, OP_TYPE_ARRAY, OP_TYPE_STRUCT, OP_TYPE_POINTER -> definitions.put(words[at + 1], slice(words, at));
            case OP_VARIABLE -> definitions.put(words[at + 2], slice(words, at));
            default -> { }
        }
    }

    private static int[] slice(int[] words, int at) {
        return java.util.Arrays.copyOfRange(words, at, at + (words[at] >>> 16));
    }

    private void use(int[] words, int at) {
        int[] variable = definitions.get(words[at + 3]);
        int[] pointer = variable == null ? null : definitions.get(variable[1]);
        int[] type = pointer == null ? null : definitions.get(pointer[3]);
        if (pointer == null || type == null) {
            return;
        }
        Integer element = constants.get(words[at + 4]);
        Integer builtIn = builtIns.get(words[at + 3]);
        if ((type[0] & 0xffff) == OP_TYPE_VECTOR && element != null && builtIn != null) {
            elements.merge(builtIn, 1 << element, (a, b) -> a | b);
            return;
        }
        if ((type[0] & 0xffff) == OP_TYPE_ARRAY) {
            note(builtIns.get(words[at + 3]), type);
            return;
        }
        Integer member = constants.get(words[at + 4]);
        Map<Integer, Integer> members = memberBuiltIns.getOrDefault(pointer[3], Map.of());
        if (member != null && members.containsKey(member)) {
            int[] memberType = definitions.get(type[2 + member]);
            if (memberType != null) {
                note(members.get(member), memberType);
            }
        }
    }

    private void note(@org.jspecify.annotations.Nullable Integer builtIn, int[] array) {
        if (builtIn != null && (array[0] & 0xffff) == OP_TYPE_ARRAY) {
            usedLengths.add(builtIn);
            lengths.put(builtIn, constants.getOrDefault(array[3], 0));
        }
    }
}
