/* One use of each system library that a title needs before its first picture. */
#include "first_light.h"
#include "modules/vault.h"

enum { THREADS = 4, ROUNDS = 1000 };

static mutex_t mutex;
static condition_t arrived;
static event_flag_t flag;
static int shared_count, arrived_count, thread_local_failures;
static __thread int own = 7;

static void *worker(void *argument) {
    int index = (int)(intptr_t)argument;
    int bad = own != 7 || vault_count(0) != 100 || span_count(0) != 1000;
    for (int i = 0; i < ROUNDS; i++) {
        scePthreadMutexLock(&mutex);
        shared_count++;
        scePthreadMutexUnlock(&mutex);
        own++;
        vault_count(1);
        span_count(2);
    }
    bad |= own != 7 + ROUNDS || vault_count(0) != 100 + ROUNDS || span_total() != 1100 + 3 * ROUNDS;
    scePthreadMutexLock(&mutex);
    thread_local_failures += bad;
    arrived_count++;
    scePthreadCondSignal(&arrived);
    scePthreadMutexUnlock(&mutex);
    sceKernelSetEventFlag(flag, 1u << index);
    return (void *)(intptr_t)(index * 10);
}

static void check_threads(void) {
    thread_t threads[THREADS];
    int made = scePthreadMutexInit(&mutex, NULL, "count") == 0 && scePthreadCondInit(&arrived, NULL, "arrived") == 0
        && sceKernelCreateEventFlag(&flag, "threads", EVENT_FLAG_MANY_WAITERS, 0, NULL) == 0;
    report("mutex, condition and event flag made", made);
    for (int i = 0; i < THREADS; i++) {
        made &= scePthreadCreate(&threads[i], NULL, worker, (void *)(intptr_t)i, "worker") == 0;
    }
    report("threads made", made);
    scePthreadMutexLock(&mutex);
    while (arrived_count < THREADS) {
        scePthreadCondWait(&arrived, &mutex);
    }
    scePthreadMutexUnlock(&mutex);
    uint64_t bits = 0;
    uint32_t timeout = 5000000;
    report("event flag", sceKernelWaitEventFlag(flag, (1u << THREADS) - 1, WAIT_ALL | WAIT_CLEAR_ALL, &bits, &timeout) == 0
        && bits == (1u << THREADS) - 1);
    report("event flag polled empty", sceKernelPollEventFlag(flag, 1, WAIT_ANY, &bits) == (int)0x80020010);
    int joined = 1;
    for (int i = 0; i < THREADS; i++) {
        void *result = NULL;
        joined &= scePthreadJoin(threads[i], &result) == 0 && result == (void *)(intptr_t)(i * 10);
    }
    report("threads joined", joined);
    report("mutex", shared_count == THREADS * ROUNDS);
    report("thread-local variables", thread_local_failures == 0 && own == 7 && vault_count(0) == 100);
    report("objects deleted", sceKernelDeleteEventFlag(flag) == 0 && scePthreadCondDestroy(&arrived) == 0
        && scePthreadMutexDestroy(&mutex) == 0);
}

static equeue_t queue;

static void *trigger(void *data) {
    sceKernelTriggerUserEvent(queue, 5, data);
    return NULL;
}

static void check_equeue(void) {
    thread_t thread;
    struct event event;
    int count = -1;
    uint32_t poll = 0;
    int made = sceKernelCreateEqueue(&queue, "user events") == 0 && sceKernelAddUserEvent(queue, 5) == 0;
    report("equeue polled empty", made && sceKernelWaitEqueue(queue, &event, 1, &count, &poll) == (int)0x8002003c && count == 0);
    scePthreadCreate(&thread, NULL, trigger, (void *)0x1234, "trigger");
    uint32_t timeout = 5000000;
    int waited = sceKernelWaitEqueue(queue, &event, 1, &count, &timeout);
    scePthreadJoin(thread, NULL);
    report("equeue", waited == 0 && count == 1 && event.ident == 5 && event.filter == FILTER_USER && event.data == 0x1234);
    report("equeue deleted", sceKernelDeleteUserEvent(queue, 5) == 0 && sceKernelDeleteEqueue(queue) == 0);
}

static int formatted(const char *expected, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    int equal = strcmp(text, expected) == 0 && length == (int)strlen(expected);
    if (!equal) {
        printf("first light: `%s` gave `%s` (%d), expected `%s`\n", format, text, length, expected);
    }
    return equal;
}

