package org.lierne.gpu;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Primitives of a draw as lists, each with vertices of its own. Strips and fans as in Vulkan 1.3, "Primitive Topologies", where the first
 * vertex of a primitive is the one that flat inputs come from.
 */
public final class PrimitiveLists {
    private PrimitiveLists() {}

    /**
     * The vertices of all primitives.
     *
     * @param restart the index at which strips and fans begin anew; ignored unless {@code isRestarting}
     */
    public static int[] of(Topology topology, int[] indices, boolean isRestarting, int restart) {
        if (!isRestarting) {
            return of(topology, indices);
        }
        IntStream.Builder all = IntStream.builder();
        int start = 0;
        for (int i = 0; i <= indices.length; i++) {
            if (i == indices.length || indices[i] == restart) {
                Arrays.stream(of(topology, Arrays.copyOfRange(indices, start, i))).forEach(all::add);
                start = i + 1;
            }
        }
        return all.build().toArray();
    }

    private static int[] of(Topology topology, int[] indices) {
        int n = indices.length;
        return switch (topology) {
            case POINT_LIST -> indices;
            case LINE_LIST -> Arrays.copyOf(indices, n / 2 * 2);
            case TRIANGLE_LIST -> Arrays.copyOf(indices, n / 3 * 3);
            case LINE_LIST_ADJACENCY -> Arrays.copyOf(indices, n / 4 * 4);
            case TRIANGLE_LIST_ADJACENCY -> Arrays.copyOf(indices, n / 6 * 6);
            case LINE_STRIP -> windows(indices, 2);
            case LINE_STRIP_ADJACENCY -> windows(indices, 4);
            case TRIANGLE_STRIP -> {
                int[] list = windows(indices, 3);
                for (int odd = 3; odd < list.length; odd += 6) {
                    int second = list[odd + 1];
                    list[odd + 1] = list[odd + 2];
                    list[odd + 2] = second;
                }
                yield list;
            }
            case TRIANGLE_FAN -> {
                int[] list = new int[Math.max(0, n - 2) * 3];
                for (int i = 0; i < list.length / 3; i++) {
                    list[3 * i] = indices[i + 1];
                    list[3 * i + 1] = indices[i + 2];
                    list[3 * i + 2] = indices[0];
                }
                yield list;
            }
            case TRIANGLE_STRIP_ADJACENCY, PATCH_LIST -> throw new IllegalArgumentException(topology + " is made no list of");
        };
    }

    /** Each run of so many indices. */
    private static int[] windows(int[] indices, int size) {
        int[] list = new int[Math.max(0, indices.length - size + 1) * size];
        for (int i = 0; i < list.length; i++) {
            list[i] = indices[i / size + i % size];
        }
        return list;
    }
}
