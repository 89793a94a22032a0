#include "check.h"
#include "guest/time.h"

static const char *area_name = "";
static int area_count, done, failed;

void area(const char *name) {
    area_name = name;
    area_count = 0;
}

static const char *identify(char out[64], const char *row) {
    if (row) {
        return row;
    }
    snprintf(out, 64, "%s.%d", area_name, ++area_count);
    return out;
}

void check_equal(const char *row, const char *what, int64_t expected, int64_t actual) {
    char own[64];
    const char *id = identify(own, row);
    done++;
    if (expected == actual) {
        printf("ok %s %s\n", id, what);
    } else {
        failed++;
        printf("FAIL %s %s: expected 0x%llx, got 0x%llx\n", id, what, (long long)expected, (long long)actual);
    }
}

void check_text(const char *row, const char *what, const char *expected, const char *actual) {
    char own[64];
    const char *id = identify(own, row);
    done++;
    if (actual && strcmp(expected, actual) == 0) {
        printf("ok %s %s\n", id, what);
    } else {
        failed++;
        printf("FAIL %s %s: expected `%s`, got `%s`\n", id, what, expected, actual ? actual : "(null)");
    }
}

int checks_failed(void) { return failed; }

int checks_done(void) { return done; }

int64_t posix(int64_t answer) { return answer == -1 ? -*__error() : answer; }

struct timespec in_milliseconds(int milliseconds) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.nanoseconds += (int64_t)milliseconds * 1000000;
    time.seconds += time.nanoseconds / 1000000000;
    time.nanoseconds %= 1000000000;
    return time;
}

uint64_t now(void) { return sceKernelGetProcessTime(); }

thread_t start(thread_entry entry, void *argument) {
    thread_t thread = NULL;
    if (scePthreadCreate(&thread, NULL, entry, argument, "check") != 0) {
        printf("FAIL a thread could not be made\n");
        failed++;
    }
    return thread;
}

void *join(thread_t thread) {
    void *result = NULL;
    scePthreadJoin(thread, &result);
    return result;
}
