; A volume, at the place in the attribute.
; @stage pixel
; @wave 64
; @vgprs 12
; @user 12
; @read image 0
; @sampler 8
; @input 15
; @cx 1c5 9
;   s[0:7] volume, s[8:11] sampler, s12 primitive mask; v[0:1] perspective centre
.include "pixel.inc"
    s_mov_b64 s[14:15], exec
    s_wqm_b64 exec, exec
    s_mov_b32 m0, s12
    attribute v2, attr0.x
    attribute v3, attr0.y
    attribute v4, attr0.z
    image_sample v[4:7], v[2:4], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_3D
    s_mov_b64 exec, s[14:15]
    s_waitcnt vmcnt(0)
    exp mrt0 v4, v5, v6, v7 done vm
    s_endpgm
