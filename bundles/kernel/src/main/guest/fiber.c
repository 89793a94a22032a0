/*
 * Fibers: stacks of the title's own between which a thread switches. They never leave guest code, since registers and stack are all there
 * is to them. Documented: system calls, section 19; the records of facts and options, and the measuring of contexts, are assumed
 * (lib.fiber.records).
 */
#include "stacks.h"

enum {
    ERROR_NULL = (int)0x80590001, ERROR_ALIGNMENT = (int)0x80590002, ERROR_RANGE = (int)0x80590003, ERROR_INVALID = (int)0x80590004,
    ERROR_PERMISSION = (int)0x80590005, ERROR_STATE = (int)0x80590006,
};
enum { IDLE = 1, RUNNING = 2, NAME_BYTES = 32, SMALLEST_CONTEXT = 0x200, OPTION_MARK = (int)0xbb40e64d };
static const uint64_t MARK = 0x7265626966; /* "fiber" */
static const uint64_t UNTOUCHED = 0xdeadbeefdeadbeef, UNKNOWN_MARGIN = ~0ull;
static uint32_t measures_contexts; /* of fibers made from now on */

typedef void (*fiber_entry)(uint64_t at_initialise, uint64_t at_run);

/* In the title's 0x100 bytes. */
struct fiber {
    uint64_t mark;
    uint32_t state;
    uint16_t started, is_measured;
    fiber_entry entry;
    uint64_t argument;
    uint8_t *context;
    uint64_t context_size;
    uint64_t stack; /* where its registers lie while it is idle */
    uint64_t passed; /* what whoever runs it next gives it */
    char name[NAME_BYTES];
};
_Static_assert(sizeof(struct fiber) <= 0x100, "a title gives 0x100 bytes");

/* What a thread knows while it runs fibers. */
struct runner {
    struct fiber *current;
    struct fiber *left; /* idle from the moment on when nobody is on its stack any more */
    uint64_t stack;     /* of the thread itself */
    uint64_t passed;
};
static __thread struct runner own;

/* Not inlined and not pure: a fiber may go on in another thread, so the address must be asked for anew after each switch. */
static __attribute__((noinline)) struct runner *runner(void) {
    struct runner *at = &own;
    __asm__ volatile("" : "+r"(at) : : "memory");
    return at;
}

static void settle(void) {
    struct runner *self = runner();
    if (self->left) {
        __atomic_store_n(&self->left->state, IDLE, __ATOMIC_RELEASE);
        self->left = NULL;
    }
}

/* The first function on a fiber's stack. */
static _Noreturn void fiber_main(void) {
    settle();
    struct fiber *self = runner()->current;
    self->entry(self->argument, self->passed);
    __builtin_trap(); /* nothing is described of a fiber that returns */
}

static int checked(const struct fiber *fiber) {
    if (!fiber) {
        return ERROR_NULL;
    }
    if ((uintptr_t)fiber % 8) {
        return ERROR_ALIGNMENT;
    }
    return fiber->mark == MARK ? 0 : ERROR_INVALID;
}

static void give_name(struct fiber *fiber, const char *name) {
    size_t length = strnlen(name, NAME_BYTES - 1);
    memcpy(fiber->name, name, length);
    fiber->name[length] = 0;
}

static void fill(struct fiber *fiber) {
    for (uint64_t *word = (uint64_t *)fiber->context; fiber->is_measured && word + 1 <= (uint64_t *)(fiber->context + fiber->context_size); word++) {
        *word = UNTOUCHED;
    }
}

/* Title memory: what is 0x80 bytes long on the console. */
struct options {
    uint32_t mark;
};

EXPORT int sceFiberOptParamInitialize(struct options *options) {
    if (!options) {
        return ERROR_NULL;
    }
    if ((uintptr_t)options % 8) {
        return ERROR_ALIGNMENT;
    }
    options->mark = (uint32_t)OPTION_MARK;
    return 0;
}

