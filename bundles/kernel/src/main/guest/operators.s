# operator new and delete over the heap. The forms that throw when there is no memory do so as if their caller did.
    .text
    .macro new name, function
    .globl \name
    .type \name, @function
\name:
    pushq %rax
    callq \function
    testq %rax, %rax
    je 9f
    popq %rcx
    ret
9:  popq %rcx
    jmp _ZSt11_Xbad_allocv
    .endm
    .macro new_nothrow name, function
    .globl \name
    .type \name, @function
\name:
    jmp \function
    .endm
    .macro delete name
    .globl \name
    .type \name, @function
\name:
    jmp free
    .endm

# memalign takes alignment, then size; operator new takes size, then alignment
aligned:
    xchgq %rdi, %rsi
    jmp memalign

    new _Znwm, malloc
    new _Znam, malloc
    new _ZnwmSt11align_val_t, aligned
    new _ZnamSt11align_val_t, aligned
    new_nothrow _ZnwmRKSt9nothrow_t, malloc
    new_nothrow _ZnamRKSt9nothrow_t, malloc
    new_nothrow _ZnwmSt11align_val_tRKSt9nothrow_t, aligned
    new_nothrow _ZnamSt11align_val_tRKSt9nothrow_t, aligned
    delete _ZdlPv
    delete _ZdaPv
    delete _ZdlPvm
    delete _ZdaPvm
    delete _ZdlPvSt11align_val_t
    delete _ZdaPvSt11align_val_t
    delete _ZdlPvmSt11align_val_t
    delete _ZdaPvmSt11align_val_t
    delete _ZdlPvRKSt9nothrow_t
    delete _ZdaPvRKSt9nothrow_t
