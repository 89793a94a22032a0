package org.lierne.lib.agc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.AgcRows;
import org.lierne.agc.WorkloadStreams;
import org.lierne.agc.packet.Header;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Runs packet table rows. A row's arguments find their parameters by name, by {@link #ALIASES}, and what then remains
 * by order; lists and texts are laid out in memory and passed by address, their lengths filled in. The dwords compared
 * are those between the cursor before and after, or the packet itself for calls that patch one.
 */
@Component(service = AgcRows.class)
public final class BuilderRows implements AgcRows {
    private static final int MEMORY_BYTES = 1 << 20;
    private static final int STORAGE_DWORDS = 1 << 15;
    /** Other names under which tables know a parameter. */
    private static final Map<String, List<String>> ALIASES = Map.ofEntries(
            Map.entry("src64", List.of("source", "srcAddress")), Map.entry("wait", List.of("waitForPrevious")),
            Map.entry("confirm", List.of("writeConfirm")), Map.entry("block", List.of("blockEngine")),
            Map.entry("op", List.of("operation")), Map.entry("waitOp", List.of("waitOperation")),
            Map.entry("src", List.of("source")), Map.entry("size", List.of("bytes", "size64")),
            Map.entry("poll", List.of("pollCycles")), Map.entry("max", List.of("count", "maxCount")),
            Map.entry("offset", List.of("first")), Map.entry("args", List.of("arguments", "address")),
            Map.entry("regs", List.of("list", "pairs", "address")), Map.entry("otherwise", List.of("else")),
            Map.entry("mailbox", List.of("waitMailbox")), Map.entry("size1", List.of("dwords1")),
            Map.entry("size2", List.of("dwords2")), Map.entry("color", List.of("colour")),
            Map.entry("interval", List.of("pollInterval")), Map.entry("index", List.of("bufferIndex")),
            Map.entry("address", List.of("value", "list")), Map.entry("count", List.of("n", "numRegs")),
            Map.entry("objectIds", List.of("ids")));

    private record Export(HleModule module, Method method) {}

    private final Map<String, Export> exports = new HashMap<>();
    private final RowMemory memory = new RowMemory(MEMORY_BYTES);
    private final RowStreams streams = new RowStreams();

    /** The streams that rows name by their slot. */
    private static final class RowStreams implements WorkloadStreams {
        private final Map<Integer, Long> slots = new HashMap<>();

        @Override
        public java.util.OptionalLong slot(int stream) {
            Long slot = slots.get(stream);
            return slot == null ? java.util.OptionalLong.empty() : java.util.OptionalLong.of(slot);
        }

        @Override
        public boolean register(int stream, String name) {
            return false;
        }

        @Override
        public boolean unregister(int stream) {
            return false;
        }

        @Override
        public String name(int stream) {
            return "";
        }
    }

    private final LibraryState state = new LibraryState(null, null, null);

    /** Builders are stateless but for the places that rows name, so that rows run on instances of their own. */
    @Activate
    public BuilderRows(@Reference List<HleModule> others) {
        this();
        for (HleModule module : others) {
            HleLibrary library = module.getClass().getAnnotation(HleLibrary.class);
            if (library != null && library.library().startsWith("libSceAgc")) {
                add(module, library);
            }
        }
    }

    BuilderRows() {
        for (HleModule module : List.of(new RegisterBuilders(null), new DrawBuilders(null), new MemoryBuilders(null),
                new FlowBuilders(null), new DriverBuilders(streams, null), new ContextStateBuilders(state, null),
                new PacketSizes(), new PacketPatches())) {
            add(module, module.getClass().getAnnotation(HleLibrary.class));
        }
    }

    private void add(HleModule module, HleLibrary library) {
        for (Method method : module.getClass().getMethods()) {
            for (HleExport export : method.getAnnotationsByType(HleExport.class)) {
                exports.putIfAbsent(export.name(), new Export(module, method));
            }
        }
    }

    @Override
    public boolean isRow(String line) {
        return !line.isBlank() && !line.startsWith("#") && !line.startsWith("function\t");
    }

