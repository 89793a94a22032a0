; The background: a quad at the far plane whose corners carry view rays.
; @stage vertex
; @wave 64
; @vgprs 12
; @user 4
; @read buffer 0
; @output 15 0
;   s[8:11] vertices {position xy, ray xyz}, 20 bytes each; v5 vertex index, v0 primitive export word, s3 counts
    s_inst_prefetch 3
    s_and_b32 s0, s3, 0xff                      ; vertices
    s_bfe_u32 s1, s3, 0x80008                   ; primitives
    s_lshl_b32 s2, s1, 12
    s_or_b32 m0, s2, s0
    s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)
    s_sub_u32 s4, 64, s1
    s_lshr_b64 exec, -1, s4                     ; one lane a primitive
    exp prim v0, off, off, off done
    s_sub_u32 s4, 64, s0
    s_waitcnt expcnt(0)
    s_lshr_b64 exec, -1, s4                     ; one lane a vertex
    buffer_load_dwordx2 v[6:7], v5, s[8:11], 0 idxen
    buffer_load_dwordx3 v[8:10], v5, s[8:11], 0 idxen offset:8
    v_mov_b32 v11, 1.0
    s_waitcnt vmcnt(1)
    exp pos0 v6, v7, v11, v11 done
    s_waitcnt vmcnt(0)
    exp param0 v8, v9, v10, off
    s_endpgm
