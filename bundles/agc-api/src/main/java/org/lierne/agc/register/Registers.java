package org.lierne.agc.register;

import static org.lierne.agc.register.RegisterSpace.CX;
import static org.lierne.agc.register.RegisterSpace.SH;
import static org.lierne.agc.register.RegisterSpace.UC;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The registers that have names here. Documented: public register headers of the family; spelled as there. */
public final class Registers {
    private static final List<Register> ROWS = new ArrayList<>();

    // @formatter:off
    // SH: programs
    public static final Register SPI_SHADER_PGM_RSRC4_PS      = sh(0x001, "SPI_SHADER_PGM_RSRC4_PS", "");
    public static final Register SPI_SHADER_PGM_CHKSUM_PS     = sh(0x006, "SPI_SHADER_PGM_CHKSUM_PS", "");
    public static final Register SPI_SHADER_PGM_RSRC3_PS      = sh(0x007, "SPI_SHADER_PGM_RSRC3_PS", "");
    public static final Register SPI_SHADER_PGM_LO_PS         = sh(0x008, "SPI_SHADER_PGM_LO_PS", "");
    public static final Register SPI_SHADER_PGM_HI_PS         = sh(0x009, "SPI_SHADER_PGM_HI_PS", "MEM_BASE[7:0]");
    public static final Register SPI_SHADER_PGM_RSRC1_PS      = sh(0x00A, "SPI_SHADER_PGM_RSRC1_PS", "VGPRS[5:0] SGPRS[9:6] FLOAT_MODE[19:12] "
            + "DX10_CLAMP[21] IEEE_MODE[23] MEM_ORDERED[25] LOAD_PROVOKING_VTX[27] FP16_OVFL[29]");
    public static final Register SPI_SHADER_PGM_RSRC2_PS      = sh(0x00B, "SPI_SHADER_PGM_RSRC2_PS", "SCRATCH_EN[0] USER_SGPR[5:1] TRAP_PRESENT[6] "
            + "WAVE_CNT_EN[7] EXTRA_LDS_SIZE[15:8] LOAD_COLLISION_WAVEID[25] LOAD_INTRAWAVE_COLLISION[26] USER_SGPR_MSB[27] SHARED_VGPR_CNT[31:28]");
    public static final Register SPI_SHADER_USER_DATA_PS      = row(SH, 0x00C, 32, 1, "SPI_SHADER_USER_DATA_PS", "");
    public static final Register SPI_SHADER_USER_ACCUM_PS     = row(SH, 0x032, 4, 1, "SPI_SHADER_USER_ACCUM_PS", "");
    public static final Register SPI_SHADER_PGM_LO_VS         = sh(0x048, "SPI_SHADER_PGM_LO_VS", "");
    public static final Register SPI_SHADER_PGM_HI_VS         = sh(0x049, "SPI_SHADER_PGM_HI_VS", "MEM_BASE[7:0]");
    public static final Register SPI_SHADER_PGM_RSRC1_VS      = sh(0x04A, "SPI_SHADER_PGM_RSRC1_VS", "");
    public static final Register SPI_SHADER_PGM_RSRC2_VS      = sh(0x04B, "SPI_SHADER_PGM_RSRC2_VS", "");
    public static final Register SPI_SHADER_USER_DATA_VS      = row(SH, 0x04C, 32, 1, "SPI_SHADER_USER_DATA_VS", "");
    public static final Register SPI_SHADER_PGM_CHKSUM_GS     = sh(0x080, "SPI_SHADER_PGM_CHKSUM_GS", "");
    public static final Register SPI_SHADER_PGM_RSRC4_GS      = sh(0x081, "SPI_SHADER_PGM_RSRC4_GS", "");
    public static final Register SPI_SHADER_USER_DATA_ADDR_LO_GS = sh(0x082, "SPI_SHADER_USER_DATA_ADDR_LO_GS", "");
    public static final Register SPI_SHADER_USER_DATA_ADDR_HI_GS = sh(0x083, "SPI_SHADER_USER_DATA_ADDR_HI_GS", "");
    public static final Register SPI_SHADER_PGM_LO_ES_GS      = sh(0x084, "SPI_SHADER_PGM_LO_ES_GS", "");
    public static final Register SPI_SHADER_PGM_HI_ES_GS      = sh(0x085, "SPI_SHADER_PGM_HI_ES_GS", "MEM_BASE[7:0]");
    public static final Register SPI_SHADER_PGM_RSRC3_GS      = sh(0x087, "SPI_SHADER_PGM_RSRC3_GS", "");
    public static final Register SPI_SHADER_PGM_LO_GS         = sh(0x088, "SPI_SHADER_PGM_LO_GS", "");
    public static final Register SPI_SHADER_PGM_HI_GS         = sh(0x089, "SPI_SHADER_PGM_HI_GS", "MEM_BASE[7:0]");
    public static final Register SPI_SHADER_PGM_RSRC1_GS      = sh(0x08A, "SPI_SHADER_PGM_RSRC1_GS", "VGPRS[5:0] SGPRS[9:6] FLOAT_MODE[19:12] "
            + "DX10_CLAMP[21] IEEE_MODE[23] MEM_ORDERED[25] WGP_MODE[27] GS_VGPR_COMP_CNT[30:29] FP16_OVFL[31]");
    public static final Register SPI_SHADER_PGM_RSRC2_GS      = sh(0x08B, "SPI_SHADER_PGM_RSRC2_GS", "SCRATCH_EN[0] USER_SGPR[5:1] TRAP_PRESENT[6] "
            + "ES_VGPR_COMP_CNT[17:16] OC_LDS_EN[18] LDS_SIZE[26:19] USER_SGPR_MSB[27]");
    public static final Register SPI_SHADER_USER_DATA_GS      = row(SH, 0x08C, 32, 1, "SPI_SHADER_USER_DATA_GS", "");
    public static final Register SPI_SHADER_PGM_LO_ES         = sh(0x0C8, "SPI_SHADER_PGM_LO_ES", "");
    public static final Register SPI_SHADER_PGM_HI_ES         = sh(0x0C9, "SPI_SHADER_PGM_HI_ES", "MEM_BASE[7:0]");
    public static final Register SPI_SHADER_USER_DATA_ES      = row(SH, 0x0CC, 32, 1, "SPI_SHADER_USER_DATA_ES", "");
    public static final Register SPI_SHADER_PGM_RSRC4_HS      = sh(0x101, "SPI_SHADER_PGM_RSRC4_HS", "");
    public static final Register SPI_SHADER_USER_DATA_ADDR_LO_HS = sh(0x102, "SPI_SHADER_USER_DATA_ADDR_LO_HS", "");
    public static final Register SPI_SHADER_USER_DATA_ADDR_HI_HS = sh(0x103, "SPI_SHADER_USER_DATA_ADDR_HI_HS", "");
    public static final Register SPI_SHADER_PGM_LO_LS_HS      = sh(0x104, "SPI_SHADER_PGM_LO_LS_HS", "");
    public static final Register SPI_SHADER_PGM_HI_LS_HS      = sh(0x105, "SPI_SHADER_PGM_HI_LS_HS", "MEM_BASE[7:0]");
    public static final Register SPI_SHADER_PGM_RSRC3_HS      = sh(0x107, "SPI_SHADER_PGM_RSRC3_HS", "");
    public static final Register SPI_SHADER_PGM_LO_HS         = sh(0x108, "SPI_SHADER_PGM_LO_HS", "");
    public static final Register SPI_SHADER_PGM_HI_HS         = sh(0x109, "SPI_SHADER_PGM_HI_HS", "MEM_BASE[7:0]");
    public static final Register SPI_SHADER_PGM_RSRC1_HS      = sh(0x10A, "SPI_SHADER_PGM_RSRC1_HS", "VGPRS[5:0] SGPRS[9:6] FLOAT_MODE[19:12] "
            + "DX10_CLAMP[21] IEEE_MODE[23] MEM_ORDERED[24] WGP_MODE[26] LS_VGPR_COMP_CNT[29:28] FP16_OVFL[30]");
    public static final Register SPI_SHADER_PGM_RSRC2_HS      = sh(0x10B, "SPI_SHADER_PGM_RSRC2_HS", "SCRATCH_EN[0] USER_SGPR[5:1] OC_LDS_EN[7] "
            + "TG_SIZE_EN[8] LDS_SIZE[26:18] USER_SGPR_MSB[27]");
    public static final Register SPI_SHADER_USER_DATA_HS      = row(SH, 0x10C, 32, 1, "SPI_SHADER_USER_DATA_HS", "");
    public static final Register SPI_SHADER_PGM_LO_LS         = sh(0x148, "SPI_SHADER_PGM_LO_LS", "");
    public static final Register SPI_SHADER_PGM_HI_LS         = sh(0x149, "SPI_SHADER_PGM_HI_LS", "MEM_BASE[7:0]");
    // SH: compute
    public static final Register COMPUTE_DISPATCH_INITIATOR   = sh(0x200, "COMPUTE_DISPATCH_INITIATOR", "COMPUTE_SHADER_EN[0] PARTIAL_TG_EN[1] "
            + "FORCE_START_AT_000[2] ORDERED_APPEND[4:3] USE_THREAD_DIMENSIONS[5] ORDER_MODE[6] TUNNEL_ENABLE[13] RESTORE[14] CS_W32_EN[15]");
    public static final Register COMPUTE_DIM                  = row(SH, 0x201, 3, 1, "COMPUTE_DIM", "");
    public static final Register COMPUTE_START                = row(SH, 0x204, 3, 1, "COMPUTE_START", "");
    public static final Register COMPUTE_NUM_THREAD           = row(SH, 0x207, 3, 1, "COMPUTE_NUM_THREAD", "FULL[15:0] PARTIAL[31:16]");
    public static final Register COMPUTE_PGM_LO               = sh(0x20C, "COMPUTE_PGM_LO", "");
    public static final Register COMPUTE_PGM_HI               = sh(0x20D, "COMPUTE_PGM_HI", "DATA[7:0]");
    public static final Register COMPUTE_PGM_RSRC1            = sh(0x212, "COMPUTE_PGM_RSRC1", "VGPRS[5:0] SGPRS[9:6] FLOAT_MODE[19:12] DX10_CLAMP[21] "
            + "IEEE_MODE[23] BULKY[24] FP16_OVFL[26] WGP_MODE[29] MEM_ORDERED[30] FWD_PROGRESS[31]");
    public static final Register COMPUTE_PGM_RSRC2            = sh(0x213, "COMPUTE_PGM_RSRC2", "SCRATCH_EN[0] USER_SGPR[5:1] TRAP_PRESENT[6] TGID_X_EN[7] "
            + "TGID_Y_EN[8] TGID_Z_EN[9] TG_SIZE_EN[10] TIDIG_COMP_CNT[12:11] LDS_SIZE[23:15]");
    public static final Register COMPUTE_RESOURCE_LIMITS      = sh(0x215, "COMPUTE_RESOURCE_LIMITS", "");
    public static final Register COMPUTE_TMPRING_SIZE         = sh(0x218, "COMPUTE_TMPRING_SIZE", "WAVES[11:0] WAVESIZE[24:12]");
    public static final Register COMPUTE_USER_ACCUM           = row(SH, 0x224, 4, 1, "COMPUTE_USER_ACCUM", "");
    public static final Register COMPUTE_PGM_RSRC3            = sh(0x228, "COMPUTE_PGM_RSRC3", "");
    public static final Register COMPUTE_SHADER_CHKSUM        = sh(0x22A, "COMPUTE_SHADER_CHKSUM", "");
    public static final Register COMPUTE_USER_DATA            = row(SH, 0x240, 16, 1, "COMPUTE_USER_DATA", "");
    public static final Register COMPUTE_DISPATCH_TUNNEL      = sh(0x27D, "COMPUTE_DISPATCH_TUNNEL", "");
    // CX: depth and stencil
    public static final Register DB_RENDER_CONTROL            = cx(0x000, "DB_RENDER_CONTROL", "DEPTH_CLEAR[0] STENCIL_CLEAR[1] DEPTH_COPY[2] STENCIL_COPY[3] "
            + "RESUMMARIZE[4] STENCIL_COMPRESS_DISABLE[5] DEPTH_COMPRESS_DISABLE[6] COPY_CENTROID[7] COPY_SAMPLE[11:8]");
    public static final Register DB_COUNT_CONTROL             = cx(0x001, "DB_COUNT_CONTROL", "");
    public static final Register DB_DEPTH_VIEW                = cx(0x002, "DB_DEPTH_VIEW", "SLICE_START[10:0] SLICE_MAX[23:13] Z_READ_ONLY[24] "
            + "STENCIL_READ_ONLY[25] MIPID[29:26]");
    public static final Register DB_HTILE_DATA_BASE           = cx(0x005, "DB_HTILE_DATA_BASE", "");
    public static final Register DB_DEPTH_SIZE_XY             = cx(0x007, "DB_DEPTH_SIZE_XY", "X_MAX[13:0] Y_MAX[29:16]");
    public static final Register DB_DEPTH_BOUNDS              = row(CX, 0x008, 2, 1, "DB_DEPTH_BOUNDS", "");
    public static final Register DB_STENCIL_CLEAR             = cx(0x00A, "DB_STENCIL_CLEAR", "CLEAR[7:0]");
    public static final Register DB_DEPTH_CLEAR               = cx(0x00B, "DB_DEPTH_CLEAR", "");
    public static final Register PA_SC_SCREEN_SCISSOR_TL      = cx(0x00C, "PA_SC_SCREEN_SCISSOR_TL", "X[15:0] Y[31:16]");
    public static final Register PA_SC_SCREEN_SCISSOR_BR      = cx(0x00D, "PA_SC_SCREEN_SCISSOR_BR", "X[15:0] Y[31:16]");
    public static final Register DB_Z_INFO                    = cx(0x010, "DB_Z_INFO", "FORMAT[1:0] NUM_SAMPLES[3:2] SW_MODE[8:4] MAXMIP[19:16] "
            + "TILE_SURFACE_ENABLE[29]");
    public static final Register DB_STENCIL_INFO              = cx(0x011, "DB_STENCIL_INFO", "FORMAT[0] SW_MODE[8:4] TILE_STENCIL_DISABLE[29]");
    public static final Register DB_Z_READ_BASE               = cx(0x012, "DB_Z_READ_BASE", "");
    public static final Register DB_STENCIL_READ_BASE         = cx(0x013, "DB_STENCIL_READ_BASE", "");
    public static final Register DB_Z_WRITE_BASE              = cx(0x014, "DB_Z_WRITE_BASE", "");
    public static final Register DB_STENCIL_WRITE_BASE        = cx(0x015, "DB_STENCIL_WRITE_BASE", "");
    public static final Register DB_Z_READ_BASE_HI            = cx(0x01A, "DB_Z_READ_BASE_HI", "BASE_HI[7:0]");
    public static final Register DB_STENCIL_READ_BASE_HI      = cx(0x01B, "DB_STENCIL_READ_BASE_HI", "BASE_HI[7:0]");
    public static final Register DB_Z_WRITE_BASE_HI           = cx(0x01C, "DB_Z_WRITE_BASE_HI", "BASE_HI[7:0]");
    public static final Register DB_STENCIL_WRITE_BASE_HI     = cx(0x01D, "DB_STENCIL_WRITE_BASE_HI", "BASE_HI[7:0]");
    public static final Register DB_HTILE_DATA_BASE_HI        = cx(0x01E, "DB_HTILE_DATA_BASE_HI", "BASE_HI[7:0]");
    public static final Register TA_BC_BASE_ADDR              = cx(0x020, "TA_BC_BASE_ADDR", "");
    public static final Register TA_BC_BASE_ADDR_HI           = cx(0x021, "TA_BC_BASE_ADDR_HI", "ADDRESS[7:0]");
    public static final Register PA_SC_WINDOW_OFFSET          = cx(0x080, "PA_SC_WINDOW_OFFSET", "X[15:0] Y[31:16]");
    public static final Register PA_SC_WINDOW_SCISSOR_TL      = cx(0x081, "PA_SC_WINDOW_SCISSOR_TL", "X[14:0] Y[30:16] WINDOW_OFFSET_DISABLE[31]");
    public static final Register PA_SC_WINDOW_SCISSOR_BR      = cx(0x082, "PA_SC_WINDOW_SCISSOR_BR", "X[14:0] Y[30:16]");
    public static final Register CB_TARGET_MASK               = cx(0x08E, "CB_TARGET_MASK", "");
    public static final Register CB_SHADER_MASK               = cx(0x08F, "CB_SHADER_MASK", "");
    public static final Register PA_SC_GENERIC_SCISSOR_TL     = cx(0x090, "PA_SC_GENERIC_SCISSOR_TL", "X[14:0] Y[30:16] WINDOW_OFFSET_DISABLE[31]");
    public static final Register PA_SC_GENERIC_SCISSOR_BR     = cx(0x091, "PA_SC_GENERIC_SCISSOR_BR", "X[14:0] Y[30:16]");
    public static final Register PA_SC_VPORT_SCISSOR_TL       = row(CX, 0x094, 16, 2, "PA_SC_VPORT_SCISSOR_TL", "X[14:0] Y[30:16] WINDOW_OFFSET_DISABLE[31]");
    public static final Register PA_SC_VPORT_SCISSOR_BR       = row(CX, 0x095, 16, 2, "PA_SC_VPORT_SCISSOR_BR", "X[14:0] Y[30:16]");
    public static final Register PA_SC_VPORT_ZMIN             = row(CX, 0x0B4, 16, 2, "PA_SC_VPORT_ZMIN", "");
    public static final Register PA_SC_VPORT_ZMAX             = row(CX, 0x0B5, 16, 2, "PA_SC_VPORT_ZMAX", "");
    public static final Register CB_BLEND_RED                 = row(CX, 0x105, 4, 1, "CB_BLEND_RED", "");
    public static final Register CB_DCC_CONTROL               = cx(0x109, "CB_DCC_CONTROL", "");
    public static final Register DB_STENCIL_CONTROL           = cx(0x10B, "DB_STENCIL_CONTROL", "FAIL[3:0] ZPASS[7:4] ZFAIL[11:8] FAIL_BF[15:12] "
            + "ZPASS_BF[19:16] ZFAIL_BF[23:20]");
    public static final Register DB_STENCILREFMASK            = cx(0x10C, "DB_STENCILREFMASK", "REF[7:0] MASK[15:8] WRITEMASK[23:16] OPVAL[31:24]");
    public static final Register DB_STENCILREFMASK_BF         = cx(0x10D, "DB_STENCILREFMASK_BF", "REF[7:0] MASK[15:8] WRITEMASK[23:16] OPVAL[31:24]");
    public static final Register PA_CL_VPORT_XSCALE           = row(CX, 0x10F, 16, 6, "PA_CL_VPORT_XSCALE", "");
    /** Coefficients x, y, z, w of six planes. */
    public static final Register PA_CL_UCP                    = row(CX, 0x16F, 24, 1, "PA_CL_UCP", "");
    // CX: linkage
    public static final Register SPI_PS_INPUT_CNTL            = row(CX, 0x191, 32, 1, "SPI_PS_INPUT_CNTL", "OFFSET[5:0] DEFAULT_VAL[9:8] FLAT_SHADE[10] "
            + "FP16_INTERP_MODE[19] USE_DEFAULT_ATTR1[20] DEFAULT_VAL_ATTR1[22:21] ATTR0_VALID[24] ATTR1_VALID[25]");
    public static final Register SPI_VS_OUT_CONFIG            = cx(0x1B1, "SPI_VS_OUT_CONFIG", "VS_EXPORT_COUNT[5:1] NO_PC_EXPORT[7]");
    public static final Register SPI_PS_INPUT_ENA             = cx(0x1B3, "SPI_PS_INPUT_ENA", "");
    public static final Register SPI_PS_INPUT_ADDR            = cx(0x1B4, "SPI_PS_INPUT_ADDR", "");
    public static final Register SPI_INTERP_CONTROL_0         = cx(0x1B5, "SPI_INTERP_CONTROL_0", "FLAT_SHADE_ENA[0] PNT_SPRITE_ENA[1]");
    public static final Register SPI_PS_IN_CONTROL            = cx(0x1B6, "SPI_PS_IN_CONTROL", "NUM_INTERP[5:0] PARAM_GEN[6] PS_W32_EN[15]");
    public static final Register SPI_BARYC_CNTL               = cx(0x1B8, "SPI_BARYC_CNTL", "POS_FLOAT_LOCATION[17:16] POS_FLOAT_ULC[20] FRONT_FACE_ALL_BITS[24]");
    public static final Register SPI_TMPRING_SIZE             = cx(0x1BA, "SPI_TMPRING_SIZE", "");
    public static final Register SPI_SHADER_IDX_FORMAT        = cx(0x1C2, "SPI_SHADER_IDX_FORMAT", "IDX0[3:0]");
    public static final Register SPI_SHADER_POS_FORMAT        = cx(0x1C3, "SPI_SHADER_POS_FORMAT", "POS0[3:0] POS1[7:4] POS2[11:8] POS3[15:12] POS4[19:16]");
    public static final Register SPI_SHADER_Z_FORMAT          = cx(0x1C4, "SPI_SHADER_Z_FORMAT", "Z_EXPORT_FORMAT[3:0]");
    public static final Register SPI_SHADER_COL_FORMAT        = cx(0x1C5, "SPI_SHADER_COL_FORMAT", "");
    public static final Register CB_BLEND_CONTROL             = row(CX, 0x1E0, 8, 1, "CB_BLEND_CONTROL", "COLOR_SRCBLEND[4:0] COLOR_COMB_FCN[7:5] "
            + "COLOR_DESTBLEND[12:8] ALPHA_SRCBLEND[20:16] ALPHA_COMB_FCN[23:21] ALPHA_DESTBLEND[28:24] SEPARATE_ALPHA_BLEND[29] ENABLE[30] DISABLE_ROP3[31]");
    public static final Register DB_DEPTH_CONTROL             = cx(0x200, "DB_DEPTH_CONTROL", "STENCIL_ENABLE[0] Z_ENABLE[1] Z_WRITE_ENABLE[2] "
            + "DEPTH_BOUNDS_ENABLE[3] ZFUNC[6:4] BACKFACE_ENABLE[7] STENCILFUNC[10:8] STENCILFUNC_BF[22:20]");
    public static final Register GE_MAX_OUTPUT_PER_SUBGROUP   = cx(0x1FF, "GE_MAX_OUTPUT_PER_SUBGROUP", "MAX_VERTS_PER_SUBGROUP[9:0]");
    public static final Register CB_COLOR_CONTROL             = cx(0x202, "CB_COLOR_CONTROL", "MODE[6:4] ROP3[23:16]");
    public static final Register DB_SHADER_CONTROL            = cx(0x203, "DB_SHADER_CONTROL", "Z_EXPORT_ENABLE[0] STENCIL_TEST_VAL_EXPORT_ENABLE[1] "
            + "Z_ORDER[5:4] KILL_ENABLE[6] MASK_EXPORT_ENABLE[8] EXEC_ON_HIER_FAIL[9] EXEC_ON_NOOP[10] DEPTH_BEFORE_SHADER[12]");
    public static final Register PA_CL_CLIP_CNTL              = cx(0x204, "PA_CL_CLIP_CNTL", "UCP_ENA[5:0] CLIP_DISABLE[16] DX_CLIP_SPACE_DEF[19] "
            + "DX_RASTERIZATION_KILL[22] DX_LINEAR_ATTR_CLIP_ENA[24] ZCLIP_NEAR_DISABLE[26] ZCLIP_FAR_DISABLE[27]");
    public static final Register PA_SU_SC_MODE_CNTL           = cx(0x205, "PA_SU_SC_MODE_CNTL", "CULL_FRONT[0] CULL_BACK[1] FACE[2] POLY_MODE[4:3] "
            + "POLYMODE_FRONT_PTYPE[7:5] POLYMODE_BACK_PTYPE[10:8] POLY_OFFSET_FRONT_ENABLE[11] POLY_OFFSET_BACK_ENABLE[12] "
            + "POLY_OFFSET_PARA_ENABLE[13] VTX_WINDOW_OFFSET_ENABLE[16] PROVOKING_VTX_LAST[19]");
    public static final Register PA_CL_VTE_CNTL               = cx(0x206, "PA_CL_VTE_CNTL", "VPORT_X_SCALE_ENA[0] VPORT_X_OFFSET_ENA[1] VPORT_Y_SCALE_ENA[2] "
            + "VPORT_Y_OFFSET_ENA[3] VPORT_Z_SCALE_ENA[4] VPORT_Z_OFFSET_ENA[5] VTX_XY_FMT[8] VTX_Z_FMT[9] VTX_W0_FMT[10]");
    public static final Register PA_CL_VS_OUT_CNTL            = cx(0x207, "PA_CL_VS_OUT_CNTL", "CLIP_DIST_ENA[7:0] CULL_DIST_ENA[15:8] USE_VTX_POINT_SIZE[16] "
            + "USE_VTX_EDGE_FLAG[17] USE_VTX_RENDER_TARGET_INDX[18] USE_VTX_VIEWPORT_INDX[19] VS_OUT_MISC_VEC_ENA[21] VS_OUT_CCDIST0_VEC_ENA[22] "
            + "VS_OUT_CCDIST1_VEC_ENA[23]");
    public static final Register PA_SU_POINT_SIZE             = cx(0x280, "PA_SU_POINT_SIZE", "HEIGHT[15:0] WIDTH[31:16]");
    public static final Register PA_SU_LINE_CNTL              = cx(0x282, "PA_SU_LINE_CNTL", "WIDTH[15:0]");
    public static final Register VGT_HOS_MAX_TESS_LEVEL       = cx(0x286, "VGT_HOS_MAX_TESS_LEVEL", "");
    public static final Register VGT_HOS_MIN_TESS_LEVEL       = cx(0x287, "VGT_HOS_MIN_TESS_LEVEL", "");
    public static final Register VGT_GS_ONCHIP_CNTL           = cx(0x291, "VGT_GS_ONCHIP_CNTL", "ES_VERTS_PER_SUBGRP[10:0] GS_PRIMS_PER_SUBGRP[21:11] "
            + "GS_INST_PRIMS_IN_SUBGRP[31:22]");
    public static final Register PA_SC_MODE_CNTL_0            = cx(0x292, "PA_SC_MODE_CNTL_0", "MSAA_ENABLE[0] VPORT_SCISSOR_ENABLE[1] "
            + "LINE_STIPPLE_ENABLE[2]");
    public static final Register PA_SC_MODE_CNTL_1            = cx(0x293, "PA_SC_MODE_CNTL_1", "PS_ITER_SAMPLE[16]");
    public static final Register VGT_GS_OUT_PRIM_TYPE         = cx(0x29B, "VGT_GS_OUT_PRIM_TYPE", "OUTPRIM_TYPE[5:0]");
    public static final Register VGT_PRIMITIVEID_EN           = cx(0x2A1, "VGT_PRIMITIVEID_EN", "");
    public static final Register VGT_MULTI_PRIM_IB_RESET_EN   = cx(0x2A5, "VGT_MULTI_PRIM_IB_RESET_EN", "RESET_EN[0]");
    public static final Register VGT_ESGS_RING_ITEMSIZE       = cx(0x2AB, "VGT_ESGS_RING_ITEMSIZE", "");
    public static final Register DB_HTILE_SURFACE             = cx(0x2AF, "DB_HTILE_SURFACE", "");
    public static final Register VGT_GS_INSTANCE_CNT          = cx(0x2E4, "VGT_GS_INSTANCE_CNT", "ENABLE[0] CNT[8:2]");
    public static final Register VGT_GS_MAX_VERT_OUT          = cx(0x2CE, "VGT_GS_MAX_VERT_OUT", "MAX_VERT_OUT[10:0]");
    public static final Register GE_NGG_SUBGRP_CNTL           = cx(0x2D3, "GE_NGG_SUBGRP_CNTL", "PRIM_AMP_FACTOR[8:0] THDS_PER_SUBGRP[17:9]");
    public static final Register VGT_SHADER_STAGES_EN         = cx(0x2D5, "VGT_SHADER_STAGES_EN", "LS_EN[1:0] HS_EN[2] ES_EN[4:3] GS_EN[5] VS_EN[7:6] "
            + "DYNAMIC_HS[8] PRIMGEN_EN[13] ORDERED_ID_MODE[14] MAX_PRIMGRP_IN_WAVE[18:15] GS_FAST_LAUNCH[20:19] HS_W32_EN[21] GS_W32_EN[22] "
            + "VS_W32_EN[23] NGG_WAVE_ID_EN[24] PRIMGEN_PASSTHRU_EN[25]");
    public static final Register VGT_LS_HS_CONFIG             = cx(0x2D6, "VGT_LS_HS_CONFIG", "NUM_PATCHES[7:0] HS_NUM_INPUT_CP[13:8] HS_NUM_OUTPUT_CP[19:14]");
    public static final Register VGT_TF_PARAM                 = cx(0x2DB, "VGT_TF_PARAM", "TYPE[1:0] PARTITIONING[4:2] TOPOLOGY[7:5]");
    public static final Register DB_ALPHA_TO_MASK             = cx(0x2DC, "DB_ALPHA_TO_MASK", "ALPHA_TO_MASK_ENABLE[0]");
    public static final Register PA_SU_POLY_OFFSET_DB_FMT_CNTL = cx(0x2DE, "PA_SU_POLY_OFFSET_DB_FMT_CNTL", "POLY_OFFSET_NEG_NUM_DB_BITS[7:0] "
            + "POLY_OFFSET_DB_IS_FLOAT_FMT[8]");
    public static final Register PA_SU_POLY_OFFSET_CLAMP      = cx(0x2DF, "PA_SU_POLY_OFFSET_CLAMP", "");
    public static final Register PA_SU_POLY_OFFSET_FRONT_SCALE = cx(0x2E0, "PA_SU_POLY_OFFSET_FRONT_SCALE", "");
    public static final Register PA_SU_POLY_OFFSET_FRONT_OFFSET = cx(0x2E1, "PA_SU_POLY_OFFSET_FRONT_OFFSET", "");
    public static final Register PA_SC_AA_CONFIG              = cx(0x2F8, "PA_SC_AA_CONFIG", "MSAA_NUM_SAMPLES[2:0]");
    public static final Register PA_SU_VTX_CNTL               = cx(0x2F9, "PA_SU_VTX_CNTL", "PIX_CENTER[0] ROUND_MODE[2:1] QUANT_MODE[5:3]");
    public static final Register PA_SC_AA_SAMPLE_LOCS         = row(CX, 0x2FE, 16, 1, "PA_SC_AA_SAMPLE_LOCS", "");
    public static final Register PA_SC_AA_MASK                = row(CX, 0x30E, 2, 1, "PA_SC_AA_MASK", "");
    public static final Register CB_COLOR_BASE                = row(CX, 0x318, 8, 15, "CB_COLOR_BASE", "");
    public static final Register CB_COLOR_VIEW                = row(CX, 0x31B, 8, 15, "CB_COLOR_VIEW", "SLICE_START[10:0] SLICE_MAX[23:13] MIP_LEVEL[27:24]");
    public static final Register CB_COLOR_INFO                = row(CX, 0x31C, 8, 15, "CB_COLOR_INFO", "ENDIAN[1:0] FORMAT[6:2] NUMBER_TYPE[10:8] "
            + "COMP_SWAP[12:11] FAST_CLEAR[13] COMPRESSION[14] BLEND_CLAMP[15] BLEND_BYPASS[16] SIMPLE_FLOAT[17] ROUND_MODE[18] DCC_ENABLE[28]");
    public static final Register CB_COLOR_ATTRIB              = row(CX, 0x31D, 8, 15, "CB_COLOR_ATTRIB", "TILE_MODE_INDEX[4:0] NUM_SAMPLES[14:12] "
            + "NUM_FRAGMENTS[16:15] FORCE_DST_ALPHA_1[17]");
    public static final Register CB_COLOR_DCC_CONTROL         = row(CX, 0x31E, 8, 15, "CB_COLOR_DCC_CONTROL", "");
    public static final Register CB_COLOR_CMASK               = row(CX, 0x31F, 8, 15, "CB_COLOR_CMASK", "");
    public static final Register CB_COLOR_FMASK               = row(CX, 0x321, 8, 15, "CB_COLOR_FMASK", "");
    public static final Register CB_COLOR_CLEAR_WORD0         = row(CX, 0x323, 8, 15, "CB_COLOR_CLEAR_WORD0", "");
    public static final Register CB_COLOR_CLEAR_WORD1         = row(CX, 0x324, 8, 15, "CB_COLOR_CLEAR_WORD1", "");
    public static final Register CB_COLOR_DCC_BASE_EXT        = row(CX, 0x3A8, 8, 1, "CB_COLOR_DCC_BASE_EXT", "BASE_256B[7:0]");
    public static final Register CB_COLOR_DCC_BASE            = row(CX, 0x325, 8, 15, "CB_COLOR_DCC_BASE", "");
    public static final Register CB_COLOR_CMASK_BASE_EXT      = row(CX, 0x398, 8, 1, "CB_COLOR_CMASK_BASE_EXT", "BASE_256B[7:0]");
    public static final Register CB_COLOR_BASE_EXT            = row(CX, 0x390, 8, 1, "CB_COLOR_BASE_EXT", "BASE_256B[7:0]");
    public static final Register CB_COLOR_ATTRIB2             = row(CX, 0x3B0, 8, 1, "CB_COLOR_ATTRIB2", "MIP0_HEIGHT[13:0] MIP0_WIDTH[27:14] MAX_MIP[31:28]");
    public static final Register CB_COLOR_ATTRIB3             = row(CX, 0x3B8, 8, 1, "CB_COLOR_ATTRIB3", "MIP0_DEPTH[12:0] META_LINEAR[13] "
            + "COLOR_SW_MODE[18:14] FMASK_SW_MODE[23:19] RESOURCE_TYPE[25:24] CMASK_PIPE_ALIGNED[26] RESOURCE_LEVEL[29:27] DCC_PIPE_ALIGNED[30]");
    // UC
    public static final Register VGT_PRIMITIVE_TYPE           = uc(0x242, "VGT_PRIMITIVE_TYPE", "PRIM_TYPE[5:0]");
    public static final Register VGT_INDEX_TYPE               = uc(0x243, "VGT_INDEX_TYPE", "INDEX_TYPE[1:0] CACHE[7:6] DISABLE_INSTANCE_PACKING[14]");
    public static final Register GE_MIN_VTX_INDX              = uc(0x249, "GE_MIN_VTX_INDX", "");
    public static final Register GE_INDX_OFFSET               = uc(0x24A, "GE_INDX_OFFSET", "");
    public static final Register GE_MULTI_PRIM_IB_RESET_EN    = uc(0x24B, "GE_MULTI_PRIM_IB_RESET_EN", "RESET_EN[0] MATCH_ALL_BITS[1]");
    public static final Register VGT_MULTI_PRIM_IB_RESET_INDX = cx(0x103, "VGT_MULTI_PRIM_IB_RESET_INDX", "");
    public static final Register GE_MAX_VTX_INDX              = uc(0x259, "GE_MAX_VTX_INDX", "");
    public static final Register GE_CNTL                      = uc(0x25B, "GE_CNTL", "PRIM_GRP_SIZE[8:0] VERT_GRP_SIZE[17:9] BREAK_WAVE_AT_EOI[18]");
    public static final Register GE_USER_VGPR                 = row(UC, 0x25C, 3, 1, "GE_USER_VGPR", "");
    public static final Register GE_PC_ALLOC                  = uc(0x260, "GE_PC_ALLOC", "");
    public static final Register GE_USER_VGPR_EN              = uc(0x262, "GE_USER_VGPR_EN", "");
    public static final Register SQ_THREAD_TRACE_USERDATA_2   = row(UC, 0x342, 2, 1, "SQ_THREAD_TRACE_USERDATA_2", "");
    public static final Register TA_CS_BC_BASE_ADDR           = uc(0x380, "TA_CS_BC_BASE_ADDR", "");
    public static final Register TA_CS_BC_BASE_ADDR_HI        = uc(0x381, "TA_CS_BC_BASE_ADDR_HI", "ADDRESS[7:0]");
    // @formatter:on

