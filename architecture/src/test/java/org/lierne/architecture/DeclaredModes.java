package org.lierne.architecture;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaEnumConstant;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What the code declares: passes, compatibility modes, exports that answer without doing the work. */
final class DeclaredModes {
    /**
     * One declaration.
     *
     * @param isMode false for a pass that is no compatibility mode
     * @param on     default, null where the code has none (silent stubs)
     * @param off    {@code refuse} or {@code plain}, empty where the code has none
     */
    record Declaration(String id, String where, boolean isMode, Boolean on, String off, List<String> rules) {}

    /** The interface of modes, and its own extensions: rooms are read one by one, which hides what an interface of another extends. */
    private static final Pattern MODES = Pattern.compile("\\.(CompatMode|DeclaredMode|DriverQuirk|DeclaredQuirk)$");

    private DeclaredModes() {}

    static List<Declaration> all() {
        List<Declaration> all = new ArrayList<>();
        List<URL> path = new ArrayList<>();
        for (Rooms.Room room : Rooms.all()) {
            try {
                path.add(room.classes().toUri().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }
        try (URLClassLoader loader = new URLClassLoader(path.toArray(URL[]::new))) {
            for (Rooms.Room room : Rooms.all()) {
                for (JavaClass type : new ClassFileImporter().importPath(room.classes())) {
                    passes(type, all);
                    stubs(type, all);
                    if (type.isEnum() && type.getAllRawInterfaces().stream().anyMatch(i -> MODES.matcher(i.getName()).find())) {
                        constants(loader.loadClass(type.getName()), all);
                    }
                }
            }
        } catch (java.io.IOException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return all;
    }

    private static void passes(JavaClass type, List<Declaration> all) {
        for (JavaAnnotation<JavaClass> annotation : type.getAnnotations()) {
            if (annotation.getRawType().getName().equals("org.lierne.recompiler.pass.PassSpec")) {
                var compat = type.getAnnotations().stream()
                        .filter(a -> a.getRawType().getName().equals("org.lierne.recompiler.pass.Compat")).findFirst();
                String off = compat.flatMap(c -> c.get("off")).map(o -> ((JavaEnumConstant) o).name().toLowerCase(java.util.Locale.ROOT)).orElse("");
                List<String> rules = compat.flatMap(c -> c.get("rules")).map(r -> Arrays.stream((Object[]) r).map(String::valueOf).toList())
                        .orElse(List.of());
                all.add(new Declaration(String.valueOf(annotation.get("id").orElseThrow()), type.getName(), compat.isPresent(),
                        (Boolean) annotation.get("on").orElse(true), off, rules));
            }
        }
    }

    private static void stubs(JavaClass type, List<Declaration> all) {
        for (JavaMethod method : type.getMethods()) {
            for (JavaAnnotation<JavaMethod> annotation : method.getAnnotations()) {
                if (annotation.getRawType().getName().equals("org.lierne.hle.SilentStub")) {
                    all.add(new Declaration(String.valueOf(annotation.get("value").orElseThrow()), method.getFullName(), true, null, "", List.of()));
                }
            }
        }
    }

    private static void constants(Class<?> type, List<Declaration> all) throws ReflectiveOperationException {
        for (Object constant : type.getEnumConstants()) {
            List<?> rules = (List<?>) call(type, constant, "rules");
            all.add(new Declaration(String.valueOf(call(type, constant, "id")), type.getName() + "." + constant, true,
                    (Boolean) call(type, constant, "on"), String.valueOf(call(type, constant, "off")).toLowerCase(java.util.Locale.ROOT),
                    rules.stream().map(String::valueOf).toList()));
        }
    }

    private static Object call(Class<?> type, Object constant, String name) throws ReflectiveOperationException {
        Method method = type.getMethod(name);
        method.setAccessible(true);
        return method.invoke(constant);
    }
}
