/* Runs each workload once and prints its number, then its time in a line of its own. */
#include "workload.h"

static const struct workload {
    const char *name;
    uint64_t (*run)(unsigned scale);
} workloads[] = {
    {"interpreter", run_interpreter}, {"compressor", run_compressor}, {"store", run_store}, {"json", run_json}, {"sort", run_sort},
};

int main(int count, char **arguments) {
    unsigned scale = platform_begin(count, arguments);
    for (unsigned i = 0; i < sizeof workloads / sizeof *workloads; i++) {
        uint64_t begin = microseconds();
        uint64_t number = workloads[i].run(scale);
        uint64_t taken = microseconds() - begin;
        printf("%s %016llx\n", workloads[i].name, (unsigned long long)number);
        printf("time %s %llu\n", workloads[i].name, (unsigned long long)taken);
    }
    platform_end();
    return 0;
}
