/* Handlers of signals. Documented: system calls, section 8; the record as public sources of the older generation show it. */
#pragma once
#include <stdint.h>
struct thread;
enum { SIGNAL_ILLEGAL = 4, SIGNAL_ARITHMETIC = 8, SIGNAL_BUS = 10, SIGNAL_ACCESS = 11, SIGNAL_USER = 30 };
struct context {
    uint8_t before_machine[0x48];
    uint64_t rdi, rsi, rdx, rcx, r8, r9, rax, rbx, rbp, r10, r11, r12, r13, r14, r15;
    uint32_t trap;
    uint16_t fs, gs;
    uint64_t address;
    uint32_t flags;
    uint16_t es, ds;
    uint64_t error, rip, cs, rflags, rsp, ss;
};
int sceKernelInstallExceptionHandler(int signal, void (*handler)(int signal, struct context *context));
int sceKernelRemoveExceptionHandler(int signal);
int sceKernelRaiseException(struct thread *thread, int signal);
