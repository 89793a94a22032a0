/* Hands an export a pointer to memory that is not mapped. */
int printf(const char *format, ...);

int main(void) {
    printf("about to print a text that is not there\n");
    printf("%s\n", (const char *)0x1234567000);
    return 0;
}
