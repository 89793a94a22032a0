package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

/** Who serves what our titles import: the exports of all rooms' classes and those of the guest-native module, over the titles' own lists. */
final class ImportOwnersTest {
    private static final String HLE = "org.lierne.hle.";
    private static final Path NAMES = Rooms.ROOT.resolve("cnf/names/names.txt");
    private static final Path NATIVE = Rooms.ROOT.resolve("bundles/kernel/src/main/guest/exports.stubs");

    /** A line of such a list: the library, its file, and names; an asterisk marks an object. */
    private record Stub(String library, String file, List<String> names) {
        static List<Stub> of(Path list) throws IOException {
            return Files.readAllLines(list).stream().filter(l -> !l.isBlank() && !l.startsWith("#")).map(l -> l.split("\\s+"))
                    .map(w -> new Stub(w[0], w[2], Arrays.stream(w).skip(4).map(n -> n.replace("*", "")).toList())).toList();
        }
    }

    /** By library and name: the places that export it. */
    private final Map<String, List<String>> owners = new TreeMap<>();

    private void add(String library, String name, String owner) {
        owners.computeIfAbsent(library + " " + name, _ -> new ArrayList<>()).add(owner);
    }

    private void readClasses() {
        for (Rooms.Room room : Rooms.all()) {
            for (JavaClass type : new ClassFileImporter().importPath(room.classes())) {
                type.getAnnotations().stream().filter(a -> a.getRawType().getName().equals(HLE + "HleLibrary")).findFirst()
                        .ifPresent(library -> type.getMethods().forEach(method -> readMethod(library, method)));
            }
        }
    }

    private void readMethod(JavaAnnotation<?> library, JavaMethod method) {
        for (JavaAnnotation<JavaMethod> annotation : method.getAnnotations()) {
            switch (annotation.getRawType().getName()) {
                case HLE + "HleExport", HLE + "HleObject" -> read(library, annotation, method);
                case HLE + "HleExport$List", HLE + "HleObject$List" -> Arrays.stream((Object[]) annotation.get("value").orElseThrow())
                        .forEach(each -> read(library, (JavaAnnotation<?>) each, method));
                default -> { }
            }
        }
    }

    private void read(JavaAnnotation<?> library, JavaAnnotation<?> export, JavaMethod method) {
        String own = String.valueOf(export.get("library").orElse(""));
        String name = String.valueOf(export.get("name").orElseThrow());
        add(own.isEmpty() ? String.valueOf(library.get("library").orElseThrow()) : own, name, method.getFullName());
        if (own.isEmpty()) {
            Arrays.stream((Object[]) library.get("aliases").orElse(new Object[0])).forEach(alias -> add(alias.toString(), name, method.getFullName()));
        }
    }

    private static List<Path> titles() throws IOException {
        try (Stream<Path> files = Files.walk(Rooms.ROOT.resolve("titles"))) {
            return files.filter(f -> f.endsWith("imports.stubs") && !f.toString().contains("faults")).sorted().toList();
        }
    }

    /** File names of the modules that one of our titles brings along. */
    private static Set<Path> modules() throws IOException {
        try (Stream<Path> files = Files.walk(Rooms.ROOT.resolve("titles"))) {
            return files.filter(f -> f.getParent().endsWith("sce_module")).map(Path::getFileName).collect(Collectors.toSet());
        }
    }

    @Test
    @Rule("L12")
    void everyImportOfOurTitlesHasExactlyOneOwner() throws IOException {
        readClasses();
        for (Stub stub : Stub.of(NATIVE)) {
            stub.names.forEach(name -> add(stub.library, name, stub.file));
        }
        List<String> findings = new ArrayList<>();
        int count = 0;
        Set<Path> brought = modules();
        for (Path list : titles()) {
            for (Stub stub : Stub.of(list)) {
                boolean isOwn = brought.contains(Path.of(stub.file));
                for (String name : isOwn ? List.<String>of() : stub.names) {
                    List<String> found = owners.getOrDefault(stub.library + " " + name, List.of());
                    count++;
                    if (found.size() != 1) {
                        findings.add("%s: %s %s: %s".formatted(list.getParent().getFileName(), stub.library, name, found));
                    }
                }
            }
        }

        assertEquals(List.of(), findings);
        assertTrue(count > 300, count + " imports of our titles were looked at");
    }

    /** The listing of exports tells native code by these names. libSceLibcInternal offers those of libc again. */
    @Test
    void everyNativeExportIsAmongTheKnownNamesOfItsLibrary() throws IOException {
        Map<String, Set<String>> known = new TreeMap<>();
        String library = "";
        for (String line : Files.readAllLines(NAMES)) {
            if (line.startsWith("[")) {
                library = line.substring(1, line.length() - 1);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                known.computeIfAbsent(library, _ -> new TreeSet<>()).add(line.split("\\s+")[0]);
            }
        }
        List<String> findings = new ArrayList<>();
        for (Stub stub : Stub.of(NATIVE)) {
            Set<String> names = known.getOrDefault(stub.library.equals("libSceLibcInternal") ? "libc" : stub.library, Set.of());
            stub.names.stream().filter(name -> !names.contains(name)).forEach(name -> findings.add(stub.library + " " + name));
        }

        assertEquals(List.of(), findings);
    }
}