    /** All rows in the order of the table. */
    public static final List<Register> TABLE = List.copyOf(ROWS);

    private record Place(RegisterSpace space, int offset) {}

    private record Named(Register register, int index) {}

    private static final Map<Place, Named> BY_PLACE = index();

    private Registers() {}

    private static Register sh(int offset, String name, String layout) {
        return row(SH, offset, 1, 1, name, layout);
    }

    private static Register cx(int offset, String name, String layout) {
        return row(CX, offset, 1, 1, name, layout);
    }

    private static Register uc(int offset, String name, String layout) {
        return row(UC, offset, 1, 1, name, layout);
    }

    private static Register row(RegisterSpace space, int offset, int count, int stride, String name, String layout) {
        Register register = Register.many(space, offset, count, stride, name, layout);
        ROWS.add(register);
        return register;
    }

    private static Map<Place, Named> index() {
        Map<Place, Named> places = new HashMap<>();
        for (Register register : TABLE) {
            for (int i = 0; i < register.count(); i++) {
                Named clash = places.put(new Place(register.space(), register.at(i)), new Named(register, i));
                if (clash != null) {
                    throw new IllegalStateException(register.name() + "[" + i + "] lies on " + clash.register().name());
                }
            }
        }
        return Map.copyOf(places);
    }

    /** A register's value as text: name and fields where it has them, else space and offset. */
    public static String text(RegisterSpace space, int offset, int value) {
        Named named = BY_PLACE.get(new Place(space, offset));
        return named == null ? "%s 0x%03x=0x%x".formatted(space, offset, value) : named.register()
                .text(named.index(), value);
    }
}
