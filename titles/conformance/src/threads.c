/* Making, joining, ending and naming threads; keys and once. */
#include "check.h"
#include "guest/memory.h"
#include "guest/time.h"

static void *give_back(void *argument) { return argument; }

static void *leave(void *argument) {
    scePthreadExit(argument);
}

static thread_t published;

static void *compare_self(void *argument) {
    (void)argument;
    return (void *)(intptr_t)(scePthreadEqual(published, scePthreadSelf()) && scePthreadSelf() == published);
}

static void check_life(void) {
    thread_t thread = NULL;
    void *result = NULL;
    EQUAL("create without a place", ENCODED(EINVAL), scePthreadCreate(NULL, NULL, give_back, NULL, "none"));
    EQUAL("create", 0, scePthreadCreate(&thread, NULL, give_back, (void *)0x123456789abc, "one"));
    EQUAL("join", 0, scePthreadJoin(thread, &result));
    EQUAL("the result came through", 0x123456789abc, (intptr_t)result);
    EQUAL("join again", ENCODED(ESRCH), scePthreadJoin(thread, &result));
    EQUAL("join of the caller", ENCODED(EDEADLK), scePthreadJoin(scePthreadSelf(), NULL));
    EQUAL("join of nothing", ENCODED(ESRCH), scePthreadJoin((thread_t)0x123450, NULL));
    thread = start(leave, (void *)77);
    EQUAL("exit gives the result", 77, (intptr_t)join(thread));
    EQUAL("join without a place", 0, scePthreadJoin(start(give_back, NULL), NULL));
    scePthreadCreate(&published, NULL, compare_self, NULL, "self");
    EQUAL("the handle is written before the thread runs", 1, (intptr_t)join(published));
    EQUAL("a thread equals itself", 1, scePthreadEqual(scePthreadSelf(), scePthreadSelf()));
    thread = start(give_back, NULL);
    EQUAL("another does not", 0, scePthreadEqual(scePthreadSelf(), thread));
    EQUAL("detach", 0, scePthreadDetach(thread));
    HOLDS("detach again", scePthreadDetach(thread) != 0);
    EQUAL("detach of nothing", ENCODED(ESRCH), scePthreadDetach((thread_t)0x123450));
    EQUAL("POSIX create", 0, pthread_create(&thread, NULL, give_back, (void *)5));
    EQUAL("POSIX join", 0, pthread_join(thread, &result));
    EQUAL("POSIX result", 5, (intptr_t)result);
    EQUAL("POSIX join of nothing", ESRCH, pthread_join((thread_t)0x123450, NULL));
}

static volatile int go;

static void *wait_for_go(void *argument) {
    while (!go) {
        sceKernelUsleep(1000);
    }
    return argument;
}

static void *join_other(void *other) { return (void *)(intptr_t)scePthreadJoin(other, NULL); }

static void check_detached(void) {
    thread_attributes_t attributes;
    thread_t thread = NULL;
    go = 0;
    scePthreadAttrInit(&attributes);
    scePthreadAttrSetdetachstate(&attributes, 1);
    EQUAL("create detached", 0, scePthreadCreate(&thread, &attributes, wait_for_go, NULL, "detached"));
    EQUAL("join of a detached thread", ENCODED(EINVAL), scePthreadJoin(thread, NULL));
    go = 1;
    scePthreadAttrDestroy(&attributes);
    go = 0;
    thread = start(wait_for_go, NULL);
    thread_t first = start(join_other, thread);
    sceKernelUsleep(SHORT);
    EQUAL("second joiner", ENCODED(ENOTSUP), scePthreadJoin(thread, NULL));
    go = 1;
    EQUAL("first joiner", 0, (intptr_t)join(first));
}

static void check_names(void) {
    char name[32] = {0};
    go = 0;
    thread_t thread = NULL;
    scePthreadCreate(&thread, NULL, wait_for_go, NULL, "first name");
    EQUAL("get name", 0, scePthreadGetname(thread, name));
    TEXT("name", "first name", name);
    EQUAL("rename", 0, scePthreadRename(thread, "second"));
    scePthreadGetname(thread, name);
    TEXT("new name", "second", name);
    EQUAL("rename nothing", ENCODED(ESRCH), scePthreadRename((thread_t)0x123450, "x"));
    HOLDS("ids are positive", scePthreadGetthreadid() > 0);
    go = 1;
    join(thread);
}

