package org.lierne.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.osgi.framework.BundleException;

/** {@code lierne VERB …}: starts the framework, does the verb, stops. Exit codes as in the README. */
public final class Main {
    static final int USAGE = 2;
    static final int REFUSED = 3;

    /** Kept from before Gogo replaces System.out: a session that writes to its own replacement recurses for ever. */
    private static final PrintStream OUT = System.out;

    private static final PrintStream ERR = System.err;

    private Main() {}

    public static void main(String[] given) throws Exception {
        String[] args = meant(given);
        Path home = Path.of(System.getProperty("lierne.home", ".")).toAbsolutePath().normalize();
        Path user = userFolder();
        // JLine looks for its terminal providers in the context class loader, and in its own only when that is null.
        Thread.currentThread().setContextClassLoader(null);
        int status;
        try {
            status = args.length > 0 && args[0].equals("console")
                    ? console(home, user, Arrays.asList(args).subList(1, args.length))
                    : verb(home, user, args);
        } catch (FileSystemException e) {
            ERR.println("lierne: " + e.getFile() + ": " + (e.getReason() == null ? e.getClass().getSimpleName() : e.getReason()));
            status = REFUSED;
        } catch (IOException e) {
            ERR.println("lierne: " + e.getMessage());
            status = REFUSED;
        } catch (BundleException e) {
            ERR.println("lierne: the framework did not start: " + e.getMessage());
            status = REFUSED;
        }
        if (OUT.checkError() && !isPipe()) {
            ERR.println("lierne: the standard output cannot be written; what it holds is not whole");
            status = REFUSED;
        }
        ERR.flush();
        if (System.getProperty("lierne.player.note") != null) {
            // Without this, whoever waits for this process knows that it did not end by itself.
            Files.deleteIfExists(Path.of(System.getProperty("lierne.player.note")));
        }
        // Libraries leave daemon and non-daemon threads behind; the verb is done, so nothing waits for them.
        Runtime.getRuntime().halt(status);
    }

    /** Whoever reads a pipe may have seen enough and gone. */
    private static boolean isPipe() {
        try {
            String where = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return where.startsWith("pipe:") || where.startsWith("socket:");
        } catch (IOException _) {
            return false;
        }
    }

    static Path userFolder() {
        String set = System.getProperty("lierne.user", System.getenv().getOrDefault("LIERNE_HOME", ""));
        Path folder = set.isEmpty() ? Path.of(System.getProperty("user.home"), ".local", "share", "lierne") : Path.of(set);
        return folder.toAbsolutePath().normalize();
    }

    /** {@code --help}, alone or behind a verb, is {@code help} of that verb. */
    static String[] meant(String[] args) {
        List<String> words = Arrays.asList(args);
        if (!words.contains("--help") && !words.equals(List.of("-h"))) {
            return args;
        }
        return Stream.concat(Stream.of("help"), words.stream().filter(word -> !word.startsWith("-")).limit(1)).toArray(String[]::new);
    }

    private static int verb(Path home, Path user, String[] args) throws Exception {
        // Options alone, as in `lierne --json`, are help's.
        String verb = args.length == 0 || args[0].startsWith("--") ? "help" : args[0];
        String[] line = Arrays.copyOfRange(args, args.length > 0 && verb.equals(args[0]) ? 1 : 0, args.length);
        try (EmbeddedFramework framework = EmbeddedFramework.start(home, user, StartLevels.forVerb(verb), ERR)) {
            return framework.tool(verb)
                    .map(tool -> tool.run(OUT, ERR, line))
                    .orElseGet(() -> {
                        ERR.println("lierne: no verb '" + verb + "'; it is one of " + String.join(" ", framework.verbs()) + " console new"
                                + framework.stoppedPlugins());
                        return USAGE;
                    });
        }
    }

    private static final String CONSOLE_USAGE = "usage: lierne console [--web [--serve]] [-c COMMANDS]…";

    private static int console(Path home, Path user, List<String> given) throws Exception {
        List<String> args = new ArrayList<>(given);
        boolean isWeb = args.remove("--web");
        // Pages alone, for whoever has no terminal: until the process is ended.
        boolean isServing = args.remove("--serve");
        if (isServing && (!isWeb || !args.isEmpty()) || args.size() % 2 != 0 || !isEverySecond(args, "-c")) {
            ERR.println(CONSOLE_USAGE);
            return USAGE;
        }
        if (isWeb) {
            System.setProperty("lierne.web", "true");
        }
        boolean isInteractive = args.isEmpty() && !isServing;
        // Lines may come from a pipe as well; JLine would warn of that.
        System.setProperty("org.jline.terminal.dumb", "true");
        int level = isInteractive ? StartLevels.INTERACTIVE : StartLevels.DROP_INS;
        try (EmbeddedFramework framework = EmbeddedFramework.start(home, user, level, ERR)) {
            if (args.isEmpty()) {
                framework.awaitStop();
                return 0;
            }
            for (int i = 1; i < args.size(); i += 2) {
                // A script is one program to Gogo, of which only the last value is printed: run it line by line.
                for (String line : args.get(i).lines().filter(l -> !l.isBlank()).toList()) {
                    int status = framework.execute(line, OUT, ERR);
                    if (status != 0) {
                        return status;
                    }
                }
            }
            return 0;
        }
    }

    private static boolean isEverySecond(List<String> args, String word) {
        return IntStream.iterate(0, i -> i < args.size(), i -> i + 2).allMatch(i -> args.get(i).equals(word));
    }
}
