/*
 * player [--wait] [--note FILE] [--teller PROGRAM --words N] {--read|--write|--device|--file PATH}… [--sockets] [--network] -- PROGRAM ARGUMENT…
 *
 * Starts the process that holds a title's code, with the rights that it needs, and outlives it. Files by Landlock: what is not named cannot
 * be reached, by whatever means the title's code asks. System calls by seccomp: no network, nothing of other processes or of the kernel's
 * own state, and none at all from the addresses of guest code (SIGSYS; the shim takes it). Both hold for the whole process from its first
 * instruction, for what it starts, and for good.
 *
 * --read    a file, or a folder with all below it, that may be read, and run
 * --write   a folder in which files and folders may be changed, but not run, and no links made, that whoever has more rights would follow;
 *           made if it is not there, and removed at the end if it is empty (with --wait)
 * --device  a device, or a folder of them
 * --file    a file that may be written; made if it is not there, and removed at the end if nothing was written (with --wait)
 * --sockets local sockets are allowed: those of a window
 * --network sockets of the internet are allowed
 * --wait    stays, passes signals on, kills a player that they do not end within seconds, and ends with the player's status. If the player
 *           dies of a signal, or without removing the note, the teller is started, without limits, to tell and to report it:
 *           TELLER obituary WHAT-HAPPENED PROCESS and the last N arguments
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define USAGE 2
#define CANNOT_START 5
#define END_S 5

/* --- files ------------------------------------------------------------------------------------------------------------------------- */

/* Documented: Linux, Documentation/userspace-api/landlock.rst; in numbers, since the headers of the build may be older than the kernel. */
#define LANDLOCK_CREATE 444
#define LANDLOCK_ADD 445
#define LANDLOCK_RESTRICT 446
#define OF_VERSION 1
#define BENEATH 1
#define FILES_1 0x1fffull     /* execute … make symbolic link */
#define REFER 0x2000ull       /* version 2: link and rename between folders */
#define TRUNCATE 0x4000ull    /* version 3 */
#define IOCTL_DEVICE 0x8000ull /* version 5 */
#define EXECUTE 0x1ull
#define WRITE_FILE 0x2ull
#define READ_FILE 0x4ull
#define READ_FOLDER 0x8ull
#define PLAIN_CHANGES 0x1beull /* write, read; remove and make plain files and folders: no links, devices, pipes, sockets; run nothing */
#define OF_A_FILE (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE)
#define SCOPES 3 /* version 6: abstract sockets of others, signals to others */

struct ruleset {
    uint64_t files, network, scoped;
};

struct beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

static long version;
static uint64_t handled;
static int rules = -1;

static void open_rules(void) {
    version = syscall(LANDLOCK_CREATE, 0, 0, OF_VERSION);
    if (version < 1) {
        fprintf(stderr, "lierne: this kernel has no Landlock: a title's code may reach what you may reach\n");
        return;
    }
    handled = FILES_1 | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? IOCTL_DEVICE : 0);
    struct ruleset set = {.files = handled, .scoped = version >= 6 ? SCOPES : 0};
    rules = syscall(LANDLOCK_CREATE, &set, version >= 6 ? sizeof set : sizeof set.files, 0);
    if (rules < 0) {
        fprintf(stderr, "lierne: Landlock refuses its rules: %s\n", strerror(errno));
    }
}

/* What is not there needs no right. */
static void allow(const char *path, uint64_t what) {
    struct stat is;
    int parent = open(path, O_PATH | O_CLOEXEC);
    if (parent < 0) {
        return;
    }
    if (rules >= 0 && !fstat(parent, &is)) {
        struct beneath rule = {.allowed = what & handled & (S_ISDIR(is.st_mode) ? ~0ull : OF_A_FILE), .parent = parent};
        if (syscall(LANDLOCK_ADD, rules, BENEATH, &rule, 0)) {
            fprintf(stderr, "lierne: Landlock refuses %s: %s\n", path, strerror(errno));
        }
    }
    close(parent);
}

/* --- system calls ------------------------------------------------------------------------------------------------------------------ */

