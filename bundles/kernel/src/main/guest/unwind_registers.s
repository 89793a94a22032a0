# Entry points of the unwinder: they note the registers of their caller, in DWARF's order, and pass them on as the argument behind theirs.
    .text

    .macro enter name, register
    .globl \name
    .type \name, @function
\name:
    subq $136, %rsp
    movq %rbx, 24(%rsp)
    movq %rbp, 48(%rsp)
    leaq 144(%rsp), %rax
    movq %rax, 56(%rsp)
    movq %r12, 96(%rsp)
    movq %r13, 104(%rsp)
    movq %r14, 112(%rsp)
    movq %r15, 120(%rsp)
    movq 136(%rsp), %rax
    movq %rax, 128(%rsp)
    movq %rsp, \register
    .endm

    enter _Unwind_RaiseException, %rsi
    call unwind_raise
    addq $136, %rsp
    ret

    enter _Unwind_Resume_or_Rethrow, %rsi
    call unwind_raise
    addq $136, %rsp
    ret

    enter _Unwind_Resume, %rsi
    call unwind_resume
    ud2

    enter _Unwind_Backtrace, %rdx
    call unwind_backtrace
    addq $136, %rsp
    ret

# void unwind_install(registers): goes on in a frame. The word below its stack pointer belonged to a frame that is left.
    .globl unwind_install
    .hidden unwind_install
    .type unwind_install, @function
unwind_install:
    movq 56(%rdi), %rcx
    movq 128(%rdi), %rax
    subq $8, %rcx
    movq %rax, (%rcx)
    movq 24(%rdi), %rbx
    movq 48(%rdi), %rbp
    movq 96(%rdi), %r12
    movq 104(%rdi), %r13
    movq 112(%rdi), %r14
    movq 120(%rdi), %r15
    movq (%rdi), %rax
    movq 8(%rdi), %rdx
    movq %rcx, %rsp
    ret
