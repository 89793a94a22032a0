; Paints one face of the sky cube: a dawn gradient with a low sun. The cube's descriptor says by its base slice which
; face this is, and the stores address it as a 2D image.
; @stage compute
; @wave 32
; @vgprs 24
; @user 12
; @write image 0
; @constants 8
; @threads 8 8 1
; @groups x y
; @thread-dimensions 2
;   s[0:7] cube, s[8:11] constants, s12 group x, s13 group y; v0 thread x, v1 thread y
;   constants: forward (xyz, 2/size), right (xyz, 1/size - 1), up (xyz, -), sun direction (xyz, -)
    s_buffer_load_dwordx16 s[16:31], s[8:11], 0x0
    v_lshl_add_u32 v2, s12, 3, v0               ; x
    v_lshl_add_u32 v3, s13, 3, v1               ; y
    v_cvt_f32_u32 v4, v2
    v_cvt_f32_u32 v5, v3
    s_waitcnt lgkmcnt(0)
    v_fma_f32 v4, v4, s19, s23                  ; u = x * 2/size + 1/size - 1
    v_fma_f32 v5, v5, s19, s23                  ; v
    ; direction = forward + u * right + v * up
    v_fma_f32 v6, v4, s20, s16
    v_fma_f32 v7, v4, s21, s17
    v_fma_f32 v8, v4, s22, s18
    v_fmac_f32 v6, s24, v5
    v_fmac_f32 v7, s25, v5
    v_fmac_f32 v8, s26, v5
    v_mul_f32 v9, v6, v6
    v_fmac_f32 v9, v7, v7
    v_fmac_f32 v9, v8, v8
    v_rsq_f32 v9, v9
    v_mul_f32 v6, v6, v9
    v_mul_f32 v7, v7, v9
    v_mul_f32 v8, v8, v9
    ; height above the horizon; below it the ground
    v_max_f32 v10, 0, v7
    v_sqrt_f32 v11, v10
    v_mul_f32 v11, 0x3fa66666, v11
    v_min_f32 v11, 1.0, v11
    ; sky = horizon + (zenith - horizon) * min(1.3 sqrt(height), 1)
    s_mov_b32 s14, 0xbf88f5c3                   ; -1.07
    s_mov_b32 s15, 0x3f8ccccd                   ;  1.10
    v_mov_b32 v12, s15
    v_fmac_f32 v12, s14, v11                    ; red 1.10 -> 0.03
    v_mov_b32 v13, 0.5                          ; green 0.50 -> 0.10
    v_fmac_f32 v13, 0xbecccccd, v11
    v_mov_b32 v14, 0x3e851eb8                   ; blue 0.26 -> 0.36
    v_fmac_f32 v14, 0x3dcccccd, v11
    ; the sun: a wide glow and a disc, powers of the cosine
    v_mul_f32 v15, s28, v6
    v_fmac_f32 v15, s29, v7
    v_fmac_f32 v15, s30, v8
    v_max_f32 v15, 0, v15
    v_mul_f32 v15, v15, v15                     ; ^2
    v_mul_f32 v15, v15, v15                     ; ^4
    v_mul_f32 v16, v15, v15                     ; ^8: glow
    v_mul_f32 v17, v16, v16                     ; ^16
    v_mul_f32 v17, v17, v17                     ; ^32
    v_mul_f32 v17, v17, v17                     ; ^64
    v_mul_f32 v17, v17, v17                     ; ^128
    v_mul_f32 v17, v17, v17                     ; ^256
    v_mul_f32 v17, v17, v17                     ; ^512: disc
    v_fmac_f32 v12, 0x3f666666, v16            ; glow 0.90 0.35 0.05
    v_fmac_f32 v13, 0x3eb33333, v16
    v_fmac_f32 v14, 0x3d4ccccd, v16
    v_fmac_f32 v12, 0x41200000, v17            ; disc 10 7 4
    v_fmac_f32 v13, 0x40e00000, v17
    v_fmac_f32 v14, 4.0, v17
    ; below the horizon the ground takes over quickly: weight = min(-height * 14, 1)
    v_mul_f32 v18, 0xc1600000, v7
    v_max_f32 v18, 0, v18
    v_min_f32 v18, 1.0, v18
    v_sub_f32 v19, 0x3c449ba6, v12              ; ground 0.012 0.016 0.026
    v_sub_f32 v20, 0x3c83126f, v13
    v_sub_f32 v21, 0x3cd4fdf4, v14
    v_fmac_f32 v12, v18, v19
    v_fmac_f32 v13, v18, v20
    v_fmac_f32 v14, v18, v21
    v_mov_b32 v15, 1.0
    image_store v[12:15], v[2:3], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
    s_endpgm