/* High halves of the addresses at which guest code lies: MappedAddressSpace's images and user area. */
#define GUEST_LOW 0x8
#define GUEST_HIGH 0xfc
#define OTHER_ABI 0x40000000
#define NO_FAMILY 0xffffffff
#define USER_FAULTS_ONLY 1
#define NAMESPACES (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define HIGH_HALF(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name) + 4)
#define UNLESS_EQUAL(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
#define IF_EQUAL(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, skip, 0)
#define IF_BELOW(value, skip) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, value, 0, skip)
#define GIVE(result) BPF_STMT(BPF_RET | BPF_K, result)
#define REFUSE(error) GIVE(SECCOMP_RET_ERRNO | (error))
#define ONLY_FIRST(call, value) UNLESS_EQUAL(call, 4), FIELD(args[0]), UNLESS_EQUAL(value, 1), GIVE(SECCOMP_RET_ALLOW), REFUSE(EPERM)

/* Nothing that a player does; each acts on other processes, on the machine, or past these limits. */
static const int never[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_bpf, SYS_kexec_load,
    SYS_kexec_file_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_perf_event_open,
    SYS_add_key, SYS_request_key, SYS_keyctl, SYS_unshare, SYS_setns, SYS_open_by_handle_at, SYS_settimeofday,
    SYS_clock_settime, SYS_sethostname, SYS_iopl, SYS_ioperm, SYS_acct, SYS_syslog, SYS_quotactl, SYS_tkill, 424 /* pidfd_send_signal */,
    425, 426, 427 /* io_uring: other calls in disguise */, 428, 429, 430, 431, 432, 433, 442 /* mounts */, 438 /* pidfd_getfd */,
    440 /* process_madvise */
};
#define NEVER (sizeof never / sizeof *never)

static void limit_calls(int has_sockets, int has_network) {
    const unsigned self = (unsigned)getpid(); /* which stays the player's */
    struct sock_filter code[64 + 2 * NEVER];
    const struct sock_filter begin[] = {
        FIELD(arch), UNLESS_EQUAL(AUDIT_ARCH_X86_64, 1), BPF_STMT(BPF_JMP | BPF_JA, 1), GIVE(SECCOMP_RET_KILL_PROCESS),
        HIGH_HALF(instruction_pointer), IF_BELOW(GUEST_LOW, 2), BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, GUEST_HIGH, 1, 0), GIVE(SECCOMP_RET_TRAP),
        FIELD(nr), BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_ABI, 0, 1), GIVE(SECCOMP_RET_KILL_PROCESS),
        UNLESS_EQUAL(435, 1), REFUSE(ENOSYS), /* clone3: its flags lie in memory; the C library then takes clone */
    };
    const struct sock_filter end[] = {
        ONLY_FIRST(SYS_kill, self), ONLY_FIRST(SYS_tgkill, self), ONLY_FIRST(SYS_rt_sigqueueinfo, self), ONLY_FIRST(SYS_rt_tgsigqueueinfo, self),
        /* typing into the terminal, which is the shell's afterwards */
        UNLESS_EQUAL(SYS_ioctl, 5), FIELD(args[1]), IF_EQUAL(TIOCSTI, 1), UNLESS_EQUAL(TIOCLINUX, 1), REFUSE(EPERM), GIVE(SECCOMP_RET_ALLOW),
        /* watching writes of user code is all that the kernel's part of the process needs of it */
        UNLESS_EQUAL(SYS_userfaultfd, 4), FIELD(args[0]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, USER_FAULTS_ONLY, 0, 1), GIVE(SECCOMP_RET_ALLOW),
        REFUSE(EPERM),
        UNLESS_EQUAL(SYS_clone, 3), FIELD(args[0]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 7), REFUSE(EPERM),
        UNLESS_EQUAL(SYS_socket, 5), FIELD(args[0]), IF_EQUAL(has_sockets ? AF_UNIX : NO_FAMILY, 3),
        IF_EQUAL(has_network ? AF_INET : NO_FAMILY, 2), IF_EQUAL(has_network ? AF_INET6 : NO_FAMILY, 1), REFUSE(EACCES),
        GIVE(SECCOMP_RET_ALLOW),
    };
    unsigned length = 0;
    memcpy(code, begin, sizeof begin);
    length += sizeof begin / sizeof *begin;
    for (unsigned i = 0; i < NEVER; i++) {
        code[length++] = (struct sock_filter)UNLESS_EQUAL(never[i], 1);
        code[length++] = (struct sock_filter)REFUSE(EPERM);
    }
    memcpy(code + length, end, sizeof end);
    length += sizeof end / sizeof *end;
    struct sock_fprog program = {.len = length, .filter = code};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)) {
        fprintf(stderr, "lierne: this kernel filters no system calls: a title's code may make those that you may make\n");
    }
}

