package org.lierne.hle;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * An export's Java method read as a guest signature. The one reading of the rules of docs/style.md section 4: the binder makes calls from
 * it, tests check methods by it.
 *
 * @param isVariadic the last parameter is the call's own variadic arguments
 */
public record ExportSignature(List<Argument> parameters, Result result, boolean isVariadic) {
    /** How a parameter is made from registers. */
    public enum Kind { INT, LONG, FLOAT, DOUBLE, BOOLEAN, SHORT, BYTE, POINTER, BYTES, STRING, ARRAY, CALLBACK, VA_LIST, VARIADIC }

    /** How a result gets into its register. */
    public enum Result { VOID, INT, LONG, FLOAT, DOUBLE, BOOLEAN, STATUS, VALUE }

    /**
     * One parameter.
     *
     * @param element    the structure or scalar behind a pointer or array
     * @param sizedBy    index of the parameter that holds the length
     */
    public record Argument(String name, Kind kind, Class<?> element, OptionalInt sizedBy) {}

    public ExportSignature {
        parameters = List.copyOf(parameters);
    }

    /** @throws IllegalArgumentException naming method and parameter, if the method cannot be an export */
    public static ExportSignature of(Method method) {
        String place = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        if (!Modifier.isPublic(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
            throw new IllegalArgumentException(place + ": an export is a public instance method");
        }
        Parameter[] raw = method.getParameters();
        List<Argument> parameters = new ArrayList<>();
        for (int i = 0; i < raw.length; i++) {
            Kind kind = kind(raw[i], i == raw.length - 1, place);
            parameters.add(new Argument(raw[i].getName(), kind, element(raw[i], kind, place), sizedBy(raw, i, kind, place)));
        }
        boolean isVariadic = !parameters.isEmpty() && parameters.getLast().kind() == Kind.VARIADIC;
        return new ExportSignature(parameters, result(method.getReturnType(), place), isVariadic);
    }

    private static Kind kind(Parameter parameter, boolean isLast, String place) {
        Class<?> type = parameter.getType();
        if (type == VarArgs.class) {
            if (parameter.isAnnotationPresent(VaList.class)) {
                return Kind.VA_LIST;
            }
            if (isLast) {
                return Kind.VARIADIC;
            }
            throw new IllegalArgumentException(place + ": VarArgs " + parameter.getName() + " is neither last nor a @VaList");
        }
        return switch (type.getName()) {
            case "int" -> Kind.INT;
            case "long" -> Kind.LONG;
            case "float" -> Kind.FLOAT;
            case "double" -> Kind.DOUBLE;
            case "boolean" -> Kind.BOOLEAN;
            case "short" -> Kind.SHORT;
            case "byte" -> Kind.BYTE;
            default -> object(type, parameter, place);
        };
    }

    private static Kind object(Class<?> type, Parameter parameter, String place) {
        if (type == GuestPtr.class) {
            return Kind.POINTER;
        } else if (type == GuestBytes.class) {
            return Kind.BYTES;
        } else if (type == GuestString.class) {
            return Kind.STRING;
        } else if (type == GuestArray.class) {
            return Kind.ARRAY;
        } else if (type == GuestCallback.class) {
            return Kind.CALLBACK;
        }
        throw new IllegalArgumentException("%s: parameter %s has type %s, which the guest cannot pass"
                .formatted(place, parameter.getName(), type.getName()));
    }

    private static Class<?> element(Parameter parameter, Kind kind, String place) {
        if (kind != Kind.POINTER && kind != Kind.ARRAY) {
            return void.class;
        }
        Type generic = parameter.getParameterizedType();
        if (generic instanceof ParameterizedType p && p.getActualTypeArguments()[0] instanceof Class<?> element) {
            StructLayout.of(element);
            return element;
        }
        throw new IllegalArgumentException("%s: %s does not say what it points to".formatted(place, parameter.getName()));
    }

    private static OptionalInt sizedBy(Parameter[] raw, int index, Kind kind, String place) {
        SizedBy size = raw[index].getAnnotation(SizedBy.class);
        if (kind != Kind.BYTES && kind != Kind.ARRAY) {
            if (size != null) {
                throw new IllegalArgumentException(place + ": " + raw[index].getName() + " is no buffer but has @SizedBy");
            }
            return OptionalInt.empty();
        }
        if (size == null) {
            throw new IllegalArgumentException(place + ": buffer " + raw[index].getName() + " has no @SizedBy");
        }
        for (int i = 0; i < raw.length; i++) {
            Class<?> type = raw[i].getType();
            if (raw[i].getName().equals(size.value()) && (type == int.class || type == long.class)) {
                return OptionalInt.of(i);
            }
        }
        throw new IllegalArgumentException("%s: @SizedBy(\"%s\") names no integer parameter".formatted(place, size.value()));
    }

    private static Result result(Class<?> type, String place) {
        if (GuestStatus.class.isAssignableFrom(type)) {
            return Result.STATUS;
        }
        if (type == GuestValue.class) {
            return Result.VALUE;
        }
        return switch (type.getName()) {
            case "void" -> Result.VOID;
            case "int" -> Result.INT;
            case "long" -> Result.LONG;
            case "float" -> Result.FLOAT;
            case "double" -> Result.DOUBLE;
            case "boolean" -> Result.BOOLEAN;
            default -> throw new IllegalArgumentException(place + ": result " + type.getName() + " fits no register");
        };
    }

    /** As in a listing: {@code (bytes out, long size) -> status}. */
    @Override
    public String toString() {
        return parameters.stream()
                .map(p -> (p.element() == void.class ? word(p.kind()) : word(p.kind()) + " of " + p.element().getSimpleName()) + " " + p.name())
                .collect(Collectors.joining(", ", "(", ")")) + " -> " + result.name().toLowerCase(Locale.ROOT);
    }

    private static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
