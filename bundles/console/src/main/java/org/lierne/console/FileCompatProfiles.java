package org.lierne.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
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
 * The switches of titles in files: {@code titles/<id>.cfg} of the distribution, and the user's of the same name on top. Comments and order
 * are kept when a switch is set. The files are the truth: a change by an editor counts at the next look. {@code default.cfg} holds for every
 * title, below the title's own.
 */
@Component(service = {CompatProfiles.class, TitleSwitches.class, FileCompatProfiles.class})
public final class FileCompatProfiles implements CompatProfiles, TitleSwitches {
    private static final Logger LOG = LoggerFactory.getLogger(FileCompatProfiles.class);
    private static final Pattern TITLE_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final String ENDING = ".cfg";

    /** The name under which the switches of every title are kept; a title's own lie on top. */
    static final String EVERY_TITLE = "default";

    private record Read(FileTime changed, long bytes, ProfileFile content, Map<String, Boolean> states) {}

    /**
     * A switch as one layer sets it.
     *
     * @param isOwn whether it is the user's file; else the distribution's
     * @param line  from 1
     */
    record Setting(String id, boolean on, String why, Path file, int line, boolean isOwn) {
        /** Who set it: the file with its line, and whose it is. */
        String who() {
            return "%s:%d (%s)".formatted(file.getFileName(), line, isOwn ? "yours" : "shipped");
        }
    }

    /** A change of a file's lines. */
    private interface Change {
        List<String> of(List<String> lines);
    }

    private final Path shipped;
    private final Path own;
    private final Map<Path, Read> cache = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();

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

    /** What the title's own files switch, without {@link #EVERY_TITLE}. */
    Switches titleOnly(String titleId) {
        return layered(Switches.DEFAULTS, titleId);
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
        set(titleId, pluginId, on, "");
    }

    /** Sets a switch and says why; an empty reason keeps the comment that is there. */
    void set(String titleId, String pluginId, boolean on, String why) {
        change(titleId, lines -> ProfileFile.with(lines, pluginId, on, why));
    }

    /** Takes a switch out of the user's file. @return whether it was there */
    boolean unset(String titleId, String pluginId) {
        boolean wasSet = settings(titleId).stream().anyMatch(s -> s.isOwn() && s.id().equals(pluginId)
                && s.file().equals(own.resolve(titleId + ENDING)));
        if (wasSet) {
            change(titleId, lines -> ProfileFile.without(lines, pluginId));
        }
        return wasSet;
    }

    /** Puts these lines in the place of the user's file. */
    void replace(String titleId, List<String> lines) {
        change(titleId, _ -> lines);
    }

    /** The user's file of a title, or of {@link #EVERY_TITLE}. */
    Path ownFile(String titleId) {
        return own.resolve(titleId + ENDING);
    }

    private void change(String titleId, Change change) {
        if (!isTitleId(titleId)) {
            throw new IllegalArgumentException("'" + titleId + "' is no title id: letters, digits, '.', '_' and '-' are allowed");
        }
        Path file = ownFile(titleId);
        try {
            Files.createDirectories(own);
            // Two consoles may set switches at once; the lock file is never removed, since another may be waiting on it.
            try (FileChannel channel = FileChannel.open(own.resolve("." + titleId + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = channel.lock()) {
                List<String> lines = change.of(ProfileFile.lines(bytes(file)));
                if (lines.isEmpty()) {
                    Files.deleteIfExists(file);
                } else {
                    HostFiles.replace(file, (String.join("\n", lines) + '\n').getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("titles: " + file + " cannot be written: " + e.getMessage(), e);
        }
        cache.remove(file);
        changes.incrementAndGet();
    }

    @Override
    public long changes() {
        return changes.get();
    }

    private Map<String, Boolean> states(Path file) {
        return read(file).map(Read::states).orElse(Map.of());
    }

    private Optional<Read> read(Path file) {
        BasicFileAttributes now;
        try {
            now = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (IOException _) {
            return Optional.empty();
        }
        Read known = cache.get(file);
        if (known == null || !known.changed.equals(now.lastModifiedTime()) || known.bytes != now.size()) {
            ProfileFile content = parse(file);
            Map<String, Boolean> states = new LinkedHashMap<>();
            content.switches().forEach(s -> states.put(s.id(), s.on()));
            known = new Read(now.lastModifiedTime(), now.size(), content, states);
            cache.put(file, known);
        }
        return Optional.of(known);
    }

    private static ProfileFile parse(Path file) {
        try {
            byte[] bytes = bytes(file);
            OptionalInt wrong = ProfileFile.notUtf8(bytes);
            if (wrong.isPresent()) {
                LOG.warn("titles: {}:{}: this is not UTF-8; save the file as UTF-8: lines that cannot be read so are ignored", file, wrong.getAsInt());
            }
            ProfileFile content = ProfileFile.of(ProfileFile.lines(bytes));
            content.faults().forEach(f -> LOG.warn("titles: {}:{}: '{}' is no switch; expected 'plugin.id = on' or 'off'; the line is ignored",
                    file, f.line(), f.text()));
            return content;
        } catch (IOException e) {
            LOG.warn("titles: {} cannot be read: {}", file, e.getMessage());
            return ProfileFile.of(List.of());
        }
    }

    /** None of a file that is not there. */
    private static byte[] bytes(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            return new byte[0];
        }
    }

    /** Every switch that a layer of a title's profile sets, the weakest layer first. */
    List<Setting> settings(String titleId) {
        List<Setting> settings = new ArrayList<>();
        for (String name : titleId.equals(EVERY_TITLE) ? List.of(EVERY_TITLE) : List.of(EVERY_TITLE, titleId)) {
            for (Path folder : List.of(shipped, own)) {
                Path file = folder.resolve(name + ENDING);
                read(file).ifPresent(r -> r.content.switches().forEach(s ->
                        settings.add(new Setting(s.id(), s.on(), s.why(), file, s.line(), folder.equals(own)))));
            }
        }
        return settings;
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
