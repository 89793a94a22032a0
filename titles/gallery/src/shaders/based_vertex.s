; Positions and colours of draws whose first vertex stands in their arguments.
; @stage vertex
; @wave 64
; @vgprs 16
; @user 5
; @read buffer 0
; @base-vertex 4
; @output 15 0
;   s[8:11] vertices {position, colour}, 32 bytes each, s12 the first one; v5 vertex index
.include "vertex.inc"
    begin_vertices
    v_add_nc_u32 v5, s12, v5
    buffer_load_dwordx4 v[6:9], v5, s[8:11], 0 idxen
    buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen offset:16
    s_waitcnt vmcnt(1)
    exp pos0 v6, v7, v8, v9 done
    s_waitcnt vmcnt(0)
    exp param0 v10, v11, v12, v13
    s_endpgm
