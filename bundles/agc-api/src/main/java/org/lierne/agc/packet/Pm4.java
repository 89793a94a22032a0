package org.lierne.agc.packet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The packet table. Documented: public PM4 packet headers of the family; bodies as the open parsers of this generation
 * agree on them. Addresses are fields of two words; flags that live in their low bits are fields of their own.
 */
public final class Pm4 {
    // @formatter:off
    public static final Packet NOP                   = Packet.of("NOP",                   0x10, 1, "").open();
    public static final Packet SET_BASE              = Packet.of("SET_BASE",              0x11, 4, "index 1[3:0], address 2..");
    public static final Packet CLEAR_STATE           = Packet.of("CLEAR_STATE",           0x12, 2, "command 1[3:0]");
    public static final Packet INDEX_BUFFER_SIZE     = Packet.of("INDEX_BUFFER_SIZE",     0x13, 2, "count 1");
    public static final Packet DISPATCH_DIRECT       = Packet.of("DISPATCH_DIRECT",       0x15, 5, "x 1, y 2, z 3, initiator 4");
    public static final Packet DISPATCH_INDIRECT     = Packet.of("DISPATCH_INDIRECT",     0x16, 3, "offset 1, initiator 2").open();
    public static final Packet ATOMIC_GDS            = Packet.of("ATOMIC_GDS",            0x1D, 11, "operation 1[7:0], ninth 1[16], loop 1[17], "
            + "returns 1[18], wide 1[20], engine 1[31:30], source 2[5:0], flag 2[8], a 3, b 4, mask 5, data 6, compare 7.., value 9..");
    public static final Packet ATOMIC_MEM            = Packet.of("ATOMIC_MEM",            0x1E, 9, "operation 1[6:0], command 1[11:8], cache 1[26:25], "
            + "engine 1[31:30], address 2.., source 4.., compare 6.., interval 8[12:0]");
    public static final Packet SET_PREDICATION       = Packet.of("SET_PREDICATION",       0x20, 4, "condition 1[8], hint 1[12], operation 1[18:16], "
            + "continues 1[31], address 2..");
    public static final Packet COND_EXEC             = Packet.of("COND_EXEC",             0x22, 5, "address 1.., dwords 4[13:0]");
    public static final Packet DRAW_INDIRECT         = Packet.of("DRAW_INDIRECT",         0x24, 5, "offset 1, base_vertex 2[15:0], "
            + "start_instance 3[15:0], initiator 4");
    public static final Packet DRAW_INDEX_INDIRECT   = Packet.of("DRAW_INDEX_INDIRECT",   0x25, 5, "offset 1, base_vertex 2[15:0], "
            + "start_index 2[31:16], start_instance 3[15:0], start_index_enable 3[28], initiator 4");
    public static final Packet INDEX_BASE            = Packet.of("INDEX_BASE",            0x26, 3, "address 1..");
    public static final Packet DRAW_INDEX_2          = Packet.of("DRAW_INDEX_2",          0x27, 6, "max 1, address 2.., count 4, initiator 5");
    public static final Packet CONTEXT_CONTROL       = Packet.of("CONTEXT_CONTROL",       0x28, 3, "load 1, shadow 2");
    public static final Packet INDEX_TYPE            = Packet.of("INDEX_TYPE",            0x2A, 2, "type 1[1:0]");
    public static final Packet DRAW_INDIRECT_MULTI   = Packet.of("DRAW_INDIRECT_MULTI",   0x2C, 10, "offset 1, base_vertex 2[15:0], "
            + "start_instance 3[15:0], draw_index 4[15:0], marker 4[27], start_index_enable 4[28], count_in_memory 4[30], draw_index_enable 4[31], count 5, "
            + "count_address 6.., stride 8, initiator 9");
    public static final Packet DRAW_INDEX_AUTO       = Packet.of("DRAW_INDEX_AUTO",       0x2D, 3, "count 1, initiator 2");
    public static final Packet NUM_INSTANCES         = Packet.of("NUM_INSTANCES",         0x2F, 2, "count 1");
    public static final Packet INDIRECT_BUFFER_CNST  = Packet.of("INDIRECT_BUFFER_CNST",  0x33, 4, "address 1.., dwords 3[19:0]");
    public static final Packet DRAW_INDEX_OFFSET_2   = Packet.of("DRAW_INDEX_OFFSET_2",   0x35, 5, "max 1, first 2, count 3, initiator 4");
    public static final Packet WRITE_DATA            = Packet.of("WRITE_DATA",            0x37, 5, "dst 1[11:8], one_address 1[16], confirm 1[20], "
            + "cache 1[26:25], engine 1[31:30], address 2..").open();
    public static final Packet DRAW_INDEX_INDIRECT_MULTI = Packet.of("DRAW_INDEX_INDIRECT_MULTI", 0x38, 10, "offset 1, base_vertex 2[15:0], "
            + "start_index 2[31:16], start_instance 3[15:0], draw_index 4[15:0], marker 4[27], start_index_enable 4[28], count_in_memory 4[30], "
            + "draw_index_enable 4[31], count 5, count_address 6.., stride 8, initiator 9");
    public static final Packet MEM_SEMAPHORE         = Packet.of("MEM_SEMAPHORE",         0x39, 4, "address 1.., mailbox 3[16], signal_type 3[20], "
            + "operation 3[31:29]");
    public static final Packet DRAW_INDEX_MULTI_INST = Packet.of("DRAW_INDEX_MULTI_INST", 0x3A, 9, "count 1, address 2.., max_instances 4, "
            + "ids 5.., instances 7, initiator 8");
    public static final Packet WAIT_REG_MEM          = Packet.of("WAIT_REG_MEM",          0x3C, 7, "function 1[2:0], space 1[5:4], operation 1[7:6], engine 1[9:8], "
            + "cache 1[26:25], address 2.., reference 4, mask 5, interval 6[15:0]");
    public static final Packet INDIRECT_BUFFER       = Packet.of("INDIRECT_BUFFER",       0x3F, 4, "address 1.., dwords 3[19:0], chain 3[20], "
            + "offload 3[21], "
            + "vmid 3[27:24], cache 3[29:28]");
    /** The fourteen-dword form of {@link #INDIRECT_BUFFER}: two targets, one comparison. */
    public static final Packet BRANCH                = Packet.of("BRANCH",                0x3F, 14, "mode 1[1:0], function 1[10:8], compare 2.., mask 4.., "
            + "reference 6.., then 8.., then_dwords 10[19:0], then_cache 10[29:28], else 11.., else_dwords 13[19:0], else_cache 13[29:28]");
    public static final Packet COPY_DATA             = Packet.of("COPY_DATA",             0x40, 6, "src 1[3:0], dst 1[11:8], src_cache 1[14:13], size 1[16], "
            + "confirm 1[20], dst_cache 1[26:25], engine 1[31:30], source 2.., destination 4..");
    public static final Packet PFP_SYNC_ME           = Packet.of("PFP_SYNC_ME",           0x42, 2, "reserved 1");
    public static final Packet COND_WRITE            = Packet.of("COND_WRITE",            0x45, 9, "function 1[2:0], poll_space 1[4], write_space 1[9:8], "
            + "poll 2.., reference 4, mask 5, write 6.., data 8");
    public static final Packet EVENT_WRITE           = Packet.of("EVENT_WRITE",           0x46, 2, "event 1[5:0], index 1[11:8], address 2..").open();
    public static final Packet EVENT_WRITE_EOP       = Packet.of("EVENT_WRITE_EOP",       0x47, 6, "event 1[5:0], index 1[11:8], address 2.., data 4..");
    public static final Packet EVENT_WRITE_EOS       = Packet.of("EVENT_WRITE_EOS",       0x48, 5, "event 1[5:0], index 1[11:8], address 2.., data 4");
    public static final Packet RELEASE_MEM           = Packet.of("RELEASE_MEM",           0x49, 8, "event 1[5:0], index 1[11:8], gcr 1[23:12], "
            + "cache 1[26:25], execute 1[28], dst 2[17:16], interrupt 2[26:24], data_sel 2[31:29], address 3.., data 5.., context 7[27:0]");
    public static final Packet DMA_DATA              = Packet.of("DMA_DATA",              0x50, 7, "engine 1[0], src_cache 1[14:13], dst 1[21:20], "
            + "dst_cache 1[26:25], src 1[30:29], block 1[31], source 2.., destination 4.., bytes 6[25:0], src_register 6[26], dst_register 6[27], "
            + "src_fixed 6[28], dst_fixed 6[29], wait 6[30], no_confirm 6[31]");
    public static final Packet CONTEXT_REG_RMW       = Packet.of("CONTEXT_REG_RMW",       0x51, 4, "offset 1[15:0], mask 2, data 3");
    public static final Packet ACQUIRE_MEM           = Packet.of("ACQUIRE_MEM",           0x58, 8, "coher_cntl 1[30:0], engine 1[31], size 2, "
            + "size_high 3[7:0], base 4, base_high 5[23:0], interval 6[15:0], gcr 7[18:0]");
    public static final Packet REWIND                = Packet.of("REWIND",                0x59, 2, "valid 1[31]");
    public static final Packet PRIME_UTCL2           = Packet.of("PRIME_UTCL2",           0x5D, 5, "cache 1[2:0], flag 1[3], engine 1[31:30], address 2.., "
            + "pages 4[13:0]");
    public static final Packet SET_SH_REG_INDIRECT   = Packet.of("SET_SH_REG_INDIRECT",   0x63, 5, "address 1.., register 3[15:0], pairs 3[31], count 4[13:0]");
    public static final Packet SET_UCONFIG_REG_INDIRECT = Packet.of("SET_UCONFIG_REG_INDIRECT", 0x64, 5, "address 1.., register 3[15:0], pairs 3[31], "
            + "count 4[13:0]");
    public static final Packet SET_CONFIG_REG        = Packet.of("SET_CONFIG_REG",        0x68, 3, "offset 1[15:0]").open();
    public static final Packet SET_CONTEXT_REG       = Packet.of("SET_CONTEXT_REG",       0x69, 3, "offset 1[15:0]").open();
    public static final Packet SET_SH_REG            = Packet.of("SET_SH_REG",            0x76, 3, "offset 1[15:0]").open();
    public static final Packet SET_SH_REG_OFFSET     = Packet.of("SET_SH_REG_OFFSET",     0x77, 3, "offset 1[15:0]").open();
    public static final Packet SET_QUEUE_REG         = Packet.of("SET_QUEUE_REG",         0x78, 3, "offset 1[15:0]").open();
    public static final Packet SET_UCONFIG_REG       = Packet.of("SET_UCONFIG_REG",       0x79, 3, "offset 1[15:0]").open();
    public static final Packet SET_UCONFIG_REG_INDEX = Packet.of("SET_UCONFIG_REG_INDEX", 0x7A, 3, "offset 1[15:0], index 1[31:28]").open();
    public static final Packet GET_LOD_STATS         = Packet.of("GET_LOD_STATS",         0x8E, 5, "bytes 1, address 2.., interval 4[9:2], "
            + "reset_count 4[17:10], force_reset 4[18], report 4[19], cache 4[29:28]");
    public static final Packet SET_INDEX_INDIRECT    = Packet.of("SET_INDEX_INDIRECT",    0x91, 4, "address 1.., offset 3[15:0]");
    public static final Packet WAIT_REG_MEM64        = Packet.of("WAIT_REG_MEM64",        0x93, 9, "function 1[2:0], space 1[5:4], operation 1[7:6], engine 1[9:8], "
            + "cache 1[26:25], address 2.., reference 4.., mask 6.., interval 8[15:0]");
    public static final Packet SET_CONTEXT_REG_INDIRECT = Packet.of("SET_CONTEXT_REG_INDIRECT", 0x9F, 5, "address 1.., register 3[15:0], pairs 3[31], "
            + "count 4[13:0]");
    // @formatter:on

