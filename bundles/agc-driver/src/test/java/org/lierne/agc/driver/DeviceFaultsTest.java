package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DeviceFault;
import org.lierne.recompiler.program.MemoryReader;
import org.lierne.recompiler.program.RecordedResources;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.testing.Rule;

final class DeviceFaultsTest {
    private static final DeviceFaults.Work WORK = new DeviceFaults.Work("cs test at 0x8000", new RecordedResources(
            new ShaderLayout(List.of()), List.of(), Map.of(), List.of()), new DescriptorWalker(new int[0], MemoryReader.NONE), Map.of());

    @Test
    void tellsPlaceAndPointerInOneLine() {
        assertEquals("cs test at 0x8000 pc=0x0010: fault 1: a scalar load through the pointer 0x200000500 from memory",
                DeviceFaults.text(new int[] {DeviceFault.BAD_POINTER.code(), 0x10, 0x500, 2}, WORK));
    }

    @Test
    @Rule("A-019")
    void namesTheCallAndWhatItCalled() {
        assertEquals("cs test at 0x8000 pc=0x0010: fault 10: a call of code that is not linked at 0x200000500",
                DeviceFaults.text(new int[] {DeviceFault.UNLINKED_CALL.code(), 0x10, 0x500, 2}, WORK));
    }

    @Test
    void tellsAddressesThatAreNotMapped() {
        assertEquals("cs test at 0x8000 pc=0x0010: fault 3: an access through the address 0x200000500",
                DeviceFaults.text(new int[] {DeviceFault.UNMAPPED.code(), 0x10, 0x500, 2}, WORK));
    }

    @Test
    void tellsCodesThatItDoesNotKnow() {
        assertEquals("cs test at 0x8000: fault 0x77", DeviceFaults.text(new int[] {0x77, 0, 0, 0}, WORK));
    }
}
