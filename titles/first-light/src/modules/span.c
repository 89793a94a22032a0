/* libSpan: uses libVault, so that there is a chain of modules and a second thread-local block among them. */
#define SPAN_API __declspec(dllexport)
#include "vault.h"

static __thread int counter = 1000;
static int started;

__attribute__((constructor)) static void start(void) { started = vault_next_constructor(); }

int span_started(void) { return started; }

int span_count(int step) { return counter += step; }

int span_total(void) { return counter + vault_count(0); }
