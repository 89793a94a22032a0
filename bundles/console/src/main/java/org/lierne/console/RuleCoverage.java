package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Each rule of {@code docs/rules} beside the tests that hold it, from the compiled tests and the last run's reports of a checkout, and beside
 * the test classes that name it in their sources but were not run here. Rows of field reports (L1 …) that a test names follow.
 */
final class RuleCoverage {
    private static final Pattern INDEX_ROW = Pattern.compile("\\| ([ABCS]-[0-9]{3}) \\|[^|]*\\|[^|]*\\|([^|]*)\\|.*");
    private static final Pattern PLUGIN = Pattern.compile("`([^`]+)`");
    private static final Pattern LEDGER_RULE = Pattern.compile("[A-Z]-?[0-9]+");

    /**
     * One rule.
     *
     * @param state {@code open}: no test that names it passed; {@code assumed}: an active ledger entry with assumed evidence names it;
     *              {@code refused}: every test that holds it shows a refusal; {@code implemented}: the rest
     * @param notRun test classes that name it and of which there is no report: an open rule with some is one that is not known about here,
     *              an open one without is held by nothing
     */
    record Rule(String id, String state, List<String> plugins, List<String> tests, List<String> notRun) {}

    private final Map<String, Set<String>> plugins = new TreeMap<>();
    private final Map<String, Set<String>> tests = new TreeMap<>();
    private final Map<String, Set<String>> notRun = new TreeMap<>();
    private final Set<String> assumed = new TreeSet<>();

    static List<Rule> of(Path root) throws IOException {
        return new RuleCoverage().read(root);
    }

    private List<Rule> read(Path root) throws IOException {
        for (Path page : pages(root.resolve("docs/rules"))) {
            index(page);
        }
        for (Path entry : pages(root.resolve("docs/debt"))) {
            ledger(entry);
        }
        TestReports reports = new TestReports();
        List<RuleTags.Tag> tags = new ArrayList<>();
        for (Path room : rooms(root)) {
            Path classes = room.resolve("target/test-classes");
            Path results = room.resolve("target/surefire-reports");
            if (Files.isDirectory(classes) && Files.isDirectory(results)) {
                tags.addAll(RuleTags.of(classes));
                reports.read(results);
            }
        }
        for (Path room : rooms(root)) {
            RuleSources.of(room.resolve("src/test/java")).forEach((rule, classes) -> classes.stream().filter(c -> !reports.has(c))
                    .forEach(c -> notRun.computeIfAbsent(rule, r -> new TreeSet<>()).add(c)));
        }
        tags.forEach(tag -> tests.computeIfAbsent(tag.rule(), r -> new TreeSet<>()).addAll(reports.passed(tag)));
        Set<String> ids = new TreeSet<>(plugins.keySet());
        List<Rule> rules = new ArrayList<>(ids.stream().map(this::rule).toList());
        Stream.concat(tests.keySet().stream(), notRun.keySet().stream()).filter(id -> !ids.contains(id)).sorted().distinct()
                .map(this::rule).forEach(rules::add);
        return rules;
    }

    private Rule rule(String id) {
        Set<String> holding = tests.getOrDefault(id, Set.of());
        String state = holding.isEmpty() ? "open"
                : assumed.contains(id) ? "assumed"
                : holding.stream().allMatch(RuleCoverage::showsRefusal) ? "refused" : "implemented";
        return new Rule(id, state, List.copyOf(plugins.getOrDefault(id, Set.of())), List.copyOf(holding), List.copyOf(notRun.getOrDefault(id, Set.of())));
    }

    /** By its name: {@code refusesWhat…}, {@code …IsRefused}. */
    private static boolean showsRefusal(String test) {
        String method = test.substring(test.lastIndexOf('.') + 1);
        return method.startsWith("refuse") || method.contains("Refuse");
    }

    private void index(Path page) throws IOException {
        for (String line : Files.readAllLines(page)) {
            Matcher row = INDEX_ROW.matcher(line);
            if (row.matches()) {
                Set<String> ids = plugins.computeIfAbsent(row.group(1), r -> new TreeSet<>());
                PLUGIN.matcher(row.group(2)).results().forEach(id -> ids.add(id.group(1)));
            }
        }
    }

    private void ledger(Path entry) throws IOException {
        String text = Files.readString(entry);
        if (text.contains("\nstatus: active\n") && text.contains("\nevidence: assumed")) {
            text.lines().filter(line -> line.startsWith("rules:")).findFirst()
                    .ifPresent(line -> LEDGER_RULE.matcher(line).results().forEach(id -> assumed.add(id.group())));
        }
    }

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".md")).sorted().toList();
        }
    }

    /** Every folder with a {@code pom.xml}; rooms lie one to three folders deep. */
    private static List<Path> rooms(Path folder) throws IOException {
        List<Path> rooms = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path room : files.filter(f -> Files.exists(f.resolve("pom.xml"))).sorted().toList()) {
                rooms.add(room);
                rooms.addAll(rooms(room));
            }
        }
        return rooms;
    }
}
