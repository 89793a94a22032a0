; Positions and colours as they are.
; @stage vertex
; @wave 64
; @vgprs 16
; @user 4
; @read buffer 0
; @output 15 0
;   s[8:11] vertices {position, colour}, 32 bytes each; v5 vertex index
.include "vertex.inc"
    begin_vertices
    buffer_load_dwordx4 v[6:9], v5, s[8:11], 0 idxen
    buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen offset:16
    s_waitcnt vmcnt(1)
    exp pos0 v6, v7, v8, v9 done
    s_waitcnt vmcnt(0)
    exp param0 v10, v11, v12, v13
    s_endpgm
