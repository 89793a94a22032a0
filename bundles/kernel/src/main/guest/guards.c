/* Guards of C++ function-local statics and other pieces of the C++ runtime that need no unwinder. */
#include "native.h"

void scePthreadYield(void);

enum { DONE = 1, RUNNING = 2 };

/* A guard is eight bytes: the first tells the compiled code that the variable is ready, the second is ours. */

EXPORT int __cxa_guard_acquire(uint8_t *guard) {
    for (;;) {
        if (__atomic_load_n(&guard[0], __ATOMIC_ACQUIRE)) {
            return 0;
        }
        uint8_t idle = 0;
        if (__atomic_compare_exchange_n(&guard[1], &idle, RUNNING, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            /* Another thread may have finished between the two looks. */
            if (!__atomic_load_n(&guard[0], __ATOMIC_ACQUIRE)) {
                return 1;
            }
            __atomic_store_n(&guard[1], 0, __ATOMIC_RELEASE);
            return 0;
        }
        scePthreadYield();
    }
}

EXPORT void __cxa_guard_release(uint8_t *guard) {
    __atomic_store_n(&guard[0], DONE, __ATOMIC_RELEASE);
    __atomic_store_n(&guard[1], 0, __ATOMIC_RELEASE);
}

EXPORT void __cxa_guard_abort(uint8_t *guard) { __atomic_store_n(&guard[1], 0, __ATOMIC_RELEASE); }

/* A call of a function that no class of the object defines: the title is broken here. */
EXPORT void __cxa_pure_virtual(void) { __builtin_trap(); }

EXPORT uint32_t _Atomic_fetch_add_4(volatile uint32_t *at, uint32_t value, int order) {
    (void)order;
    return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
}

EXPORT uint32_t _Atomic_fetch_sub_4(volatile uint32_t *at, uint32_t value, int order) {
    (void)order;
    return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST);
}
