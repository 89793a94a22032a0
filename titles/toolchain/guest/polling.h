/* Pipes and waiting on descriptors. */
#pragma once
#include <stdint.h>
struct timeval;
struct poll {
    int32_t file;
    int16_t events, found;
};
enum { POLL_IN = 1, POLL_OUT = 4, POLL_HUNG_UP = 0x10, POLL_INVALID = 0x20 };
enum { CONTROL_DUPLICATE = 0, CONTROL_GET_STATUS = 3, CONTROL_SET_STATUS = 4, NON_BLOCK = 4 };
int pipe(int files[2]);
int poll(struct poll *wanted, uint32_t count, int milliseconds);
int select(int count, void *read, void *write, void *other, struct timeval *timeout);
int fcntl(int file, int command, ...);
int dup2(int file, int target);
