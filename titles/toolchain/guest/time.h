/* Clocks and sleeping. Documented: system calls, section 7. */
#pragma once
#include <stdint.h>
struct timespec;
struct timeval {
    int64_t seconds, microseconds;
};
struct timezone {
    int32_t minutes_west, daylight;
};
enum { CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 4, CLOCK_THREAD = 14 };
int sceKernelClockGettime(int clock, struct timespec *time);
int sceKernelClockGetres(int clock, struct timespec *time);
int sceKernelGettimeofday(struct timeval *time);
int sceKernelGettimezone(struct timezone *zone);
uint64_t sceKernelGetProcessTime(void);
uint64_t sceKernelGetProcessTimeCounter(void);
uint64_t sceKernelGetProcessTimeCounterFrequency(void);
uint64_t sceKernelReadTsc(void);
uint64_t sceKernelGetTscFrequency(void);
int sceKernelUsleep(uint32_t microseconds);
uint32_t sceKernelSleep(uint32_t seconds);
int sceKernelNanosleep(const struct timespec *time, struct timespec *rest);
int clock_gettime(int clock, struct timespec *time);
int clock_getres(int clock, struct timespec *time);
int gettimeofday(struct timeval *time, void *zone);
int nanosleep(const struct timespec *time, struct timespec *rest);
int usleep(uint32_t microseconds);
