package org.lierne.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The last test run's reports: which methods of which test classes passed. */
final class TestReports {
    private final XMLInputFactory xml = XMLInputFactory.newFactory();
    /** Method to whether all its cases passed, by class. */
    private final Map<String, Map<String, Boolean>> methods = new TreeMap<>();

    TestReports() {
        xml.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    }

    /** Adds the reports of one room. */
    void read(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.getFileName().toString().matches("TEST-.*\\.xml")).sorted().toList()) {
                try (InputStream in = Files.newInputStream(file)) {
                    read(xml.createXMLStreamReader(in));
                } catch (XMLStreamException e) {
                    throw new Refused("rules: " + file + " is no test report: " + e.getMessage(), e);
                }
            }
        }
    }

    private void read(XMLStreamReader reader) throws XMLStreamException {
        String className = "";
        String method = "";
        while (reader.hasNext()) {
            if (reader.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (reader.getLocalName()) {
                case "testcase" -> {
                    className = String.valueOf(reader.getAttributeValue(null, "classname"));
                    method = method(String.valueOf(reader.getAttributeValue(null, "name")));
                    methods.computeIfAbsent(className, c -> new TreeMap<>()).putIfAbsent(method, true);
                }
                case "failure", "error", "skipped" -> {
                    if (!method.isEmpty()) {
                        methods.computeIfAbsent(className, _ -> new TreeMap<>()).put(method, false);
                    }
                }
                default -> {
                    // properties and output
                }
            }
        }
    }

    /** The method of a case, whose name goes on with parameters and the number of the invocation. */
    private static String method(String name) {
        return name.split("[\\[({ ]", 2)[0];
    }

    /** Whether a class, or one within it, was run. */
    boolean has(String className) {
        return methods.keySet().stream().anyMatch(c -> c.equals(className) || c.startsWith(className + "$"));
    }

    /** The methods that passed, of those that a tag means: one, or all of a class. */
    SortedSet<String> passed(RuleTags.Tag tag) {
        SortedSet<String> passed = new TreeSet<>();
        methods.getOrDefault(tag.className(), Map.of()).forEach((method, hasPassed) -> {
            if (hasPassed && (tag.method().isEmpty() || tag.method().equals(method))) {
                passed.add(tag.className() + "." + method);
            }
        });
        return passed;
    }
}
