/* Modules and the process. Documented: system calls, section 8. */
#pragma once
#include <stddef.h>
#include <stdint.h>
struct module_segment {
    uint64_t address;
    uint32_t size, protection;
};
struct module_info {
    uint64_t size;
    char name[256];
    struct module_segment segments[4];
    uint32_t count;
    uint8_t fingerprint[20];
};
struct unwind_info {
    uint64_t size;
    char name[256];
    uint64_t header, frames, frames_size, segment, segment_size;
};
int sceKernelLoadStartModule(const char *path, size_t size, const void *arguments, uint32_t flags, const void *option, int *result);
int sceKernelStopUnloadModule(int module, size_t size, const void *arguments, uint32_t flags, const void *option, int *result);
int sceKernelDlsym(int module, const char *name, void **address);
int sceKernelGetModuleInfo(int module, struct module_info *info);
int sceKernelGetModuleList(int *modules, size_t capacity, size_t *count);
int sceKernelGetModuleInfoForUnwind(uint64_t address, int flags, struct unwind_info *info);
int sceSysmoduleGetModuleInfoForUnwind(uint64_t address, int flags, struct unwind_info *info);
void *sceKernelGetProcParam(void);
int sceKernelGetCompiledSdkVersion(uint32_t *version);
int sceKernelError(int error);
int sceKernelIsAddressSanitizerEnabled(void);
void *dlopen(const char *path, int mode);
void *dlsym(void *module, const char *name);
enum { LIMIT_PAGE_SIZE = 47, LIMIT_PROCESSORS = 58 };
long sysconf(int name);
int sceKernelGetCurrentCpu(void);