static void limit(int has_sockets, int has_network) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (rules >= 0 && syscall(LANDLOCK_RESTRICT, rules, 0)) {
        fprintf(stderr, "lierne: Landlock is not to be had: %s\n", strerror(errno));
    }
    limit_calls(has_sockets, has_network);
}

/* --- waiting ----------------------------------------------------------------------------------------------------------------------- */

/*
 * Passes signals on until the player has ended. One from a terminal has reached it already: it comes from nobody. A player that was asked and
 * does not end, as one may that waits for a device in the middle of its driver's own end, is ended; if not even that ends it, it is left.
 */
static int wait_for(pid_t player, const sigset_t *watched, int *was_asked) {
    int status = 0, limits = 0;
    struct timespec patience = {.tv_sec = END_S};
    while (waitpid(player, &status, WNOHANG) != player) {
        siginfo_t info;
        int signal = *was_asked ? sigtimedwait(watched, &info, &patience) : sigwaitinfo(watched, &info);
        if (signal > 0 && signal != SIGCHLD) {
            *was_asked = 1;
            if (info.si_code <= 0) {
                kill(player, signal);
            }
        } else if (signal < 0 && errno == EAGAIN && limits++ == 0) {
            fprintf(stderr, "lierne: the title's process did not end within %d s of being asked and is killed\n", END_S);
            kill(player, SIGKILL);
        } else if (signal < 0 && errno == EAGAIN) {
            fprintf(stderr, "lierne: the title's process cannot be killed; its driver has it\n");
            return SIGKILL;
        }
    }
    return status;
}

static void describe(int status, char *text, size_t bytes) {
    if (WIFSIGNALED(status)) {
        const char *name = sigabbrev_np(WTERMSIG(status));
        snprintf(text, bytes, "SIG%s", name ? name : "?");
    } else {
        snprintf(text, bytes, "exit status %d", WEXITSTATUS(status));
    }
}

static void remove_if_empty(const char *path) {
    struct stat is;
    if (rmdir(path) && !lstat(path, &is) && S_ISREG(is.st_mode) && is.st_size == 0) {
        unlink(path);
    }
}

static int cannot(const char *program) {
    fprintf(stderr, "lierne: %s cannot be started: %s\n", program, strerror(errno));
    return CANNOT_START;
}

/* --- the command line -------------------------------------------------------------------------------------------------------------- */

struct asked {
    int is_waiting, has_sockets, has_network, words;
    const char *note, *teller;
    const char **made; /* files and folders that were not there before */
    int made_count;
    char **command;
};

/* Gives the path a right, having made what is to be there. */
static int give_right(struct asked *asked, const char *option, const char *path) {
    int is_new = 0;
    if (!strcmp(option, "--read")) {
        allow(path, EXECUTE | READ_FILE | READ_FOLDER);
    } else if (!strcmp(option, "--write")) {
        is_new = !mkdir(path, 0777);
        allow(path, PLAIN_CHANGES | REFER | TRUNCATE);
    } else if (!strcmp(option, "--device")) {
        allow(path, READ_FILE | READ_FOLDER | WRITE_FILE | IOCTL_DEVICE);
    } else if (!strcmp(option, "--file")) {
        int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
        is_new = file >= 0;
        close(file);
        allow(path, READ_FILE | WRITE_FILE | TRUNCATE);
    } else {
        return 0;
    }
    if (is_new) {
        asked->made[asked->made_count++] = path;
    }
    return 1;
}

