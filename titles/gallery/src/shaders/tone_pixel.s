; A picture of light: c / (1 + c), then a square root.
; @stage pixel
; @wave 64
; @vgprs 12
; @user 12
; @read image 0
; @sampler 8
; @input 15
; @cx 1c5 9
;   s[0:7] image, s[8:11] sampler, s12 primitive mask; v[0:1] perspective centre
.include "pixel.inc"
    s_mov_b64 s[14:15], exec
    s_wqm_b64 exec, exec
    s_mov_b32 m0, s12
    attribute v2, attr0.x
    attribute v3, attr0.y
    image_sample v[4:7], v[2:3], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D
    s_mov_b64 exec, s[14:15]
    s_waitcnt vmcnt(0)
    v_add_f32 v8, 1.0, v4
    v_add_f32 v9, 1.0, v5
    v_add_f32 v10, 1.0, v6
    v_rcp_f32 v8, v8
    v_rcp_f32 v9, v9
    v_rcp_f32 v10, v10
    v_mul_f32 v4, v4, v8
    v_mul_f32 v5, v5, v9
    v_mul_f32 v6, v6, v10
    v_sqrt_f32 v4, v4
    v_sqrt_f32 v5, v5
    v_sqrt_f32 v6, v6
    exp mrt0 v4, v5, v6, v7 done vm
    s_endpgm
