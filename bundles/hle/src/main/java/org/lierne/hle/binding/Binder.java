package org.lierne.hle.binding;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.lierne.hle.ExportSignature;
import org.lierne.hle.ExportSignature.Argument;
import org.lierne.hle.ExportSignature.Kind;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleModule;
import org.lierne.hle.VarArgs;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.cpu.RegisterFrame;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThreads;

/**
 * Turns an annotated method into a handle of a canonical shape: integers and pointers arrive as {@code long} and are narrowed here, because
 * the guest leaves the upper half of a 32-bit argument undefined. The objects made on the way do not outlive the call and cost nothing once
 * compiled.
 */
final class Binder {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle POINTER = here("pointer", GuestPtr.class, GuestMemory.class, Class.class, long.class);
    private static final MethodHandle BYTES = here("bytes", GuestBytes.class, GuestMemory.class, long.class, long.class);
    private static final MethodHandle STRING = here("string", GuestString.class, GuestMemory.class, long.class);
    private static final MethodHandle ARRAY = here("array", GuestArray.class, GuestMemory.class, Class.class, long.class, long.class);
    private static final MethodHandle CALLBACK = here("callback", GuestCallback.class, GuestThreads.class, long.class);
    private static final MethodHandle LIST = here("list", VarArgs.class, GuestMemory.class, long.class);
    private static final MethodHandle VARIADIC =
            here("variadic", VarArgs.class, GuestMemory.class, int.class, int.class, RegisterFrame.class);
    private static final MethodHandle FRAME_LONG = here("frameLong", long.class, GuestMemory.class, int.class, RegisterFrame.class);
    private static final MethodHandle FRAME_DOUBLE = here("frameDouble", double.class, GuestMemory.class, int.class, RegisterFrame.class);
    private static final MethodHandle FRAME_FLOAT = here("frameFloat", float.class, GuestMemory.class, int.class, RegisterFrame.class);
    private static final MethodHandle UNSIGNED = here("unsigned", long.class, long.class);
    private static final MethodHandle STATUS = here("status", long.class, GuestStatus.class);
    private static final MethodHandle VALUE = here("value", long.class, GuestValue.class);

    private final GuestMemory memory;
    private final GuestThreads threads;

    Binder(GuestMemory memory, GuestThreads threads) {
        this.memory = memory;
        this.threads = threads;
    }

