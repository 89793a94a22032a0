/* Overwrites the host's stack below its own, where the way back out of its code lies. The thread block says where (shim.h). */
int printf(const char *format, ...);

int main(void) {
    volatile unsigned long *host;
    printf("about to ruin its process\n");
    __asm__ volatile("mov %%gs:0x400, %0" : "=r"(host));
    for (int i = 0; i < 256; i++) {
        host[i] = 0x1111111111111111;
    }
    return 0;
}
