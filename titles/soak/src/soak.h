/* Groups of eight threads; each works one primitive until the time is over. */
#pragma once
#include "guest/errors.h"
#include "guest/libc.h"
#include "guest/threads.h"
#include "guest/time.h"

enum { GROUPS = 8, MEMBERS = 8, PATIENCE = 60 * 1000 * 1000 /* microseconds: whoever waits longer was not woken */ };

struct group {
    const char *name;
    void (*begin)(void);
    /* One thread's work; gives the rounds it did. */
    long (*work)(int member);
    /* Whether what the threads did adds up. */
    int (*holds)(void);
};
extern const struct group groups[GROUPS];

int is_over(void);
/* Ends the soak with a line that says who waited in vain, or for what; never returns. */
_Noreturn void lost(const char *group, int member, const char *what, int64_t answer);
