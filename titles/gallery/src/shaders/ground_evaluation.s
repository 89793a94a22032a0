; The ground of a patch: between its corners, raised by two rows of bumps, seen from above.
; @stage vertex
; @wave 64
; @vgprs 48
; @user 4
; @read buffer 0
; @output 15 0
;   s[8:11] ring, s4 its part for corners; v5 and v6 the place in the patch, v7 the patch
.include "vertex.inc"
    begin_vertices
    v_lshlrev_b32 v9, 6, v7
    buffer_load_dwordx4 v[12:15], v9, s[8:11], s4 offen
    buffer_load_dwordx4 v[16:19], v9, s[8:11], s4 offen offset:16
    buffer_load_dwordx4 v[20:23], v9, s[8:11], s4 offen offset:32
    buffer_load_dwordx4 v[24:27], v9, s[8:11], s4 offen offset:48
    s_waitcnt vmcnt(0)
    ; x from corners 0 and 1, z from 0 and 2, the height from all four
    v_sub_f32 v16, v16, v12
    v_mul_f32 v16, v5, v16
    v_add_f32 v12, v12, v16                     ; x
    v_sub_f32 v21, v21, v13
    v_mul_f32 v21, v6, v21
    v_add_f32 v13, v13, v21                     ; z
    v_sub_f32 v18, v18, v14
    v_mul_f32 v18, v5, v18
    v_add_f32 v14, v14, v18
    v_sub_f32 v26, v26, v22
    v_mul_f32 v26, v5, v26
    v_add_f32 v26, v22, v26
    v_sub_f32 v26, v26, v14
    v_mul_f32 v26, v6, v26
    v_add_f32 v14, v14, v26                     ; height
    ; bumps: t (1 - t) of the fractions of x and z
    v_fract_f32 v28, v12
    v_sub_f32 v29, 1.0, v28
    v_mul_f32 v28, v28, v29
    v_fract_f32 v30, v13
    v_sub_f32 v31, 1.0, v30
    v_mul_f32 v30, v30, v31
    v_mul_f32 v28, v28, v30
    v_mul_f32 v28, 0x40e00000, v28              ; 7
    v_add_f32 v14, v14, v28
    ; the eye is 1.1 above the ground and 1.2 before it
    v_add_f32 v32, 0x3f99999a, v13              ; w = z + 1.2
    v_mul_f32 v33, 0x3fb33333, v12              ; 1.4 x
    v_add_f32 v34, 0xbf8ccccd, v14              ; height - 1.1
    v_mul_f32 v34, 0x3f99999a, v34              ; 1.2
    v_mul_f32 v35, 0.5, v32
    v_add_f32 v34, v34, v35
    v_add_f32 v35, -1.0, v32                    ; depth
    exp pos0 v33, v34, v35, v32 done
    v_add_f32 v36, 0x3e19999a, v14              ; 0.15
    v_add_f32 v37, 0.5, v28
    v_mul_f32 v38, 0x3e99999a, v13              ; 0.3
    v_mov_b32 v39, 1.0
    exp param0 v36, v37, v38, v39
    s_endpgm
