package org.lierne.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.lierne.kernel.title.TitleSwitches;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.Switches;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The switches of titles in files: {@code titles/<id>.cfg} of the distribution, and the user's of the same name on top. A line is
 * {@code plugin.id = on} or {@code off}, with a comment after {@code #}; comments and order are kept when a switch is set. The files
 * are the truth: a change by an editor counts at the next look. {@code default.cfg} holds for every title, below the title's own.
 */
@Component(service = {CompatProfiles.class, TitleSwitches.class, FileCompatProfiles.class})
public final class FileCompatProfiles implements CompatProfiles, TitleSwitches {
    private static final Logger LOG = LoggerFactory.getLogger(FileCompatProfiles.class);
    private static final Pattern LINE = Pattern.compile("\\s*([a-z0-9.-]+)\\s*=\\s*(on|off)\\s*(#.*)?");
    private static final Pattern TITLE_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final String ENDING = ".cfg";

    /** The name under which the switches of every title are kept; a title's own lie on top. */
    static final String EVERY_TITLE = "default";

    private record Read(FileTime changed, Map<String, Boolean> states) {}

    private final Path shipped;
    private final Path own;
    private final Map<Path, Read> cache = new ConcurrentHashMap<>();

    @Activate
    public FileCompatProfiles(BundleContext context) {
        this(Path.of(String.valueOf(context.getProperty("lierne.home")), "titles"),
                Path.of(String.valueOf(context.getProperty("lierne.user")), "titles"));
    }

    FileCompatProfiles(Path shipped, Path own) {
        this.shipped = shipped;
        this.own = own;
    }

    @Override
    public Switches forTitle(String titleId) {
        Switches every = layered(Switches.DEFAULTS, EVERY_TITLE);
        return isTitleId(titleId) && !titleId.equals(EVERY_TITLE) ? layered(every, titleId) : every;
    }

    @Override
    public Map<String, Boolean> ofTitle(String titleId) {
        return forTitle(titleId).states();
    }

    private Switches layered(Switches under, String name) {
        return under.with(states(shipped.resolve(name + ENDING))).with(states(own.resolve(name + ENDING)));
    }

    /** @throws Refused naming the command if it is no title id */
    static void checkTitleId(String command, String titleId) {
        if (!isTitleId(titleId)) {
            throw new Refused(command + ": '" + titleId + "' is no title id: letters, digits, '.', '_' and '-' are allowed");
        }
    }

    /** Whether files can be named so; other ids have the defaults and refuse changes. */
    static boolean isTitleId(String titleId) {
        return TITLE_ID.matcher(titleId).matches() && !titleId.startsWith(".");
    }

    @Override
    public void set(String titleId, String pluginId, boolean on) {
        if (!isTitleId(titleId)) {
            throw new IllegalArgumentException("'" + titleId + "' is no title id: letters, digits, '.', '_' and '-' are allowed");
        }
        Path file = own.resolve(titleId + ENDING);
        try {
            Files.createDirectories(own);
            // Two consoles may set switches at once; the lock file is never removed, since another may be waiting on it.
            try (FileChannel channel = FileChannel.open(own.resolve("." + titleId + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = channel.lock()) {
                write(file, changed(lines(file), pluginId, on));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("titles: " + file + " cannot be written: " + e.getMessage(), e);
        }
        cache.remove(file);
    }

    private static List<String> changed(List<String> lines, String pluginId, boolean on) {
        List<String> changed = new ArrayList<>();
        String state = on ? "on" : "off";
        boolean isSet = false;
        for (String line : lines) {
            Matcher m = LINE.matcher(line);
            if (m.matches() && m.group(1).equals(pluginId)) {
                changed.add(pluginId + " = " + state + (m.group(3) == null ? "" : "   " + m.group(3)));
                isSet = true;
            } else {
                changed.add(line);
            }
        }
        if (!isSet) {
            changed.add(pluginId + " = " + state + "   # set at the console");
        }
        return changed;
    }

    private static void write(Path file, List<String> lines) throws IOException {
        Path temporary = Files.createTempFile(file.getParent(), ".profile-", ".tmp");
        Files.write(temporary, lines, StandardCharsets.ISO_8859_1);
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Map<String, Boolean> states(Path file) {
        FileTime changed;
        try {
            changed = Files.getLastModifiedTime(file);
        } catch (IOException _) {
            return Map.of();
        }
        Read known = cache.get(file);
        if (known == null || !known.changed.equals(changed)) {
            known = new Read(changed, parse(file));
            cache.put(file, known);
        }
        return known.states;
    }

    private static Map<String, Boolean> parse(Path file) {
        Map<String, Boolean> states = new LinkedHashMap<>();
        try {
            int number = 0;
            for (String line : lines(file)) {
                number++;
                Matcher m = LINE.matcher(line);
                if (m.matches()) {
                    states.put(m.group(1), m.group(2).equals("on"));
                } else if (!line.isBlank() && !line.strip().startsWith("#")) {
                    LOG.warn("titles: {}:{}: '{}' is no switch; expected 'plugin.id = on' or 'off'; the line is ignored", file, number,
                            new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            LOG.warn("titles: {} cannot be read: {}", file, e.getMessage());
        }
        return states;
    }

    /** Every byte is a character, so that lines in any encoding survive a switch that is set; switches are ASCII. */
    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    /** What each title switches, the user's files over the shipped ones. */
    Map<String, Switches> titles() {
        Map<String, Switches> titles = new TreeMap<>();
        for (Path folder : List.of(shipped, own)) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    files.map(f -> f.getFileName().toString()).filter(n -> n.endsWith(ENDING))
                            .map(n -> n.substring(0, n.length() - ENDING.length())).forEach(id -> titles.put(id, layered(Switches.DEFAULTS, id)));
                } catch (IOException e) {
                    LOG.warn("titles: {} cannot be listed: {}", folder, e.getMessage());
                }
            }
        }
        return titles;
    }
}
