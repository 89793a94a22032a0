package org.lierne.kernel.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

class ElfImageTest {
    @Test
    @Rule("L7")
    void takesTheModuleNameFromTheImage() {
        ElfImage image = TestImage.module().read();

        assertEquals("b", image.moduleName());
        assertEquals(new ModuleEntry(0, "b", 2, 1, 0), image.dynamic().self().orElseThrow());
        assertEquals(Optional.of("b.prx"), image.dynamic().fileName());
    }

    @Test
    void resolvesTheIdsOfImports() {
        ElfImage image = TestImage.module().read();

        ImportedSymbol imported = image.imports().getFirst();
        assertEquals(1, image.imports().size());
        assertEquals(Nid.of("sceKernelUsleep"), imported.nid());
        assertEquals(Optional.of(new LibraryEntry(0, "libkernel", 1, false, 9)), imported.library());
        assertEquals(Optional.of(new ModuleEntry(1, "libkernel", 1, 1, 0)), imported.module());
        assertEquals(List.of("libkernel.prx"), image.dynamic().neededFiles());
    }

    @Test
    void listsExportsUnderTheirLibrary() {
        ElfImage image = TestImage.module().read();

        ExportedSymbol exported = image.exports().getFirst();
        assertEquals(1, image.exports().size());
        assertEquals(Nid.of("b_answer"), exported.nid());
        assertEquals(0x10, exported.symbol().value());
        assertEquals(new LibraryEntry(1, "libB", 3, true, 1), exported.library());
    }

    @Test
    void readsTheOlderGeneration() {
        TestImage built = new TestImage();
        built.isOlder = true;
        built.abiVersion = 0;
        built.tag(Tags.OLD_NEEDED_MODULE, built.packed("libkernel", 0x0101, 1));
        built.tag(Tags.OLD_IMPORTED_LIBRARY, built.packed("libkernel", 1, 0));
        built.tag(Tags.OLD_MODULE_INFO, built.packed("old", 0x0101, 0));
        built.symbol(Nid.of("sceKernelUsleep").text() + "#A#B", 0x12, 0, 0);
        built.rela(TestImage.DATA, 6, 1, 0);

        ElfImage image = built.read();

        assertTrue(image.dynamic().isOlder());
        assertEquals("old", image.moduleName());
        assertEquals("libkernel", image.imports().getFirst().libraryName());
        assertEquals(1, image.dynamic().relocations().getFirst().count());
    }

    @Test
    void readsRelocationsInPlace() {
        TestImage built = TestImage.module();
        built.rela(TestImage.DATA, 8, 0, 0x123);
        built.rela(TestImage.DATA + 8, 1, 2, -4);

        RelocationTable table = built.read().dynamic().relocations().getFirst();

        assertEquals(2, table.count());
        assertEquals(RelocationType.RELATIVE, table.type(0));
        assertEquals(0x123, table.addend(0));
        assertEquals(RelocationType.ABSOLUTE, table.type(1));
        assertEquals(2, table.symbol(1));
        assertEquals(-4, table.addend(1));
        assertEquals(TestImage.DATA + 8, table.target(1));
    }

    @Test
    @Rule("L1")
    void loadsHomebrewWithRelocationsWithoutAddend() {
        TestImage built = new TestImage();
        built.type = 3;
        built.statesSymbolSize = false;
        built.tag(Tags.PLTREL, 17);
        built.tag(Tags.JMPREL, 0x7fff0000);
        built.tag(Tags.PLTRELSZ, 0);
        built.symbol("printf", 0x12, 0, 0);
        built.rel(TestImage.DATA, 8, 0);
        built.rel(TestImage.DATA + 8, 6, 1);
        built.rela(TestImage.DATA + 16, 1, 1, 2);

        ElfImage image = built.read();

        assertEquals(
                List.of("RELA", "REL"),
                image.dynamic().relocations().stream()
                        .map(RelocationTable::name)
                        .toList());
        RelocationTable rel = image.dynamic().relocations().get(1);
        assertTrue(rel.isAddendInPlace());
        assertEquals(2, rel.count());
        assertEquals(1, rel.symbol(1));
        assertEquals(Nid.of("printf"), image.imports().getFirst().nid());
        assertEquals("", image.imports().getFirst().libraryName());
    }

    @Test
    void countsHomebrewSymbolsByItsRelocationsWithoutAHashTable() {
        TestImage built = new TestImage();
        built.type = 3;
        built.statesSymbolSize = false;
        built.hasHash = false;
        built.symbol("printf", 0x12, 0, 0);
        built.symbol("exit", 0x12, 0, 0);
        built.symbol("unused", 0x12, 0, 0);
        built.rel(TestImage.DATA, 6, 2);

        assertEquals(3, built.read().symbols().size());
    }

    @Test
    @Rule("L6")
    void loadsSegmentsWhoseOffsetAndAddressDisagree() {
        TestImage built = TestImage.module();
        built.headers.add(new TestImage.Header(1, 4, 0xc123, 0x80fdda000L, 0x10, 0x10, 0x4000));

        ElfImage image = built.read();

        ProgramHeader odd = image.loaded().get(3);
        assertEquals(0x10, image.bytes(odd).byteSize());
        assertEquals(0x80fdda010L, image.memoryEnd());
    }

    @Test
    void readsTlsInitialisersAndRelro() {
        TestImage built = TestImage.module();
        built.headers.add(new TestImage.Header(7, 4, TestImage.DATA_FILE, TestImage.DATA, 8, 0x30, 16));
        built.header(SegmentType.RELRO, 4, TestImage.DATA_FILE, TestImage.DATA, 0x40);
        built.tag(Tags.INIT, 0x20);
        built.tag(Tags.INIT_ARRAY, TestImage.DATA + 0x10);
        built.tag(Tags.INIT_ARRAYSZ, 16);

        ElfImage image = built.read();

        TlsTemplate tls = image.tls().orElseThrow();
        assertEquals(8, tls.fileSize());
        assertEquals(0x30, tls.memorySize());
        assertEquals(16, tls.align());
        assertEquals(Optional.of(0x20L), image.dynamic().init());
        assertEquals(
                new FunctionArray(TestImage.DATA + 0x10, 16), image.dynamic().initArray());
        assertEquals(FunctionArray.EMPTY, image.dynamic().finiArray());
        assertEquals(1, image.relro().size());
    }

    @Test
    void readsProcessParameters() {
        TestImage built = TestImage.module();
        built.type = 0xfe10;
        built.data(0, 0x60, 5L << 32 | 0x4942524f, 0x02000009_08050001L);
        built.header(SegmentType.PROCESS_PARAMETERS, 4, TestImage.DATA_FILE, TestImage.DATA, 0x60);

        ParameterBlock block = built.read().processParameters().orElseThrow();

        assertEquals(0x60, block.size());
        assertEquals(5, block.version());
        assertEquals(0x08050001, block.olderSdk());
        assertEquals(0x02000009, block.sdk());
        assertEquals(Optional.of(TestImage.DATA + 0x38L), block.at(ParameterBlock.ProcessField.C_LIBRARY));
    }

    @Test
    void answersTheFileBytesOfASegment() {
        TestImage built = TestImage.module();
        built.data(0, 0x1122334455667788L);

        ElfImage image = built.read();

        byte[] start = image.bytes(image.loaded().get(1)).asSlice(0, 8).toArray(ValueLayout.JAVA_BYTE);
        assertArrayEquals(new byte[] {(byte) 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11}, start);
    }
}
