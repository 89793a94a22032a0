; The cube: transforms position and normal by constants and hands on the vector to the eye.
; @stage vertex
; @wave 64
; @vgprs 28
; @user 8
; @read buffer 0
; @constants 4
; @output 15 0
; @output 16 1
; @output 17 2
;   s[8:11] vertices {position xyz, normal xyz, texture xy}, 32 bytes each; s[12:15] constants;
;   v5 vertex index, v0 primitive export word, s3 counts
;   constants: four rows of the projection, three rows of the world transform, the eye
    s_inst_prefetch 3
    s_and_b32 s0, s3, 0xff                      ; vertices
    s_bfe_u32 s1, s3, 0x80008                   ; primitives
    s_lshl_b32 s2, s1, 12
    s_or_b32 m0, s2, s0
    s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
    s_sub_u32 s4, 64, s1
    s_lshr_b64 exec, -1, s4                     ; one lane a primitive
    exp prim v0, off, off, off done
    s_sub_u32 s4, 64, s0
    s_waitcnt expcnt(0)
    s_lshr_b64 exec, -1, s4                     ; one lane a vertex
    s_buffer_load_dwordx16 s[16:31], s[12:15], 0x0
    s_buffer_load_dwordx16 s[32:47], s[12:15], 0x40
    buffer_load_dwordx3 v[6:8], v5, s[8:11], 0 idxen
    buffer_load_dwordx3 v[9:11], v5, s[8:11], 0 idxen offset:12
    buffer_load_dwordx2 v[12:13], v5, s[8:11], 0 idxen offset:24
    s_waitcnt vmcnt(0) lgkmcnt(0)
    v_fma_f32 v14, v6, s16, s19
    v_fma_f32 v15, v6, s20, s23
    v_fma_f32 v16, v6, s24, s27
    v_fma_f32 v17, v6, s28, s31
    v_fmac_f32 v14, s17, v7
    v_fmac_f32 v15, s21, v7
    v_fmac_f32 v16, s25, v7
    v_fmac_f32 v17, s29, v7
    v_fmac_f32 v14, s18, v8
    v_fmac_f32 v15, s22, v8
    v_fmac_f32 v16, s26, v8
    v_fmac_f32 v17, s30, v8
    exp pos0 v14, v15, v16, v17 done
    v_fma_f32 v18, v6, s32, s35                 ; world position
    v_fma_f32 v19, v6, s36, s39
    v_fma_f32 v20, v6, s40, s43
    v_fmac_f32 v18, s33, v7
    v_fmac_f32 v19, s37, v7
    v_fmac_f32 v20, s41, v7
    v_fmac_f32 v18, s34, v8
    v_fmac_f32 v19, s38, v8
    v_fmac_f32 v20, s42, v8
    v_mul_f32 v21, s32, v9                      ; world normal
    v_mul_f32 v22, s36, v9
    v_mul_f32 v23, s40, v9
    v_fmac_f32 v21, s33, v10
    v_fmac_f32 v22, s37, v10
    v_fmac_f32 v23, s41, v10
    v_fmac_f32 v21, s34, v11
    v_fmac_f32 v22, s38, v11
    v_fmac_f32 v23, s42, v11
    v_sub_f32 v18, s44, v18                     ; to the eye
    v_sub_f32 v19, s45, v19
    v_sub_f32 v20, s46, v20
    exp param0 v21, v22, v23, off
    exp param1 v12, v13, off, off
    exp param2 v18, v19, v20, off
    s_endpgm
