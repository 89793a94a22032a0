/*
 * The ways between guest and host code.
 *
 * An import's thunk loads its slot's call record into r11 and jumps to the record's path. A path leaves the guest stack for the host stack
 * that the innermost guest_enter left at gs:G_HOSTRSP, calls the record's target, and comes back unless the stop flag is set. r10 and r11
 * are free at a call by the System V convention.
 *
 * Everything between paths_begin and paths_end runs for the guest: a fault there (a bad guest stack) is the guest's.
 */
#include "shim.h"
    .text
    .globl guest_enter, guest_abort, guest_resume, hle_plain, hle_stack, hle_variadic, hle_front, hle_lazy, safe_copy
    .hidden guest_abort, guest_resume, safe_copy_begin, safe_copy_end, safe_copy_fault, paths_begin, paths_end, lazy_resolver
    .globl safe_copy_begin, safe_copy_end, safe_copy_fault, paths_begin, paths_end, lazy_resolver

/* notes the call in the thread's ring of last calls and counts it; r10 = guest rsp, r11 = record; uses rax and r10 up */
.macro NOTE
    mov (%r10), %rax
    mov %gs:G_TAIL, %r10
    mov %r11, %gs:G_RING(%r10)
    mov %rax, %gs:G_RING+8(%r10)
    mov %rdi, %gs:G_RING+16(%r10)
    mov %rsi, %gs:G_RING+24(%r10)
    add $32, %r10d
    and $2047, %r10d
    mov %r10, %gs:G_TAIL
    mov R_COUNT(%r11), %rax
    add %gs:G_COUNTS, %rax
    incq (%rax)
.endm

/*
 * int guest_enter(ctx*): { function, rsp (out: where it was when the function returned, 0 if it did not), thread block, six arguments,
 * out rax, out xmm0, out reason }
 */
guest_enter:
    push %rbp
    push %rbx
    push %r12
    push %r13
    push %r14
    push %r15
    sub $24, %rsp
    mov %rdi, (%rsp)
    stmxcsr 8(%rsp)
    fnstcw 12(%rsp)
    rdgsbase %rax
    push %rax
    mov 16(%rdi), %rcx
    wrgsbase %rcx
    push %gs:G_HOSTRSP
    push %gs:G_GUESTRSP
    sub $8, %rsp
    mov %rsp, %gs:G_HOSTRSP
    mov (%rdi), %rax
    mov 8(%rdi), %r10
    mov 32(%rdi), %rsi
    mov 40(%rdi), %rdx
    mov 48(%rdi), %rcx
    mov 56(%rdi), %r8
    mov 64(%rdi), %r9
    mov 24(%rdi), %rdi
    /* no host pointers for the guest; a zero rbp ends the chain of frames */
    xor %ebp, %ebp
    xor %ebx, %ebx
    xor %r12d, %r12d
    xor %r13d, %r13d
    xor %r14d, %r14d
    xor %r15d, %r15d
paths_begin:
    mov %r10, %rsp
    lea guest_ret(%rip), %r11
    push %r11
    jmp *%rax
guest_ret:
    mov %rsp, %r8
    mov %gs:G_HOSTRSP, %rsp
    xor %ecx, %ecx
    jmp leave_guest

    .p2align 5
hle_plain:
    mov %rsp, %r10
    mov %gs:G_HOSTRSP, %rsp
    push %r10
    push %r11
    mov %r10, %gs:G_GUESTRSP
    NOTE
    call *R_TARGET(%r11)
    cmpl $0, %gs:G_STOP
    jne guest_abort
    mov 8(%rsp), %rsp
    ret

    .p2align 5
hle_stack:
    mov %rsp, %r10
    mov %gs:G_HOSTRSP, %rsp
    push %r10
    push %rbp
    mov %r10, %gs:G_GUESTRSP
    NOTE
    mov %rsp, %rbp
    mov 8(%rsp), %r10
    mov R_WORDS(%r11), %rax
    test $1, %al
    jz 1f
    sub $8, %rsp
1:  push (%r10,%rax,8)
    dec %rax
    jnz 1b
    call *R_TARGET(%r11)
    mov %rbp, %rsp
    pop %rbp
    cmpl $0, %gs:G_STOP
    jne guest_abort
    pop %rsp
    ret

/* asks a front for the call of up to four arguments: { result, not 0 if that is all } in rax and rdx */
    .p2align 5
hle_front:
    mov %rsp, %r10
    mov %gs:G_HOSTRSP, %rsp
    push %r10
    push %r11
    mov %r10, %gs:G_GUESTRSP
    NOTE
    push %rdi
    push %rsi
    push %rdx
    push %rcx
    call *R_FRONT(%r11)
    test %rdx, %rdx
    pop %rcx
    pop %rdx
    pop %rsi
    pop %rdi
    jnz 1f
    mov (%rsp), %r11
    call *R_TARGET(%r11)
1:  cmpl $0, %gs:G_STOP
    jne guest_abort
    mov 8(%rsp), %rsp
    ret

/* builds { rdi rsi rdx rcx r8 r9, xmm0..7, address of the guest's stack words } and passes its address */
    .p2align 5