    private static MethodHandle here(String name, Class<?> result, Class<?>... parameters) {
        try {
            return LOOKUP.findStatic(Binder.class, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Binds a method of a service. */
    CallTarget bind(HleModule service, Method method, ExportSignature signature, String library, String function, String nid,
            String front) {
        MethodHandle handle;
        try {
            handle = MethodHandles.publicLookup().unreflect(method).bindTo(service);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method + " is an export but its class is not public", e);
        }
        handle = resultAsRegister(handle, signature);
        CallShape.Result result = resultKind(signature);
        List<String> names = signature.parameters().stream().filter(a -> a.kind() != Kind.VARIADIC).map(Argument::name).toList();
        if (signature.isVariadic()) {
            CallShape shape = new CallShape(List.of(), result, true);
            return new CallTarget(fromFrame(handle, signature), shape, library, function, nid, front, names);
        }
        CallShape shape = new CallShape(signature.parameters().stream().map(Binder::kind).toList(), result, false);
        MethodHandle bound = fromRegisters(handle, signature.parameters(), List.of());
        return new CallTarget(bound, shape, library, function, nid, front, names);
    }

    private static CallShape.Kind kind(Argument argument) {
        return switch (argument.kind()) {
            case FLOAT -> CallShape.Kind.FLOAT;
            case DOUBLE -> CallShape.Kind.DOUBLE;
            default -> CallShape.Kind.LONG;
        };
    }

    private static CallShape.Result resultKind(ExportSignature signature) {
        return switch (signature.result()) {
            case VOID -> CallShape.Result.VOID;
            case FLOAT -> CallShape.Result.FLOAT;
            case DOUBLE -> CallShape.Result.DOUBLE;
            default -> CallShape.Result.LONG;
        };
    }

    private static MethodHandle resultAsRegister(MethodHandle handle, ExportSignature signature) {
        return switch (signature.result()) {
            case VOID, LONG, FLOAT, DOUBLE -> handle;
            case INT, BOOLEAN -> MethodHandles.explicitCastArguments(handle, handle.type().changeReturnType(long.class));
            case STATUS -> MethodHandles.filterReturnValue(handle.asType(handle.type().changeReturnType(GuestStatus.class)), STATUS);
            case VALUE -> MethodHandles.filterReturnValue(handle, VALUE);
        };
    }

    /**
     * Guest types from one register value each; buffers also take the register of their length.
     *
     * @param extra parameters of the handle behind the arguments, passed through
     */
    private MethodHandle fromRegisters(MethodHandle handle, List<Argument> arguments, List<Class<?>> extra) {
        MethodHandle made = handle;
        List<Integer> sources = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            Argument argument = arguments.get(i);
            int position = sources.size();
            sources.add(i);
            if (argument.kind() == Kind.BYTES || argument.kind() == Kind.ARRAY) {
                int length = argument.sizedBy().orElseThrow();
                made = MethodHandles.collectArguments(made, position, buffer(argument, arguments.get(length)));
                sources.add(length);
            } else {
                made = single(made, position, argument);
            }
            types.add(registerType(argument.kind()));
        }
        for (Class<?> type : extra) {
            sources.add(types.size());
            types.add(type);
        }
        MethodType target = MethodType.methodType(made.type().returnType(), types);
        return MethodHandles.permuteArguments(made, target, sources.stream().mapToInt(Integer::intValue).toArray());
    }

    private MethodHandle buffer(Argument argument, Argument length) {
        MethodHandle maker = argument.kind() == Kind.BYTES ? BYTES.bindTo(memory)
                : MethodHandles.insertArguments(ARRAY, 0, memory, argument.element());
        return length.kind() == Kind.INT ? MethodHandles.filterArguments(maker, 1, UNSIGNED) : maker;
    }

    private static Class<?> registerType(Kind kind) {
        return switch (kind) {
            case FLOAT -> float.class;
            case DOUBLE -> double.class;
            default -> long.class;
        };
    }

    private MethodHandle single(MethodHandle handle, int position, Argument argument) {
        return switch (argument.kind()) {
            case LONG, FLOAT, DOUBLE -> handle;
            case INT, SHORT, BYTE, BOOLEAN ->
                MethodHandles.explicitCastArguments(handle, handle.type().changeParameterType(position, long.class));
            case POINTER -> MethodHandles.filterArguments(handle, position,
                    MethodHandles.insertArguments(POINTER, 0, memory, argument.element()));
            case STRING -> MethodHandles.filterArguments(handle, position, STRING.bindTo(memory));
            case CALLBACK -> MethodHandles.filterArguments(handle, position, CALLBACK.bindTo(threads));
            case VA_LIST -> MethodHandles.filterArguments(handle, position, LIST.bindTo(memory));
            case BYTES, ARRAY, VARIADIC -> throw new IllegalArgumentException(argument.toString());
        };
    }

    /** All arguments from the register frame: named ones at their fixed places, then the cursor. */
    private MethodHandle fromFrame(MethodHandle handle, ExportSignature signature) {
        List<Argument> named = signature.parameters().subList(0, signature.parameters().size() - 1);
        int integers = (int) named.stream().filter(a -> registerType(a.kind()) == long.class).count();
        int vectors = named.size() - integers;
        MethodHandle made = MethodHandles.filterArguments(handle, named.size(),
                MethodHandles.insertArguments(VARIADIC, 0, memory, integers, vectors));
        made = fromRegisters(made, named, List.of(RegisterFrame.class));
        int integer = 0;
        int vector = 0;
        for (int i = 0; i < named.size(); i++) {
            MethodHandle read = switch (named.get(i).kind()) {
                case FLOAT -> MethodHandles.insertArguments(FRAME_FLOAT, 0, memory, vector++);
                case DOUBLE -> MethodHandles.insertArguments(FRAME_DOUBLE, 0, memory, vector++);
                default -> MethodHandles.insertArguments(FRAME_LONG, 0, memory, integer++);
            };
            made = MethodHandles.filterArguments(made, i, read);
        }
        return MethodHandles.permuteArguments(made, MethodType.methodType(made.type().returnType(), RegisterFrame.class),
                new int[made.type().parameterCount()]);
    }

    // ---- called through handles

    private static GuestPtr<?> pointer(GuestMemory memory, Class<?> type, long address) {
        return new GuestPtr<>(memory, address, type);
    }

    private static GuestBytes bytes(GuestMemory memory, long address, long size) {
        return new GuestBytes(memory, address, size);
    }

    private static GuestString string(GuestMemory memory, long address) {
        return new GuestString(memory, address);
    }

    private static GuestArray<?> array(GuestMemory memory, Class<?> type, long address, long count) {
        return new GuestArray<>(memory, address, count, type);
    }

    private static GuestCallback callback(GuestThreads threads, long address) {
        return new ThreadCallback(threads, address);
    }

    private static VarArgs list(GuestMemory memory, long address) {
        return SystemVArgs.ofList(memory, address);
    }

    private static VarArgs variadic(GuestMemory memory, int integers, int vectors, RegisterFrame frame) {
        return SystemVArgs.ofFrame(memory, integers, vectors, frame);
    }

    private static long frameLong(GuestMemory memory, int index, RegisterFrame frame) {
        return index < 6 ? frame.registers().get(JAVA_LONG_UNALIGNED, 8L * index)
                : memory.getLong(frame.stackWords() + 8L * (index - 6));
    }

    private static double frameDouble(GuestMemory memory, int index, RegisterFrame frame) {
        return Double.longBitsToDouble(frame.registers().get(JAVA_LONG_UNALIGNED, RegisterFrame.VECTORS + 16L * index));
    }

    private static float frameFloat(GuestMemory memory, int index, RegisterFrame frame) {
        return Float.intBitsToFloat((int) frame.registers().get(JAVA_LONG_UNALIGNED, RegisterFrame.VECTORS + 16L * index));
    }

    private static long unsigned(long value) {
        return value & 0xffff_ffffL;
    }

    private static long status(GuestStatus status) {
        return status.code();
    }

    private static long value(GuestValue value) {
        return value.raw();
    }
}
