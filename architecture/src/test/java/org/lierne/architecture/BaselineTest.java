package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import aQute.bnd.differ.Baseline;
import aQute.bnd.differ.Baseline.Info;
import aQute.bnd.differ.DiffPluginImpl;
import aQute.bnd.osgi.Jar;
import aQute.bnd.osgi.Processor;
import aQute.bnd.service.diff.Delta;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Versions of api packages against the baseline, the api as plug-ins were last promised it: classes without bodies. What a plug-in built
 * against it would not survive raises the major version of its package, what is added the minor one. With {@code -Dlierne.baseline=write} the
 * baseline is made anew from what was built, which a release does and nothing else.
 */
final class BaselineTest {
    private static final Path BASELINES = Rooms.ROOT.resolve("architecture/src/test/resources/baseline");

    /** What plug-ins can see; less is a matter of how the baseline leaves out code. */
    private static final Set<Delta> API_CHANGES = Set.of(Delta.MAJOR, Delta.MINOR, Delta.REMOVED, Delta.ADDED);

    private static List<Path> apis() throws IOException {
        try (Stream<Path> rooms = Files.list(Rooms.ROOT.resolve("bundles"))) {
            return rooms.filter(r -> r.getFileName().toString().endsWith("-api")).sorted().toList();
        }
    }

    private static Path baseline(Path room) {
        return BASELINES.resolve(room.getFileName() + ".jar");
    }

    @Test
    void packagesAreVersionedByWhatChanged() throws Exception {
        List<String> findings = new ArrayList<>();
        for (Path room : apis()) {
            Path classes = room.resolve("target/classes");
            if ("write".equals(System.getProperty("lierne.baseline"))) {
                strip(classes, baseline(room));
            }
            findings.addAll(mismatches(classes, baseline(room)));
        }
        assertEquals(List.of(), findings, "versions stand in package-info.java");
    }

    @Test
    void seesAMethodThatPlugInsWouldHaveToImplement(@TempDir Path folder) throws Exception {
        Path room = Rooms.ROOT.resolve("bundles/recompiler-api");
        Path older = folder.resolve("older.jar");
        Path without = Files.createDirectories(folder.resolve("classes"));
        String pass = "org/lierne/recompiler/pass/TranslationPass.class";
        copy(room.resolve("target/classes"), without);
        ClassFile classes = ClassFile.of();
        Files.write(without.resolve(pass), classes.transformClass(classes.parse(without.resolve(pass)), (builder, element) -> {
            if (!(element instanceof MethodModel method) || !method.methodName().equalsString("options")) {
                builder.with(element);
            }
        }));
        strip(without, older);

        List<String> findings = mismatches(room.resolve("target/classes"), older);

        assertEquals(1, findings.size(), findings.toString());
        assertTrue(findings.getFirst().startsWith("org.lierne.recompiler.pass: "), findings.toString());
    }

    private static List<String> mismatches(Path classes, Path older) throws Exception {
        try (Processor processor = new Processor(); Jar now = new Jar(classes.toFile()); Jar then = new Jar(older.toFile())) {
            List<String> findings = new ArrayList<>();
            for (Info info : new Baseline(processor, new DiffPluginImpl()).baseline(now, then, null)) {
                if (info.mismatch && API_CHANGES.contains(info.packageDiff.getDelta())) {
                    findings.add("%s: %s since %s asks for version %s, it has %s".formatted(info.packageName,
                            info.packageDiff.getDelta(), info.olderVersion, info.suggestedVersion, info.newerVersion));
                }
            }
            return findings;
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    /** The manifest and the classes without bodies and private members. */
    private static void strip(Path classes, Path jar) throws IOException {
        Files.createDirectories(jar.getParent());
        try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(file); Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(BaselineTest::isKept).sorted().toList()) {
                ZipEntry entry = new ZipEntry(classes.relativize(each).toString());
                entry.setLastModifiedTime(FileTime.fromMillis(0));
                zip.putNextEntry(entry);
                zip.write(each.toString().endsWith(".class") ? stripped(each) : Files.readAllBytes(each));
            }
        }
    }

    /** Classes without a name, which nobody can mention, are not kept. */
    private static boolean isKept(Path file) {
        return file.endsWith("MANIFEST.MF") || file.toString().matches(".*\\.class") && !file.toString().matches(".*\\$[0-9][^/]*\\.class");
    }

    private static byte[] stripped(Path file) throws IOException {
        ClassFile classes = ClassFile.of();
        ClassModel model = classes.parse(file);
        return classes.transformClass(model, (builder, element) -> {
            switch (element) {
                case MethodModel method when method.flags().has(AccessFlag.PRIVATE) || method.flags().has(AccessFlag.SYNTHETIC) -> {}
                case FieldModel field when field.flags().has(AccessFlag.PRIVATE) -> {}
                case MethodModel method -> builder.transformMethod(method, (body, part) -> {
                    if (!(part instanceof CodeModel)) {
                        body.with(part);
                    }
                });
                case SourceFileAttribute _ -> {}
                default -> builder.with(element);
            }
        });
    }
}
