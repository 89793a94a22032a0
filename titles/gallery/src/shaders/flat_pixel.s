; The interpolated colour.
; @stage pixel
; @wave 64
; @vgprs 8
; @user 0
; @input 15
; @cx 1c5 9
;   s0 primitive mask; v[0:1] perspective centre; colour as four floats
.include "pixel.inc"
    s_mov_b32 m0, s0
    attribute v2, attr0.x
    attribute v3, attr0.y
    attribute v4, attr0.z
    attribute v5, attr0.w
    exp mrt0 v2, v3, v4, v5 done vm
    s_endpgm
