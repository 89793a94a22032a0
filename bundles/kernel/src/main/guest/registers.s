# Functions that must see real registers.
    .text

# void *__tls_get_addr(const struct { uint64_t module, offset; } *index)
# The vector at fs:8 holds a generation, the number of modules, and the block of module n at n + 1. fs is rewritten to gs when this
# module is loaded. The platform gives running threads their block when it loads a module, so a missing one is a mistake and stops here.
    .globl __tls_get_addr
    .type __tls_get_addr, @function
__tls_get_addr:
    movq %fs:8, %rax
    movq (%rdi), %rcx
    cmpq 8(%rax), %rcx
    ja 1f
    movq 8(%rax,%rcx,8), %rax
    testq %rax, %rax
    je 1f
    addq 8(%rdi), %rax
    ret
1:  ud2

# int setjmp(buffer): return address, rbx, rsp, rbp, r12 to r15, MXCSR and x87 control word
    .macro save name
    .globl \name
    .type \name, @function
\name:
    .endm
    save setjmp
    save _setjmp
    save sigsetjmp
    movq (%rsp), %rax
    movq %rax, (%rdi)
    movq %rbx, 8(%rdi)
    leaq 8(%rsp), %rax
    movq %rax, 16(%rdi)
    movq %rbp, 24(%rdi)
    movq %r12, 32(%rdi)
    movq %r13, 40(%rdi)
    movq %r14, 48(%rdi)
    movq %r15, 56(%rdi)
    stmxcsr 64(%rdi)
    fnstcw 68(%rdi)
    xorl %eax, %eax
    ret

# void longjmp(buffer, int value); value 0 becomes 1
    save longjmp
    save _longjmp
    save siglongjmp
    movl %esi, %eax
    testl %eax, %eax
    jne 1f
    incl %eax
1:  movq 8(%rdi), %rbx
    movq 16(%rdi), %rsp
    movq 24(%rdi), %rbp
    movq 32(%rdi), %r12
    movq 40(%rdi), %r13
    movq 48(%rdi), %r14
    movq 56(%rdi), %r15
    ldmxcsr 64(%rdi)
    fldcw 68(%rdi)
    jmpq *(%rdi)
