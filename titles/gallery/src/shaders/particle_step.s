; One step of each particle: it falls, and at the floor it bounces with four fifths of its speed.
; @stage compute
; @wave 32
; @vgprs 8
; @user 4
; @write buffer 0
; @threads 64 1 1
; @groups x
;   s[0:3] particles {place xy, velocity xy}, s4 group x; v0 thread x
    v_lshl_add_u32 v1, s4, 6, v0
    buffer_load_dwordx4 v[2:5], v1, s[0:3], 0 idxen
    s_waitcnt vmcnt(0)
    v_add_f32 v5, 0xbb03126f, v5                ; -0.002
    v_add_f32 v2, v2, v4
    v_add_f32 v3, v3, v5
    v_sub_f32 v6, 0xbfe66666, v3                ; -1.8 - y
    v_mul_f32 v7, 0xbf4ccccd, v5                ; -0.8 of the speed
    v_cmp_gt_f32 vcc_lo, 0xbf666666, v3         ; y below -0.9
    v_cndmask_b32 v3, v3, v6, vcc_lo
    v_cndmask_b32 v5, v5, v7, vcc_lo
    buffer_store_dwordx4 v[2:5], v1, s[0:3], 0 idxen
    s_endpgm
