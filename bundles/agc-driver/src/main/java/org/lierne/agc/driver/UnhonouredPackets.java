package org.lierne.agc.driver;

import java.util.Map;

/** Packets that are known by name and refused, each with what lacks. Documented: opcodes of the family's public packet headers. */
final class UnhonouredPackets {
    private static final Map<Integer, String> REASONS = Map.of(
            0x1D, "ATOMIC_GDS: what its base, size and two offsets make of the address is not known",
            0x3A, "DRAW_INDEX_MULTI_INST: how a draw takes ids for each instance is not known",
            0x77, "SET_SH_REG_OFFSET: what its offset counts from is not known",
            0x78, "SET_QUEUE_REG: the registers of a queue belong to the system",
            0x8C, "DISPATCH_DRAW: dispatches that feed draws are not known",
            0x8D, "DISPATCH_DRAW: dispatches that feed draws are not known",
            0x8E, "GET_LOD_STATS: levels that samplers asked for are not counted",
            0x91, "SET_INDEX_INDIRECT: how arguments of an index buffer lie in memory is not known",
            0xA2, "MAP_QUEUES: queues belong to the system");

    private UnhonouredPackets() {}

    static String reason(int opcode) {
        return REASONS.getOrDefault(opcode, "this packet is not known");
    }
}
