; The cube's colour: a painted texture, a relief texture (occlusion, gloss, inlay), sunlight, light from above, and the
; sky mirrored. Everything it reads is behind one pointer.
; @stage pixel
; @wave 64
; @vgprs 32
; @user 2
; @srt 36
; @input 15
; @input 16
; @input 17
;   s[0:1] table, s2 primitive mask; v[0:1] perspective centre
;   table: 0x00 painted image, 0x20 relief image, 0x40 sky cube, 0x60 sampler (repeat), 0x70 sampler (clamp),
;     0x80 constants
;   constants: sun direction (xyz, -), sun colour (rgb, -), light from above (rgb, -), light from below (rgb, -)
    s_mov_b64 s[4:5], exec
    s_wqm_b64 exec, exec
    s_mov_b32 m0, s2
    s_load_dwordx8 s[8:15], s[0:1], 0x0
    s_load_dwordx8 s[16:23], s[0:1], 0x20
    s_load_dwordx8 s[24:31], s[0:1], 0x40
    s_load_dwordx8 s[32:39], s[0:1], 0x60
    s_load_dwordx4 s[40:43], s[0:1], 0x80
    v_interp_p1_f32 v2, v0, attr1.x             ; texture coordinates
    v_interp_p2_f32 v2, v1, attr1.x
    v_interp_p1_f32 v3, v0, attr1.y
    v_interp_p2_f32 v3, v1, attr1.y
    v_interp_p1_f32 v4, v0, attr0.x             ; normal
    v_interp_p2_f32 v4, v1, attr0.x
    v_interp_p1_f32 v5, v0, attr0.y
    v_interp_p2_f32 v5, v1, attr0.y
    v_interp_p1_f32 v6, v0, attr0.z
    v_interp_p2_f32 v6, v1, attr0.z
    v_interp_p1_f32 v7, v0, attr2.x             ; to the eye
    v_interp_p2_f32 v7, v1, attr2.x
    v_interp_p1_f32 v8, v0, attr2.y
    v_interp_p2_f32 v8, v1, attr2.y
    v_interp_p1_f32 v9, v0, attr2.z
    v_interp_p2_f32 v9, v1, attr2.z
    s_waitcnt lgkmcnt(0)
    s_buffer_load_dwordx16 s[44:59], s[40:43], 0x0
    image_sample v[10:13], v[2:3], s[8:15], s[32:35] dmask:0xf dim:SQ_RSRC_IMG_2D
    image_sample v[14:16], v[2:3], s[16:23], s[32:35] dmask:0x7 dim:SQ_RSRC_IMG_2D
    ; unit vectors
    v_mul_f32 v17, v4, v4
    v_fmac_f32 v17, v5, v5
    v_fmac_f32 v17, v6, v6
    v_rsq_f32 v17, v17
    v_mul_f32 v4, v4, v17
    v_mul_f32 v5, v5, v17
    v_mul_f32 v6, v6, v17
    v_mul_f32 v18, v7, v7
    v_fmac_f32 v18, v8, v8
    v_fmac_f32 v18, v9, v9
    v_rsq_f32 v18, v18
    v_mul_f32 v7, v7, v18
    v_mul_f32 v8, v8, v18
    v_mul_f32 v9, v9, v18
    ; mirrored = 2 (n.e) n - e
    v_mul_f32 v19, v4, v7
    v_fmac_f32 v19, v5, v8
    v_fmac_f32 v19, v6, v9
    v_add_f32 v20, v19, v19
    v_fma_f32 v21, v20, v4, -v7
    v_fma_f32 v22, v20, v5, -v8
    v_fma_f32 v23, v20, v6, -v9
    v_cubema_f32 v24, v21, v22, v23
    v_cubesc_f32 v25, v21, v22, v23
    v_cubetc_f32 v26, v21, v22, v23
    v_cubeid_f32 v27, v21, v22, v23
    v_rcp_f32 v24, |v24|
    v_fmaak_f32 v25, v25, v24, 0x3fc00000
    v_fmaak_f32 v26, v26, v24, 0x3fc00000
    image_sample v[20:23], v[25:27], s[24:31], s[36:39] dmask:0xf dim:SQ_RSRC_IMG_CUBE
    s_mov_b64 exec, s[4:5]
    ; how much is mirrored: gloss * (0.06 + 0.94 (1 - n.e)^4)
    v_sub_f32 v19, 1.0, v19
    v_max_f32 v19, 0, v19
    v_mul_f32 v19, v19, v19
    v_mul_f32 v19, v19, v19
    s_mov_b32 s6, 0x3f70a3d7
    v_mov_b32 v28, 0x3d75c28f
    v_fmac_f32 v28, s6, v19
    s_waitcnt vmcnt(1) lgkmcnt(0)
    v_mul_f32 v28, v28, v15
    ; light: the sun and two halves of the sky, darkened in the grooves
    v_mul_f32 v17, s44, v4
    v_fmac_f32 v17, s45, v5
    v_fmac_f32 v17, s46, v6
    v_max_f32 v17, 0, v17
    v_fma_f32 v18, v5, 0.5, 0.5
    v_sub_f32 v29, 1.0, v18
    v_mul_f32 v24, s56, v29
    v_mul_f32 v25, s57, v29
    v_mul_f32 v26, s58, v29
    v_fmac_f32 v24, s52, v18
    v_fmac_f32 v25, s53, v18
    v_fmac_f32 v26, s54, v18
    v_fmac_f32 v24, s48, v17
    v_fmac_f32 v25, s49, v17
    v_fmac_f32 v26, s50, v17
    v_mul_f32 v24, v24, v14
    v_mul_f32 v25, v25, v14
    v_mul_f32 v26, v26, v14
    v_mul_f32 v24, v24, v10
    v_mul_f32 v25, v25, v11
    v_mul_f32 v26, v26, v12
    ; inlay is metal: its mirror image takes the painted colour; elsewhere it is white
    v_sub_f32 v29, 1.0, v16
    v_fma_f32 v10, v10, v16, v29
    v_fma_f32 v11, v11, v16, v29
    v_fma_f32 v12, v12, v16, v29
    v_fmac_f32 v28, 0x3f000000, v16
    v_mul_f32 v10, v10, v28
    v_mul_f32 v11, v11, v28
    v_mul_f32 v12, v12, v28
    s_waitcnt vmcnt(0)
    v_fmac_f32 v24, v10, v20
    v_fmac_f32 v25, v11, v21
    v_fmac_f32 v26, v12, v22
    ; c / (1 + c), then gamma 2
    v_add_f32 v10, 1.0, v24
    v_add_f32 v11, 1.0, v25
    v_add_f32 v12, 1.0, v26
    v_rcp_f32 v10, v10
    v_rcp_f32 v11, v11
    v_rcp_f32 v12, v12
    v_mul_f32 v24, v24, v10
    v_mul_f32 v25, v25, v11
    v_mul_f32 v26, v26, v12
    v_sqrt_f32 v24, v24
    v_sqrt_f32 v25, v25
    v_sqrt_f32 v26, v26
    v_mov_b32 v27, 1.0
    v_cvt_pkrtz_f16_f32 v24, v24, v25
    v_cvt_pkrtz_f16_f32 v25, v26, v27
    exp mrt0 v24, v24, v25, v25 done compr vm
    s_endpgm
