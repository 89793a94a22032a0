package org.lierne.shader.harness;

import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.program.ComputeInterpreter;
import org.lierne.recompiler.program.ShaderProgram;

/** Executes one compute job in the interpreter. */
final class InterpreterRunner {
    private final ComputeInterpreter interpreter;

    InterpreterRunner(ComputeInterpreter interpreter) {
        this.interpreter = interpreter;
    }

    /** Null when the job's outputs are as stored, else what differs. */
    @Nullable String run(CorpusFolder oracle, String id, CorpusProgram corpusProgram) {
        Json job = oracle.job(id);
        JobMemory memory = new JobMemory();
        Map<Json, GuestRegions.Region> regions = memory.computeJob(oracle, id, job);
        Map<Json, byte[]> expected = ComputeRunner.stored(oracle, id, job);
        int[] userData = memory.userData(corpusProgram);
        ShaderProgram program = corpusProgram.describe(CorpusProgram.Partner.NONE, memory.code(corpusProgram));
        Json groups = job.get("groups");
        interpreter.dispatch(program, userData, groups.get(0).integer(1), groups.get(1).integer(1), groups.get(2).integer(1),
                new RegionMemory(memory.regions));
        int maxUlp = job.get("compare").text().equals("ulp") ? job.get("max_ulp").integer(0) : 0;
        for (Json buffer : job.get("buffers").items()) {
            byte[] want = expected.get(buffer);
            GuestRegions.Region region = regions.get(buffer);
            if (want != null && region != null) {
                String difference = Comparison.buffer(buffer.get("layout"), want, region.bytes(), maxUlp);
                if (difference != null) {
                    return "set " + buffer.get("set") + " binding " + buffer.get("binding") + " " + difference;
                }
            }
        }
        return null;
    }

    /** The job's regions as the interpreter reads and writes them; the region of the last access is looked at first. */
    static final class RegionMemory implements ComputeInterpreter.Memory {
        private final GuestRegions regions;
        private GuestRegions.@Nullable Region last;
        private ByteBuffer bytes = ByteBuffer.allocate(0);

        RegionMemory(GuestRegions regions) {
            this.regions = regions;
        }

        /** Offset of an access in the last region, or -1 if nothing is mapped there. */
        private int offset(long address, int count) {
            GuestRegions.Region region = last;
            if (region == null || !region.holds(address)) {
                region = regions.at(address);
                if (region == null) {
                    return -1;
                }
                last = region;
                bytes = region.buffer();
            }
            long offset = address - region.address();
            return offset + count <= region.bytes().length ? (int) offset : -1;
        }

        @Override
        public long read(long guestAddress, int count) {
            int at = offset(guestAddress, count);
            if (at < 0) {
                return 0;
            }
            return switch (count) {
                case 1 -> bytes.get(at) & 0xffL;
                case 2 -> bytes.getShort(at) & 0xffffL;
                case 4 -> bytes.getInt(at) & 0xffffffffL;
                default -> bytes.getLong(at);
            };
        }

        @Override
        public void write(long guestAddress, int count, long value) {
            int at = offset(guestAddress, count);
            if (at < 0) {
                return;
            }
            switch (count) {
                case 1 -> bytes.put(at, (byte) value);
                case 2 -> bytes.putShort(at, (short) value);
                case 4 -> bytes.putInt(at, (int) value);
                default -> bytes.putLong(at, value);
            }
        }
    }
}
