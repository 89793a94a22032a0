# Switching stacks for fiber.c.
    .text

# void fiber_switch(uint64_t *keep, uint64_t to)
    .globl fiber_switch
    .hidden fiber_switch
    .type fiber_switch, @function
fiber_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
    addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret

# The first switch to a fiber returns here, with the stack as before a call.
    .globl fiber_begin
    .hidden fiber_begin
    .type fiber_begin, @function
fiber_begin:
    xorl %ebp, %ebp
    callq fiber_main
    ud2
