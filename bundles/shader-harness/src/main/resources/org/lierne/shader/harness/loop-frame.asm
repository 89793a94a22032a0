# The instructions around the loops of model-loops.tsv, one line behind its name; AluLoop gives registers and numbers.
# s[0:2] are the operands, s[4:7] describes the buffer, v0 is the lane's number.
rounds   s_buffer_load_dword s8, s[4:7], 0x0 ; s_waitcnt lgkmcnt(0) ; v_mov_b32_e32 v1, 0
operand  v_mov_b32_e32 v%d, s%d
start    v_add_nc_u32_e32 v%d, s2, v0
count    s_sub_u32 s8, s8, 1
more     s_cmp_lg_u32 s8, 0
again    s_cbranch_scc1 %d
mix      v_xor_b32_e32 v1, v%d, v1
store    v_lshlrev_b32_e32 v0, 2, v0 ; buffer_store_dword v1, v0, s[4:7], 0 offen offset:%d
end      s_endpgm
