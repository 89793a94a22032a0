package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The classes of every room against {@code cnf/rooms.properties}. */
final class RoomsTest {
    /** What every room may mention: the platform, the logging façade, OSGi's and JSpecify's annotations, and the JSON library. */
    private static final List<String> COMMON =
            List.of("java.", "javax.", "jdk.", "org.slf4j", "org.osgi.", "org.jspecify.", "com.fasterxml.jackson.");

    private static final Set<String> NATIVE_METHODS = Set.of("spirv-tools");
    private static final Set<String> RESTRICTED_MEMORY = Set.of("kernel", "spirv-tools");

    private final List<Rooms.Room> rooms = Rooms.all();
    private final Map<String, String> roomOfPackage = new HashMap<>();
    private final List<String> findings = new ArrayList<>();

    RoomsTest() {
        for (Rooms.Room room : rooms) {
            for (String name : room.packages()) {
                String other = roomOfPackage.put(name, room.path());
                if (other != null) {
                    findings.add("package " + name + " is split over " + other + " and " + room.path());
                }
            }
        }
    }

    @Test
    void mentionsOnlyWhatTheTableAllows() {
        for (Rooms.Room room : rooms) {
            Rooms.Line line = Rooms.lineOf(room);
            for (JavaClass type : new ClassFileImporter().importPath(room.classes())) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
                    if (!isAllowed(room, line, target)) {
                        findings.add(dependency.getDescription() + "\n    not allowed by: " + line.pattern() + " = " + line.allowed());
                    }
                }
            }
        }
        assertEquals("", String.join("\n", findings.stream().distinct().limit(40).toList()));
    }

    private boolean isAllowed(Rooms.Room room, Rooms.Line line, String target) {
        if (target.isEmpty() || COMMON.stream().anyMatch(target::startsWith)) {
            return true;
        }
        String owner = roomOfPackage.get(target);
        if (owner != null) {
            return owner.equals(room.path()) || line.allowed().contains(owner);
        }
        return line.allowed().stream().anyMatch(a -> a.startsWith("lib:") && target.contains(a.substring(4)));
    }

    @Test
    void keepsNativeMethodsInTheirRoom() {
        List<String> found = new ArrayList<>();
        for (Rooms.Room room : rooms) {
            if (!NATIVE_METHODS.contains(room.path())) {
                new ClassFileImporter().importPath(room.classes()).forEach(type -> type.getMethods().stream()
                        .filter(m -> m.getModifiers().contains(JavaModifier.NATIVE)).forEach(m -> found.add(m.getFullName())));
            }
        }
        assertEquals(List.of(), found);
    }

    @Test
    void keepsRestrictedMemoryAccessInItsRooms() {
        List<String> found = new ArrayList<>();
        for (Rooms.Room room : rooms) {
            if (!RESTRICTED_MEMORY.contains(room.path())) {
                for (JavaClass type : new ClassFileImporter().importPath(room.classes())) {
                    type.getMethodCallsFromSelf().stream()
                            .filter(c -> c.getTargetOwner().getPackageName().equals("java.lang.foreign")
                                    && (c.getName().equals("reinterpret") || c.getName().equals("nativeLinker")
                                            || c.getTargetOwner().getSimpleName().equals("SymbolLookup")))
                            .forEach(c -> found.add(c.getDescription()));
                }
            }
        }
        assertEquals(List.of(), found);
    }

    @Test
    void hasAPackageDescriptionInEveryPackage() {
        List<String> missing = new ArrayList<>();
        for (Rooms.Room room : rooms) {
            for (String name : room.packages()) {
                if (!java.nio.file.Files.exists(room.folder().resolve("src/main/java/" + name.replace('.', '/') + "/package-info.java"))) {
                    missing.add(room.path() + ": " + name);
                }
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(rooms.size() > 5, "the rooms were not found below " + Rooms.ROOT);
    }
}
