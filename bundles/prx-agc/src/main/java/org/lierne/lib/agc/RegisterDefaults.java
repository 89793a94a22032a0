package org.lierne.lib.agc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.lierne.agc.register.RegisterSpace;

/**
 * One generation's default registers: groups of pairs in three spaces, each group known by a hash.
 *
 * @param groups in the order of the tables: CX, SH, UC
 */
record RegisterDefaults(List<Group> groups) {
    private static final String RESOURCE = "register-defaults.tsv.gz";

    RegisterDefaults {
        groups = List.copyOf(groups);
    }

    /** A group of registers that a title finds by hash. */
    record Group(RegisterSpace space, int hash, List<RegisterPair> pairs) {}

    /** The generation that a library version answers with, or -1 for a version that none accepts. */
    static int generation(int version) {
        return switch (version) {
            case 0, 1, 2, 3 -> 0;
            case 4 -> 4;
            case 5, 6 -> 5;
            case 7, 8, 9, 10, 11 -> version;
            case 12 -> 10;
            default -> -1;
        };
    }

    /** Reads a generation's tables out of the bundle. */
    static RegisterDefaults read(int generation, boolean isInternal) {
        String set = isInternal ? "internal" : "primary";
        List<Group> groups = new ArrayList<>();
        String last = "";
        List<RegisterPair> pairs = new ArrayList<>();
        try (InputStream file = RegisterDefaults.class.getResourceAsStream(RESOURCE)) {
            if (file == null) {
                throw new IllegalStateException(RESOURCE + " is not in the bundle");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(file),
                    StandardCharsets.US_ASCII));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split("\t", -1);
                if (Integer.parseInt(columns[0]) == generation && columns[1].equals(set)) {
                    String key = columns[2] + columns[3];
                    if (!key.equals(last)) {
                        pairs = new ArrayList<>();
                        groups.add(new Group(RegisterSpace.valueOf(columns[2]),
                                Integer.parseUnsignedInt(columns[4].substring(2), 16), pairs));
                        last = key;
                    }
                    pairs.add(new RegisterPair(Integer.decode(columns[5]),
                            Integer.parseUnsignedInt(columns[6].substring(2), 16)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RegisterDefaults(groups);
    }

    List<Group> groups(RegisterSpace space) {
        return groups.stream().filter(g -> g.space() == space).toList();
    }

    /** All pairs of a space, in order, offset and value by turns. */
    int[] flat(RegisterSpace space) {
        return groups(space).stream().flatMap(g -> g.pairs().stream()).flatMapToInt(p ->
                java.util.stream.IntStream.of(p.offset(), p.value())).toArray();
    }
}
