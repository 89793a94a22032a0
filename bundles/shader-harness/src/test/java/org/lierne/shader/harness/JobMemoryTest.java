package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class JobMemoryTest {
    /** The corpus describes grid_size as a 64-bit pointer to three dwords. */
    @Test
    void programsFindTheNumberOfWorkgroupsInMemory() {
        CorpusProgram program = new CorpusProgram(Json.parse("""
                {"id":"comp-1","abi":"radv","stage":"comp","wave_size":32,"regs":{"float_mode":192},"workgroup_size":[32,1,1],\
                "user_sgprs":[{"sgpr":2,"count":2,"what":"grid_size"}],"system_sgprs":[],"descriptors":[]}"""), new int[16]);
        JobMemory memory = new JobMemory();
        memory.computeJob(CorpusFolder.open(Path.of(".")), "job", Json.parse("{\"groups\":[5,6,7],\"buffers\":[]}"));

        int[] userData = memory.userData(program);
        int[] groups = new int[3];
        assertTrue(memory.regions.read(userData[2] & 0xffffffffL | (long) userData[3] << 32, groups, 0, 3));

        assertArrayEquals(new int[] {5, 6, 7}, groups);
    }
}
