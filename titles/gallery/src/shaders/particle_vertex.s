; A triangle around each particle; the instance is the particle, the colour its speed.
; @stage vertex
; @wave 64
; @vgprs 24
; @user 4
; @read buffer 0
; @output 15 0
;   s[8:11] particles {place xy, velocity xy}; v5 vertex, v8 instance
.include "vertex.inc"
    begin_vertices
    buffer_load_dwordx4 v[10:13], v8, s[8:11], 0 idxen
    v_cvt_f32_u32 v14, v5
    v_add_f32 v14, -1.0, v14
    v_mul_f32 v14, 0x3c656042, v14              ; 0.014 to the sides
    v_mov_b32 v15, 0xbccccccd                   ; 0.025 up and down
    v_mov_b32 v16, 0x3ccccccd
    v_cmp_eq_u32 vcc, 1, v5
    v_cndmask_b32 v15, v15, v16, vcc
    v_mov_b32 v16, 0
    v_mov_b32 v17, 1.0
    s_waitcnt vmcnt(0)
    v_add_f32 v14, v14, v10
    v_add_f32 v15, v15, v11
    exp pos0 v14, v15, v16, v17 done
    v_mul_f32 v18, 0x41a00000, |v12|            ; 20
    v_mul_f32 v19, 0x41800000, |v13|            ; 16
    v_mov_b32 v20, 0x3e99999a                   ; 0.3
    exp param0 v18, v19, v20, v17
    s_endpgm
