/* Opens a file of the host by a system call of its own, hidden from a scan of the code in the middle of another instruction. */
int printf(const char *format, ...);

long hidden_call(long number, const char *path, long flags);
__asm__(".text\nhidden_call:\n"
        "mov %rdi, %rax\n mov %rsi, %rdi\n mov %rdx, %rsi\n"
        "jmp 1f\n"
        ".byte 0xb8\n" /* mov eax, … */
        "1: .byte 0x0f, 0x05, 0xc3, 0x90\n"); /* … of which the bytes are: syscall, ret, nop */

int main(void) {
    printf("about to open a file of the host\n");
    printf("it was given: %ld\n", hidden_call(2, "/etc/passwd", 0));
    return 0;
}
