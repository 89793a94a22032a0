; One of the programs with an output modifier.
; @stage pixel
; @wave 64
; @vgprs 12
; @user 4
; @input 15
; @cx 1c5 9
.include "tile.inc"
    v_mul_f32_e64 v4, v4, v5 mul:2
    exp mrt0 v4, v5, v6, v7 done vm
    s_endpgm
