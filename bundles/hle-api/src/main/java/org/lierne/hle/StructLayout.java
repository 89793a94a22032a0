package org.lierne.hle;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.lierne.kernel.memory.GuestMemory;

/** Reads and writes one structure type; made once per type. */
public final class StructLayout<T> {
    private record Field(int offset, int length, Class<?> type, MethodHandle getter) {}

    private static final ClassValue<StructLayout<?>> LAYOUTS = new ClassValue<>() {
        @Override
        protected StructLayout<?> computeValue(Class<?> type) {
            return new StructLayout<>(type);
        }
    };

    private final Class<T> type;
    private final int bytes;
    private final Field[] fields;
    private final MethodHandle constructor;

    private StructLayout(Class<T> type) {
        this.type = type;
        GuestStruct struct = type.getAnnotation(GuestStruct.class);
        if (struct == null) {
            this.bytes = scalarBytes(type);
            this.fields = new Field[0];
            this.constructor = MethodHandles.identity(Object.class);
            return;
        }
        this.bytes = struct.size();
        RecordComponent[] components = type.getRecordComponents();
        this.fields = new Field[components.length];
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            Class<?>[] parameters = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                RecordComponent component = components[i];
                At at = component.getAnnotation(At.class);
                if (at == null) {
                    throw new IllegalArgumentException(type.getName() + "." + component.getName() + " has no @At");
                }
                parameters[i] = component.getType();
                int length = at.length() > 0 ? at.length() : scalarBytes(component.getType());
                if (at.value() < 0 || at.value() + length > bytes) {
                    throw new IllegalArgumentException(type.getName() + "." + component.getName() + " lies outside of its structure");
                }
                fields[i] = new Field(at.value(), length, component.getType(), lookup.unreflect(component.getAccessor()));
            }
            constructor = lookup.findConstructor(type, MethodType.methodType(void.class, parameters))
                    .asSpreader(Object[].class, parameters.length);
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new IllegalArgumentException(type.getName() + " cannot be used as a guest structure", e);
        }
    }

    @SuppressWarnings("unchecked")
    public static <T> StructLayout<T> of(Class<T> type) {
        return (StructLayout<T>) LAYOUTS.get(type);
    }

    public Class<T> type() {
        return type;
    }

    public int bytes() {
        return bytes;
    }

    public T read(GuestMemory memory, long address) {
        try {
            if (fields.length == 0) {
                return type.cast(readScalar(memory, address, type));
            }
            Object[] values = new Object[fields.length];
            for (int i = 0; i < fields.length; i++) {
                Field f = fields[i];
                values[i] = f.type == byte[].class ? memory.getBytes(address + f.offset, f.length)
                        : f.type == String.class ? memory.getString(address + f.offset, f.length)
                        : readScalar(memory, address + f.offset, f.type);
            }
            return type.cast(constructor.invoke(values));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes every byte of the structure: gaps between components become zero. */
    public void write(GuestMemory memory, long address, T value) {
        try {
            if (fields.length == 0) {
                writeScalar(memory, address, value);
                return;
            }
            memory.putBytes(address, new byte[bytes]);
            for (Field f : fields) {
                Object v = f.getter.invoke(value);
                if (v instanceof byte[] b) {
                    memory.putBytes(address + f.offset, Arrays.copyOf(b, f.length));
                } else if (v instanceof String s) {
                    byte[] b = Arrays.copyOf(s.getBytes(StandardCharsets.UTF_8), f.length);
                    b[f.length - 1] = 0;
                    memory.putBytes(address + f.offset, b);
                } else {
                    writeScalar(memory, address + f.offset, v);
                }
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static int scalarBytes(Class<?> type) {
        return switch (type.getName()) {
            case "byte", "java.lang.Byte" -> 1;
            case "short", "java.lang.Short" -> 2;
            case "int", "java.lang.Integer", "float", "java.lang.Float" -> 4;
            case "long", "java.lang.Long", "double", "java.lang.Double" -> 8;
            default -> throw new IllegalArgumentException(type.getName() + " is no guest type and has no @GuestStruct or length");
        };
    }

    private static Object readScalar(GuestMemory memory, long address, Class<?> type) {
        return switch (type.getName()) {
            case "byte", "java.lang.Byte" -> memory.getByte(address);
            case "short", "java.lang.Short" -> memory.getShort(address);
            case "int", "java.lang.Integer" -> memory.getInt(address);
            case "float", "java.lang.Float" -> memory.getFloat(address);
            case "long", "java.lang.Long" -> memory.getLong(address);
            case "double", "java.lang.Double" -> memory.getDouble(address);
            default -> throw new IllegalArgumentException(type.getName());
        };
    }

    private static void writeScalar(GuestMemory memory, long address, Object value) {
        switch (value) {
            case Byte b -> memory.putByte(address, b);
            case Short s -> memory.putShort(address, s);
            case Integer i -> memory.putInt(address, i);
            case Float f -> memory.putInt(address, Float.floatToRawIntBits(f));
            case Long l -> memory.putLong(address, l);
            case Double d -> memory.putLong(address, Double.doubleToRawLongBits(d));
            default -> throw new IllegalArgumentException(value.getClass().getName());
        }
    }
}