hle_variadic:
    mov %rsp, %r10
    mov %gs:G_HOSTRSP, %rsp
    push %r10
    push %r11
    mov %r10, %gs:G_GUESTRSP
    sub $208, %rsp
    mov %rax, 184(%rsp)
    NOTE
    mov 184(%rsp), %rax
    mov 216(%rsp), %r10
    mov %rdi, (%rsp)
    mov %rsi, 8(%rsp)
    mov %rdx, 16(%rsp)
    mov %rcx, 24(%rsp)
    mov %r8, 32(%rsp)
    mov %r9, 40(%rsp)
    test %al, %al
    je 1f
    movaps %xmm0, 48(%rsp)
    movaps %xmm1, 64(%rsp)
    movaps %xmm2, 80(%rsp)
    movaps %xmm3, 96(%rsp)
    movaps %xmm4, 112(%rsp)
    movaps %xmm5, 128(%rsp)
    movaps %xmm6, 144(%rsp)
    movaps %xmm7, 160(%rsp)
1:  lea 8(%r10), %r10
    mov %r10, 176(%rsp)
    mov %rsp, %rdi
    call *R_TARGET(%r11)
    cmpl $0, %gs:G_STOP
    jne guest_abort
    mov 216(%rsp), %rsp
    ret

/* the first call of an import: asks Java to bind the slot, then goes through the slot again as if it had always been bound */
    .p2align 5
hle_lazy:
    mov %rsp, %r10
    mov %gs:G_HOSTRSP, %rsp
    push %r10
    push %r11
    mov %r10, %gs:G_GUESTRSP
    sub $192, %rsp
    mov %rdi, (%rsp)
    mov %rsi, 8(%rsp)
    mov %rdx, 16(%rsp)
    mov %rcx, 24(%rsp)
    mov %r8, 32(%rsp)
    mov %r9, 40(%rsp)
    movups %xmm0, 48(%rsp)
    movups %xmm1, 64(%rsp)
    movups %xmm2, 80(%rsp)
    movups %xmm3, 96(%rsp)
    movups %xmm4, 112(%rsp)
    movups %xmm5, 128(%rsp)
    movups %xmm6, 144(%rsp)
    movups %xmm7, 160(%rsp)
    mov %rax, 176(%rsp)
    mov R_COUNT(%r11), %rdi
    shr $3, %rdi
    call *lazy_resolver(%rip)
    mov %rax, %r11
    mov (%rsp), %rdi
    mov 8(%rsp), %rsi
    mov 16(%rsp), %rdx
    mov 24(%rsp), %rcx
    mov 32(%rsp), %r8
    mov 40(%rsp), %r9
    movups 48(%rsp), %xmm0
    movups 64(%rsp), %xmm1
    movups 80(%rsp), %xmm2
    movups 96(%rsp), %xmm3
    movups 112(%rsp), %xmm4
    movups 128(%rsp), %xmm5
    movups 144(%rsp), %xmm6
    movups 160(%rsp), %xmm7
    mov 176(%rsp), %rax
    add $200, %rsp
    pop %rsp
    /* a guest signal waits for the end of the call */
    mov %gs:G_STOP, %r10
    test $3, %r10d
    jnz guest_abort
    jmp *R_PATH(%r11)
guest_resume:
    ud2
paths_end:

/*
 * The signal handler jumps here with rsp anywhere, and a path that finds the stop flag set after a call. In the second case, for a guest
 * signal's sake, the state in which the guest would have gone on is noted: what the call preserved and what it answered.
 */
guest_abort:
    mov %gs:G_STOP, %rcx
    cmp $4, %ecx
    jne 1f
    cmp %gs:G_HOSTRSP, %rsp /* the handler set it so, and has noted the state already */
    je 1f
    mov %r12, %gs:G_STATE+32
    mov %r13, %gs:G_STATE+40
    mov %r14, %gs:G_STATE+48
    mov %r15, %gs:G_STATE+56
    mov %rbp, %gs:G_STATE+80
    mov %rbx, %gs:G_STATE+88
    mov %rax, %gs:G_STATE+104
    mov %gs:G_GUESTRSP, %rdx
    mov (%rdx), %r9
    mov %r9, %gs:G_STATE+128
    add $8, %rdx
    mov %rdx, %gs:G_STATE+120
    movq $0x202, %gs:G_STATE+136
    movups %xmm0, %gs:G_VECTORS
    stmxcsr %gs:G_VECTORS+0x10
    fnstcw %gs:G_VECTORS+0x14
    movq $0, %gs:G_EXTENDED
1:  mov %gs:G_HOSTRSP, %rsp
    xor %r8d, %r8d
leave_guest:
    add $8, %rsp
    pop %gs:G_GUESTRSP
    pop %gs:G_HOSTRSP
    pop %rdx
    wrgsbase %rdx
    mov (%rsp), %rdi
    mov %r8, 8(%rdi)
    mov %rax, 72(%rdi)
    movsd %xmm0, 80(%rdi)
    mov %rcx, 88(%rdi)
    mov %ecx, %eax
    /* after a fault the x87 stack, the direction flag and the upper vector halves are in an unknown state */
    fninit
    ldmxcsr 8(%rsp)
    fldcw 12(%rsp)
    cld
    vzeroupper
    add $24, %rsp
    pop %r15
    pop %r14
    pop %r13
    pop %r12
    pop %rbx
    pop %rbp
    ret

/* long safe_copy(dst, src, n): 0, or -1 if either side faults */
safe_copy_begin:
safe_copy:
    mov %rdx, %rcx
    rep movsb
    xor %eax, %eax
    ret
safe_copy_end:
safe_copy_fault:
    mov $-1, %rax
    ret

    .data
    .p2align 3
lazy_resolver: .quad 0 /* record* resolve(slot index), an upcall stub set by Java */
    .section .note.GNU-stack,"",@progbits
