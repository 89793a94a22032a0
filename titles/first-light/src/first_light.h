/* Parts of the title. */
#pragma once
#include "guest.h"

/* Prints `name: ok` or `name: FAILED`, and counts the failures for the exit status. */
void report(const char *name, int holds);
int failures(void);

/* The small uses of system libraries, each reported by its name. */
void check_system(void);

/* Functions of the C library that the platform serves by guest code. */
void check_library(void);

/* Memory that CPU and GPU share; the place is zero. Ends the title if there is none left. */
void *shared_memory(size_t size, size_t alignment);

/* Sets up the display, draws the frames and takes it down again. */
void show_picture(int32_t user);
