; A pattern of bits, 128 texels in a row.
; @stage compute
; @wave 64
; @vgprs 12
; @user 5
; @write buffer 0
; @threads 8 8 1
; @groups xy
; @thread-dimensions 2
;   s[0:3] texels, s4 bits to be turned, s5 and s6 groups; v0 and v1 threads
    v_lshl_add_u32 v2, s5, 3, v0
    v_lshl_add_u32 v3, s6, 3, v1
    v_xor_b32 v4, v2, v3
    v_lshlrev_b32 v5, 1, v2
    v_lshlrev_b32 v6, 9, v3
    v_lshlrev_b32 v7, 17, v4
    v_or3_b32 v5, v5, v6, v7
    v_or_b32 v5, 0xff000000, v5
    v_xor_b32 v5, s4, v5
    v_lshl_add_u32 v8, v3, 7, v2
    buffer_store_dword v5, v8, s[0:3], 0 idxen
    s_endpgm
