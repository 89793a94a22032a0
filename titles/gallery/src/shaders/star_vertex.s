; Makes a star of four triangles of each triangle: the middles of its sides go away from the centre and get brighter.
; @stage vertex
; @wave 64
; @vgprs 48
; @user 4
; @lds 1920
; @read buffer 0
; @output 15 0
; @cx 291 0500a03c
; @cx 1ff 78
; @cx 2d3 4
; @cx 2ce 6
;   s[8:11] vertices {position, colour}, 32 bytes each; v5 vertex index
;   291: 60 vertices and 20 triangles come into a group; 1ff: 120 vertices go out of it; 2d3: four triangles of each; 2ce: six vertices of each
    s_inst_prefetch 3
    s_and_b32 s0, s3, 0xff                      ; vertices of the wave that come in
    s_bfe_u32 s1, s3, 0x40018                   ; wave
    s_lshl_b32 s2, s2, 1
    s_lshr_b32 s2, s2, 23                       ; triangles of the group that come in
    s_mul_i32 s4, s2, 6                         ; vertices that go out
    s_lshl_b32 s5, s2, 2                        ; triangles that go out
    v_mbcnt_lo_u32_b32 v10, -1, 0
    v_mbcnt_hi_u32_b32 v10, -1, v10
    v_lshl_add_u32 v11, s1, 6, v10              ; thread
    ; a vertex for each thread, into LDS
    v_cmp_gt_u32 vcc, s0, v10
    s_and_saveexec_b64 s[6:7], vcc
    buffer_load_dwordx4 v[12:15], v5, s[8:11], 0 idxen
    buffer_load_dwordx4 v[16:19], v5, s[8:11], 0 idxen offset:16
    v_lshlrev_b32 v20, 5, v11
    s_waitcnt vmcnt(0)
    ds_write_b128 v20, v[12:15]
    ds_write_b128 v20, v[16:19] offset:16
    s_mov_b64 exec, s[6:7]
    s_waitcnt lgkmcnt(0)
    s_barrier
    s_cmp_lg_u32 s1, 0
    s_cbranch_scc1 allocated
    s_lshl_b32 s6, s5, 12
    s_or_b32 m0, s6, s4
    s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
allocated:
    ; a triangle for each thread: three at the corners, one between the middles of the sides
    v_cmp_gt_u32 vcc, s5, v11
    s_and_saveexec_b64 s[6:7], vcc
    v_lshrrev_b32 v12, 2, v11
    v_mul_u32_u24 v12, 6, v12                   ; its triangle's first vertex
    v_and_b32 v13, 3, v11
    v_mov_b32 v14, 0x00500c00                   ; 0, 3, 5
    v_cmp_eq_u32 vcc, 1, v13
    v_mov_b32 v15, 0x00301001                   ; 1, 4, 3
    v_cndmask_b32 v14, v14, v15, vcc
    v_cmp_eq_u32 vcc, 2, v13
    v_mov_b32 v15, 0x00401402                   ; 2, 5, 4
    v_cndmask_b32 v14, v14, v15, vcc
    v_cmp_eq_u32 vcc, 3, v13
    v_mov_b32 v15, 0x00501003                   ; 3, 4, 5
    v_cndmask_b32 v14, v14, v15, vcc
    v_mul_u32_u24 v12, 0x00100401, v12
    v_add_nc_u32 v14, v14, v12
    exp prim v14, off, off, off done
    s_mov_b64 exec, s[6:7]
    ; a vertex for each thread: corners a, then middles between a and b
    v_cmp_gt_u32 vcc, s4, v11
    s_and_saveexec_b64 s[6:7], vcc
    v_mul_hi_u32 v12, v11, 0x2aaaaaab           ; its triangle
    v_mul_u32_u24 v13, 6, v12
    v_sub_nc_u32 v13, v11, v13
    v_subrev_nc_u32 v14, 3, v13
    v_cmp_lt_u32 s[14:15], 2, v13               ; is a middle
    v_cndmask_b32 v14, v13, v14, s[14:15]       ; a
    v_add_nc_u32 v15, 1, v14
    v_cmp_eq_u32 vcc, 3, v15
    v_cndmask_b32 v15, v15, 0, vcc
    v_cndmask_b32 v15, v14, v15, s[14:15]       ; b
    v_mul_u32_u24 v12, 96, v12
    v_lshl_add_u32 v14, v14, 5, v12
    v_lshl_add_u32 v15, v15, 5, v12
    ds_read_b128 v[16:19], v14
    ds_read_b128 v[20:23], v14 offset:16
    ds_read_b64 v[24:25], v15
    ds_read_b128 v[28:31], v15 offset:16
    ds_read_b64 v[32:33], v12
    ds_read_b64 v[34:35], v12 offset:32
    ds_read_b64 v[36:37], v12 offset:64
    s_waitcnt lgkmcnt(0)
    v_add_f32 v16, v16, v24
    v_mul_f32 v16, 0.5, v16
    v_add_f32 v17, v17, v25
    v_mul_f32 v17, 0.5, v17
    v_add_f32 v32, v32, v34
    v_add_f32 v32, v32, v36
    v_mul_f32 v32, 0x3eaaaaab, v32              ; the centre
    v_add_f32 v33, v33, v35
    v_add_f32 v33, v33, v37
    v_mul_f32 v33, 0x3eaaaaab, v33
    v_sub_f32 v34, v16, v32
    v_mul_f32 v34, 0.5, v34
    v_add_f32 v34, v16, v34
    v_cndmask_b32 v16, v16, v34, s[14:15]
    v_sub_f32 v35, v17, v33
    v_mul_f32 v35, 0.5, v35
    v_add_f32 v35, v17, v35
    v_cndmask_b32 v17, v17, v35, s[14:15]
    exp pos0 v16, v17, v18, v19 done
    v_mov_b32 v36, 0x3e800000                   ; 0.25
    v_cndmask_b32 v36, 0, v36, s[14:15]
    v_add_f32 v20, v20, v28
    v_fma_f32 v20, v20, 0.5, v36
    v_add_f32 v21, v21, v29
    v_fma_f32 v21, v21, 0.5, v36
    v_add_f32 v22, v22, v30
    v_fma_f32 v22, v22, 0.5, v36
    exp param0 v20, v21, v22, v23
    s_endpgm
