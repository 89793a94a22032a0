package org.lierne.shader.harness;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.GpuSampler;
import org.lierne.recompiler.program.DescriptorWords;

/**
 * The guest's side of a job: buffers in memory, descriptor sets as the radv ABI lays them out, and the user data that leads to them.
 * Images and samplers are found again by their descriptor words.
 */
final class JobMemory {
    /** What is bound at a (set, binding, element). */
    private record Slot(int set, int binding, int element) {}

    final GuestRegions regions = new GuestRegions();
    private final Map<Slot, int[]> descriptors = new HashMap<>();
    private final Map<Long, GpuImage> images = new HashMap<>();
    private final Map<Integer, GpuSampler> samplers = new HashMap<>();
    private final Map<Integer, GuestRegions.Region> vertexBuffers = new TreeMap<>();
    private final Map<Integer, Integer> vertexStrides = new HashMap<>();
    private byte[] pushConstants = new byte[0];
    private int baseVertex;
    private int firstInstance;
    private final int[] groups = {1, 1, 1};

    void pushConstants(byte[] bytes) {
        pushConstants = bytes.clone();
    }

    /** The push constants in dwords. */
    int[] pushConstants() {
        int[] words = new int[pushConstants.length / 4];
        ByteBuffer.wrap(pushConstants).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
        return words;
    }

    /** Maps the buffers and push constants of a compute job, and keeps its workgroups; gives the region of each buffer. */
    Map<Json, GuestRegions.Region> computeJob(CorpusFolder oracle, String id, Json job) {
        Arrays.setAll(groups, axis -> job.get("groups").get(axis).integer(1));
        pushConstants(HexFormat.of().parseHex(job.get("push_constants").text("")));
        Map<Json, GuestRegions.Region> mapped = new HashMap<>();
        for (Json buffer : job.get("buffers").items()) {
            mapped.put(buffer, buffer(buffer.get("set").integer(0), buffer.get("binding").integer(0), 0,
                    oracle.bytes(id + "/" + buffer.get("input").text())));
        }
        return mapped;
    }

    void draw(int baseVertexOfDraw, int firstInstanceOfDraw) {
        baseVertex = baseVertexOfDraw;
        firstInstance = firstInstanceOfDraw;
    }

    /** Puts a buffer behind a (set, binding). Raw words, range checked by bytes, as radv describes it. */
    GuestRegions.Region buffer(int set, int binding, int element, byte[] bytes) {
        GuestRegions.Region region = regions.map(bytes, "set " + set + " binding " + binding);
        descriptors.put(new Slot(set, binding, element), bufferWords(region.address(), bytes.length, 0, 0x3101_6fac));
        return region;
    }

    private static int[] bufferWords(long address, int records, int stride, int w3) {
        return new int[] {(int) address, (int) (address >>> 32) & 0xffff | stride << 16, records, w3};
    }

    void vertexBuffer(int binding, byte[] bytes, int stride) {
        vertexBuffers.put(binding, regions.map(bytes, "vertex buffer " + binding));
        vertexStrides.put(binding, stride);
    }

    /** Puts an image behind a (set, binding). */
    void image(int set, int binding, int element, GpuImage image, Json json) {
        long address = regions.reserve();
        images.put(address, image);
        int type = switch (json.get("view").text()) {
            case "1d" -> 8;
            case "2d" -> 9;
            case "3d" -> 10;
            case "cube", "cube_array" -> 11;
            case "1d_array" -> 12;
            case "2d_array" -> 13;
            default -> throw new IllegalArgumentException("view " + json.get("view") + " has no guest type in the harness");
        };
        int width = json.get("width").integer(1) - 1;
        int height = json.get("height").integer(1) - 1;
        int layers = json.get("layers").integer(1);
        int depth = type == 10 ? json.get("depth").integer(1) - 1 : layers - 1;
        int[] words = new int[8];
        words[0] = (int) (address >>> 8);
        words[1] = (int) (address >>> 40) & 0xff | HostFormats.number(json.get("format").text()) << 20 | (width & 3) << 30;
        words[2] = width >>> 2 | height << 14;
        words[3] = HostFormats.selects() | json.get("mips").integer(1) - 1 << 16 | type << 28;
        words[4] = depth;
        words[5] = json.get("mips").integer(1) - 1 << 4;
        append(new Slot(set, binding, element), 0, words);
    }

