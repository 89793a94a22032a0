; A page on the display, texel for pixel.
; @stage pixel
; @wave 64
; @vgprs 8
; @user 12
; @read image 0
; @sampler 8
; @input 15
; @cx 1c5 9
;   s[0:7] image, s[8:11] sampler, s12 primitive mask; v[0:1] perspective centre
.include "pixel.inc"
    s_mov_b32 m0, s12
    attribute v2, attr0.x
    attribute v3, attr0.y
    image_sample_lz v[4:7], v[2:3], s[0:7], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_2D
    s_waitcnt vmcnt(0)
    exp mrt0 v4, v5, v6, v7 done vm
    s_endpgm
