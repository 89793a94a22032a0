/* Reads address 0. */
#include <stdint.h>

int printf(const char *format, ...);

int main(void) {
    volatile uint32_t *volatile nothing = 0;
    printf("about to read address 0\n");
    return (int)*nothing;
}
