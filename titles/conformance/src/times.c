/* Clocks and sleeping. */
#include "check.h"
#include "guest/time.h"

static int64_t nanoseconds(const struct timespec *time) { return time->seconds * 1000000000 + time->nanoseconds; }

void check_time(void) {
    static const int clocks[] = {0, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14};
    struct timespec time = {0, 0}, later, wrong = {0, 1000000000}, negative = {-1, 0}, short_time = {0, 5000000}, rest;
    struct timeval wall = {0, 0};
    struct timezone zone = {12345, 12345};
    int good = 0, ordered = 0, fine = 0;
    area("time");
    for (unsigned i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        good += sceKernelClockGettime(clocks[i], &time) == 0 && time.nanoseconds >= 0 && time.nanoseconds < 1000000000;
        ordered += sceKernelClockGettime(clocks[i], &later) == 0 && nanoseconds(&later) >= nanoseconds(&time);
        fine += sceKernelClockGetres(clocks[i], &time) == 0 && (time.seconds > 0 || time.nanoseconds > 0);
    }
    EQUAL("thirteen clocks tell a time", 13, good);
    EQUAL("none runs back", 13, ordered);
    EQUAL("each has a resolution", 13, fine);
    EQUAL("clock 3", ENCODED(EINVAL), sceKernelClockGettime(3, &time));
    EQUAL("clock 99", ENCODED(EINVAL), sceKernelClockGettime(99, &time));
    EQUAL("time to null", ENCODED(EFAULT), sceKernelClockGettime(0, NULL));
    EQUAL("POSIX clock 99", -EINVAL, posix(clock_gettime(99, &time)));
    EQUAL("POSIX clock", 0, posix(clock_gettime(0, &time)));
    EQUAL("wall time", 0, sceKernelGettimeofday(&wall));
    HOLDS("it is the realtime clock's", wall.seconds - time.seconds >= 0 && wall.seconds - time.seconds <= 1);
    HOLDS("it is after 2020", wall.seconds > 1577836800);
    EQUAL("time zone", 0, sceKernelGettimezone(&zone));
    HOLDS("within a day of Greenwich", zone.minutes_west > -1440 && zone.minutes_west < 1440);
    uint64_t frequency = sceKernelGetProcessTimeCounterFrequency(), begin = now(), counter = sceKernelGetProcessTimeCounter();
    EQUAL("usleep", 0, sceKernelUsleep(SHORT));
    uint64_t slept = now() - begin, counted = (sceKernelGetProcessTimeCounter() - counter) * 1000000 / frequency;
    HOLDS("it slept that long", slept >= SHORT);
    HOLDS("the counter agrees with the time", counted >= SHORT * 9 / 10);
    EQUAL("the frequency is constant", frequency, sceKernelGetProcessTimeCounterFrequency());
    uint64_t stamp = sceKernelReadTsc(), stamps = sceKernelGetTscFrequency();
    sceKernelUsleep(SHORT);
    HOLDS("the time-stamp counter's frequency belongs to it", (sceKernelReadTsc() - stamp) * 1000000 / stamps >= SHORT * 9 / 10);
    EQUAL("sleep of null", ENCODED(EFAULT), sceKernelNanosleep(NULL, NULL));
    EQUAL("sleep of 10^9 nanoseconds", ENCODED(EINVAL), sceKernelNanosleep(&wrong, NULL));
    EQUAL("sleep of -1 second", ENCODED(EINVAL), sceKernelNanosleep(&negative, NULL));
    begin = now();
    EQUAL("sleep", 0, sceKernelNanosleep(&short_time, &rest));
    HOLDS("it slept that long", now() - begin >= 5000);
    EQUAL("POSIX sleep of 10^9 nanoseconds", -EINVAL, posix(nanosleep(&wrong, NULL)));
    EQUAL("POSIX usleep", 0, posix(usleep(1000)));
    EQUAL("usleep of 0", 0, sceKernelUsleep(0));
}
