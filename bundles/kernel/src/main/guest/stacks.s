# Switching stacks, for what runs on stacks of the title's own.
    .text

# void stack_switch(uint64_t *keep, uint64_t to)
    .globl stack_switch
    .hidden stack_switch
    .type stack_switch, @function
stack_switch:
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

# The first switch to a prepared stack returns here, with the stack as before a call and the first function in rbx.
    .globl stack_begin
    .hidden stack_begin
    .type stack_begin, @function
stack_begin:
    xorl %ebp, %ebp
    callq *%rbx
    ud2
