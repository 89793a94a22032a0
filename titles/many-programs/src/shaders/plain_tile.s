; One of the programs that no float mode touches.
; @stage pixel
; @wave 64
; @vgprs 12
; @user 4
; @input 15
; @cx 1c5 9
.include "tile.inc"
    exp mrt0 v4, v5, v6, v7 done vm
    s_endpgm
