# Programs that measure LDS float atomics, one a line behind its name, instructions with ; between: places in v8, old values in v4 or v[4:5], data in
# v5 or v[6:7], results in v10 to v13. The addition is that of rule B-041: two places a lane, one with and one without result.
addition        ds_write_b32 v8, v4 ; ds_write_b32 v8, v4 offset:512 ; s_waitcnt lgkmcnt(0) ; ds_add_f32 v8, v5 ; ds_add_rtn_f32 v11, v8, v5 offset:512 ; s_waitcnt lgkmcnt(0) ; ds_read_b32 v10, v8 ; ds_read_b32 v12, v8 offset:512 ; s_waitcnt lgkmcnt(0)
single-min      ds_write_b32 v8, v4 ; s_waitcnt lgkmcnt(0) ; ds_min_rtn_f32 v10, v8, v5 ; s_waitcnt lgkmcnt(0) ; ds_read_b32 v12, v8 ; s_waitcnt lgkmcnt(0)
single-max      ds_write_b32 v8, v4 ; s_waitcnt lgkmcnt(0) ; ds_max_rtn_f32 v10, v8, v5 ; s_waitcnt lgkmcnt(0) ; ds_read_b32 v12, v8 ; s_waitcnt lgkmcnt(0)
single-cmpst    ds_write_b32 v8, v4 ; s_waitcnt lgkmcnt(0) ; ds_cmpst_rtn_f32 v10, v8, v5, v4 ; s_waitcnt lgkmcnt(0) ; ds_read_b32 v12, v8 ; s_waitcnt lgkmcnt(0)
double-min      ds_write_b64 v8, v[4:5] ; s_waitcnt lgkmcnt(0) ; ds_min_rtn_f64 v[10:11], v8, v[6:7] ; s_waitcnt lgkmcnt(0) ; ds_read_b64 v[12:13], v8 ; s_waitcnt lgkmcnt(0)
double-max      ds_write_b64 v8, v[4:5] ; s_waitcnt lgkmcnt(0) ; ds_max_rtn_f64 v[10:11], v8, v[6:7] ; s_waitcnt lgkmcnt(0) ; ds_read_b64 v[12:13], v8 ; s_waitcnt lgkmcnt(0)
double-cmpst    ds_write_b64 v8, v[4:5] ; s_waitcnt lgkmcnt(0) ; ds_cmpst_rtn_f64 v[10:11], v8, v[6:7], v[4:5] ; s_waitcnt lgkmcnt(0) ; ds_read_b64 v[12:13], v8 ; s_waitcnt lgkmcnt(0)
