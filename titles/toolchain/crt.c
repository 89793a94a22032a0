/* Start-up code of every executable: the process parameters and the entry. Documented: guest-execution notes, section 17. */
#include <stdint.h>

struct entry_parameters {
    int32_t argc;
    uint32_t zero;
    const char *argv[3];
};

void _init_env(const struct entry_parameters *parameters);
int atexit(void (*function)(void));
void catchReturnFromMain(int status);
_Noreturn void exit(int status);
int main(int argc, const char **argv);

extern void (*const __init_array_start[])(void);
extern void (*const __init_array_end[])(void);

/* Written by the C library at +0x28 while it starts, so it is writable; its fields are pointers to values. */
static uint64_t heap_size = ~0ull;
static struct {
    uint64_t size;
    uint32_t version, zero;
    const void *values[19];
} c_library_parameters = {0xa8, 14, 0, {&heap_size}};

static struct {
    uint64_t size, values[6];
} memory_parameters = {0x38, {0}};

__attribute__((used, section(".process_param"))) static const struct {
    uint64_t size;
    uint32_t magic, entries, older_sdk, sdk;
    const char *process_name, *main_thread_name;
    const uint32_t *main_thread_priority, *main_thread_stack_size;
    const void *c_library, *memory, *file_system;
    uint64_t reserved[2];
} process_parameters = {
    0x60, 0x4942524f, 5, 0x08050001, 0x02000009, 0, 0, 0, 0, &c_library_parameters, &memory_parameters, 0, {0},
};

/* The program runs its own initialisers; those of modules have run when this is entered. */
void _start(const struct entry_parameters *parameters, void (*at_exit)(void)) {
    _init_env(parameters);
    if (at_exit) {
        atexit(at_exit);
    }
    for (void (*const *function)(void) = __init_array_start; function < __init_array_end; function++) {
        (*function)();
    }
    int status = main(parameters->argc, (const char **)parameters->argv);
    catchReturnFromMain(status);
    exit(status);
}
