; How much of a place the light reaches, as the comparison of depths says.
; @stage pixel
; @wave 64
; @vgprs 12
; @user 12
; @read image 0
; @sampler 8
; @input 15
; @cx 1c5 9
;   s[0:7] depth, s[8:11] sampler, s12 primitive mask; v[0:1] perspective centre; the attribute holds the place and the depth
.include "pixel.inc"
    s_mov_b64 s[14:15], exec
    s_wqm_b64 exec, exec
    s_mov_b32 m0, s12
    attribute v2, attr0.z
    attribute v3, attr0.x
    attribute v4, attr0.y
    image_sample_c_lz v5, v[2:4], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D
    s_mov_b64 exec, s[14:15]
    v_mov_b32 v6, 0x3e4ccccd                    ; 0.2 in the shadow
    v_mov_b32 v7, 1.0
    s_waitcnt vmcnt(0)
    v_mul_f32 v5, 0x3f4ccccd, v5                ; 0.8
    v_add_f32 v5, v5, v6
    v_mul_f32 v8, 0x3f666666, v5                ; 0.9
    v_mul_f32 v9, 0x3f333333, v5                ; 0.7
    exp mrt0 v5, v8, v9, v7 done vm
    s_endpgm
