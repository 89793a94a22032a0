/* The save that checks of files write to; mounted while they run. */
#pragma once
#include <stdint.h>

int32_t player(void);
void mount_save(void);
void unmount_save(void);
/* A path in the save. */
void in_save(char out[64], const char *name);
