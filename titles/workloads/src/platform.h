/* What the workloads take from their platform: the C library, files of a folder of their own, and time. */
#pragma once
#ifdef __linux__
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#else
#include "guest/libc.h"
void *malloc(size_t size);
void free(void *block);
_Noreturn void exit(int status);
#endif

/* A file of the working folder, made empty; -1 if that fails. */
int store_open(const char *name);
int64_t store_read(int file, void *buffer, size_t size, int64_t offset);
int64_t store_write(int file, const void *buffer, size_t size, int64_t offset);
void store_close(int file);
/* How much to do. */
unsigned platform_begin(int count, char **arguments);
void platform_end(void);
/* Of the processor, by the thread that asks: other work on the machine does not count. */
uint64_t microseconds(void);

/* The program cannot go on. */
static inline void needs(int holds, const char *what) {
    if (!holds) {
        printf("workloads: FAILED: %s\n", what);
        exit(1);
    }
}