static int checked_options(const struct options *options) {
    if (!options) {
        return 0;
    }
    if ((uintptr_t)options % 8) {
        return ERROR_ALIGNMENT;
    }
    return options->mark == (uint32_t)OPTION_MARK ? 0 : ERROR_INVALID;
}

static int checked_context(const void *context, uint64_t size) {
    if ((uintptr_t)context % 16) {
        return ERROR_ALIGNMENT;
    }
    return context && size < SMALLEST_CONTEXT ? ERROR_RANGE : 0;
}

EXPORT int _sceFiberInitializeImpl(struct fiber *fiber, const char *name, fiber_entry entry, uint64_t argument, void *context, uint64_t size,
                                   const struct options *options, uint32_t version) {
    (void)version;
    if (!fiber || !name || !entry) {
        return ERROR_NULL;
    }
    if ((uintptr_t)fiber % 8) {
        return ERROR_ALIGNMENT;
    }
    int wrong = checked_context(context, size);
    if (!wrong) {
        wrong = checked_options(options);
    }
    if (wrong) {
        return wrong;
    }
    *fiber = (struct fiber){.mark = MARK, .state = IDLE, .is_measured = (uint16_t)__atomic_load_n(&measures_contexts, __ATOMIC_ACQUIRE),
                            .entry = entry, .argument = argument, .context = context, .context_size = context ? size : 0};
    give_name(fiber, name);
    fill(fiber);
    return 0;
}

EXPORT int _sceFiberInitializeWithInternalOptionImpl(struct fiber *fiber, const char *name, fiber_entry entry, uint64_t argument,
                                                     void *context, uint64_t size, const struct options *options, uint32_t flags,
                                                     uint32_t version) {
    (void)flags;
    return _sceFiberInitializeImpl(fiber, name, entry, argument, context, size, options, version);
}

