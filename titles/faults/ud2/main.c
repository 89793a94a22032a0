/* Executes an instruction that is none. */
int printf(const char *format, ...);

int main(void) {
    printf("about to execute ud2\n");
    __asm__ volatile("ud2");
    return 0;
}
