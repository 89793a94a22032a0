package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

/** {@code docs/debt} against the code: one entry per compatibility mode, telling the same. */
final class DebtLedgerTest {
    private static final Path LEDGER = Rooms.ROOT.resolve("docs/debt");
    private static final List<String> HEADINGS =
            List.of("**Hardware**", "**We**", "**Who can tell:**", "**How it shows:**", "**Cost:**", "**Way out:**");
    private static final Set<String> PREFIXES = Set.of("lib", "loader", "kernel", "decode", "stage", "pass", "srt", "wave", "lds", "gds",
            "buffer", "recompiler", "pipeline", "cache", "mode", "host", "oracle", "spirv", "gpu", "quirk", "diag", "agc");
    private static final Pattern RULE = Pattern.compile("^### ([ABCS]-[0-9]{3})", Pattern.MULTILINE);

    private record Entry(Path file, Map<String, String> header, String body) {}

    private final List<DeclaredModes.Declaration> declared = DeclaredModes.all();
    private final Map<String, Entry> entries = entries();

    private static Map<String, Entry> entries() {
        Map<String, Entry> entries = new TreeMap<>();
        try (Stream<Path> files = Files.list(LEDGER)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".md") && !f.endsWith("retired.md") && !f.endsWith("README.md")).toList()) {
                String text = Files.readString(file);
                assertTrue(text.startsWith("---\n"), file + " does not start with its header");
                int end = text.indexOf("\n---\n", 4);
                Map<String, String> header = text.substring(4, end).lines().filter(l -> l.contains(":"))
                        .collect(Collectors.toMap(l -> l.substring(0, l.indexOf(':')).strip(),
                                l -> l.substring(l.indexOf(':') + 1).replaceFirst("\\s#.*", "").strip()));
                entries.put(file.getFileName().toString().replaceFirst("\\.md$", ""), new Entry(file, header, text.substring(end + 5)));
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return entries;
    }

    @Test
    void holdsAnEntryForEveryModeAndNoOther() {
        Set<String> modes = declared.stream().filter(DeclaredModes.Declaration::isMode).map(DeclaredModes.Declaration::id)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> active = entries.entrySet().stream().filter(e -> "active".equals(e.getValue().header().get("status")))
                .map(Map.Entry::getKey).collect(Collectors.toCollection(TreeSet::new));
        Set<String> withoutEntry = new TreeSet<>(modes);
        withoutEntry.removeAll(active);
        Set<String> withoutCode = new TreeSet<>(active);
        withoutCode.removeAll(modes);
        assertEquals("[] []", withoutEntry + " " + withoutCode, "modes without an entry, entries without a mode");
    }

    @Test
    void agreesWithTheCode() throws IOException {
        Set<String> rules = new HashSet<>();
        try (Stream<Path> files = Files.list(Rooms.ROOT.resolve("docs/rules"))) {
            for (Path file : files.toList()) {
                Matcher m = RULE.matcher(Files.readString(file));
                while (m.find()) {
                    rules.add(m.group(1));
                }
            }
        }
        List<String> findings = new ArrayList<>();
        for (DeclaredModes.Declaration mode : declared) {
            Entry entry = entries.get(mode.id());
            if (!mode.isMode() || entry == null) {
                continue;
            }
            if (!mode.id().equals(entry.header().get("id"))) {
                findings.add(entry.file() + ": id is " + entry.header().get("id"));
            }
            if (mode.on() != null && !(mode.on() ? "on" : "off").equals(entry.header().get("default"))) {
                findings.add(entry.file() + ": default is " + entry.header().get("default") + ", in code " + mode.on());
            }
            if (!mode.off().isEmpty() && !mode.off().equals(entry.header().get("off"))) {
                findings.add(entry.file() + ": off is " + entry.header().get("off") + ", in code " + mode.off());
            }
            if (!mode.rules().isEmpty() && !mode.rules().equals(list(entry.header().get("rules")))) {
                findings.add(entry.file() + ": rules are " + entry.header().get("rules") + ", in code " + mode.rules());
            }
            list(entry.header().get("rules")).stream().filter(r -> r.matches("[ABCS]-[0-9]{3}") && !rules.contains(r))
                    .forEach(r -> findings.add(entry.file() + ": docs/rules has no " + r));
        }
        assertEquals(List.of(), findings);
    }

    @Test
    void saysTheSameThingsInEveryEntry() throws IOException {
        List<String> findings = new ArrayList<>();
        Set<String> tests = testClasses();
        for (Entry entry : entries.values()) {
            HEADINGS.stream().filter(h -> !entry.body().contains(h)).forEach(h -> findings.add(entry.file() + " lacks " + h));
            if (!String.valueOf(entry.header().get("evidence")).matches("(measured|documented|assumed).*")) {
                findings.add(entry.file() + ": evidence starts with none of measured, documented, assumed");
            }
            List<String> named = list(entry.header().get("tests"));
            if (named.stream().noneMatch(tests::contains)) {
                findings.add(entry.file() + " names no test class that exists: " + named);
            }
        }
        assertEquals(List.of(), findings);
    }

    /** Chip generations differ in such things; what a driver does is no matter of the chip. */
    @Test
    @Rule("B-045")
    void namesTheChipOfWhatWasMeasured() {
        List<String> findings = new ArrayList<>();
        for (Entry entry : entries.values()) {
            String evidence = String.valueOf(entry.header().get("evidence"));
            if (evidence.startsWith("measured") && !evidence.contains("gfx1") && !entry.file().getFileName().toString().startsWith("quirk.")) {
                findings.add(entry.file() + ": '" + evidence + "' names no chip");
            }
        }
        assertEquals(List.of(), findings);
    }

    @Test
    void usesIdsOfTheKnownKindsAndEachOnce() {
        List<String> findings = new ArrayList<>();
        Map<String, String> seen = new TreeMap<>();
        for (DeclaredModes.Declaration mode : declared) {
            if (!PREFIXES.contains(mode.id().substring(0, Math.max(0, mode.id().indexOf('.')))) || !mode.id().matches("[a-z0-9]+([.-][a-z0-9]+)+")) {
                findings.add(mode.where() + ": '" + mode.id() + "' is no plugin id");
            }
            // A pass may do the work of a mode that an enum declares.
            String other = seen.put((mode.isMode() ? "" : "pass ") + mode.id(), mode.where());
            if (other != null && mode.on() != null) {
                findings.add(mode.id() + " is declared by " + other + " and " + mode.where());
            }
        }
        assertEquals(List.of(), findings);
    }

    private static Set<String> testClasses() throws IOException {
        try (Stream<Path> files = Files.walk(Rooms.ROOT)) {
            return files.filter(f -> f.toString().contains("/src/test/java/") && f.toString().endsWith(".java"))
                    .map(f -> f.getFileName().toString().replace(".java", "")).collect(Collectors.toSet());
        }
    }

    private static List<String> list(String text) {
        return text == null ? List.of()
                : Arrays.stream(text.replaceAll("[\\[\\]]", "").split(",")).map(String::strip).filter(w -> !w.isEmpty()).toList();
    }
}
