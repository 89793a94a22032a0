/* Paths: spelling without case, dots, and ways out of the trees. */
#include "check.h"
#include "guest/files.h"
#include "places.h"

static int opens(const char *path) {
    int file = sceKernelOpen(path, OPEN_READ, 0);
    if (file >= 0) {
        sceKernelClose(file);
        return 1;
    }
    return file;
}

void check_paths(void) {
    area("paths");
    ROW("S4", "another case of folder and file", 1, opens("/app0/Data/MOTTO.txt"));
    char lower[64], upper[64], mixed[64];
    in_save(lower, "twin");
    in_save(upper, "TWIN");
    in_save(mixed, "Twin");
    sceKernelClose(sceKernelOpen(lower, OPEN_WRITE | OPEN_CREATE, 0666));
    ROW("S4", "one name, another case", 1, opens(mixed));
    EQUAL("reachable", 0, sceKernelCheckReachability("/app0/data/motto.txt"));
    EQUAL("not reachable", ENCODED(ENOENT), sceKernelCheckReachability("/app0/data/none"));
    EQUAL("a dot", 1, opens("/app0/./data/./motto.txt"));
    EQUAL("two dots", 1, opens("/app0/data/../data/motto.txt"));
    EQUAL("doubled slashes", 1, opens("/app0//data///motto.txt"));
    EQUAL("dots above the root stay there", ENCODED(ENOENT), opens("/app0/../../../../../../etc/passwd"));
    EQUAL("a host path", ENCODED(ENOENT), opens("/etc/passwd"));
    EQUAL("a relative path", ENCODED(ENOENT), opens("data/motto.txt"));
    EQUAL("an empty path", ENCODED(ENOENT), opens(""));
    EQUAL("the root", ENCODED(ENOENT), opens("/"));
    EQUAL("a name with a backslash", ENCODED(ENOENT), opens("/app0/..\\..\\etc\\passwd"));
}
