package org.lierne.agc.driver.module;

import java.util.HashMap;
import java.util.Map;

/** What a finished module gives to the stage behind it, read out of its words. */
public final class ModuleInterface {
    private static final int HEADER_WORDS = 5;
    private static final int TYPE_ARRAY = 28;
    private static final int TYPE_POINTER = 32;
    private static final int CONSTANT = 43;
    private static final int VARIABLE = 59;
    private static final int DECORATE = 71;
    private static final int BUILT_IN = 11;
    private static final int OUTPUT = 3;

    private final Map<Integer, Integer> arrays = new HashMap<>();
    private final Map<Integer, Integer> pointers = new HashMap<>();
    private final Map<Integer, Integer> constants = new HashMap<>();
    private final Map<Integer, Integer> outputs = new HashMap<>();
    private final Map<Integer, Integer> builtIns = new HashMap<>();

    /** @param words the module */
    public ModuleInterface(int[] words) {
        for (int at = HEADER_WORDS; at < words.length; at += Math.max(1, words[at] >>> 16)) {
            switch (words[at] & 0xFFFF) {
                case TYPE_ARRAY -> arrays.put(words[at + 1], words[at + 3]);
                case TYPE_POINTER -> pointers.put(words[at + 1], words[at + 3]);
                case CONSTANT -> constants.put(words[at + 2], words[at + 3]);
                case VARIABLE -> {
                    if (words[at + 3] == OUTPUT) {
                        outputs.put(words[at + 2], words[at + 1]);
                    }
                }
                case DECORATE -> {
                    if (words[at + 2] == BUILT_IN) {
                        builtIns.put(words[at + 3], words[at + 1]);
                    }
                }
                default -> { }
            }
        }
    }

    /** Elements of a built-in output that is an array; 0 where the module has no such output. */
    public int elements(int builtIn) {
        int pointer = outputs.getOrDefault(builtIns.getOrDefault(builtIn, 0), 0);
        return constants.getOrDefault(arrays.getOrDefault(pointers.getOrDefault(pointer, 0), 0), 0);
    }
}
