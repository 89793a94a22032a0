/* Fibers: running, switching, returning, and going on in another thread. */
#include "guest/fibers.h"
#include "check.h"
#include "guest/time.h"

enum { STACK = 0x8000, ROUNDS = 1000 };

static struct fiber first, second;
static _Alignas(16) uint8_t first_stack[STACK], second_stack[STACK];
static uint64_t seen[8];
static volatile int state_while_running, own_switch;
static struct fiber *self_inside;

static int init(struct fiber *fiber, fiber_entry entry, uint64_t argument, void *stack, uint64_t size) {
    return _sceFiberInitializeImpl(fiber, "fiber", entry, argument, stack, size, NULL, 0);
}

static void echo(uint64_t at_initialise, uint64_t at_run) {
    seen[0] = at_initialise;
    seen[1] = at_run;
    sceFiberGetSelf(&self_inside);
    state_while_running = sceFiberFinalize(&first);
    own_switch = sceFiberRun(&second, 0, NULL);
    for (uint64_t passed = 100;;) {
        sceFiberReturnToThread(passed, &passed);
        passed *= 2;
    }
}

static void check_running(void) {
    uint64_t answer = 0;
    struct fiber *self = NULL;
    EQUAL("self outside of a fiber", FIBER_PERMISSION, sceFiberGetSelf(&self));
    EQUAL("switch outside of a fiber", FIBER_PERMISSION, sceFiberSwitch(&first, 0, NULL));
    EQUAL("return outside of a fiber", FIBER_PERMISSION, sceFiberReturnToThread(0, NULL));
    EQUAL("initialise without a fiber", FIBER_NULL, init(NULL, echo, 0, first_stack, STACK));
    EQUAL("initialise without an entry", FIBER_NULL, init(&first, NULL, 0, first_stack, STACK));
    EQUAL("initialise at an odd address", FIBER_ALIGNMENT, init((struct fiber *)(first.bytes + 4), echo, 0, first_stack, STACK));
    EQUAL("initialise with an odd stack", FIBER_ALIGNMENT, init(&first, echo, 0, first_stack + 8, STACK - 8));
    EQUAL("initialise with a small stack", FIBER_RANGE, init(&first, echo, 0, first_stack, 0x1f0));
    EQUAL("run what was not initialised", FIBER_INVALID, sceFiberRun(&first, 0, NULL));
    EQUAL("run null", FIBER_NULL, sceFiberRun(NULL, 0, NULL));
    EQUAL("initialise", 0, init(&first, echo, 11, first_stack, STACK));
    EQUAL("rename", 0, sceFiberRename(&first, "renamed"));
    EQUAL("run", 0, sceFiberRun(&first, 22, &answer));
    HOLDS("the entry got both arguments", seen[0] == 11 && seen[1] == 22);
    EQUAL("it gave its answer", 100, answer);
    HOLDS("it knew itself", self_inside == &first);
    EQUAL("it could not be ended while it ran", FIBER_STATE, state_while_running);
    EQUAL("it could not run another", FIBER_PERMISSION, own_switch);
    EQUAL("run again", 0, sceFiberRun(&first, 21, &answer));
    EQUAL("it went on where it was", 42, answer);
    EQUAL("end", 0, sceFiberFinalize(&first));
    EQUAL("run an ended one", FIBER_INVALID, sceFiberRun(&first, 0, NULL));
}

static void ping(uint64_t other, uint64_t passed) {
    double kept = 0.5;
    while (passed < ROUNDS) {
        kept += 1;
        sceFiberSwitch((struct fiber *)other, passed + 1, &passed);
    }
    seen[2] += (uint64_t)kept;
    sceFiberReturnToThread(passed, NULL);
}

static void check_switching(void) {
    uint64_t answer = 0;
    seen[2] = 0;
    init(&first, ping, (uint64_t)&second, first_stack, STACK);
    init(&second, ping, (uint64_t)&first, second_stack, STACK);
    EQUAL("two fibers that switch", 0, sceFiberRun(&first, 0, &answer));
    EQUAL("a thousand times", ROUNDS, answer);
    EQUAL("with their own variables", ROUNDS / 2, seen[2]);
    EQUAL("end one", 0, sceFiberFinalize(&first));
    EQUAL("end the other", 0, sceFiberFinalize(&second));
}

