/* Stacks of the title's own between which a thread switches without leaving guest code. */
#pragma once
#include "native.h"

/* Keeps what a call preserves on this stack, tells where, and goes on with what the other stack keeps. */
void stack_switch(uint64_t *keep, uint64_t to);
void stack_begin(void);

/* Prepares a stack on which the first switch to it calls the function, which never returns. Gives what to switch to. */
static inline uint64_t prepare_stack(uint8_t *low, uint64_t size, void (*first)(void)) {
    /* As stack_switch leaves a stack: control words, six registers, and where to go. */
    uint64_t *top = (uint64_t *)((uintptr_t)(low + size) & ~15ull) - 10;
    memset(top, 0, 80);
    top[0] = 0x037f00001f80;
    top[5] = (uint64_t)first;
    top[7] = (uint64_t)stack_begin;
    return (uint64_t)top;
}