    @Override
    public synchronized Outcome check(String line) {
        String[] columns = line.split("\t", -1);
        if (columns.length < 3) {
            return new Outcome.Refused("a row has function, arguments and dwords, separated by tabs: " + line);
        }
        Export export = exports.get(columns[0].strip());
        if (export == null) {
            return new Outcome.Refused(columns[0] + ": no such builder");
        }
        try {
            int[] expected = words(columns[2]);
            RowArguments arguments = RowArguments.parse(columns[1]);
            int[] written = call(export, arguments);
            int[] compared = arguments.isCoreOnly() ? core(written) : written;
            return Arrays.equals(expected, compared) ? new Outcome.Equal()
                    : new Outcome.Differs("%s(%s): expected %s, got %s".formatted(columns[0], columns[1],
                    text(expected), text(compared)));
        } catch (IllegalArgumentException e) {
            return new Outcome.Refused(columns[0] + "(" + columns[1] + "): " + e.getMessage());
        } catch (InvocationTargetException e) {
            return new Outcome.Refused(columns[0] + "(" + columns[1] + "): " + e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int[] words(String column) {
        return Arrays.stream(column.strip().split("\\s+")).filter(s -> !s.isEmpty())
                .mapToInt(RowArguments::dword).toArray();
    }

    private static String text(int[] words) {
        StringJoiner text = new StringJoiner(" ");
        for (int word : words) {
            text.add("%08X".formatted(word));
        }
        return text.toString();
    }

    /** What stands between the first and the last of three packets. */
    private static int[] core(int[] words) {
        int start = words.length == 0 ? 0 : Header.dwords(words[0]);
        return start >= words.length ? words : Arrays.copyOfRange(words, start, start + Header.dwords(words[start]));
    }

    private int[] call(Export export, RowArguments arguments) throws IllegalAccessException, InvocationTargetException {
        memory.clear();
        Map<String, String> given = new HashMap<>(arguments.values());
        List<String> order = new ArrayList<>(arguments.values().keySet());
        place(given, order);
        Parameter[] parameters = export.method().getParameters();
        String[] values = match(parameters, given, order);
        @Nullable Object[] actual = new Object[parameters.length];
        long buffer = 0;
        long storage = 0;
        long packet = 0;
        int packetWords = 0;
        Map<String, Integer> lengths = new HashMap<>();
        for (int i = 0; i < parameters.length; i++) {
            Parameter parameter = parameters[i];
            if (parameter.getName().equals("cb")) {
                storage = memory.allocate(4 * STORAGE_DWORDS);
                buffer = memory.allocate(0x38);
                memory.putLong(buffer, storage);
                memory.putLong(buffer + 0x08, storage + 4L * STORAGE_DWORDS);
                memory.putLong(buffer + 0x10, storage);
                memory.putLong(buffer + 0x18, storage + 4L * STORAGE_DWORDS);
                actual[i] = new GuestPtr<>(memory, buffer, CommandBuffer.class);
            } else if (parameter.getName().equals("cursor")) {
                storage = memory.allocate(4 * STORAGE_DWORDS);
                buffer = memory.allocate(0x18) + 8;
                memory.putLong(buffer, storage);
                actual[i] = new GuestPtr<>(memory, buffer, Long.class);
                buffer -= 0x10;
            } else if (parameter.getName().equals("packet")) {
                int[] content = RowArguments.list(values[i]);
                packet = words(content);
                packetWords = content.length;
                actual[i] = new GuestPtr<>(memory, packet, Integer.class);
            } else if (RowArguments.isList(values[i]) && parameter.getType() == long.class) {
                int[] content = RowArguments.list(values[i]);
                actual[i] = words(content);
                lengths.put(parameter.getName(), content.length);
            } else if (parameter.getType() == GuestArray.class) {
                actual[i] = array(parameter, values[i], lengths);
            } else if (parameter.getType() == GuestString.class || parameter.getType() == GuestBytes.class) {
                actual[i] = textOf(parameter, values[i], lengths);
            }
        }
        for (int i = 0; i < parameters.length; i++) {
            if (actual[i] == null) {
                actual[i] = scalar(parameters[i], values[i], packet, lengths);
            }
        }
        sizeArrays(parameters, actual);
        Object result = export.method().invoke(export.module(), actual);
        if (buffer == 0 && result instanceof Integer answer) {
            return new int[] {answer};
        }
        if (packet != 0) {
            if (result instanceof GuestStatus status && status != GuestStatus.OK) {
                throw new IllegalArgumentException("answered 0x%08X".formatted(status.code()));
            }
            return read(packet, packetWords);
        }
        int count = (int) ((memory.getLong(buffer + 0x10) - storage) / 4);
        return read(storage, count);
    }

    /**
     * Arguments that name no parameter but places of the library: a stream's slot, the context-state block's label and
     * list.
     */
    private void place(Map<String, String> given, List<String> order) {
        String slot = given.remove("slot");
        if (slot != null) {
            streams.slots.put((int) RowArguments.number(given.getOrDefault("stream", "0")), RowArguments.number(slot));
        }
        String label = given.remove("label");
        String list = given.remove("restoreList");
        String count = given.remove("restoreCount");
        boolean isRestoring = RowArguments.number(given.getOrDefault("append", "0")) != 0;
        given.remove("append");
        if (label != null && list != null && count != null) {
            state.setContextState(new LibraryState.ContextState(RowArguments.number(label), RowArguments.number(list),
                    (int) RowArguments.number(count), isRestoring));
        }
        order.retainAll(given.keySet());
    }

    private static String[] match(Parameter[] parameters, Map<String, String> given, List<String> order) {
        String[] values = new String[parameters.length];
        Arrays.fill(values, "");
        List<String> left = new ArrayList<>(order);
        if (left.contains("offset") && left.contains("value") && Arrays.stream(parameters)
                .anyMatch(p -> p.getName().equals("pair"))) {
            long pair = RowArguments.number(given.getOrDefault("offset", "0")) & 0xFFFFFFFFL
                    | RowArguments.number(given.getOrDefault("value", "0")) << 32;
            left.removeAll(List.of("offset", "value"));
            left.add("pair");
            given.put("pair", "0x" + Long.toHexString(pair));
        }
        for (int i = 0; i < parameters.length; i++) {
            if (left.remove(parameters[i].getName())) {
                values[i] = given.getOrDefault(parameters[i].getName(), "");
            }
        }
        for (int i = 0; i < parameters.length; i++) {
            for (String alias : ALIASES.getOrDefault(parameters[i].getName(), List.of())) {
                if (values[i].isEmpty() && left.remove(alias)) {
                    values[i] = given.getOrDefault(alias, "");
                }
            }
        }
        for (int i = 0; i < parameters.length && !left.isEmpty(); i++) {
            boolean isLength = parameters[i].getName().equals("count") || parameters[i].getName().equals("length");
            if (values[i].isEmpty() && !isBuffer(parameters[i]) && !isLength) {
                values[i] = given.getOrDefault(left.removeFirst(), "");
            }
        }
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("no parameter for " + left);
        }
        return values;
    }

    private static boolean isBuffer(Parameter parameter) {
        return parameter.getName().equals("cb") || parameter.getName().equals("cursor");
    }

    private long words(int[] content) {
        long address = memory.allocate(4 * Math.max(1, content.length));
        Builder.write(memory, address, content);
        return address;
    }

    private GuestArray<?> array(Parameter parameter, String value, Map<String, Integer> lengths) {
        Class<?> type = (Class<?>) ((ParameterizedType) parameter.getParameterizedType()).getActualTypeArguments()[0];
        if (!RowArguments.isList(value)) {
            return new GuestArray<>(memory, value.isEmpty() ? 0 : RowArguments.number(value), 0, type);
        }
        int[] content = RowArguments.list(value);
        int count = type == RegisterPair.class ? content.length / 2 : content.length;
        lengths.put(parameter.getName(), count);
        return new GuestArray<>(memory, words(content), count, type);
    }

    private Object textOf(Parameter parameter, String value, Map<String, Integer> lengths) {
        byte[] text = (RowArguments.isText(value) ? RowArguments.text(value) : value).getBytes(StandardCharsets.UTF_8);
        long address = memory.allocate(text.length + 1);
        memory.putBytes(address, text);
        lengths.put(parameter.getName(), text.length);
        return parameter.getType() == GuestString.class ? new GuestString(memory, address)
                : new GuestBytes(memory, address, text.length);
    }

    /**
     * A number of the parameter's type; {@code packet+…} sums count from the packet; a length not given is that of the
     * list or text.
     */
    private static Object scalar(Parameter parameter, String value, long packet, Map<String, Integer> lengths) {
        long number = 0;
        if (value.isEmpty()) {
            boolean isLength = parameter.getName().equals("count") || parameter.getName().equals("length");
            number = isLength ? lengths.values().stream().findFirst().orElse(0) : 0;
        } else {
            for (String term : value.split("\\+")) {
                number += term.equals("packet") ? packet : RowArguments.number(term);
            }
        }
        if (parameter.getType() == int.class) {
            return (int) number;
        }
        if (parameter.getType() == float.class) {
            return (float) number;
        }
        return number;
    }

    /** Arrays and texts take the length that their call names, as the binder does. */
    private static void sizeArrays(Parameter[] parameters, @Nullable Object[] actual) {
        for (int i = 0; i < parameters.length; i++) {
            org.lierne.hle.SizedBy sized = parameters[i].getAnnotation(org.lierne.hle.SizedBy.class);
            for (int k = 0; sized != null && k < parameters.length; k++) {
                if (parameters[k].getName().equals(sized.value()) && actual[k] instanceof Number length) {
                    if (actual[i] instanceof GuestArray<?> a) {
                        actual[i] = new GuestArray<>(a.memory(), a.address(), length.longValue(), a.type());
                    } else if (actual[i] instanceof GuestBytes b) {
                        actual[i] = new GuestBytes(b.memory(), b.address(), length.longValue());
                    }
                }
            }
        }
    }

    private int[] read(long address, int count) {
        int[] words = new int[count];
        for (int i = 0; i < count; i++) {
            words[i] = memory.getInt(address + 4L * i);
        }
        return words;
    }
}
