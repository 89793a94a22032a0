package org.lierne.kernel.nativecpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.lierne.kernel.nativecpu.TestMachine.MACHINE;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.shim.HostCpu.Extension;
import org.lierne.kernel.shim.HostCpu;
import org.lierne.kernel.shim.Shim;
import org.lierne.kernel.thread.GuestThread;

class EmulationTest {
    private static final long SEED = 0x11e2e;

    @BeforeEach
    void reset() {
        MACHINE.reset();
    }

    private static long mask(int length) {
        return length == 0 ? -1 : (1L << length) - 1;
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    /** Registers with xmm1 and xmm9 given; index 2 + 2n is the low half of xmm n. */
    private static long[] registers(long low1, long low9, long high9) {
        long[] registers = new long[2 + 32];
        registers[4] = low1;
        registers[5] = 0x1111;
        registers[20] = low9;
        registers[21] = high9;
        return registers;
    }

    @Test
    void extractsAndInsertsEveryField() {
        Random random = new Random(SEED);
        for (int length = 0; length < 64; length++) {
            for (int index = 0; index + (length == 0 ? 64 : length) <= 64; index++) {
                long value = random.nextLong();
                long field = random.nextLong();
                String pair = "%02x%02x".formatted(length, index);
                long control = (long) index << 8 | length;

                long[] extract = registers(value, 0, 0);
                assertEquals(6, Shim.emulate(hex("66 0f 78 c1" + pair), extract));
                assertEquals(value >>> index & mask(length), extract[4]);
                assertEquals(0, extract[5]);

                long[] extractByRegister = registers(value, control, 0);
                assertEquals(5, Shim.emulate(hex("66 41 0f 79 c9"), extractByRegister));
                assertEquals(value >>> index & mask(length), extractByRegister[4]);

                long expected = value & ~(mask(length) << index) | (field & mask(length)) << index;
                long[] insert = registers(value, field, 0);
                assertEquals(7, Shim.emulate(hex("f2 41 0f 78 c9" + pair), insert));
                assertEquals(expected, insert[4]);

                long[] insertByRegister = registers(value, field, control);
                assertEquals(5, Shim.emulate(hex("f2 41 0f 79 c9"), insertByRegister));
                assertEquals(expected, insertByRegister[4]);
            }
        }
    }

    @Test
    void agreesWithAProcessorThatHasThem() {
        assumeTrue(HostCpu.extensions().contains(Extension.SSE4A), "this host lacks SSE4a");
        // movq %rdi, %xmm1 ; movq %rsi, %xmm2 ; extrq %xmm2, %xmm1 ; movq %xmm1, %rax ; ret
        long extract = MACHINE.code("66480f6ecf 66480f6ed6 660f79ca 66480f7ec8 c3");
        Random random = new Random(SEED);
        MACHINE.onGuest((GuestThread thread) -> {
            for (int i = 0; i < 500; i++) {
                int length = random.nextInt(64);
                int index = random.nextInt(65 - (length == 0 ? 64 : length)) & 63;
                long value = random.nextLong();
                long control = (long) index << 8 | length;
                long[] registers = registers(value, control, 0);
                Shim.emulate(hex("66 41 0f 79 c9"), registers);
                assertEquals(thread.call(extract, value, control), registers[4]);
            }
            return 0;
        });
    }

    @Test
    void clearsTheLineThatHoldsAnAddress() {
        long page = MACHINE.data(256);
        for (int i = 0; i < 256; i++) {
            MACHINE.memory.putByte(page + i, (byte) 7);
        }
        long[] registers = registers(0, 0, 0);
        registers[0] = page + 64 + 13;

        assertEquals(3, Shim.emulate(hex("0f 01 fc"), registers));
        for (int i = 0; i < 256; i++) {
            assertEquals(i >= 64 && i < 128 ? 0 : 7, MACHINE.memory.getByte(page + i));
        }
    }

    @Test
    void readsACounterAndLeavesOtherInstructionsAlone() {
        long[] registers = registers(0, 0, 0);
        assertEquals(3, Shim.emulate(hex("0f 01 fd"), registers));
        assertTrue(registers[0] != 0);

        assertEquals(0, Shim.emulate(hex("0f 0b"), registers));
        assertEquals(0, Shim.emulate(hex("66 0f 58 c1"), registers));
    }
}
