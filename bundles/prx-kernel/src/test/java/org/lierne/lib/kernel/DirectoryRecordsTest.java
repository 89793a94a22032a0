package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.file.DirectoryEntry;

class DirectoryRecordsTest {
    private static List<DirectoryEntry> entries(int count) {
        List<DirectoryEntry> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new DirectoryEntry("file-%03d.bin".formatted(i), i % 2 == 0, 100 + i));
        }
        return all;
    }

    @Test
    void writesOneRecordThatFillsItsBlock() {
        DirectoryRecords.Read read = DirectoryRecords.read(List.of(new DirectoryEntry("a.bin", false, 7)), 0, 512);

        ByteBuffer bytes = ByteBuffer.wrap(read.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(512, read.bytes().length);
        assertEquals(7, bytes.getInt(0));
        assertEquals(512, bytes.getShort(4));
        assertEquals(8, bytes.get(6));
        assertEquals(5, bytes.get(7));
        assertEquals('a', bytes.get(8));
        assertEquals(0, bytes.get(13));
    }

    @Test
    void neverLetsARecordCrossABlock() {
        DirectoryRecords.Read read = DirectoryRecords.read(entries(100), 0, 2048);

        ByteBuffer bytes = ByteBuffer.wrap(read.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        int count = 0;
        for (int at = 0; at < read.bytes().length; at += bytes.getShort(at + 4)) {
            int length = bytes.getShort(at + 4);
            assertEquals(0, length % 4);
            assertEquals(at / 512, (at + length - 1) / 512);
            assertEquals(100 + count, bytes.getInt(at));
            count++;
        }
        assertEquals(read.entries(), count);
        assertEquals(2048, read.bytes().length);
    }

    @Test
    void goesOnWhereTheLastReadEnded() {
        List<DirectoryEntry> all = entries(60);
        int first = 0;
        int reads = 0;
        while (first < all.size()) {
            first += DirectoryRecords.read(all, first, 512).entries();
            reads++;
        }

        assertEquals(60, first);
        assertEquals(3, reads);
        assertEquals(0, DirectoryRecords.read(all, 60, 512).bytes().length);
    }
}
