/* Loaded by the title itself. */
#include <stddef.h>
#include "order.h"

#define API __declspec(dllexport)
API int module_start(size_t size, const char *arguments, const void *parameters);
API int module_stop(size_t size, const char *arguments, const void *parameters);
API int lonely_sum(int a, int b);
API int lonely_count(int step);

static __thread int counter = 300;

__attribute__((constructor)) static void begin(void) { root_note('o'); }

int module_start(size_t size, const char *arguments, const void *parameters) {
    (void)parameters;
    return (int)size * 1000 + (arguments ? arguments[0] : 0);
}

int module_stop(size_t size, const char *arguments, const void *parameters) {
    (void)size, (void)arguments, (void)parameters;
    return 17;
}

int lonely_sum(int a, int b) { return a + b; }

int lonely_count(int step) { return counter += step; }
