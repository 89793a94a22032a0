package org.lierne.itests;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.CoreOptions.systemPackages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.ops4j.pax.exam.Option;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** The assembled distribution as a framework under test, and its verbs as the shell calls them. */
final class Distribution {
    static final Path HOME = Path.of(System.getProperty("lierne.home"));

    private Distribution() {}

    /** Every bundle that is shipped, the interactive shell left out, over a user's folder of the test's own. */
    static Option[] over(Path user) {
        try (Stream<Path> jars = Files.list(HOME.resolve("bundle"))) {
            Files.createDirectories(user.resolve("load"));
            Files.createDirectories(user.resolve("etc"));
            Option[] shipped = jars.filter(j -> !j.getFileName().toString().contains("jline"))
                    .sorted().map(j -> (Option) bundle(j.toUri().toString())).toArray(Option[]::new);
            System.setProperty("lierne.user", user.toString());
            System.setProperty("lierne.cache", user.resolve("cache").toString());
            return options(
                    junitBundles(),
                    systemPackages("org.slf4j;version=2.0.17", "org.slf4j.event;version=2.0.17",
                            "org.slf4j.helpers;version=2.0.17", "org.slf4j.spi;version=2.0.17"),
                    frameworkProperty("lierne.home").value(HOME.toString()),
                    frameworkProperty("lierne.user").value(user.toString()),
                    frameworkProperty("lierne.cache").value(user.resolve("cache").toString()),
                    frameworkProperty("felix.fileinstall.dir").value(user.resolve("etc") + "," + user.resolve("load")),
                    frameworkProperty("felix.fileinstall.noInitialDelay").value("true"),
                    frameworkProperty("felix.fileinstall.poll").value("200"),
                    frameworkProperty("felix.fileinstall.tmpdir").value(user.resolve("cache/fileinstall").toString()),
                    frameworkProperty("felix.fileinstall.enableConfigSave").value("false"),
                    frameworkProperty("felix.fileinstall.filter").value(".*\\.(jar|cfg|config)"),
                    frameworkProperty("felix.fileinstall.bundles.startTransient").value("true"),
                    composite(shipped));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path userFolder(Class<?> test) {
        return Path.of(System.getProperty("lierne.itests"), "users", test.getSimpleName());
    }

    /** What a verb left behind. */
    record Run(int status, String out, String err) {}

    /** Runs a verb as the launcher does. */
    static Run verb(BundleContext context, String verb, String... arguments) throws InvalidSyntaxException {
        Collection<ServiceReference<ToolProvider>> found =
                context.getServiceReferences(ToolProvider.class, "(lierne.verb=" + verb + ")");
        ToolProvider tool = context.getService(found.iterator().next());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = tool.run(new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8), arguments);
        return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
