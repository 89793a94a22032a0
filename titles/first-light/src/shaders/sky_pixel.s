; The background's colour: the sky cube along the view ray.
; @stage pixel
; @wave 64
; @vgprs 12
; @user 12
; @read image 0
; @sampler 8
; @input 15
;   s[0:7] cube, s[8:11] sampler, s12 primitive mask; v[0:1] perspective centre
    s_mov_b64 s[14:15], exec
    s_wqm_b64 exec, exec
    s_mov_b32 m0, s12
    v_interp_p1_f32 v2, v0, attr0.x
    v_interp_p2_f32 v2, v1, attr0.x
    v_interp_p1_f32 v3, v0, attr0.y
    v_interp_p2_f32 v3, v1, attr0.y
    v_interp_p1_f32 v4, v0, attr0.z
    v_interp_p2_f32 v4, v1, attr0.z
    v_cubema_f32 v5, v2, v3, v4
    v_cubesc_f32 v6, v2, v3, v4
    v_cubetc_f32 v7, v2, v3, v4
    v_cubeid_f32 v8, v2, v3, v4
    v_rcp_f32 v5, |v5|
    v_fmaak_f32 v6, v6, v5, 0x3fc00000          ; face coordinates lie in [1, 2]
    v_fmaak_f32 v7, v7, v5, 0x3fc00000
    image_sample v[2:5], v[6:8], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_CUBE
    s_mov_b64 exec, s[14:15]
    s_waitcnt vmcnt(0)
    ; c / (1 + c), then gamma 2
    v_add_f32 v6, 1.0, v2
    v_add_f32 v7, 1.0, v3
    v_add_f32 v8, 1.0, v4
    v_rcp_f32 v6, v6
    v_rcp_f32 v7, v7
    v_rcp_f32 v8, v8
    v_mul_f32 v2, v2, v6
    v_mul_f32 v3, v3, v7
    v_mul_f32 v4, v4, v8
    v_sqrt_f32 v2, v2
    v_sqrt_f32 v3, v3
    v_sqrt_f32 v4, v4
    v_mov_b32 v5, 1.0
    v_cvt_pkrtz_f16_f32 v2, v2, v3
    v_cvt_pkrtz_f16_f32 v3, v4, v5
    exp mrt0 v2, v2, v3, v3 done compr vm
    s_endpgm
