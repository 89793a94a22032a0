package org.lierne.titles.converter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where symbols live: lines {@code library module file : symbol symbol* …}, where {@code *} marks a data object and
 * {@code #} starts a comment. For imports it says what the linker may leave undefined, for exports under which
 * libraries a symbol is offered.
 */
record StubList(List<Stub> stubs) {
    /** One symbol of one library. */
    record Stub(String symbol, String library, String module, String file, boolean isObject) {}

    static final StubList EMPTY = new StubList(List.of());

    StubList {
        stubs = List.copyOf(stubs);
    }

    static StubList parse(String text) {
        List<Stub> stubs = new ArrayList<>();
        for (String raw : text.lines().toList()) {
            String line = raw.replaceFirst("#.*", "").strip();
            if (line.isEmpty()) {
                continue;
            }
            int colon = line.indexOf(':');
            String[] head = line.substring(0, Math.max(colon, 0)).strip().split("\\s+");
            if (colon < 0 || head.length != 3) {
                throw new IllegalArgumentException(
                        "stub list: expected `library module file : symbols`, found `" + raw + "`");
            }
            for (String symbol : line.substring(colon + 1).strip().split("\\s+")) {
                boolean isObject = symbol.endsWith("*");
                String name = isObject ? symbol.substring(0, symbol.length() - 1) : symbol;
                stubs.add(new Stub(name, head[0], head[1], head[2], isObject));
            }
        }
        return new StubList(stubs);
    }

    /** All places of a symbol, in the order of the list. */
    List<Stub> find(String symbol) {
        return stubs.stream().filter(stub -> stub.symbol().equals(symbol)).toList();
    }

    /** One assembly source per module file, from which the linker learns what that file exports. */
    Map<String, String> assembly() {
        Map<String, StringBuilder> sources = new LinkedHashMap<>();
        for (Stub stub : stubs) {
            StringBuilder source = sources.computeIfAbsent(stub.file(), _ -> new StringBuilder());
            String name = stub.symbol();
            source.append(stub.isObject() ? ".data\n" : ".text\n")
                    .append(".globl ")
                    .append(name)
                    .append('\n');
            source.append(".type ")
                    .append(name)
                    .append(stub.isObject() ? ",@object\n.size " + name + ",8\n" : ",@function\n");
            source.append(name).append(stub.isObject() ? ": .quad 0\n" : ": ret\n");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        sources.forEach((file, source) -> texts.put(file, source.toString()));
        return texts;
    }
}
