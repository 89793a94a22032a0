; Fills a buffer: out[i] = value + i for i < count.
; @stage compute
; @wave 32
; @vgprs 8
; @user 6
; @write buffer 0
; @threads 64 1 1
; @groups x
;   s[0:3] buffer (stride 4), s4 value, s5 count, s6 group x; v0 thread x
    v_lshl_add_u32 v1, s6, 6, v0
    v_add_nc_u32 v2, s4, v1
    v_cmp_gt_u32 vcc_lo, s5, v1
    s_and_saveexec_b32 s7, vcc_lo
    s_cbranch_execz end
    buffer_store_dword v2, v1, s[0:3], 0 idxen
end:
    s_endpgm
