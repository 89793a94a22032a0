; Corners of patches go on as they are; the factor of an edge is the mean of its corners' factors.
; @stage hull
; @wave 64
; @vgprs 32
; @user 8
; @read buffer 0
; @write buffer 4
; @cx 2d6 10404
; @cx 2db 42
; @cx 286 42800000
; @cx 287 0
;   s[8:11] corners {x, z, height, factor}, s[12:15] ring, s2 and s4 its parts for corners and factors; v1 patch and point,
;   v2 vertex index, v3 vertex in LDS
;   2d6: four patches a group, four points in and out; 2db: quads, whole factors, triangles; 286 and 287: factors from 0 to 64
    v_lshlrev_b32 v6, 4, v3
    buffer_load_dwordx4 v[8:11], v2, s[8:11], 0 idxen
    s_waitcnt vmcnt(0)
    ds_write_b128 v6, v[8:11]
    s_waitcnt lgkmcnt(0)
    s_barrier
    v_and_b32 v7, 0xff, v1                      ; patch
    v_bfe_u32 v12, v1, 8, 5                     ; point
    v_lshlrev_b32 v13, 6, v7
    v_lshl_add_u32 v14, v12, 4, v13
    ds_read_b128 v[16:19], v14
    s_waitcnt lgkmcnt(0)
    buffer_store_dwordx4 v[16:19], v14, s[12:15], s2 offen
    v_cmp_eq_u32 vcc, 0, v12
    s_and_saveexec_b64 s[28:29], vcc
    s_cbranch_execz end
    ds_read_b32 v20, v13 offset:12
    ds_read_b32 v21, v13 offset:28
    ds_read_b32 v22, v13 offset:44
    ds_read_b32 v23, v13 offset:60
    v_mul_u32_u24 v15, 24, v7
    s_waitcnt lgkmcnt(0)
    v_add_f32 v24, v20, v22                     ; u = 0: corners 0 and 2
    v_add_f32 v25, v20, v21                     ; v = 0
    v_add_f32 v26, v21, v23                     ; u = 1
    v_add_f32 v27, v22, v23                     ; v = 1
    v_mul_f32 v24, 0.5, v24
    v_mul_f32 v25, 0.5, v25
    v_mul_f32 v26, 0.5, v26
    v_mul_f32 v27, 0.5, v27
    buffer_store_dword v24, v15, s[12:15], s4 offen
    buffer_store_dword v25, v15, s[12:15], s4 offen offset:4
    buffer_store_dword v26, v15, s[12:15], s4 offen offset:8
    buffer_store_dword v27, v15, s[12:15], s4 offen offset:12
    buffer_store_dword v25, v15, s[12:15], s4 offen offset:16
    buffer_store_dword v24, v15, s[12:15], s4 offen offset:20
end:
    s_endpgm