    /** Puts a sampler behind a (set, binding); in a combined descriptor of 96 bytes its words are the last ones. */
    void sampler(int set, int binding, int element, GpuSampler sampler, boolean combined) {
        int number = samplers.size() + 1;
        samplers.put(number, sampler);
        append(new Slot(set, binding, element), combined ? 20 : 0, new int[] {0, 0x00fff000, 0x00500000, number});
    }

    private void append(Slot slot, int offset, int[] words) {
        int[] known = descriptors.getOrDefault(slot, new int[0]);
        int[] all = Arrays.copyOf(known, Math.max(known.length, offset + words.length));
        System.arraycopy(words, 0, all, offset, words.length);
        descriptors.put(slot, all);
    }

    GpuImage image(DescriptorWords words) {
        long address = (Integer.toUnsignedLong(words.word(0)) | (long) (words.word(1) & 0xff) << 32) << 8;
        GpuImage image = images.get(address);
        if (image == null) {
            throw new IllegalStateException("no image of this job has the descriptor " + words);
        }
        return image;
    }

    GpuSampler sampler(DescriptorWords words) {
        GpuSampler sampler = samplers.get(words.word(3));
        if (sampler == null) {
            throw new IllegalStateException("no sampler of this job has the descriptor " + words);
        }
        return sampler;
    }

    /** Maps a program's code and gives its address. */
    long code(CorpusProgram program) {
        return regions.map(program.code(), "code of " + program.id()).address();
    }

    /** Builds sets and arrays for a program in memory and gives the user data that leads to them. */
    int[] userData(CorpusProgram program) {
        int[] userData = new int[CorpusProgram.USER_DATA_DWORDS];
        Json json = program.json();
        for (Json user : json.get("user_sgprs").items()) {
            int sgpr = user.get("sgpr").integer(0);
            int count = user.get("count").integer(1);
            String what = user.get("what").text();
            if (what.startsWith("descriptor_set_")) {
                userData[sgpr] = set(json, Integer.parseInt(what.substring("descriptor_set_".length())));
                continue;
            }
            switch (what) {
                case "inline_push_constants" -> inlinePushConstants(json, userData, sgpr, count);
                case "push_constants" -> userData[sgpr] = (int) regions.mapLow(padded(pushConstants), "push constants").address();
                case "vertex_buffers" -> userData[sgpr] = vertexBuffers(json);
                case "base_vertex_draw_id_start_instance" -> {
                    userData[sgpr] = baseVertex;
                    if (count > 1) {
                        userData[sgpr + count - 1] = firstInstance;
                    }
                }
                case "grid_size" -> {
                    long address = groups();
                    userData[sgpr] = (int) address;
                    userData[sgpr + 1] = (int) (address >>> 32);
                }
                case "ring_offsets" -> { }
                default -> throw new IllegalArgumentException("user register " + what + " is not known");
            }
        }
        return userData;
    }

    /** Address of three dwords that hold how many workgroups there are. */
    private long groups() {
        GuestRegions.Region region = regions.map(new byte[16], "workgroups of the dispatch");
        for (int axis = 0; axis < groups.length; axis++) {
            region.buffer().putInt(4 * axis, groups[axis]);
        }
        return region.address();
    }

    private static byte[] padded(byte[] bytes) {
        return Arrays.copyOf(bytes, Math.max(16, bytes.length));
    }