/* Reads the command line, and gives rights on the way. Gives 0, or the exit status if it is none. */
static int read_line(struct asked *asked, int count, char **words) {
    int at = 1;
    for (; at < count && strcmp(words[at], "--"); at++) {
        const char *option = words[at];
        if (!strcmp(option, "--wait")) {
            asked->is_waiting = 1;
        } else if (!strcmp(option, "--sockets")) {
            asked->has_sockets = 1;
        } else if (!strcmp(option, "--network")) {
            asked->has_network = 1;
        } else if (++at == count) {
            break;
        } else if (!strcmp(option, "--note")) {
            asked->note = words[at];
            close(open(asked->note, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600));
        } else if (!strcmp(option, "--teller")) {
            asked->teller = words[at];
        } else if (!strcmp(option, "--words")) {
            asked->words = atoi(words[at]);
        } else if (!give_right(asked, option, words[at])) {
            fprintf(stderr, "player: no option %s\n", option);
            return USAGE;
        }
    }
    asked->command = words + at + 1;
    if (at >= count - 1 || asked->words < 0 || asked->words >= count - at) {
        fprintf(stderr, "player: no program to start, or fewer words than said\n");
        return USAGE;
    }
    return 0;
}

/* Starts the teller in this process's place. */
static int tell(const struct asked *asked, pid_t player, int status) {
    char end[64], process[16];
    describe(status, end, sizeof end);
    snprintf(process, sizeof process, "%d", (int)player);
    int count = 0;
    while (asked->command[count]) {
        count++;
    }
    char **words = calloc((size_t)asked->words + 5, sizeof *words);
    words[0] = (char *)asked->teller;
    words[1] = "obituary";
    words[2] = end;
    words[3] = process;
    memcpy(words + 4, asked->command + count - asked->words, (size_t)asked->words * sizeof *words);
    execv(asked->teller, words);
    return cannot(asked->teller);
}

/* In the player's process. */
static int become_player(const struct asked *asked) {
    limit(asked->has_sockets, asked->has_network);
    execv(asked->command[0], asked->command);
    return cannot(asked->command[0]);
}

/* What whoever started us ignores, as nohup does with SIGHUP, the player ignores too: it asks for no end. */
static void watch(sigset_t *watched, int signal) {
    struct sigaction inherited;
    if (sigaction(signal, NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN) {
        sigaddset(watched, signal);
    }
}

/* Starts the player, and stays until it has ended. */
static int attend(const struct asked *asked) {
    signal(SIGCHLD, SIG_DFL); /* whoever ignores it, as some that start us do, is not told how its children ended */
    sigset_t watched, before;
    sigemptyset(&watched);
    sigaddset(&watched, SIGCHLD);
    watch(&watched, SIGINT);
    watch(&watched, SIGTERM);
    watch(&watched, SIGHUP);
    sigprocmask(SIG_BLOCK, &watched, &before);
    pid_t self = getpid();
    pid_t player = fork();
    if (player == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != self) {
            return CANNOT_START;
        }
        sigprocmask(SIG_SETMASK, &before, 0);
        return become_player(asked);
    }
    if (player < 0) {
        return cannot(asked->command[0]);
    }
    int was_asked = 0;
    int status = wait_for(player, &watched, &was_asked);
    for (int i = asked->made_count; i-- > 0;) {
        remove_if_empty(asked->made[i]);
    }
    int has_vanished = asked->note && !unlink(asked->note);
    sigprocmask(SIG_SETMASK, &before, 0);
    if (asked->teller && !was_asked && (WIFSIGNALED(status) || has_vanished)) {
        return tell(asked, player, status);
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int count, char **words) {
    struct asked asked = {.made = calloc((size_t)count, sizeof *asked.made)};
    open_rules();
    int status = read_line(&asked, count, words);
    if (status) {
        return status;
    }
    if (asked.is_waiting) {
        return attend(&asked);
    }
    /* Ctrl-C is for the console that asked: it says so to its player. */
    signal(SIGINT, SIG_IGN);
    return become_player(&asked);
}
