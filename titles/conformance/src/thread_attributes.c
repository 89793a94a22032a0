/* Thread attributes. */
#include "check.h"
#include "guest/memory.h"

static void *where(void *argument) {
    (void)argument;
    int local;
    return (void *)((uintptr_t)&local & -(uintptr_t)PAGE);
}

static void *own_stack_size(void *argument) {
    (void)argument;
    thread_attributes_t attributes;
    size_t size = 0;
    void *stack = NULL;
    scePthreadAttrInit(&attributes);
    scePthreadAttrGet(scePthreadSelf(), &attributes);
    scePthreadAttrGetstack(&attributes, &stack, &size);
    scePthreadAttrDestroy(&attributes);
    int local;
    int is_inside = (char *)stack <= (char *)&local && (char *)&local < (char *)stack + size;
    return (void *)(is_inside ? size : 0);
}

void check_thread_attributes(void) {
    thread_attributes_t attributes = NULL, none = NULL;
    size_t size = 0;
    int value = -1, priority = 300;
    uint64_t mask = 0;
    void *stack = NULL;
    area("thread-attributes");
    EQUAL("destroy what was not made", ENCODED(EINVAL), scePthreadAttrDestroy(&none));
    EQUAL("set what was not made", ENCODED(EINVAL), scePthreadAttrSetstacksize(&none, 0x10000));
    EQUAL("init", 0, scePthreadAttrInit(&attributes));
    EQUAL("stack below the smallest", ENCODED(EINVAL), scePthreadAttrSetstacksize(&attributes, 0x3fff));
    EQUAL("stack size", 0, scePthreadAttrSetstacksize(&attributes, 0x30000));
    EQUAL("get stack size", 0, scePthreadAttrGetstacksize(&attributes, &size));
    EQUAL("it is kept", 0x30000, size);
    EQUAL("get without a place", ENCODED(EINVAL), scePthreadAttrGetstacksize(&attributes, NULL));
    EQUAL("stack at null", ENCODED(EINVAL), scePthreadAttrSetstack(&attributes, NULL, 0x10000));
    EQUAL("detach state 2", ENCODED(EINVAL), scePthreadAttrSetdetachstate(&attributes, 2));
    EQUAL("get detach state", 0, scePthreadAttrGetdetachstate(&attributes, &value));
    EQUAL("joinable at first", 0, value);
    EQUAL("inheritance 1", ENCODED(ENOTSUP), scePthreadAttrSetinheritsched(&attributes, 1));
    EQUAL("inheritance 0", 0, scePthreadAttrSetinheritsched(&attributes, 0));
    scePthreadAttrGetinheritsched(&attributes, &value);
    EQUAL("it is kept", 0, value);
    EQUAL("policy 4", ENCODED(ENOTSUP), scePthreadAttrSetschedpolicy(&attributes, 4));
    EQUAL("policy round robin", 0, scePthreadAttrSetschedpolicy(&attributes, POLICY_ROUND_ROBIN));
    scePthreadAttrGetschedpolicy(&attributes, &value);
    EQUAL("it is kept", POLICY_ROUND_ROBIN, value);
    EQUAL("priority", 0, scePthreadAttrSetschedparam(&attributes, &priority));
    scePthreadAttrGetschedparam(&attributes, &value);
    EQUAL("it is kept", 300, value);
    priority = 100;
    EQUAL("priority outside of the range", ENCODED(ENOTSUP), scePthreadAttrSetschedparam(&attributes, &priority));
    EQUAL("affinity", 0, scePthreadAttrSetaffinity(&attributes, 3));
    scePthreadAttrGetaffinity(&attributes, &mask);
    EQUAL("it is kept", 3, mask);
    EQUAL("guard size", 0, scePthreadAttrSetguardsize(&attributes, 0x8000));
    scePthreadAttrGetguardsize(&attributes, &size);
    EQUAL("it is kept", 0x8000, size);
    thread_t thread = NULL;
    scePthreadCreate(&thread, &attributes, own_stack_size, NULL, "sized");
    HOLDS("a thread has the stack size it was made with", (size_t)join(thread) >= 0x30000);
    sceKernelMapFlexibleMemory(&stack, 4 * PAGE, READ | WRITE, 0);
    EQUAL("stack of the caller", 0, scePthreadAttrSetstack(&attributes, stack, 4 * PAGE));
    scePthreadCreate(&thread, &attributes, where, NULL, "own stack");
    char *seen = join(thread);
    HOLDS("the thread ran on it", seen >= (char *)stack && seen < (char *)stack + 4 * PAGE);
    EQUAL("it outlives the thread", 0, sceKernelMunmap(stack, 4 * PAGE));
    EQUAL("destroy", 0, scePthreadAttrDestroy(&attributes));
    EQUAL("destroy again", ENCODED(EINVAL), scePthreadAttrDestroy(&attributes));
}
