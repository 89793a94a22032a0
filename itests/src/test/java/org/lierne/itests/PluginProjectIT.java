package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.BeforeClass;
import org.junit.Test;

/** The walk of {@code docs/how-to/plug-in.md}: projects that {@code new} makes build without network, and their jars act when dropped in. */
public class PluginProjectIT {
    private static final Path USER = Distribution.userFolder(PluginProjectIT.class);
    private static final int STOPPED = 4;
    private static final int REFUSED = 3;
    private static final List<String> PROJECTS = List.of("pass.tint", "lib.no-such-function", "quirk.driver.sample");

    private static CommandLine lierne;
    private static Path projects;

    @BeforeClass
    public static void buildProjectsOfEachKind() throws Exception {
        lierne = new CommandLine(USER);
        projects = Files.createDirectories(USER.resolve("projects"));
        make("pass", "tint");
        make("library", "no-such-function");
        make("quirk", "driver.sample");
        Path sources = projects.resolve("lib.no-such-function/src");
        replace(sources.resolve("main/java/plugin_no_such_function/NoSuchFunction.java"), "libSample", "libkernel", "sampleAdd",
                "lierne_no_such_function", "onj1oa6c1sI", "wZ9t04NFDY4", "int add(int first, int second)", "int answer(int argument)",
                "first + second", "argument - 7");
        replace(sources.resolve("test/java/plugin_no_such_function/NoSuchFunctionTest.java"), "assertEquals(5, ", "assertEquals(0, ",
                "add(2, 3)", "answer(7)");
        StringBuilder modules = new StringBuilder();
        PROJECTS.forEach(p -> modules.append("<module>").append(p).append("</module>"));
        Files.writeString(projects.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>plugin</groupId>
                <artifactId>all</artifactId><version>1</version><packaging>pom</packaging><modules>%s</modules></project>
                """.formatted(modules));
        packageThem();
        for (String project : PROJECTS) {
            Distribution.Run added = lierne.run("plugin", "add", jar(project).toString());
            assertEquals(added.err(), 0, added.status());
        }
    }

    private static void make(String kind, String name) throws Exception {
        Distribution.Run made = lierne.run("new", kind, name, "--into", projects.toString());
        assertEquals(made.err(), 0, made.status());
    }

    private static void replace(Path file, String... words) throws IOException {
        String text = Files.readString(file);
        for (int i = 0; i < words.length; i += 2) {
            assertTrue(words[i], text.contains(words[i]));
            text = text.replace(words[i], words[i + 1]);
        }
        Files.writeString(file, text);
    }

    private static void packageThem() throws Exception {
        Path log = USER.resolve("package.txt");
        ProcessBuilder maven = new ProcessBuilder("mvn", "-o", "-B", "-q", "package").directory(projects.toFile())
                .redirectErrorStream(true).redirectOutput(log.toFile());
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = maven.start();
        boolean hasEnded = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertTrue(Files.readString(log), hasEnded);
        assertEquals(Files.readString(log), 0, process.exitValue());
        for (String project : PROJECTS) {
            assertTrue(project + " ran its tests", Files.isDirectory(projects.resolve(project).resolve("target/surefire-reports")));
        }
    }

    private static Path jar(String project) {
        return projects.resolve(project).resolve("target/" + project + "-0.1.0.jar");
    }

    @Test
    public void theFunctionThatATitleLackedIsServed() throws Exception {
        String title = CommandLine.TITLES.resolve("faults/unknown-nid").toString();

        Distribution.Run with = lierne.run("run", title, "--headless");

        assertEquals(with.out() + with.err(), 0, with.status());
        Files.move(USER.resolve("load/lib.no-such-function-0.1.0.jar"), USER.resolve("kept.jar"), StandardCopyOption.REPLACE_EXISTING);
        Distribution.Run without = lierne.run("run", title, "--headless");
        assertEquals(without.out() + without.err(), STOPPED, without.status());
        assertEquals("the reason is told once: " + without.err(), 1, without.err().lines().filter(l -> l.contains("wZ9t04NFDY4")).count());
    }

    @Test
    public void theModeThatChangesThePictureIsNamed() throws Exception {
        Path capture = USER.resolve("frame.capture");
        Distribution.Run run = lierne.run("run", CommandLine.TITLES.resolve("first-light").toString(), "--headless", "--frames", "1",
                "--capture", capture.toString());
        assertEquals(run.out() + run.err(), 0, run.status());
        assertTrue(run.err(), run.err().contains("the last frame is captured in " + capture));

        Distribution.Run found = lierne.run("compat", "bisect", capture.toString(), "--among", "pass.tint", "--among", "pass.opt");

        assertEquals(found.out() + found.err(), 0, found.status());
        assertTrue(found.out(), found.out().matches("pass\\.tint on changes the picture: [0-9]+ pixels differ\n"));
    }

    @Test
    public void aPassOfAnotherApiIsRefusedInASentence() throws Exception {
        Path jar = HigherVersion.of("dead-code", "Import-Package",
                "org.lierne.recompiler.ir,org.lierne.recompiler.pass;version=\"[9.0,10)\"", USER);

        Path renamed = USER.resolve("other-api.jar");
        HigherVersion.rename(jar, "pass.other-api", renamed);

        Distribution.Run refused = lierne.run("plugin", "add", renamed.toString());

        assertEquals(refused.err(), REFUSED, refused.status());
        assertTrue(refused.err(), refused.err().matches("plugin add: .+ was built against org\\.lierne\\.recompiler\\.pass \\[9\\.0\\.0,10\\.0\\.0\\),"
                + " and this platform has [0-9]+\\.[0-9]+\\.0: build it anew\n"));
    }
}
