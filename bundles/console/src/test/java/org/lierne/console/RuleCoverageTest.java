package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.testing.Rule;

final class RuleCoverageTest {
    private static final String SAMPLE = "org.lierne.console.RuleCoverageTest$Sample";

    /** Stands for a test class of some room; its tags are read from its class file. */
    @Rule("A-005")
    static final class Sample {
        @Rule({"A-001", "L7"})
        void turns() {}

        @Rule("A-002")
        void refusesTheRest() {}

        @Rule({"A-003", "A-004"})
        void fails() {}

        @Rule("A-006")
        void isSkippedOnce() {}
    }

    @TempDir
    private Path root;

    @BeforeEach
    void makeACheckout() throws IOException {
        write("docs/rules/part.md", """
                | ID | name | kind | plugin | one-line rule |
                |---|---|---|---|---|
                | A-001 | one | RULE | `pass.one`, `quirk.one` | turns |
                | A-002 | two | RULE | `pass.two` | refuses |
                | A-003 | three | RULE | `pass.three` | fails |
                | A-005 | five | RULE, ASSUMED | `pass.five` | all of it |
                | A-006 | six | RULE | | is skipped |
                """);
        write("docs/debt/pass.five.md", "---\nid: pass.five\nstatus: active\nrules: [A-005]\nevidence: assumed; nobody knows\n---\n");
        write("room/pom.xml", "");
        Path classes = Files.createDirectories(root.resolve("room/target/test-classes"));
        try (InputStream in = Objects.requireNonNull(Sample.class.getResourceAsStream("RuleCoverageTest$Sample.class"))) {
            Files.copy(in, classes.resolve("Sample.class"));
        }
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(Objects.requireNonNull(root.resolve(file).getParent()));
        Files.writeString(root.resolve(file), text);
    }

    private void report() throws IOException {
        write("room/target/surefire-reports/TEST-x.xml", """
                <testsuite name="x"><properties><property name="a" value="b"/></properties>
                  <testcase name="turns(int)[1]" classname="CLASS"/>
                  <testcase name="turns(int)[2]" classname="CLASS"><system-out>error</system-out></testcase>
                  <testcase name="refusesTheRest" classname="CLASS"/>
                  <testcase name="fails" classname="CLASS"><failure message="no"/></testcase>
                  <testcase name="isSkippedOnce[1]" classname="CLASS"/>
                  <testcase name="isSkippedOnce[2]" classname="CLASS"><skipped/></testcase>
                </testsuite>""".replace("CLASS", SAMPLE));
    }

    @Test
    void tellsTheStateOfEachRuleAndTheTestsThatPassed() throws IOException {
        report();

        assertEquals(List.of(
                new RuleCoverage.Rule("A-001", "implemented", List.of("pass.one", "quirk.one"), List.of(SAMPLE + ".turns"), List.of()),
                new RuleCoverage.Rule("A-002", "refused", List.of("pass.two"), List.of(SAMPLE + ".refusesTheRest"), List.of()),
                new RuleCoverage.Rule("A-003", "open", List.of("pass.three"), List.of(), List.of()),
                new RuleCoverage.Rule("A-005", "assumed", List.of("pass.five"), List.of(SAMPLE + ".refusesTheRest", SAMPLE + ".turns"), List.of()),
                new RuleCoverage.Rule("A-006", "open", List.of(), List.of(), List.of()),
                new RuleCoverage.Rule("A-004", "open", List.of(), List.of(), List.of()),
                new RuleCoverage.Rule("L7", "implemented", List.of(), List.of(SAMPLE + ".turns"), List.of())), RuleCoverage.of(root));
    }

    /** The tags of the sources are known before anything was run, and a class of which there is a report is not said to be missing. */
    @Test
    void tellsWhatHasNotBeenRunFromWhatNobodyHolds() throws IOException {
        write("room/src/test/java/some/where/SourceTest.java", """
                package some.where;
                /** Mentions @Rule("A-003") in passing. */
                class SourceTest {
                    @Rule({"A-001", "A-002"})
                    void holds() {}
                }
                """);
        List<RuleCoverage.Rule> before = RuleCoverage.of(root);
        write("room/target/surefire-reports/TEST-y.xml", """
                <testsuite name="y"><testcase name="holds" classname="some.where.SourceTest"><failure message="no"/></testcase></testsuite>""");
        List<RuleCoverage.Rule> after = RuleCoverage.of(root);

        assertEquals(new RuleCoverage.Rule("A-001", "open", List.of("pass.one", "quirk.one"), List.of(), List.of("some.where.SourceTest")), before.get(0));
        assertEquals(new RuleCoverage.Rule("A-003", "open", List.of("pass.three"), List.of(), List.of()), before.get(2));
        assertEquals(new RuleCoverage.Rule("A-001", "open", List.of("pass.one", "quirk.one"), List.of(), List.of()), after.get(0));
    }
}
