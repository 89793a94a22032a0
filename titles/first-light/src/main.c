#include <stddef.h>

int printf(const char *format, ...);

int main(int argc, const char **argv) {
    printf("first light: %d arguments, first %s\n", argc, argc > 0 && argv[0] ? argv[0] : "(none)");
    return 0;
}
