/*
 * Runs each workload twice, one after the other both times, and prints its number, then the times in lines of their own: what starts a
 * machine still works beside the first of them.
 */
#include "workload.h"

static const struct workload {
    const char *name;
    uint64_t (*run)(unsigned scale);
} workloads[] = {
    {"interpreter", run_interpreter}, {"compressor", run_compressor}, {"store", run_store}, {"json", run_json}, {"sort", run_sort},
};

enum { COUNT = sizeof workloads / sizeof *workloads, PASSES = 2 };

int main(int count, char **arguments) {
    unsigned scale = platform_begin(count, arguments);
    uint64_t numbers[COUNT];
    for (unsigned i = 0; i < COUNT * PASSES; i++) {
        const struct workload *workload = &workloads[i % COUNT];
        uint64_t begin = microseconds();
        uint64_t number = workload->run(scale);
        uint64_t taken = microseconds() - begin;
        if (i < COUNT) {
            numbers[i] = number;
            printf("%s %016llx\n", workload->name, (unsigned long long)number);
        }
        needs(number == numbers[i % COUNT], "the same number twice");
        printf("time %s %llu\n", workload->name, (unsigned long long)taken);
    }
    platform_end();
    return 0;
}
