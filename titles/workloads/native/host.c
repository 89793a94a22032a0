/* The host's platform: a folder given as the second argument; the first is the scale. */
#define _GNU_SOURCE
#include "../src/platform.h"
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

static const char *folder;

unsigned platform_begin(int count, char **arguments) {
    needs(count == 3, "usage: workloads SCALE FOLDER");
    folder = arguments[2];
    return (unsigned)atoi(arguments[1]);
}

void platform_end(void) {}

uint64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

int store_open(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
}

int64_t store_read(int file, void *buffer, size_t size, int64_t offset) { return pread(file, buffer, size, offset); }

int64_t store_write(int file, const void *buffer, size_t size, int64_t offset) { return pwrite(file, buffer, size, offset); }

void store_close(int file) { close(file); }
