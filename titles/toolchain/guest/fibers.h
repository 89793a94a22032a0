/* Fibers. Documented: system calls, section 19. */
#pragma once
#include <stddef.h>
#include <stdint.h>
struct fiber {
    _Alignas(8) uint8_t bytes[0x100];
};
typedef void (*fiber_entry)(uint64_t at_initialise, uint64_t at_run);
enum {
    FIBER_NULL = (int)0x80590001, FIBER_ALIGNMENT = (int)0x80590002, FIBER_RANGE = (int)0x80590003, FIBER_INVALID = (int)0x80590004,
    FIBER_PERMISSION = (int)0x80590005, FIBER_STATE = (int)0x80590006,
};
struct fiber_facts {
    uint64_t size;
    fiber_entry entry;
    uint64_t argument;
    void *context;
    uint64_t context_size;
    char name[32];
    uint64_t margin, rest[6];
};
struct fiber_options {
    _Alignas(8) uint8_t bytes[0x80];
};
int _sceFiberInitializeImpl(struct fiber *fiber, const char *name, fiber_entry entry, uint64_t argument, void *context, uint64_t size,
                            const void *options, uint32_t version);
int sceFiberFinalize(struct fiber *fiber);
int sceFiberRename(struct fiber *fiber, const char *name);
int sceFiberRun(struct fiber *fiber, uint64_t passed, uint64_t *answer);
int sceFiberSwitch(struct fiber *fiber, uint64_t passed, uint64_t *answer);
int sceFiberReturnToThread(uint64_t passed, uint64_t *answer);
int sceFiberGetSelf(struct fiber **fiber);
int _sceFiberAttachContextAndRun(struct fiber *fiber, void *context, uint64_t size, uint64_t passed, uint64_t *answer);
int sceFiberGetInfo(struct fiber *fiber, struct fiber_facts *facts);
int sceFiberOptParamInitialize(struct fiber_options *options);
int sceFiberStartContextSizeCheck(uint32_t flags);
int sceFiberStopContextSizeCheck(void);
