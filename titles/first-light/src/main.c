/* First Light: checks the libraries a title starts with, then shows a picture. */
#include "first_light.h"

static int failed;

void report(const char *name, int holds) {
    printf("first light: %s: %s\n", name, holds ? "ok" : "FAILED");
    failed += !holds;
}

int failures(void) { return failed; }

/* Volatile, so that the compiler does not run the constructor itself. */
static volatile int constructed;

__attribute__((constructor)) static void construct(void) { constructed++; }

int main(int argc, const char **argv) {
    printf("first light: %d argument%s, program %s\n", argc, argc == 1 ? "" : "s", argc > 0 && argv[0] ? argv[0] : "unnamed");
    report("constructors ran once", constructed == 1);
    int32_t user = -1;
    report("user", sceUserServiceInitialize(NULL) == 0 && sceUserServiceGetInitialUser(&user) == 0 && user > 0);
    check_library();
    check_system();
    show_picture(user);
    printf("first light: done, %d failed\n", failures());
    return failures();
}