static void check_scheduling(void) {
    int priority = 0, policy = 0, wrong = 100;
    uint64_t mask = 0;
    thread_t self = scePthreadSelf();
    EQUAL("get priority", 0, scePthreadGetprio(self, &priority));
    EQUAL("default priority", PRIORITY_DEFAULT, priority);
    EQUAL("set priority", 0, scePthreadSetprio(self, 400));
    scePthreadGetprio(self, &priority);
    EQUAL("new priority", 400, priority);
    EQUAL("priority below the range", ENCODED(EINVAL), scePthreadSetprio(self, PRIORITY_HIGHEST - 1));
    EQUAL("priority above the range", ENCODED(EINVAL), scePthreadSetprio(self, PRIORITY_LOWEST + 1));
    EQUAL("scheduling", 0, scePthreadGetschedparam(self, &policy, &priority));
    HOLDS("policy is one of three", policy >= POLICY_FIFO && policy <= POLICY_ROUND_ROBIN);
    EQUAL("set scheduling with a wrong priority", ENCODED(EINVAL), scePthreadSetschedparam(self, POLICY_FIFO, &wrong));
    scePthreadSetprio(self, PRIORITY_DEFAULT);
    EQUAL("affinity", 0, scePthreadGetaffinity(self, &mask));
    EQUAL("all processors", 0x1fff, mask);
    EQUAL("affinity of no processor", ENCODED(EINVAL), scePthreadSetaffinity(self, 0));
    EQUAL("affinity of processor 13", ENCODED(EINVAL), scePthreadSetaffinity(self, 0x2000));
    EQUAL("set affinity", 0, scePthreadSetaffinity(self, 6));
    scePthreadGetaffinity(self, &mask);
    EQUAL("new affinity", 6, mask);
    scePthreadSetaffinity(self, 0x1fff);
}

static void check_stack_and_cancellation(void) {
    void *low = NULL;
    size_t size = 0;
    int local, old = -1;
    EQUAL("stack", 0, scePthreadGetstack(scePthreadSelf(), &low, &size));
    HOLDS("a local variable lies in it", (char *)&local >= (char *)low && (char *)&local < (char *)low + size);
    EQUAL("stack without a place", ENCODED(EINVAL), scePthreadGetstack(scePthreadSelf(), NULL, &size));
    EQUAL("cancellation off", 0, scePthreadSetcancelstate(1, &old));
    EQUAL("it was on", 0, old);
    EQUAL("cancellation on again", 0, scePthreadSetcancelstate(0, &old));
    EQUAL("it was off", 1, old);
    EQUAL("cancellation state 2", ENCODED(EINVAL), scePthreadSetcancelstate(2, &old));
    EQUAL("cancellation at once", 0, scePthreadSetcanceltype(2, &old));
    EQUAL("it was deferred", 0, old);
    scePthreadSetcanceltype(0, &old);
}

static int destroyed, rounds, chained_key;

static void count_value(void *value) { destroyed += (int)(intptr_t)value; }

static void set_again(void *value) {
    rounds++;
    scePthreadSetspecific(chained_key, value);
}

static int first_key;

static void *use_keys(void *argument) {
    intptr_t before = (intptr_t)scePthreadGetspecific(first_key);
    scePthreadSetspecific(first_key, argument);
    scePthreadSetspecific(chained_key, argument);
    return (void *)(before + (scePthreadGetspecific(first_key) == argument));
}

static void check_keys(void) {
    EQUAL("make a key", 0, scePthreadKeyCreate(&first_key, count_value));
    EQUAL("make another", 0, scePthreadKeyCreate(&chained_key, set_again));
    HOLDS("keys differ", first_key != chained_key);
    scePthreadSetspecific(first_key, (void *)1);
    EQUAL("a thread has its own value, null at first", 1, (intptr_t)join(start(use_keys, (void *)40)));
    EQUAL("its destructor ran", 40, destroyed);
    EQUAL("a value set again is destroyed in four rounds", 4, rounds);
    EQUAL("the caller kept its value", 1, (intptr_t)scePthreadGetspecific(first_key));
    EQUAL("delete a key", 0, scePthreadKeyDelete(first_key));
    EQUAL("delete it again", ENCODED(EINVAL), scePthreadKeyDelete(first_key));
    EQUAL("value of a deleted key", 0, (intptr_t)scePthreadGetspecific(first_key));
    EQUAL("set a deleted key", ENCODED(EINVAL), scePthreadSetspecific(first_key, &first_key));
    scePthreadKeyDelete(chained_key);
    int keys[257], made = 0;
    while (made < 257 && scePthreadKeyCreate(&keys[made], NULL) == 0) {
        made++;
    }
    HOLDS("keys run out with EAGAIN", made > 0 && made <= 256 && scePthreadKeyCreate(&keys[made], NULL) == ENCODED(EAGAIN));
    for (int i = 0; i < made; i++) {
        scePthreadKeyDelete(keys[i]);
    }
}

static struct once once;
static int ran;

static void run_slowly(void) {
    sceKernelUsleep(SHORT);
    ran++;
}

static void *run_once(void *argument) {
    (void)argument;
    scePthreadOnce(&once, run_slowly);
    return (void *)(intptr_t)ran;
}

static void check_once(void) {
    thread_t threads[4];
    intptr_t seen = 0;
    for (int i = 0; i < 4; i++) {
        threads[i] = start(run_once, NULL);
    }
    for (int i = 0; i < 4; i++) {
        seen += (intptr_t)join(threads[i]);
    }
    EQUAL("once runs once", 1, ran);
    EQUAL("everybody waits for it", 4, seen);
    EQUAL("its record says done", 1, once.state);
}

void check_threads(void) {
    area("threads");
    check_life();
    check_detached();
    check_names();
    check_scheduling();
    check_stack_and_cancellation();
    check_keys();
    check_once();
}