    /** All rows in opcode order; {@link #BRANCH} follows the row whose opcode it shares. */
    public static final List<Packet> TABLE = List.of(NOP, SET_BASE, CLEAR_STATE, INDEX_BUFFER_SIZE, DISPATCH_DIRECT,
            DISPATCH_INDIRECT, ATOMIC_GDS, ATOMIC_MEM, SET_PREDICATION, COND_EXEC, DRAW_INDIRECT, DRAW_INDEX_INDIRECT,
            INDEX_BASE, DRAW_INDEX_2, CONTEXT_CONTROL, INDEX_TYPE, DRAW_INDIRECT_MULTI, DRAW_INDEX_AUTO, NUM_INSTANCES,
            INDIRECT_BUFFER_CNST, DRAW_INDEX_OFFSET_2, WRITE_DATA, DRAW_INDEX_INDIRECT_MULTI, MEM_SEMAPHORE,
            DRAW_INDEX_MULTI_INST, WAIT_REG_MEM, INDIRECT_BUFFER, BRANCH, COPY_DATA,
            PFP_SYNC_ME, COND_WRITE, EVENT_WRITE, EVENT_WRITE_EOP, EVENT_WRITE_EOS, RELEASE_MEM, DMA_DATA, CONTEXT_REG_RMW, ACQUIRE_MEM,
            REWIND, PRIME_UTCL2, SET_SH_REG_INDIRECT, SET_UCONFIG_REG_INDIRECT, SET_CONFIG_REG, SET_CONTEXT_REG,
            SET_SH_REG, SET_SH_REG_OFFSET, SET_QUEUE_REG, SET_UCONFIG_REG, SET_UCONFIG_REG_INDEX, GET_LOD_STATS,
            SET_INDEX_INDIRECT, WAIT_REG_MEM64, SET_CONTEXT_REG_INDIRECT);

    private static final @Nullable Packet[] BY_OPCODE = index();

    private Pm4() {}

    private static @Nullable Packet[] index() {
        @Nullable Packet[] rows = new Packet[256];
        for (Packet packet : TABLE) {
            if (rows[packet.opcode()] == null) {
                rows[packet.opcode()] = packet;
            }
        }
        return rows;
    }

    /** The row of an opcode, or null if the table has none. */
    public static @Nullable Packet byOpcode(int opcode) {
        return BY_OPCODE[opcode & 0xFF];
    }
}
