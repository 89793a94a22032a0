package org.lierne.agc.driver;

/**
 * The comparison functions of waits, branches and conditional writes. Documented: 0 always, 1 &lt;, 2 &lt;=, 3 ==, 4
 * !=, 5 &gt;=, 6 &gt;.
 */
final class Comparison {
    private Comparison() {}

    /** Unsigned. @return false for function 7, which is none */
    static boolean holds(int function, long value, long reference) {
        int order = Long.compareUnsigned(value, reference);
        return switch (function) {
            case 0 -> true;
            case 1 -> order < 0;
            case 2 -> order <= 0;
            case 3 -> order == 0;
            case 4 -> order != 0;
            case 5 -> order >= 0;
            case 6 -> order > 0;
            default -> throw new PacketRefused("comparison " + function + " is none");
        };
    }

    static String sign(int function) {
        return switch (function) {
            case 0 -> "always";
            case 1 -> "<";
            case 2 -> "<=";
            case 3 -> "==";
            case 4 -> "!=";
            case 5 -> ">=";
            case 6 -> ">";
            default -> "never";
        };
    }
}
