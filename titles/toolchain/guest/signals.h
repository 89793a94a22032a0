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

/* The POSIX calls. */
struct signal_set {
    uint32_t words[4];
};
struct signal_action {
    void *handler;
    int32_t flags;
    struct signal_set masked;
};
_Static_assert(sizeof(struct signal_action) == 0x20, "handler, flags, mask");
struct signal_information {
    int32_t signal, error, code, process;
    uint32_t user;
    int32_t status;
    uint64_t address;
};
enum { ACTION_INFORMATION = 0x40, MASK_BLOCK = 1, MASK_UNBLOCK = 2, MASK_SET = 3 };
int sigaction(int signal, const struct signal_action *action, struct signal_action *old);
void *signal(int signal, void *handler);
int sigprocmask(int how, const struct signal_set *set, struct signal_set *old);
int pthread_sigmask(int how, const struct signal_set *set, struct signal_set *old);
int sigemptyset(struct signal_set *set);
int sigaddset(struct signal_set *set, int signal);
int raise(int signal);
int kill(int process, int signal);
int pthread_kill(struct thread *thread, int signal);
int getpid(void);
