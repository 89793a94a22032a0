package org.lierne.agc.driver;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuShader;

/**
 * Records as bytes: their components in order, which are numbers, booleans, strings, enums, lists, sets, records, those of a sealed kind, and modules.
 * A module is written as a name by which it can be made again. {@link #layout} tells whether bytes of another version mean the same.
 */
final class RecordCodec {
    private RecordCodec() {}

    /** @param names gives a module's name */
    static void write(DataOutput out, @Nullable Object value, Function<GpuShader, String> names) throws IOException {
        out.writeBoolean(value != null);
        switch (value) {
            case null -> { }
            case Integer number -> out.writeInt(number);
            case Long number -> out.writeLong(number);
            case Float number -> out.writeFloat(number);
            case Boolean flag -> out.writeBoolean(flag);
            case String text -> out.writeUTF(text);
            case Enum<?> word -> out.writeUTF(word.name());
            case GpuShader module -> out.writeUTF(names.apply(module));
            case Collection<?> many -> {
                out.writeInt(many.size());
                for (Object each : many instanceof Set<?> set ? set.stream().sorted(Comparator.comparing(String::valueOf)).toList() : many) {
                    write(out, each, names);
                }
            }
            case Record record -> {
                if (isOfSealedKind(record.getClass())) {
                    out.writeUTF(record.getClass().getSimpleName());
                }
                for (RecordComponent component : record.getClass().getRecordComponents()) {
                    write(out, component(record, component), names);
                }
            }
            default -> throw new IllegalArgumentException("no form for " + value.getClass());
        }
    }

    private static boolean isOfSealedKind(Class<?> record) {
        return Arrays.stream(record.getInterfaces()).anyMatch(Class::isSealed);
    }

    private static Object component(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }

    /**
     * @param modules makes a module by its name
     * @throws IOException where the bytes are no such record
     */
    static <T extends Record> T read(DataInput in, Class<T> type, Function<String, GpuShader> modules) throws IOException {
        Object read = read(in, (Type) type, modules);
        if (read == null) {
            throw new IOException("no " + type.getSimpleName());
        }
        return type.cast(read);
    }

    private static @Nullable Object read(DataInput in, Type type, Function<String, GpuShader> modules) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        if (type instanceof ParameterizedType many) {
            List<@Nullable Object> items = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                items.add(read(in, many.getActualTypeArguments()[0], modules));
            }
            return many.getRawType() == Set.class ? new HashSet<>(items) : items;
        }
        Class<?> wanted = (Class<?>) type;
        if (wanted == int.class || wanted == Integer.class) {
            return in.readInt();
        } else if (wanted == long.class) {
            return in.readLong();
        } else if (wanted == float.class) {
            return in.readFloat();
        } else if (wanted == boolean.class) {
            return in.readBoolean();
        } else if (wanted == String.class) {
            return in.readUTF();
        } else if (wanted == GpuShader.class) {
            return modules.apply(in.readUTF());
        } else if (wanted.isEnum()) {
            String word = in.readUTF();
            return Arrays.stream(wanted.getEnumConstants()).filter(c -> ((Enum<?>) c).name().equals(word)).findFirst()
                    .orElseThrow(() -> new IOException("no " + wanted.getSimpleName() + " " + word));
        }
        return record(in, isOfSealedKind(wanted) || wanted.isSealed() ? named(wanted, in.readUTF()) : wanted, modules);
    }

    private static Class<?> named(Class<?> kind, String name) throws IOException {
        return Stream.concat(Stream.of(kind), Arrays.stream(kind.isSealed() ? kind.getPermittedSubclasses() : new Class<?>[0]))
                .filter(type -> type.isRecord() && type.getSimpleName().equals(name)).findFirst()
                .orElseThrow(() -> new IOException("no " + kind.getSimpleName() + " " + name));
    }

    private static Object record(DataInput in, Class<?> type, Function<String, GpuShader> modules) throws IOException {
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(in, components[i].getGenericType(), modules);
        }
        try {
            Constructor<?> maker = type.getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
            return maker.newInstance(values);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IOException("no " + type.getSimpleName(), e);
        }
    }

    /** The components of records and of those in them, in words. */
    static String layout(Class<?>... types) {
        StringBuilder words = new StringBuilder();
        Set<Type> seen = new HashSet<>();
        Arrays.stream(types).forEach(type -> describe(type, seen, words));
        return words.toString();
    }

    private static void describe(Type type, Set<Type> seen, StringBuilder words) {
        words.append(type.getTypeName()).append(' ');
        if (type instanceof ParameterizedType many) {
            describe(many.getActualTypeArguments()[0], seen, words);
        } else if (type instanceof Class<?> kind && kind.isSealed() && seen.add(type)) {
            Arrays.stream(kind.getPermittedSubclasses()).forEach(each -> describe(each, seen, words));
        } else if (type instanceof Class<?> record && record.isRecord() && seen.add(type)) {
            for (RecordComponent component : record.getRecordComponents()) {
                describe(component.getGenericType(), seen, words);
            }
        }
    }
}
