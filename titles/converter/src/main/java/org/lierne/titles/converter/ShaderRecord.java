package org.lierne.titles.converter;

import java.util.ArrayList;
import java.util.List;
import org.lierne.titles.converter.ShaderSource.Resource;
import org.lierne.titles.converter.ShaderSource.Table;

/**
 * Builds the record that a shader has in memory: header, specials, semantics, SH and CX register pairs, user data
 * block, each piece on eight bytes; every pointer is relative to its own field. Documented: graphics library notes,
 * sections 8 and 9, whose three worked records a test rebuilds.
 */
final class ShaderRecord {
    private static final int MAGIC = 0x34333231;
    private static final int VERSION = 0x18;
    private static final int HEADER_BYTES = 0x60;
    private static final int SPECIALS_BYTES = 0x30;
    private static final int USER_DATA_BYTES = 0x38;
    private static final int DIRECT_ENTRIES = 11;
    private static final int TARGET = 6;
    private static final int CODE_END = 0xbf9f0000;
    private static final int CODE_ALIGNMENT = 0x100;

    /** Bytes that the instruction prefetch may read past the last instruction. */
    private static final int PREFETCH_BYTES = 64;

    /** f32 denormals flushed, f16 and f64 kept, round to nearest even; DX10 clamp. */
    private static final int MODE = 0xc0 << 12 | 1 << 21;

    private static final int FOUR_DWORDS = 0x8000;

    /** Of the draw modifier. Documented: graphics library notes, section 3. */
    private static final int LDS_GRANULE_BYTES = 512;
    private static final int VERTEX_STAGE = 0x40000000;


    private final ShaderSource source;
    private final int codeBytes;
    private final List<int[]> sh = new ArrayList<>();
    private final List<int[]> cx = new ArrayList<>();

    private ShaderRecord(ShaderSource source, int codeBytes) {
        this.source = source;
        this.codeBytes = codeBytes;
    }

    /** @param code the instructions */
    static byte[] of(ShaderSource source, byte[] code) {
        ShaderRecord shader = new ShaderRecord(source, paddedCode(code).length);
        switch (source.stage()) {
            case COMPUTE -> shader.computeRegisters();
            case PIXEL -> shader.pixelRegisters();
            case VERTEX -> shader.vertexRegisters();
            case HULL -> shader.hullRegisters();
        }
        source.cx().forEach(shader::replace);
        return shader.write();
    }

    /** The instructions with the padding that the prefetch needs. */
    static byte[] paddedCode(byte[] code) {
        Bytes padded = new Bytes().raw(code);
        int size = code.length + PREFETCH_BYTES + CODE_ALIGNMENT - 1 & -CODE_ALIGNMENT;
        while (padded.size() < size) {
            padded.u32(CODE_END);
        }
        return padded.toArray();
    }

    private void computeRegisters() {
        int groups = 0;
        for (int axis = 0; axis < 3; axis++) {
            groups |= source.groups().indexOf("xyz".charAt(axis)) < 0 ? 0 : 1 << 7 + axis;
        }
        pair(sh, 0x20c, 0);
        pair(sh, 0x20d, 0);
        pair(sh, 0x212, vgprs() | MODE | 1 << 29 | 1 << 30);
        pair(sh, 0x213, source.userSgprs() << 1 | groups | source.dimensions() - 1 << 11);
        for (int axis = 0; axis < 3; axis++) {
            pair(sh, 0x207 + axis, source.threads()[axis]);
        }
    }

    private void pixelRegisters() {
        pair(sh, 0x008, 0);
        pair(sh, 0x009, 0);
        pair(sh, 0x006, 0);
        pair(sh, 0x00a, vgprs() | MODE | 1 << 25);
        pair(sh, 0x00b, source.userSgprs() << 1);
        pair(cx, 0x1c4, 0);
        pair(cx, 0x1c5, 4); // colour as fp16
        pair(cx, 0x1b3, 2); // perspective centre
        pair(cx, 0x1b4, 2);
        pair(cx, 0x1b6, source.inputs().size() | (source.waveSize() == 32 ? 1 << 15 : 0));
        pair(cx, 0x1b8, 0x01000000);
        pair(cx, 0x203, 0x10); // early, then late depth test
        pair(cx, 0x08f, 0xf);
        pair(cx, 0x310, 0);
    }

    private void vertexRegisters() {
        pair(sh, 0x0c8, 0);
        pair(sh, 0x0c9, 0);
        pair(sh, 0x080, 0);
        pair(sh, 0x08a, vgprs() | MODE | 1 << 25 | 3 << 29);
        pair(sh, 0x08b, source.userSgprs() << 1 | 3 << 16 | (source.ldsBytes() + LDS_GRANULE_BYTES - 1) / LDS_GRANULE_BYTES << 19);
        pair(cx, 0x1b1, source.outputs().size() - 1 << 1);
        pair(cx, 0x1c3, 4);
        pair(cx, 0x1c2, 1);
        pair(cx, 0x207, 0);
        pair(cx, 0x2d3, 1);
        pair(cx, 0x2e4, 0);
        pair(cx, 0x291, 0x10020040); // 64 vertices, primitives and instances
        pair(cx, 0x1ff, 0x40);
        pair(cx, 0x2ab, 4);
        pair(cx, 0x2ce, 0);
    }