static __thread int of_thread;

/* Asked for anew each time: a compiler takes a thread for the same throughout a function. */
static __attribute__((noinline)) int *there(void) {
    int *at = &of_thread;
    __asm__ volatile("" : "+r"(at) : : "memory");
    return at;
}

static void travel(uint64_t argument, uint64_t passed) {
    (void)argument;
    for (;;) {
        *there() += (int)passed;
        sceKernelUsleep(100);
        sceFiberReturnToThread((uint64_t)scePthreadSelf(), &passed);
    }
}

static void *run_there(void *argument) {
    (void)argument;
    uint64_t answer = 0;
    *there() = 0;
    sceFiberRun(&first, 5, &answer);
    return (void *)(intptr_t)(answer == (uint64_t)scePthreadSelf() ? *there() : -1);
}

static void check_travelling(void) {
    uint64_t answer = 0;
    init(&first, travel, 0, NULL, 0);
    EQUAL("run without a stack", FIBER_INVALID, sceFiberRun(&first, 3, &answer));
    EQUAL("run with a stack of the moment", 0, _sceFiberAttachContextAndRun(&first, first_stack, STACK, 3, &answer));
    HOLDS("it ran here", answer == (uint64_t)scePthreadSelf());
    EQUAL("it goes on in another thread, with that thread's calls", 5, (intptr_t)join(start(run_there, NULL)));
    EQUAL("and here again", 0, sceFiberRun(&first, 4, &answer));
    HOLDS("with this one's", answer == (uint64_t)scePthreadSelf());
    sceFiberFinalize(&first);
}

static void measure(uint64_t argument, uint64_t passed) {
    (void)argument;
    volatile uint8_t used[0x1000];
    for (unsigned i = 0; i < sizeof used; i++) {
        used[i] = (uint8_t)passed;
    }
    sceFiberReturnToThread(used[0], NULL);
}

static void check_facts(void) {
    struct fiber_facts facts = {.size = sizeof facts};
    struct fiber_options options = {{0}};
    EQUAL("options at an odd address", FIBER_ALIGNMENT, sceFiberOptParamInitialize((struct fiber_options *)(options.bytes + 4)));
    EQUAL("initialise with options that nobody filled", FIBER_INVALID,
          _sceFiberInitializeImpl(&first, "fiber", measure, 7, first_stack, STACK, &options, 0));
    EQUAL("fill options", 0, sceFiberOptParamInitialize(&options));
    EQUAL("initialise with them", 0, _sceFiberInitializeImpl(&first, "fiber", measure, 7, first_stack, STACK, &options, 0));
    EQUAL("facts without a place", FIBER_NULL, sceFiberGetInfo(&first, NULL));
    EQUAL("facts", 0, sceFiberGetInfo(&first, &facts));
    HOLDS("entry and argument", facts.entry == measure && facts.argument == 7);
    HOLDS("context", facts.context == first_stack && facts.context_size == STACK);
    HOLDS("name", strcmp(facts.name, "fiber") == 0);
    HOLDS("its use is not measured", facts.margin == ~0ull);
    facts.size = 0x78;
    EQUAL("facts in another record", FIBER_INVALID, sceFiberGetInfo(&first, &facts));
    EQUAL("measure with flags", FIBER_INVALID, sceFiberStartContextSizeCheck(1));
    EQUAL("measure", 0, sceFiberStartContextSizeCheck(0));
    EQUAL("measure twice", FIBER_STATE, sceFiberStartContextSizeCheck(0));
    init(&first, measure, 0, first_stack, STACK);
    facts.size = sizeof facts;
    sceFiberGetInfo(&first, &facts);
    EQUAL("nothing is used yet", STACK, facts.margin);
    sceFiberRun(&first, 1, NULL);
    sceFiberGetInfo(&first, &facts);
    HOLDS("4 KiB and something are used", facts.margin < STACK - 0x1000 && facts.margin > STACK - 0x2000);
    EQUAL("stop measuring", 0, sceFiberStopContextSizeCheck());
    EQUAL("stop twice", FIBER_STATE, sceFiberStopContextSizeCheck());
}

void check_fibers(void) {
    area("fibers");
    check_running();
    check_switching();
    check_travelling();
    check_facts();
}
