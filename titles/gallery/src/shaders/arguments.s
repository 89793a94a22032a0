; Arguments of draws: polygon k has 3 (k + 3) vertices, behind those of the polygons before; the number of draws stands behind them.
; @stage compute
; @wave 32
; @vgprs 12
; @user 5
; @write buffer 0
; @threads 8 1 1
;   s[0:3] arguments {vertices, instances, first vertex, first instance}, then the number of draws, which is s4; v0 polygon
    v_add_nc_u32 v1, 3, v0
    v_mul_u32_u24 v4, 3, v1
    v_mov_b32 v5, 1
    v_add_nc_u32 v2, -1, v0
    v_mul_lo_u32 v2, v0, v2
    v_lshrrev_b32 v2, 1, v2
    v_mul_u32_u24 v3, 3, v0
    v_add_nc_u32 v2, v2, v3
    v_mul_u32_u24 v6, 3, v2
    v_mov_b32 v7, 0
    buffer_store_dwordx4 v[4:7], v0, s[0:3], 0 idxen
    v_cmp_eq_u32 vcc_lo, 0, v0
    s_and_saveexec_b32 s5, vcc_lo
    s_cbranch_execz end
    v_mov_b32 v8, s4
    v_mov_b32 v9, 8
    buffer_store_dword v8, v9, s[0:3], 0 idxen
end:
    s_endpgm
