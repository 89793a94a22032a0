/* Modules: order of initialisers, thread-local variables, loading and finding. */
#include "guest/modules.h"
#include "check.h"
#include "modules/order.h"

static __thread int own = 5;

static void *count_on_thread(void *argument) {
    (void)argument;
    own += 1;
    return (void *)(intptr_t)(own == 6 && root_count(1) == 41 && leaf_count(1) == 21);
}

static void check_start(void) {
    int log[8];
    int noted = root_log(log, 8);
    ROW("L7", "a module is found by the name it exports, not its file's", 41, root_count(1));
    root_count(-1);
    ROW("L9", "a module nobody imports from has not run", 3, noted);
    ROW_HOLDS("L10", "initialisers of three modules ran, dependencies first", log[0] == 'r' && log[1] == 's' && log[2] == 'l');
    ROW("L11", "thread-local variables of program and modules in a new thread", 1, (intptr_t)join(start(count_on_thread, NULL)));
    ROW_HOLDS("L11", "and on this one", own == 5 && root_count(0) == 40 && leaf_count(0) == 20);
}

static void check_loading(void) {
    int result = 0, again = 0, log[8];
    int (*sum)(int, int) = NULL;
    int (*count)(int) = NULL;
    EQUAL("load with flags", ENCODED(EINVAL), sceKernelLoadStartModule("/app0/sce_module/lonely.prx", 0, NULL, 1, NULL, NULL));
    EQUAL("load of a missing file", ENCODED(ENOENT), sceKernelLoadStartModule("/app0/sce_module/none.prx", 0, NULL, 0, NULL, NULL));
    EQUAL("load of a text", ENCODED(ENOEXEC), sceKernelLoadStartModule("/app0/data/motto.txt", 0, NULL, 0, NULL, NULL));
    ROW("L2", "load of a file cut inside its program headers", ENCODED(ENOEXEC), sceKernelLoadStartModule("/app0/data/cut.prx", 0, NULL, 0, NULL, NULL));
    ROW("L3", "load of a container whose entry names program header 40", ENCODED(ENOEXEC), sceKernelLoadStartModule("/app0/data/entry40.self", 0, NULL, 0, NULL, NULL));
    ROW("L4", "load of a container with a compressed segment", ENCODED(ENOEXEC), sceKernelLoadStartModule("/app0/data/compressed.self", 0, NULL, 0, NULL, NULL));
    int handle = sceKernelLoadStartModule("/app0/sce_module/lonely.prx", 3, "abc", 0, NULL, &result);
    HOLDS("load", handle > 0);
    EQUAL("module_start got its arguments", 3 * 1000 + 'a', result);
    ROW_HOLDS("L9", "now it has run", root_log(log, 8) == 4 && log[3] == 'o');
    EQUAL("load again gives the same handle", handle, sceKernelLoadStartModule("/app0/sce_module/lonely.prx", 0, NULL, 0, NULL, &again));
    EQUAL("find a function", 0, sceKernelDlsym(handle, "lonely_sum", (void **)&sum));
    EQUAL("call it", 42, sum ? sum(40, 2) : 0);
    sceKernelDlsym(handle, "lonely_count", (void **)&count);
    ROW("L11", "a thread-local variable of a module that was loaded late", 301, count ? count(1) : 0);
    EQUAL("find nothing", ENCODED(ESRCH), sceKernelDlsym(handle, "no_such_name", (void **)&sum));
    EQUAL("find in no module", ENCODED(ESRCH), sceKernelDlsym(999, "lonely_sum", (void **)&sum));
    struct module_info info = {.size = sizeof info};
    EQUAL("module info", 0, sceKernelGetModuleInfo(handle, &info));
    TEXT("name", "lonely.prx", info.name);
    HOLDS("the function lies in its first segment", (uint64_t)sum >= info.segments[0].address && (uint64_t)sum < info.segments[0].address + info.segments[0].size);
    info.size = 8;
    EQUAL("module info with a wrong size", ENCODED(EINVAL), sceKernelGetModuleInfo(handle, &info));
    EQUAL("POSIX find", 42, ((int (*)(int, int))dlsym((void *)(intptr_t)handle, "lonely_sum"))(40, 2));
    HOLDS("POSIX find nothing", !dlsym((void *)(intptr_t)handle, "no_such_name"));
    EQUAL("POSIX open gives the same handle", handle, (intptr_t)dlopen("/app0/sce_module/lonely.prx", 0));
    HOLDS("POSIX open of a missing file", !dlopen("/app0/sce_module/none.prx", 0));
    EQUAL("stop", 0, sceKernelStopUnloadModule(handle, 0, NULL, 0, NULL, &result));
    EQUAL("module_stop's answer", 17, result);
    EQUAL("stop of no module", ENCODED(ESRCH), sceKernelStopUnloadModule(999, 0, NULL, 0, NULL, NULL));
}

static void check_questions(void) {
    int handles[32];
    size_t count = 0;
    struct unwind_info unwind = {.size = sizeof unwind};
    EQUAL("list of modules", 0, sceKernelGetModuleList(handles, 32, &count));
    HOLDS("program and modules are there", count >= 4);
    EQUAL("too small a list", ENCODED(ENOMEM), sceKernelGetModuleList(handles, 1, &count));
    EQUAL("list to null", ENCODED(EFAULT), sceKernelGetModuleList(NULL, 32, &count));
    EQUAL("unwind info", 0, sceKernelGetModuleInfoForUnwind((uint64_t)check_questions, 1, &unwind));
    HOLDS("its segment holds the function", (uint64_t)check_questions - unwind.segment < unwind.segment_size);
    EQUAL("unwind info of nothing", ENCODED(ESRCH), sceKernelGetModuleInfoForUnwind(0x1000, 1, &unwind));
    struct unwind_info asked = {.size = sizeof asked};
    EQUAL("unwind info by its other name", 0, sceSysmoduleGetModuleInfoForUnwind((uint64_t)check_questions, 1, &asked));
    HOLDS("is the same", asked.segment == unwind.segment && asked.header == unwind.header);
    HOLDS("process parameters", sceKernelGetProcParam() && *(uint64_t *)sceKernelGetProcParam() == 0x60);
    uint32_t version = 0;
    EQUAL("version the title was built with", 0, sceKernelGetCompiledSdkVersion(&version));
    EQUAL("it is the process parameters'", 0x02000009, version);
    EQUAL("an error number encoded", ENCODED(EAGAIN), sceKernelError(35));
    ROW("M8", "EDEADLK and ENOSYS in guest numbers", 11 + 78, EDEADLK + ENOSYS);
    EQUAL("page size as a limit", 0x4000, sysconf(LIMIT_PAGE_SIZE));
    EQUAL("processors", 13, sysconf(LIMIT_PROCESSORS));
    HOLDS("the caller runs on one of them", sceKernelGetCurrentCpu() >= 0 && sceKernelGetCurrentCpu() < 13);
    EQUAL("no sanitizer", 0, sceKernelIsAddressSanitizerEnabled());
}

void check_modules(void) {
    area("modules");
    check_start();
    check_loading();
    check_questions();
}
