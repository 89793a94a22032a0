package org.lierne.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The checkout as these tests see it: its bundle folders and the table of rooms. */
final class Rooms {
    static final Path ROOT = Path.of(System.getProperty("lierne.root"));
    private static final Set<String> WRAPPED = Set.of("lwjgl", "jcodec-wrapped");

    /**
     * One bundle folder.
     *
     * @param path   {@code prx-kernel}, {@code recompiler-passes/image-cube-face}
     * @param folder on disk
     */
    record Room(String path, Path folder) {
        Path classes() {
            return folder.resolve("target/classes");
        }

        /** Packages of this room's own classes. */
        Set<String> packages() {
            Set<String> packages = new TreeSet<>();
            try (Stream<Path> files = Files.walk(classes())) {
                files.filter(f -> f.toString().endsWith(".class"))
                        .forEach(f -> packages.add(classes().relativize(f).getParent().toString().replace('/', '.')));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return packages;
        }

        boolean isApi() {
            return path.endsWith("-api");
        }
    }

    /** What a line of the table allows: rooms, and external libraries written {@code lib:name}. */
    record Line(String pattern, Set<String> allowed) {
        boolean fits(String path) {
            return pattern.endsWith("*") ? path.startsWith(pattern.substring(0, pattern.length() - 1)) : path.equals(pattern);
        }
    }

    private Rooms() {}

    /** Every bundle that is built, test fixtures and wrapped libraries left out. */
    static List<Room> all() {
        List<Room> rooms = new ArrayList<>();
        try (Stream<Path> poms = Files.walk(ROOT.resolve("bundles"), 3)) {
            for (Path bnd : poms.filter(p -> p.endsWith("bnd.bnd") && !p.toString().contains("/target/")).sorted().toList()) {
                String path = ROOT.resolve("bundles").relativize(bnd.getParent()).toString();
                if (!path.startsWith("testing") && !WRAPPED.contains(path)) {
                    rooms.add(new Room(path, bnd.getParent()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rooms;
    }

    /** The most exact line of {@code cnf/rooms.properties} for a room. */
    static Line lineOf(Room room) {
        return lines().stream().filter(l -> l.fits(room.path()))
                .max(java.util.Comparator.comparingInt(l -> l.pattern().endsWith("*") ? l.pattern().length() : 1000))
                .orElseThrow(() -> new AssertionError("cnf/rooms.properties has no line for " + room.path()));
    }

    static List<Line> lines() {
        Properties table = new Properties();
        try (InputStream in = Files.newInputStream(ROOT.resolve("cnf/rooms.properties"))) {
            table.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table.stringPropertyNames().stream()
                .map(n -> new Line(n, Arrays.stream(table.getProperty(n).split(" ")).filter(w -> !w.isEmpty()).collect(Collectors.toSet())))
                .toList();
    }
}
