package org.lierne.recompiler.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tables read before. A table is read again when memory may have changed since, and sorted anew only where its words then differ: a key
 * without bounds asks for 65,536 records. Owned by who records, and used by one thread.
 */
public final class TableReads {
    private static final int KEPT = 256;
    private static final int RUN_RECORDS = 128;

    /** What a snapshot is of: a table's resource, where it lies, and how much of it is wanted. */
    private record Key(Identity table, DescriptorWalker.TablePlace place, TableLimits limits, int most, int single, boolean areLevelsSeen) {}

    /** A resource as the object it is: its path is long to compare. */
    private record Identity(ShaderResource resource) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Identity that && resource == that.resource;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(resource);
        }
    }

    /** The words of records that follow each other, with those that could not be read, and the others behind them. */
    private record Content(int[] words, BitSet missing, List<DescriptorWords> others) {
        boolean isSame(Content other) {
            return Arrays.equals(words, other.words) && missing.equals(other.missing) && others.equals(other.others);
        }
    }

    private static final class Read {
        private long moment;
        private final Content content;
        private final TableSnapshot snapshot;

        Read(long moment, Content content, TableSnapshot snapshot) {
            this.moment = moment;
            this.content = content;
            this.snapshot = snapshot;
        }
    }

    private final Map<Key, Read> reads = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Read> eldest) {
            return size() > KEPT;
        }
    };
    private long moment;
    private long looks;

    /** Memory may have changed: tables are read again at their next use. */
    public void memoryChanged() {
        moment++;
    }

    /** How often a table was looked at in memory. */
    public long looks() {
        return looks;
    }

    /** @see TableSnapshot#of */
    TableSnapshot of(ShaderResource table, DescriptorWalker walker, TableLimits limits, int most, int single, boolean areLevelsSeen) {
        WordSource.Key key = key(table);
        DescriptorWalker.TablePlace place = walker.tablePlace(table.path(), key);
        Key what = new Key(new Identity(table), place, limits, most, single, areLevelsSeen);
        Read known = reads.get(what);
        if (known != null && known.moment == moment) {
            return known.snapshot;
        }
        looks++;
        int count = Math.min(key.values(), limits.keys());
        int run = Math.min(count, place.runOf(table.path().words().size()));
        Content content = read(table, walker, place, key, run, count);
        if (known != null && known.content.isSame(content)) {
            known.moment = moment;
            return known.snapshot;
        }
        TableSnapshot snapshot = TableSnapshot.of(records(table, content, run), most, single, limits.direct(), areLevelsSeen);
        reads.put(what, new Read(moment, content, snapshot));
        return snapshot;
    }

    private static WordSource.Key key(ShaderResource table) {
        return Objects.requireNonNull(table.path().words().getFirst().key(), "a table without a key");
    }

    private static Content read(ShaderResource table, DescriptorWalker walker, DescriptorWalker.TablePlace place, WordSource.Key key, int run,
            int count) {
        int size = table.path().words().size();
        int[] words = new int[run * size];
        BitSet missing = new BitSet();
        for (int first = 0; first < run; first += RUN_RECORDS) {
            int records = Math.min(RUN_RECORDS, run - first);
            if (!walker.read(place.address(first), words, first * size, records * size)) {
                for (int i = first; i < first + records; i++) {
                    missing.set(i, !walker.read(place.address(i), words, i * size, size));
                }
            }
        }
        List<DescriptorWords> others = new ArrayList<>();
        for (int number = run; number < count && place.isAligned(); number++) {
            DescriptorWords record = walker.record(table.path(), number << key.shift());
            if (record.isPastBuffer()) {
                break;
            }
            others.add(record);
        }
        return new Content(words, missing, others);
    }

    private static List<DescriptorWords> records(ShaderResource table, Content content, int run) {
        int size = table.path().words().size();
        List<DescriptorWords> records = new ArrayList<>(run + content.others.size());
        for (int i = 0; i < run; i++) {
            records.add(new DescriptorWords(Arrays.copyOfRange(content.words, i * size, (i + 1) * size), !content.missing.get(i)));
        }
        records.addAll(content.others);
        return records;
    }
}