static void check_printf(void) {
    int good = 1;
    good &= formatted("-42 43 0x2a 2A 052 00042", "%d %u %#x %X %#o %05d", -42, 43u, 42, 42, 42, 42);
    good &= formatted("[   +7] [7    ] [ 7] [007]", "[%+5d] [%-5d] [% d] [%.3d]", 7, 7, 7, 7);
    good &= formatted("-1 255 -1 65535 -1 4294967295", "%hhd %hhu %hd %hu %ld %lu", -1, 255, -1, 65535, -1l, 4294967295ul);
    good &= formatted("-5000000000 18446744073709551615 7 8 9", "%lld %llu %zu %jd %td", -5000000000ll, ~0ull, (size_t)7,
        (intmax_t)8, (ptrdiff_t)9);
    good &= formatted("A|text|te|      text|text      |%", "%c|%s|%.2s|%10s|%-10s|%%", 'A', "text", "text", "text", "text");
    good &= formatted("0x1234abcd", "%p", (void *)0x1234abcd);
    good &= formatted("3.141593 -0.50 1e+03 1.500000E-05", "%f %.2f %.0e %E", 3.14159265, -0.5, 1000.0, 1.5e-5);
    good &= formatted("0.0001 1e-05 100000 1e+06 2.5", "%g %g %g %g %G", 0.0001, 0.00001, 100000.0, 1000000.0, 2.5);
    good &= formatted("inf -INF nan 0x1.8p+1", "%f %F %f %a", __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 3.0);
    good &= formatted("[  3.50] [0003.5] [42   ]", "[%*.*f] [%06.1f] [%*d]", 6, 2, 3.5, 3.5, -5, 42);
    good &= formatted("1 2 3 4 5 6 7 8 9 0.5 1.5 2.5 3.5 4.5 5.5 6.5 7.5 8.5", "%d %d %d %d %d %d %d %d %d %g %g %g %g %g %g %g %g %g",
        1, 2, 3, 4, 5, 6, 7, 8, 9, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5);
    int place = 0;
    good &= formatted("abc", "ab%nc", &place) && place == 2;
    char small[4];
    good &= snprintf(small, sizeof small, "%s", "longer") == 6 && strcmp(small, "lon") == 0;
    report("printf", good);
    printf("first light: %c %d %i %u %o %x %X %p %s %f %e %g %a %% %5.1f %-4d| %lld %zu\n", 'c', -1, 2, 3u, 8, 255, 255, (void *)0x10,
        "text", 1.5, 1.5, 1.5, 1.5, 2.25, 9, 1ll << 40, sizeof(void *));
}

static void check_files(void) {
    char text[64] = {0};
    struct file_attributes attributes;
    int file = sceKernelOpen("/app0/data/motto.txt", OPEN_READ, 0);
    int good = file >= 3 && sceKernelFstat(file, &attributes) == 0 && attributes.size == 24;
    good &= sceKernelRead(file, text, sizeof text) == 24 && strcmp(text, "the rib that ties ribs.\n") == 0;
    good &= sceKernelLseek(file, 4, SEEK_FROM_START) == 4 && sceKernelRead(file, text, 3) == 3 && memcmp(text, "rib", 3) == 0;
    good &= sceKernelClose(file) == 0;
    report("file", good);
    report("missing file", sceKernelOpen("/app0/data/missing.txt", OPEN_READ, 0) == (int)0x80020002);
    report("file system is read-only", sceKernelOpen("/app0/data/new.txt", OPEN_READ_WRITE | OPEN_CREATE, 0666) == (int)0x8002001e);
}

/* The save counts how often the title has run. */
static void check_save(int32_t user) {
    static const char directory[32] = "runs";
    struct save_mount mount = {.user = user, .directory = directory, .blocks = 96, .mode = SAVE_READ_WRITE | SAVE_CREATE_IF_MISSING};
    struct save_mount_result result;
    uint32_t runs = 0;
    char path[64];
    int good = sceSaveDataInitialize3(NULL) == 0 && sceSaveDataMount3(&mount, &result) == 0;
    report("save mounted", good);
    if (!good) {
        return;
    }
    snprintf(path, sizeof path, "%s/count.bin", result.place);
    int file = sceKernelOpen(path, OPEN_READ_WRITE | OPEN_CREATE, 0666);
    int64_t got = sceKernelRead(file, &runs, sizeof runs);
    good = file >= 3 && (got == 0 || got == sizeof runs);
    runs++;
    good &= sceKernelLseek(file, 0, SEEK_FROM_START) == 0 && sceKernelWrite(file, &runs, sizeof runs) == sizeof runs
        && sceKernelClose(file) == 0;
    good &= sceSaveDataUmount2(0, result.place) == 0 && sceSaveDataTerminate() == 0;
    report("save", good);
    printf("first light: run number %u\n", runs);
}

static void check_services(int32_t user) {
    char name[17] = {0};
    uint8_t status[0x88] = {0};
    uint8_t sample[0x78];
    uint32_t state = 0;
    uint64_t account = 1;
    report("user name", sceUserServiceGetUserName(user, name, sizeof name) == 0 && name[0] != 0);
    report("system service", sceSystemServiceHideSplashScreen() == 0 && sceSystemServiceGetStatus(status) == 0);
    int pad = scePadInit() == 0 ? scePadOpen(user, 0, 0, NULL) : -1;
    report("pad", pad > 0 && scePadReadState(pad, sample) == 0 && scePadClose(pad) == 0);
    report("network services signed out", sceNpGetState(user, &state) == 0 && state == NP_SIGNED_OUT
        && sceNpGetAccountIdA(user, &account) == NP_ERROR_SIGNED_OUT);
}

static void check_heap(void) {
    unsigned char *blocks[32];
    int good = 1;
    for (int i = 0; i < 32; i++) {
        blocks[i] = malloc((size_t)i * 1000 + 1);
        good &= blocks[i] != NULL && ((uintptr_t)blocks[i] & 15) == 0;
        memset(blocks[i], i, (size_t)i * 1000 + 1);
    }
    for (int i = 0; i < 32; i++) {
        good &= blocks[i][0] == i && blocks[i][i * 1000] == i;
        free(blocks[i]);
    }
    report("heap", good);
}

void check_system(void) {
    int32_t user = -1;
    sceUserServiceGetInitialUser(&user);
    report("module initialisers in order", vault_started() == 1 && span_started() == 2);
    check_threads();
    check_equeue();
    check_printf();
    check_heap();
    check_files();
    check_save(user);
    check_services(user);
}
