# The instructions around a measured row, one a line behind its name; %d and %s are registers and numbers as RowProgram gives them.
lane-offset     v_lshlrev_b32_e32 v%d, 2, v%d
zero            v_mov_b32_e32 v%d, 0
place           s_mov_b32 s%d, 0x%x
load            buffer_load_dword v%d, v%d, s[%d:%d], s%d offen
store           buffer_store_dword v%d, v%d, s[%d:%d], s%d offen
lds-write       ds_write_b32 v%d, v%d offset:%d
lds-read        ds_read_b32 v%d, v%d offset:%d
barrier         s_barrier
wait            s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
collect         v_writelane_b32 v%d, %s, %d
set-scc         s_cmp_lg_u32 s%d, 0
get-scc         s_cselect_b32 s%d, 1, 0
set-exec-32     s_mov_b32 exec_lo, s%d
set-exec-64     s_mov_b64 exec, s[%d:%d]
get-exec-32     s_mov_b32 s%d, exec_lo
get-exec-64     s_mov_b64 s[%d:%d], exec
all-lanes-32    s_mov_b32 exec_lo, -1
all-lanes-64    s_mov_b64 exec, -1
start           s_branch %d
end             s_endpgm
