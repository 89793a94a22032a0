package org.lierne.console;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A profile as a file that one user gives to another: a first line that names the title, then switches with their reasons. It comes from
 * elsewhere, so what is not understood is refused with its line.
 *
 * @param title    the title it was made for
 * @param switches in the order of the file
 */
record SharedProfile(String title, List<ProfileFile.Switch> switches) {
    private static final String FIRST_LINE = "# Lierne profile of ";
    private static final long MOST_BYTES = 256 << 10;
    private static final int MOST_CHARACTERS = 1000;

    /** A file's lines. */
    static List<String> lines(String title, List<FileCompatProfiles.Setting> settings) {
        List<String> lines = new ArrayList<>();
        lines.add(FIRST_LINE + title);
        settings.forEach(s -> lines.add(s.id() + " = " + (s.on() ? "on" : "off") + (s.why().isEmpty() ? "" : "   # " + Printable.of(s.why()))));
        return lines;
    }

    /** The lines of the user's own file that say the same. */
    List<String> kept() {
        return switches.stream().map(ProfileFile::line).toList();
    }

    /**
     * Reads a file of another user.
     *
     * @param verb     begins what is said of a refusal
     * @param isSwitch the switches that exist here
     * @throws Refused with the line that is not understood
     */
    static SharedProfile read(String verb, Path file, Predicate<String> isSwitch) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new Refused(verb + ": " + file + (Files.exists(file) ? " is no file" : ": no such file"));
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new Refused("%s: %s has %d bytes; a profile has at most %d".formatted(verb, file, Files.size(file), MOST_BYTES));
        }
        String at = verb + ": " + file;
        List<String> lines = text(verb, file).lines().toList();
        if (lines.isEmpty() || !lines.getFirst().startsWith(FIRST_LINE)) {
            throw wrong(at, 1, "'" + (lines.isEmpty() ? "" : Printable.startOf(lines.getFirst())) + "' is not the first line of a profile, '" + FIRST_LINE + "TITLE'");
        }
        String title = lines.getFirst().substring(FIRST_LINE.length());
        if (!FileCompatProfiles.isTitleId(title)) {
            throw wrong(at, 1, "'" + Printable.startOf(title) + "' is no title id: letters, digits, '.', '_' and '-' are allowed");
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.length() > MOST_CHARACTERS) {
                throw wrong(at, i + 1, line.length() + " characters; a line has at most " + MOST_CHARACTERS);
            }
            if (!line.equals(Printable.of(line))) {
                throw wrong(at, i + 1, "'" + line + "' holds characters that no terminal should be shown");
            }
        }
        return new SharedProfile(title, switches(at, lines, isSwitch));
    }

    private static List<ProfileFile.Switch> switches(String at, List<String> lines, Predicate<String> isSwitch) {
        // Bytes as characters, which is how files of switches are read.
        ProfileFile content = ProfileFile.of(lines.stream()
                .map(l -> new String(l.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)).toList());
        content.faults().stream().findFirst().ifPresent(f -> {
            throw wrong(at, f.line(), "'" + f.text() + "' is no switch; expected 'plugin.id = on' or 'off'");
        });
        Set<String> seen = new HashSet<>();
        for (ProfileFile.Switch set : content.switches()) {
            if (!isSwitch.test(set.id())) {
                throw wrong(at, set.line(), "no plugin here has the switch '" + set.id() + "'; compat list shows those there are");
            }
            if (!seen.add(set.id())) {
                throw wrong(at, set.line(), "'" + set.id() + "' is set a second time");
            }
        }
        if (content.switches().isEmpty()) {
            throw wrong(at, lines.size(), "the profile ends without a switch");
        }
        return content.switches();
    }

    private static String text(String verb, Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new Refused(verb + ": " + file + ": the text is not UTF-8", e);
        }
    }

    private static Refused wrong(String file, int line, String what) {
        return new Refused("%s:%d: %s".formatted(file, line, Printable.of(what)));
    }
}
