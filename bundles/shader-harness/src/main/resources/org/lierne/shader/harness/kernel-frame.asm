# The instructions ahead of a row's program in a kernel, one a line behind its name; %d, %s and %x are registers and numbers as KernelText gives them.
pointer         s_load_dwordx2 vcc, s[0:1], 0x0
wait            s_waitcnt lgkmcnt(0)
scalar-load     s_load_dword s%d, vcc, 0x%x
scalar-value    s_mov_b32 s%d, 0x%x
set-m0          s_mov_b32 m0, s%d
set-vcc         s_load_dwordx2 vcc, vcc, 0x%x
clear-vcc       s_mov_b64 vcc, 0
lane            v_mov_b32_e32 v%d, v0
vector-zero     v_mov_b32_e32 v%d, 0
start           s_branch .LNAME_entry
