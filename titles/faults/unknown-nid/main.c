/* Calls a function that nobody exports. */
int printf(const char *format, ...);
int lierne_no_such_function(int argument);

int main(void) {
    printf("about to call an unknown function\n");
    return lierne_no_such_function(7);
}
