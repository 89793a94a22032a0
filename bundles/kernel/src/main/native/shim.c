/*
 * Signals, per-thread set-up and host memory for guest execution. Holds no policy: Java decides, this file tells it what happened.
 */
#define _GNU_SOURCE
#include "shim.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

typedef uint64_t u64;
#define EXPORT __attribute__((visibility("default")))

extern char guest_abort[], guest_resume[], safe_copy_begin[], safe_copy_end[], safe_copy_fault[], paths_begin[], paths_end[];

struct fault {
    u64 signal, code, address, rip, rsp, registers[23], error, trap;
};

#define ALT_STACK_BYTES 65536 /* HotSpot's handler runs on it too */
#define STOP_SIGNAL (SIGRTMIN + 9)
#define CLEARED_FLAGS 0x40500 /* DF, TF, AC */

/* The thread block of a host thread that runs guest code; null elsewhere. Not gs: new threads inherit that from their creator. */
static __thread char *current __attribute__((tls_model("initial-exec")));
static struct sigaction previous[65];
static u64 guest_low, guest_high;
static volatile u64 passed_on;

static u64 *field(char *block, int offset) {
    return (u64 *)(block + offset);
}

int thread_is_cancelled(void) {
    return !current || *field(current, G_CANCELLED);
}

static int runs_guest(char *block, greg_t *g) {
    u64 sp = g[REG_RSP];
    u64 ip = g[REG_RIP];
    if (sp < *field(block, G_HOSTLO) || sp >= *field(block, G_HOSTHI)) {
        return 1;
    }
    return ip >= (u64)paths_begin && ip < (u64)paths_end;
}

static void leave_guest(char *block, greg_t *g, u64 reason) {
    *field(block, G_STOP) = reason;
    g[REG_RSP] = *field(block, G_HOSTRSP);
    g[REG_RIP] = (greg_t)guest_abort;
    g[REG_EFL] &= ~(greg_t)CLEARED_FLAGS;
}

static void note_state(char *block, greg_t *g, int signal, int code, u64 address) {
    struct fault *f = (struct fault *)(block + G_FAULT);
    f->signal = signal;
    f->code = code;
    f->address = address;
    f->rip = g[REG_RIP];
    f->rsp = g[REG_RSP];
    f->error = g[REG_ERR];
    f->trap = g[REG_TRAPNO];
    for (int i = 0; i < 23; i++) {
        f->registers[i] = g[i];
    }
}

#define EXTENDED_MAGIC 0x46505853u /* in the software bytes of a frame's vector state, followed by its size */
#define SOFTWARE_BYTES 464
#define LEGACY_BYTES 512

static u64 vector_bytes(const char *state) {
    uint32_t software[2];
    memcpy(software, state + SOFTWARE_BYTES, sizeof software);
    return software[0] == EXTENDED_MAGIC ? software[1] : LEGACY_BYTES;
}

static void keep_vectors(char *block, ucontext_t *uc) {
    const char *state = (const char *)uc->uc_mcontext.fpregs;
    u64 bytes = state ? vector_bytes(state) : 0;
    if (bytes > VECTOR_ROOM) {
        bytes = 0;
    }
    memcpy(block + G_VECTORS, state, bytes);
    *field(block, G_EXTENDED) = bytes;
}

/* Lets the interrupted guest_resume go on with the kept state instead. */
static void go_on(char *block, ucontext_t *uc) {
    greg_t *g = uc->uc_mcontext.gregs;
    memcpy(g, block + G_STATE, (REG_EFL + 1) * sizeof *g);
    char *state = (char *)uc->uc_mcontext.fpregs;
    u64 bytes = *field(block, G_EXTENDED);
    if (!state) {
        return;
    }
    if (bytes) {
        memcpy(state, block + G_VECTORS, bytes);
        return;
    }
    struct _libc_fpstate *legacy = uc->uc_mcontext.fpregs;
    memcpy(&legacy->_xmm[0], block + G_VECTORS, 16);
    memcpy(&legacy->mxcsr, block + G_VECTORS + 0x10, 4);
    memcpy(&legacy->cwd, block + G_VECTORS + 0x14, 2);
    if (vector_bytes(state) > LEGACY_BYTES) {
        *(u64 *)(state + LEGACY_BYTES) |= 3; /* x87 and SSE are not in their initial state */
    }
}

static u64 field_mask(unsigned length) {
    return length ? (1ull << length) - 1 : ~0ull; /* a length of 0 means 64 */
}

/*
 * Executes one instruction of the console's processor that this host lacks, as documented in AMD's manuals. ip: its bytes; low, high: the
 * halves of xmm0…15, 16 bytes apart. Gives its length, 0 if it is none of them. Where length + index exceed 64 the result is undefined on
 * the processor; the mask of the length is used.
 */
