/* Calls itself until the stack is used up. */
int printf(const char *format, ...);

static volatile int endless = 1;

/* The array keeps each frame large, the use after the call keeps the compiler from turning it into a loop. */
static int deeper(volatile int *above, int depth) {
    volatile int here[256];
    here[depth & 255] = *above + depth;
    if (!endless) {
        return depth;
    }
    return deeper(here, depth + 1) + here[(depth + 1) & 255];
}

int main(void) {
    volatile int start = 1;
    printf("about to use up the stack\n");
    return deeper(&start, 0);
}
