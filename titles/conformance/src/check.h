/* Checks: one line each, `ok ID WHAT` or `FAIL ID WHAT: expected …, got …`. A row of the field reports goes by its own id. */
#pragma once
#include "guest/errors.h"
#include "guest/libc.h"
#include "guest/threads.h"

/* Names what follows; its checks are numbered from 1. */
void area(const char *name);
void check_equal(const char *row, const char *what, int64_t expected, int64_t actual);
void check_text(const char *row, const char *what, const char *expected, const char *actual);
int checks_failed(void);
int checks_done(void);

#define ROW(row, what, expected, actual) check_equal(row, what, (int64_t)(expected), (int64_t)(actual))
#define ROW_HOLDS(row, what, holds) check_equal(row, what, 1, !!(holds))
#define EQUAL(what, expected, actual) check_equal(NULL, what, (int64_t)(expected), (int64_t)(actual))
#define HOLDS(what, holds) check_equal(NULL, what, 1, !!(holds))
#define TEXT(what, expected, actual) check_text(NULL, what, expected, actual)

/* A POSIX call's answer: its value, or the negative error number when it gave -1. */
int64_t posix(int64_t answer);
/* A point in time, for the POSIX forms. */
struct timespec in_milliseconds(int milliseconds);
/* Microseconds since the process began. */
uint64_t now(void);
thread_t start(thread_entry entry, void *argument);
void *join(thread_t thread);
enum { LONG = 10 * 1000 * 1000, SHORT = 20 * 1000 /* microseconds: a wait that must end well, and one that must time out */ };

/* The areas. */
void check_direct_memory(void);
void check_flexible_memory(void);
void check_memory_queries(void);
void check_posix_memory(void);
void check_memory_pool(void);
void check_threads(void);
void check_thread_attributes(void);
void check_mutexes(void);
void check_conditions(void);
void check_rwlocks(void);
void check_semaphores(void);
void check_event_flags(void);
void check_address_waits(void);
void check_refusals(void);
void check_event_queues(void);
void check_timers(void);
void check_files(void);
void check_directories(void);
void check_paths(void);
void check_polling(void);
void check_aio(void);
void check_libc(void);
void check_runtime(void);
void check_saves(void);
void check_ampr(void);
void check_time(void);
void check_modules(void);
void check_signals(void);
void check_sockets(void);
void check_cancellation(void);
void check_fibers(void);
void check_ult(void);
void check_exceptions(void);
void check_libraries(void);
void check_dialogs(void);
void check_sound(void);