static int emulate(const uint8_t *ip, u64 *xmm, u64 *rax, u64 *rdx) {
    if (ip[0] == 0x0f && ip[1] == 0x01 && ip[2] == 0xfc) { /* clzero */
        memset((void *)(*rax & ~63ull), 0, 64);
        return 3;
    }
    if (ip[0] == 0x0f && ip[1] == 0x01 && ip[2] == 0xfd) { /* rdpru: any counter is the time stamp counter */
        uint32_t low, high;
        __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
        *rax = low;
        *rdx = high;
        return 3;
    }
    int is_insert = ip[0] == 0xf2;
    if (!is_insert && ip[0] != 0x66) {
        return 0;
    }
    int at = 1;
    unsigned rex = (ip[at] & 0xf0) == 0x40 ? ip[at++] : 0;
    if (ip[at] != 0x0f || (ip[at + 1] != 0x78 && ip[at + 1] != 0x79) || ip[at + 2] < 0xc0) {
        return 0;
    }
    int is_immediate = ip[at + 1] == 0x78;
    uint8_t modrm = ip[at + 2];
    u64 *first = xmm + 2 * ((modrm >> 3 & 7) | (rex & 4) << 1);
    u64 *second = xmm + 2 * ((modrm & 7) | (rex & 1) << 3);
    unsigned length, index;
    at += 3;
    if (is_immediate) {
        length = ip[at] & 63;
        index = ip[at + 1] & 63;
        at += 2;
    } else {
        u64 control = second[is_insert];
        length = control & 63;
        index = control >> 8 & 63;
    }
    u64 mask = field_mask(length);
    if (is_insert) {
        first[0] = (first[0] & ~(mask << index)) | (second[0] & mask) << index;
    } else {
        u64 *target = is_immediate ? second : first;
        target[0] = target[0] >> index & mask;
        target[1] = 0;
    }
    return at;
}

/* The same for tests: registers = { rax, rdx, xmm0 low, xmm0 high, … }. */
EXPORT int shim_emulate(const uint8_t *ip, u64 *registers) {
    return emulate(ip, registers + 2, registers, registers + 1);
}

static int emulated(ucontext_t *uc) {
    greg_t *g = uc->uc_mcontext.gregs;
    if (!uc->uc_mcontext.fpregs) {
        return 0;
    }
    u64 rax = g[REG_RAX], rdx = g[REG_RDX];
    int length = emulate((const uint8_t *)g[REG_RIP], (u64 *)uc->uc_mcontext.fpregs->_xmm, &rax, &rdx);
    g[REG_RAX] = rax;
    g[REG_RDX] = rdx;
    g[REG_RIP] += length;
    return length;
}

static void on_fault(int signal, siginfo_t *info, void *context) {
    ucontext_t *uc = context;
    greg_t *g = uc->uc_mcontext.gregs;
    char *block = current;
    if (block && g[REG_RIP] == (greg_t)guest_resume) {
        go_on(block, uc);
        return;
    }
    if (block && *field(block, G_HOSTRSP) && runs_guest(block, g)) {
        if (signal == SIGILL && emulated(uc)) {
            return;
        }
        note_state(block, g, signal, info->si_code, (u64)info->si_addr);
        keep_vectors(block, uc);
        leave_guest(block, g, 2);
        return;
    }
    if (g[REG_RIP] >= (greg_t)safe_copy_begin && g[REG_RIP] < (greg_t)safe_copy_end) {
        g[REG_RIP] = (greg_t)safe_copy_fault;
        return;
    }
    __atomic_add_fetch(&passed_on, 1, __ATOMIC_RELAXED);
    /* Java code touched unmapped guest memory. HotSpot survives SIGBUS in its memory-access code (InternalError) but not SIGSEGV. */
    if (signal == SIGSEGV && (u64)info->si_addr >= guest_low && (u64)info->si_addr < guest_high
        && (previous[SIGBUS].sa_flags & SA_SIGINFO)) {
        siginfo_t bus = *info;
        bus.si_signo = SIGBUS;
        bus.si_code = BUS_ADRERR;
        previous[SIGBUS].sa_sigaction(SIGBUS, &bus, context);
        return;
    }
    struct sigaction *next = &previous[signal];
    if (next->sa_flags & SA_SIGINFO) {
        next->sa_sigaction(signal, info, context);
    } else if (next->sa_handler == SIG_DFL) {
        struct sigaction plain = {.sa_handler = SIG_DFL};
        sigaction(signal, &plain, 0);
    } else if (next->sa_handler != SIG_IGN) {
        next->sa_handler(signal);
    }
}

/* In guest code the thread leaves at once; in host code only the flag is set, and acts when the call returns. */
static void on_stop(int signal, siginfo_t *info, void *context) {
    (void)signal;
    (void)info;
    ucontext_t *uc = context;
    greg_t *g = uc->uc_mcontext.gregs;
    char *block = current;
    if (!block || !*field(block, G_HOSTRSP)) {
        return;
    }
    u64 sp = g[REG_RSP];
    u64 reason = *field(block, G_SIGNALS) ? 4 : 3;
    if (g[REG_RIP] == (greg_t)guest_resume) {
        return; /* between two states; whoever sent this sends it again */
    }
    if (sp < *field(block, G_HOSTLO) || sp >= *field(block, G_HOSTHI)) {
        note_state(block, g, signal, 0, 0);
        keep_vectors(block, uc);
        leave_guest(block, g, reason);
    } else if (*field(block, G_STOP) == 0 || *field(block, G_STOP) == 4) {
        *field(block, G_STOP) = reason;
    }
}