    private void hullRegisters() {
        pair(sh, 0x148, 0);
        pair(sh, 0x149, 0);
        pair(sh, 0x10a, vgprs() | MODE | 1 << 24);
        pair(sh, 0x10b, source.userSgprs() << 1);
    }

    /** Puts a register in the place of the one with its offset, or behind the others. */
    private void replace(int[] register) {
        cx.removeIf(pair -> pair[0] == register[0]);
        cx.add(register);
    }

    /** Registers come in units of eight for wave32 and four for wave64; the field holds the units less one. */
    private int vgprs() {
        int unit = source.waveSize() == 32 ? 8 : 4;
        return (source.vgprs() + unit - 1) / unit - 1;
    }

    private byte[] write() {
        List<Integer> semantics = new ArrayList<>(source.inputs());
        source.outputs().forEach(output -> semantics.add(output[0] | output[1] << 8));
        int specials = HEADER_BYTES;
        int semanticsAt = specials + SPECIALS_BYTES;
        int shAt = align(semanticsAt + 4 * semantics.size());
        int cxAt = shAt + 8 * sh.size();
        int userData = cxAt + 8 * cx.size();
        byte[] block = userDataBlock();
        int end = userData + block.length;

        Bytes out = new Bytes().u32(MAGIC).u32(VERSION);
        pointer(out, userData);
        out.u64(0);
        pointer(out, cx.isEmpty() ? 0 : cxAt);
        pointer(out, shAt);
        pointer(out, specials);
        pointer(out, source.inputs().isEmpty() ? 0 : semanticsAt);
        pointer(out, source.outputs().isEmpty() ? 0 : semanticsAt);
        out.u32(end).u32(codeBytes).u32(0).u32(TARGET);
        out.u32(source.inputs().size()).u16(0).u16(source.outputs().size());
        out.u16(SPECIALS_BYTES).u8(type()).u8(cx.size()).u32(sh.size());
        writeSpecials(out);
        semantics.forEach(out::u32);
        out.align(8);
        sh.forEach(pair -> out.u32(pair[0]).u32(pair[1]));
        cx.forEach(pair -> out.u32(pair[0]).u32(pair[1]));
        return out.raw(block).toArray();
    }

    private int type() {
        return switch (source.stage()) {
            case COMPUTE -> 0;
            case PIXEL -> 1;
            case VERTEX -> 2;
            case HULL -> 3;
        };
    }

    private void writeSpecials(Bytes out) {
        switch (source.stage()) {
            case COMPUTE -> out.padTo(HEADER_BYTES + 0x10).u32(source.waveSize() == 32 ? 0x8000 : 0);
            case VERTEX -> {
                out.u32(0x25b).u32(0x8040); // 64 primitives and 64 vertices a group
                out.u32(0x2d5)
                        .u32(0x02002000 | (source.waveSize() == 32 ? 1 << 22 : 0)); // primitive generator, pass-through
                out.u32(0).u16(0).u16(source.userSgprs());
                out.u64(VERTEX_STAGE | baseVertex());
                out.u32(0x29b).u32(0);
                out.u32(0x262).u32(0);
            }
            case HULL -> {
                out.u32(0x25b).u32(0);
                out.u32(0x2d5).u32(0x5 | (source.waveSize() == 32 ? 1 << 21 : 0)); // local and hull part
                out.u32(0).u16(0).u16(source.userSgprs());
                out.u64(VERTEX_STAGE);
                out.u32(0x29b).u32(2); // triangles
                out.u32(0x262).u32(0);
            }
            case PIXEL -> {}
        }
        out.padTo(HEADER_BYTES + SPECIALS_BYTES);
    }

    /** The part of the draw modifier that names the register of the first vertex. */
    private int baseVertex() {
        return source.baseVertex().isPresent() ? 1 | source.baseVertex().getAsInt() << 9 : 0;
    }

    /** The block, the direct entries (none used) and the four tables. */
    private byte[] userDataBlock() {
        int direct = USER_DATA_BYTES;
        int at = align(direct + 2 * DIRECT_ENTRIES);
        Bytes tables = new Bytes();
        Bytes block = new Bytes();
        pointer(block, direct);
        for (Table table : Table.values()) {
            pointer(block, at + tables.size());
            for (Resource resource : of(table)) {
                tables.u16(resource.dword() | (resource.dwords() == 4 ? FOUR_DWORDS : 0));
            }
            tables.align(8);
        }
        block.u16(0).u16(source.srtDwords()).u16(DIRECT_ENTRIES);
        for (Table table : Table.values()) {
            block.u16(of(table).size());
        }
        block.padTo(direct);
        for (int i = 0; i < DIRECT_ENTRIES; i++) {
            block.u16(0xffff);
        }
        return block.align(8).raw(tables.toArray()).toArray();
    }

    private List<Resource> of(Table table) {
        return source.resources().stream()
                .filter(resource -> resource.table() == table)
                .toList();
    }

    /** Writes the distance from this field to the target, or 0 for none. */
    private static void pointer(Bytes out, int target) {
        out.u64(target == 0 ? 0 : target - out.size());
    }

    private static void pair(List<int[]> list, int register, int value) {
        list.add(new int[] {register, value});
    }

    private static int align(int at) {
        return at + 7 & -8;
    }
}
