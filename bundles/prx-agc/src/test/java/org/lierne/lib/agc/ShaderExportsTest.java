package org.lierne.lib.agc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.lierne.agc.shader.ShaderRecord;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

/**
 * Shader calls over the three worked records: the one compiled for the console in layout, all three of our own
 * programs.
 */
final class ShaderExportsTest {
    private static final long OUT = 0x1000;
    private static final long LISTS = 0x2000;

    private final ShaderExports exports = new ShaderExports();
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(OUT, 0x10000);

    private record Row(long header, long code, byte[] before, byte[] after) {}

    private static Map<String, Row> rows() throws IOException {
        Map<String, Row> rows = new HashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(
                Objects.requireNonNull(ShaderExportsTest.class.getResourceAsStream("records.tsv.gz"))),
                StandardCharsets.US_ASCII))) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] c = line.split("\t");
                HexFormat hex = HexFormat.of();
                rows.put(c[0], new Row(Long.decode(c[2]), Long.decode(c[3]), hex.parseHex(c[4]), hex.parseHex(c[6])));
            }
        }
        return rows;
    }

    private GuestPtr<ShaderExports.RecordHeader> load(String name) throws IOException {
        Row row = Objects.requireNonNull(rows().get(name));
        memory.map(row.header(), row.before().length);
        memory.putBytes(row.header(), row.before());
        return new GuestPtr<>(memory, row.header(), ShaderExports.RecordHeader.class);
    }

    private GuestPtr<ShaderExports.RecordHeader> create(String name) throws IOException {
        GuestPtr<ShaderExports.RecordHeader> header = load(name);
        assertEquals(GuestStatus.OK, exports.create(out(), header, Objects.requireNonNull(rows().get(name)).code()));
        return header;
    }

    private GuestPtr<Long> out() {
        return new GuestPtr<>(memory, OUT, Long.class);
    }

    private GuestPtr<RegisterPair> list(long offset) {
        return new GuestPtr<>(memory, LISTS + offset, RegisterPair.class);
    }

    private GuestPtr<ShaderExports.RecordHeader> none() {
        return new GuestPtr<>(memory, 0, ShaderExports.RecordHeader.class);
    }

    @Test
    void completesTheThreeWorkedRecords() throws IOException {
        for (Map.Entry<String, Row> row : rows().entrySet()) {
            GuestPtr<ShaderExports.RecordHeader> header = create(row.getKey());

            assertArrayEquals(row.getValue().after(), memory.getBytes(header.address(), row.getValue().after().length),
                    row.getKey());
            assertEquals(header.address(), memory.getLong(OUT));
        }
    }

    @Test
    void refusesAnotherMagicAndAnUnalignedCode() throws IOException {
        GuestPtr<ShaderExports.RecordHeader> header = load("fill_compute");

        assertEquals(AgcError.INVALID_PROGRAM, exports.create(out(), header, 0x200010080L));
        memory.putInt(header.address(), 0x34333232);
        assertEquals(AgcError.INVALID_PROGRAM, exports.create(out(), header, 0x200010000L));
    }

    @Test
    void refusesARecordWhoseHighWordDoesNotFollow() throws IOException {
        GuestPtr<ShaderExports.RecordHeader> header = load("fill_compute");
        memory.putInt(header.address() + 0x98, 0x20E);

        assertEquals(AgcError.INVALID_PROGRAM, exports.create(out(), header, 0x200010000L));
    }

    @Test
    void linksTheWorkedVertexAndPixelPrograms() throws IOException {
        GuestStatus status = exports.link(list(0), list(0x200), none(), create("textured_vertex"),
                create("textured_pixel"), 4);

        assertEquals(GuestStatus.OK, status);
        assertEquals(new RegisterPair(0x2D5, 0x02002000), list(0).get());
        assertEquals(new RegisterPair(0x29B, 2), list(0).plus(1).get());
        assertEquals(new RegisterPair(0x191, 0), list(0).plus(2).get());
        assertEquals(new RegisterPair(0x192, 1), list(0).plus(3).get());
        assertEquals(new RegisterPair(0x1B0, 0x1F), list(0).plus(33).get());
        assertEquals(new RegisterPair(0x25B, 0x8040), list(0x200).get());
        assertEquals(new RegisterPair(0x262, 0), list(0x200).plus(1).get());
        assertEquals(new RegisterPair(0x242, 4), list(0x200).plus(2).get());
    }

    @Test
    void updatesThePrimitiveOfBothLists() throws IOException {
        exports.link(list(0), list(0x200), none(), create("textured_vertex"), none(), 4);

        exports.updatePrimitiveState(list(0), list(0x200), 2);

        assertEquals(new RegisterPair(0x29B, 1), list(0).plus(1).get());
        assertEquals(new RegisterPair(0x242, 2), list(0x200).plus(2).get());
    }

    @Test
    void mapsOutputPrimitives() {
        assertEquals(0, PrimitiveState.outPrimitive(1));
        assertEquals(1, PrimitiveState.outPrimitive(18));
        assertEquals(3, PrimitiveState.outPrimitive(7));
        assertEquals(4, PrimitiveState.outPrimitive(17));
        assertEquals(2, PrimitiveState.outPrimitive(5));
    }

    @Test
    void refusesHalvesOfUnequalKinds() throws IOException {
        GuestPtr<ShaderExports.RecordHeader> vertex = create("textured_vertex");
        memory.putByte(vertex.address() + 0x5A, (byte) 4);

        assertEquals(AgcError.WRONG_TYPE, exports.fuse(vertex, vertex, vertex, LISTS));
    }

    @Rule("S-003")
    @Test
    void fusesHalvesIntoOneGeometryRecord() throws IOException {
        GuestPtr<ShaderExports.RecordHeader> front = create("textured_vertex");
        memory.map(0x300000000L, 0x400);
        memory.putBytes(0x300000000L, memory.getBytes(front.address(), 0x168));
        GuestPtr<ShaderExports.RecordHeader> back = new GuestPtr<>(memory, 0x300000000L,
                ShaderExports.RecordHeader.class);
        memory.putByte(front.address() + 0x5A, (byte) 4);
        memory.putByte(back.address() + 0x5A, (byte) 6);
        long sh = memory.getLong(back.address() + ShaderRecord.SH_PAIRS);
        GuestPtr<ShaderExports.RecordHeader> fused = new GuestPtr<>(memory, LISTS + 0x400,
                ShaderExports.RecordHeader.class);

        GuestStatus status = exports.fuse(fused, front, back, LISTS + 0x600);

        ShaderRecord record = new ShaderRecord(memory, fused.address());
        assertEquals(GuestStatus.OK, status);
        assertEquals(2, record.type());
        assertEquals(LISTS + 0x600, record.pointer(ShaderRecord.SH_PAIRS));
        assertEquals(new ShaderRecord(memory, front.address()).shPairs(), record.shPairs());
        assertEquals(sh, memory.getLong(back.address() + ShaderRecord.SH_PAIRS));
    }
}