EXPORT int shim_install(u64 low, u64 high) {
    /* SIGSYS: where the player is limited, a system call that guest code makes itself is refused so (player.c). */
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
    guest_low = low;
    guest_high = high;
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction a = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER};
        /* On the stack of signals a thread would be taken for one in guest code. */
        sigaddset(&a.sa_mask, STOP_SIGNAL);
        if (sigaction(signals[i], &a, &previous[signals[i]])) {
            return errno;
        }
    }
    struct sigaction stop = {.sa_sigaction = on_stop, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    return sigaction(STOP_SIGNAL, &stop, 0) ? errno : 0;
}

/* bit 0: FSGSBASE usable */
EXPORT u64 shim_features(void) {
    return (getauxval(AT_HWCAP2) >> 1) & 1;
}

EXPORT u64 shim_passed_on(void) {
    return passed_on;
}

static void leave(int status, void *unused) {
    (void)unused;
    _exit(status);
}

/* Ends the process at its end before whatever libraries wanted to do there until now: drivers whose device is stuck wait for it, or crash. */
EXPORT void shim_leave_at_once(void) {
    on_exit(leave, 0);
}

/* registers[4] = eax, ebx, ecx, edx of a cpuid leaf */
EXPORT void shim_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t *registers) {
    __asm__ volatile("cpuid"
                     : "=a"(registers[0]), "=b"(registers[1]), "=c"(registers[2]), "=d"(registers[3])
                     : "a"(leaf), "c"(subleaf));
}

/* Makes the calling host thread one that may run guest code with this block; gives its thread id, or -errno. */
EXPORT int64_t guest_bind(char *block) {
    pthread_attr_t attributes;
    void *low;
    size_t bytes;
    if (pthread_getattr_np(pthread_self(), &attributes)) {
        return -ENOMEM;
    }
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
    *field(block, G_HOSTLO) = (u64)low;
    *field(block, G_HOSTHI) = (u64)low + bytes;
    void *stack = mmap(0, ALT_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) {
        return -errno;
    }
    stack_t alternate = {.ss_sp = stack, .ss_size = ALT_STACK_BYTES};
    sigaltstack(&alternate, 0);
    /* Their handlers lack SA_ONSTACK and would run on a small guest stack; any other thread takes them as well. */
    sigset_t elsewhere;
    sigemptyset(&elsewhere);
    sigaddset(&elsewhere, SIGQUIT);
    sigaddset(&elsewhere, SIGINT);
    sigaddset(&elsewhere, SIGTERM);
    sigaddset(&elsewhere, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &elsewhere, 0);
    current = block;
    return syscall(SYS_gettid);
}

EXPORT void guest_unbind(void) {
    current = 0;
    stack_t off = {.ss_flags = SS_DISABLE};
    stack_t was;
    if (!sigaltstack(&off, &was) && was.ss_sp) {
        munmap(was.ss_sp, was.ss_size);
    }
}

EXPORT int guest_interrupt(int64_t thread) {
    return syscall(SYS_tgkill, getpid(), (int)thread, STOP_SIGNAL) ? errno : 0;
}

/* Host memory calls that answer -errno, so that Java need not capture errno. */
EXPORT int64_t host_map(u64 address, u64 bytes, int protection, int flags, int file, u64 offset) {
    void *p = mmap((void *)address, bytes, protection, flags, file, offset);
    return p == MAP_FAILED ? -errno : (int64_t)p;
}

EXPORT int host_unmap(u64 address, u64 bytes) {
    return munmap((void *)address, bytes) ? -errno : 0;
}

EXPORT int host_protect(u64 address, u64 bytes, int protection) {
    return mprotect((void *)address, bytes, protection) ? -errno : 0;
}

EXPORT int host_memory_file(const char *name, u64 bytes) {
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0) {
        return -errno;
    }
    if (ftruncate(file, bytes)) {
        int e = errno;
        close(file);
        return -e;
    }
    return file;
}

/* Drops the pages of a part of a memory file: they read as zero afterwards. */
EXPORT int host_drop(int file, u64 offset, u64 bytes) {
    return fallocate(file, 3 /* punch hole, keep size */, offset, bytes) ? -errno : 0;
}

EXPORT int host_close(int file) {
    return close(file) ? -errno : 0;
}

/* Where guest code goes on with the state in its thread block. */
EXPORT u64 shim_resume(void) {
    return (u64)guest_resume;
}

extern void *lazy_resolver;

EXPORT void shim_set_resolver(void *upcall) {
    lazy_resolver = upcall;
}