    private void inlinePushConstants(Json json, int[] userData, int sgpr, int count) {
        ByteBuffer bytes = ByteBuffer.wrap(padded(pushConstants)).order(ByteOrder.LITTLE_ENDIAN);
        int mask = json.get("inline_push_constant_mask").integer(0);
        int next = 0;
        for (int dword = 0; dword < 32 && next < count; dword++) {
            if ((mask >>> dword & 1) != 0) {
                userData[sgpr + next++] = 4 * dword + 4 <= bytes.capacity() ? bytes.getInt(4 * dword) : 0;
            }
        }
    }

    private int set(Json json, int set) {
        int bytes = 16;
        for (Json descriptor : json.get("descriptors").items()) {
            if (descriptor.get("set").integer(0) == set) {
                bytes = Math.max(bytes, descriptor.get("offset").integer(0)
                        + descriptor.get("stride").integer(16) * descriptor.get("count").integer(1));
            }
        }
        GuestRegions.Region region = regions.mapLow(new byte[bytes + 64], "descriptor set " + set);
        for (Json descriptor : json.get("descriptors").items()) {
            for (int i = 0; descriptor.get("set").integer(0) == set && i < descriptor.get("count").integer(1); i++) {
                int[] words = descriptors.get(new Slot(set, descriptor.get("binding").integer(0), i));
                int offset = descriptor.get("offset").integer(0) + i * descriptor.get("stride").integer(16);
                for (int w = 0; words != null && w < words.length; w++) {
                    region.buffer().putInt(offset + 4 * w, words[w]);
                }
            }
        }
        return (int) region.address();
    }

    /** One V# for each set bit of the mask, packed. */
    private int vertexBuffers(Json json) {
        int mask = json.get("vertex_buffer_descriptor_mask").integer(0);
        boolean byAttribute = json.get("per_attribute_vertex_buffers").flag();
        Map<Integer, Integer> bindingOfLocation = new HashMap<>();
        for (Json input : json.get("vertex_inputs").items()) {
            bindingOfLocation.put(input.get("location").integer(0), input.get("binding").integer(0));
        }
        GuestRegions.Region region = regions.mapLow(new byte[16 * 32], "vertex buffers");
        int next = 0;
        for (int i = 0; i < 32; i++) {
            if ((mask >>> i & 1) == 0) {
                continue;
            }
            int binding = byAttribute ? bindingOfLocation.getOrDefault(i, 0) : i;
            GuestRegions.Region buffer = vertexBuffers.get(binding);
            if (buffer != null) {
                int stride = vertexStrides.getOrDefault(binding, 0);
                int size = buffer.bytes().length;
                int[] words = stride == 0 ? bufferWords(buffer.address(), size, 0, 0x3101_6fac)
                        : bufferWords(buffer.address(), (size + stride - 1) / stride, stride, 0x1101_6fac);
                for (int w = 0; w < 4; w++) {
                    region.buffer().putInt(16 * next + 4 * w, words[w]);
                }
            }
            next++;
        }
        return (int) region.address();
    }

    /** Fills every slot that a program declares and nobody filled, for translation without a job. */
    void fillMissing(CorpusProgram program, Function<String, int[]> words) {
        for (Json descriptor : program.json().get("descriptors").items()) {
            for (int i = 0; i < descriptor.get("count").integer(1); i++) {
                descriptors.computeIfAbsent(new Slot(descriptor.get("set").integer(0), descriptor.get("binding").integer(0), i),
                        _ -> words.apply(descriptor.get("kind").text()));
            }
        }
        for (Json input : program.json().get("vertex_inputs").items()) {
            int binding = input.get("binding").integer(0);
            if (!vertexBuffers.containsKey(binding)) {
                vertexBuffer(binding, new byte[4096], program.json().get("vertex_stride").integer(0));
            }
        }
    }

    List<GuestRegions.Region> mapped() {
        List<GuestRegions.Region> all = new java.util.ArrayList<>();
        regions.all().forEach(all::add);
        return all;
    }
}