EXPORT int sceFiberFinalize(struct fiber *fiber) {
    int wrong = checked(fiber);
    if (wrong) {
        return wrong;
    }
    uint32_t idle = IDLE;
    if (!__atomic_compare_exchange_n(&fiber->state, &idle, 0, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        return ERROR_STATE;
    }
    fiber->mark = 0;
    return 0;
}

EXPORT int sceFiberRename(struct fiber *fiber, const char *name) {
    int wrong = checked(fiber);
    if (!wrong && !name) {
        return ERROR_NULL;
    }
    if (!wrong) {
        give_name(fiber, name);
    }
    return wrong;
}

/* Takes a fiber for this thread. */
static int take(struct fiber *fiber, void *context, uint64_t size, uint64_t passed) {
    int wrong = checked(fiber);
    if (!wrong && context) {
        wrong = checked_context(context, size);
    }
    if (wrong) {
        return wrong;
    }
    uint32_t idle = IDLE;
    if (!__atomic_compare_exchange_n(&fiber->state, &idle, RUNNING, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        return ERROR_STATE;
    }
    if (context && !fiber->started) {
        fiber->context = context;
        fiber->context_size = size;
        fill(fiber);
    }
    if (!fiber->context) {
        __atomic_store_n(&fiber->state, IDLE, __ATOMIC_RELEASE);
        return ERROR_INVALID;
    }
    if (!fiber->started) {
        fiber->stack = prepare_stack(fiber->context, fiber->context_size, fiber_main);
        fiber->started = 1;
    }
    fiber->passed = passed;
    return 0;
}

static int run(struct fiber *fiber, void *context, uint64_t size, uint64_t passed, uint64_t *answer) {
    if (runner()->current) {
        return ERROR_PERMISSION;
    }
    int wrong = take(fiber, context, size, passed);
    if (wrong) {
        return wrong;
    }
    struct runner *self = runner();
    self->current = fiber;
    stack_switch(&self->stack, fiber->stack);
    settle();
    if (answer) {
        *answer = runner()->passed;
    }
    return 0;
}

static int switch_to(struct fiber *fiber, void *context, uint64_t size, uint64_t passed, uint64_t *answer) {
    struct runner *self = runner();
    struct fiber *from = self->current;
    if (!from) {
        return ERROR_PERMISSION;
    }
    int wrong = take(fiber, context, size, passed);
    if (wrong) {
        return wrong;
    }
    self->left = from;
    self->current = fiber;
    stack_switch(&from->stack, fiber->stack);
    settle();
    if (answer) {
        *answer = from->passed;
    }
    return 0;
}

EXPORT int sceFiberRun(struct fiber *fiber, uint64_t passed, uint64_t *answer) { return run(fiber, NULL, 0, passed, answer); }

EXPORT int _sceFiberAttachContextAndRun(struct fiber *fiber, void *context, uint64_t size, uint64_t passed, uint64_t *answer) {
    return run(fiber, context, size, passed, answer);
}

EXPORT int sceFiberSwitch(struct fiber *fiber, uint64_t passed, uint64_t *answer) { return switch_to(fiber, NULL, 0, passed, answer); }

EXPORT int _sceFiberAttachContextAndSwitch(struct fiber *fiber, void *context, uint64_t size, uint64_t passed, uint64_t *answer) {
    return switch_to(fiber, context, size, passed, answer);
}

EXPORT int sceFiberReturnToThread(uint64_t passed, uint64_t *answer) {
    struct runner *self = runner();
    struct fiber *from = self->current;
    if (!from) {
        return ERROR_PERMISSION;
    }
    self->left = from;
    self->current = NULL;
    self->passed = passed;
    stack_switch(&from->stack, self->stack);
    settle();
    if (answer) {
        *answer = from->passed;
    }
    return 0;
}

EXPORT int sceFiberGetSelf(struct fiber **fiber) {
    if (!fiber) {
        return ERROR_NULL;
    }
    struct fiber *current = runner()->current;
    if (!current) {
        return ERROR_PERMISSION;
    }
    *fiber = current;
    return 0;
}

/* Facts of a fiber; the caller writes the size. */
struct facts {
    uint64_t size;
    fiber_entry entry;
    uint64_t argument;
    void *context;
    uint64_t context_size;
    char name[NAME_BYTES];
    uint64_t margin; /* bytes of the context that were never used, if that is measured */
    uint64_t rest[6];
};
_Static_assert(sizeof(struct facts) == 0x80, "the record that titles give");

static uint64_t margin(const struct fiber *fiber) {
    if (!fiber->is_measured || !fiber->context) {
        return UNKNOWN_MARGIN;
    }
    const uint64_t *word = (const uint64_t *)fiber->context, *end = word + fiber->context_size / sizeof *word;
    while (word < end && *word == UNTOUCHED) {
        word++;
    }
    return (uint64_t)((const uint8_t *)word - fiber->context);
}

EXPORT int sceFiberGetInfo(const struct fiber *fiber, struct facts *facts) {
    if (!fiber || !facts) {
        return ERROR_NULL;
    }
    if ((uintptr_t)fiber % 8 || (uintptr_t)facts % 8) {
        return ERROR_ALIGNMENT;
    }
    if (facts->size != sizeof *facts || fiber->mark != MARK) {
        return ERROR_INVALID;
    }
    facts->entry = fiber->entry;
    facts->argument = fiber->argument;
    facts->context = fiber->context;
    facts->context_size = fiber->context_size;
    memcpy(facts->name, fiber->name, NAME_BYTES);
    facts->margin = margin(fiber);
    return 0;
}

static int set_measuring(uint32_t from, uint32_t to) {
    return __atomic_compare_exchange_n(&measures_contexts, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) ? 0 : ERROR_STATE;
}

EXPORT int sceFiberStartContextSizeCheck(uint32_t flags) { return flags ? ERROR_INVALID : set_measuring(0, 1); }

EXPORT int sceFiberStopContextSizeCheck(void) { return set_measuring(1, 0); }
