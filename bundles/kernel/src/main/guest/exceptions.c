/*
 * C++ exceptions: throwing, catching, and the routine that says of a frame whether it handles one. Documented: Itanium C++ ABI, "Exception
 * Handling", level 2, and the tables of its language-specific data. Assumed: lib.libc.exceptions, the library's own exception classes.
 */
#include "typeinfo.h"
#include "unwind.h"

void abort(void) __attribute__((noreturn));
int64_t sceKernelWrite(int file, const void *bytes, size_t size);

static const uint64_t CLASS = 0x4c52494e432b2b00; /* ours, C++ */

/* In front of every exception object. */
struct thrown {
    const struct type *type;
    void (*destructor)(void *);
    struct thrown *next; /* among those that are caught */
    uint32_t references;
    int32_t handlers; /* that have it now; negative while it is thrown again */
    /* What the search found in the frame that handles it. */
    int64_t selector;
    uint64_t landing;
    void *seen; /* the object as its handler sees it */
    uint64_t unused;
    struct unwind_exception unwind;
};

/* As the ABI has it. */
struct globals {
    struct thrown *caught;
    uint32_t uncaught;
};
static __thread struct globals globals;
static __thread struct unwind_exception *foreign; /* caught, and not ours */

static struct thrown *of_object(void *object) { return (struct thrown *)object - 1; }

static struct thrown *of_unwind(struct unwind_exception *exception) {
    return of_object(exception + 1);
}

EXPORT struct globals *__cxa_get_globals(void) { return &globals; }

static void say(const char *text) { sceKernelWrite(2, text, strlen(text)); }

static void (*terminate_handler)(void);

EXPORT void (*_ZSt13set_terminatePFvvE(void (*handler)(void)))(void) {
    return __atomic_exchange_n(&terminate_handler, handler, __ATOMIC_ACQ_REL);
}

EXPORT void _ZSt9terminatev(void) __attribute__((noreturn));
EXPORT void _ZSt9terminatev(void) {
    void (*handler)(void) = __atomic_load_n(&terminate_handler, __ATOMIC_ACQUIRE);
    if (handler) {
        handler();
    }
    if (globals.caught) {
        say("ended by an exception that nobody caught: ");
        say(globals.caught->type->name);
        say("\n");
    }
    abort();
}

EXPORT void __cxa_call_unexpected(void *exception) {
    (void)exception;
    _ZSt9terminatev();
}

/* ---- exception objects */

EXPORT void *__cxa_allocate_exception(size_t size) {
    struct thrown *made = malloc(sizeof *made + size);
    if (!made) {
        _ZSt9terminatev();
    }
    memset(made, 0, sizeof *made);
    return made + 1;
}

EXPORT void __cxa_free_exception(void *object) { free(of_object(object)); }

EXPORT void __cxa_increment_exception_refcount(void *object) {
    if (object) {
        __atomic_fetch_add(&of_object(object)->references, 1, __ATOMIC_RELAXED);
    }
}

EXPORT void __cxa_decrement_exception_refcount(void *object) {
    if (object && __atomic_sub_fetch(&of_object(object)->references, 1, __ATOMIC_ACQ_REL) == 0) {
        struct thrown *thrown = of_object(object);
        if (thrown->destructor) {
            thrown->destructor(object);
        }
        free(thrown);
    }
}

static void clean_up(int reason, struct unwind_exception *exception) {
    (void)reason;
    __cxa_decrement_exception_refcount(exception + 1);
}

/* ---- throwing and catching */

EXPORT void *__cxa_begin_catch(void *exception);

static void raise(struct thrown *thrown) __attribute__((noreturn));
static void raise(struct thrown *thrown) {
    globals.uncaught++;
    _Unwind_RaiseException(&thrown->unwind);
    thrown->seen = thrown + 1;
    __cxa_begin_catch(&thrown->unwind);
    _ZSt9terminatev();
}

EXPORT void __cxa_throw(void *object, const struct type *type, void (*destructor)(void *)) {
    struct thrown *thrown = of_object(object);
    thrown->type = type;
    thrown->destructor = destructor;
    thrown->references = 1;
    thrown->unwind = (struct unwind_exception){.class = CLASS, .cleanup = clean_up};
    raise(thrown);
}

EXPORT void __cxa_rethrow(void) {
    struct thrown *thrown = globals.caught;
    if (foreign) {
        struct unwind_exception *again = foreign;
        foreign = NULL;
        _Unwind_RaiseException(again);
    }
    if (!thrown) {
        _ZSt9terminatev();
    }
    thrown->handlers = -thrown->handlers;
    raise(thrown);
}

EXPORT void *__cxa_get_exception_ptr(void *exception) { return of_unwind(exception)->seen; }

EXPORT void *__cxa_begin_catch(void *exception) {
    struct unwind_exception *unwind = exception;
    if (unwind->class != CLASS) {
        foreign = unwind;
        return unwind + 1;
    }
    struct thrown *thrown = of_unwind(unwind);
    thrown->handlers = (thrown->handlers < 0 ? -thrown->handlers : thrown->handlers) + 1;
    globals.uncaught--;
    if (thrown != globals.caught) {
        thrown->next = globals.caught;
        globals.caught = thrown;
    }
    return thrown->seen;
}

EXPORT void __cxa_end_catch(void) {
    struct thrown *thrown = globals.caught;
    if (foreign) {
        _Unwind_DeleteException(foreign);
        foreign = NULL;
    } else if (thrown && thrown->handlers < 0) {
        if (++thrown->handlers == 0) {
            globals.caught = thrown->next; /* it is under way again */
        }
    } else if (thrown && --thrown->handlers == 0) {
        globals.caught = thrown->next;
        __cxa_decrement_exception_refcount(thrown + 1);
    }
}

EXPORT const struct type *__cxa_current_exception_type(void) { return globals.caught ? globals.caught->type : NULL; }

EXPORT int _ZSt18uncaught_exceptionv(void) { return globals.uncaught != 0; }

/* ---- what a frame does with an exception */

struct table {
    const uint8_t *sites, *actions, *types;
    unsigned site_encoding, type_encoding;
    uint64_t landing_base;
};

static struct table read_table(const uint8_t *at, uint64_t region_start) {
    struct table table = {.landing_base = region_start};
    unsigned encoding = *at++;
    if (encoding != ENCODING_OMITTED) {
        table.landing_base = read_encoded(&at, encoding, 0);
    }
    table.type_encoding = *at++;
    if (table.type_encoding != ENCODING_OMITTED) {
        uint64_t distance = read_uleb(&at);
        table.types = at + distance;
    }
    table.site_encoding = *at++;
    uint64_t bytes = read_uleb(&at);
    table.sites = at;
    table.actions = at + bytes;
    return table;
}

static const struct type *type_at(const struct table *table, uint64_t number) {
    const uint8_t *at = table->types - number * encoded_size(table->type_encoding);
    return (const struct type *)read_encoded(&at, table->type_encoding, 0);
}

/* A list of types, each of which may pass; it stands behind the types. */
static int passes(const struct table *table, int64_t filter, const struct thrown *thrown) {
    const uint8_t *at = table->types - filter - 1;
    for (uint64_t number; thrown && (number = read_uleb(&at)) != 0;) {
        void *object = (void *)(thrown + 1);
        if (catches(type_at(table, number), thrown->type, &object)) {
            return 1;
        }
    }
    return 0;
}

enum found { NOTHING, CLEANUP, HANDLER, NOT_ALLOWED };

/* What the actions of a call's place do with an exception; thrown is null for one that is not ours. */
static enum found choose(const struct table *table, const uint8_t *action, const struct thrown *thrown, int64_t *selector, void **seen) {
    enum found found = NOTHING;
    for (;;) {
        int64_t filter = read_sleb(&action);
        const uint8_t *next = action;
        int64_t distance = read_sleb(&action);
        *selector = filter;
        *seen = thrown ? (void *)(thrown + 1) : NULL;
        if (filter == 0) {
            found = CLEANUP;
        } else if (filter < 0) {
            if (!passes(table, filter, thrown)) {
                return HANDLER;
            }
        } else {
            const struct type *type = type_at(table, (uint64_t)filter);
            if (!type || (thrown && catches(type, thrown->type, seen))) {
                return HANDLER;
            }
        }
        if (!distance) {
            return found;
        }
        action = next + distance;
    }
}

/* Finds the place of the call that a frame is in. */
static enum found inspect(struct context *context, const struct thrown *thrown, int64_t *selector, uint64_t *landing, void **seen) {
    const uint8_t *data = (const uint8_t *)_Unwind_GetLanguageSpecificData(context);
    if (!data) {
        return NOTHING;
    }
    uint64_t region_start = _Unwind_GetRegionStart(context), place = _Unwind_GetIP(context) - 1 - region_start;
    struct table table = read_table(data, region_start);
    for (const uint8_t *at = table.sites; at < table.actions;) {
        uint64_t start = read_encoded(&at, table.site_encoding & 0xf, 0), bytes = read_encoded(&at, table.site_encoding & 0xf, 0);
        uint64_t pad = read_encoded(&at, table.site_encoding & 0xf, 0), action = read_uleb(&at);
        if (place < start) {
            break;
        }
        if (place < start + bytes) {
            *landing = table.landing_base + pad;
            *selector = 0;
            return !pad ? NOTHING : !action ? CLEANUP : choose(&table, table.actions + action - 1, thrown, selector, seen);
        }
    }
    return NOT_ALLOWED; /* a call that the table does not know must not throw */
}

static int land(struct context *context, struct unwind_exception *exception, uint64_t landing, int64_t selector) {
    _Unwind_SetGR(context, 0, (uint64_t)exception);
    _Unwind_SetGR(context, 1, (uint64_t)selector);
    _Unwind_SetIP(context, landing);
    return INSTALL_CONTEXT;
}

EXPORT int __gxx_personality_v0(int version, int actions, uint64_t class, struct unwind_exception *exception, struct context *context) {
    if (version != 1) {
        return FATAL_PHASE1;
    }
    struct thrown *thrown = class == CLASS ? of_unwind(exception) : NULL;
    int64_t selector;
    uint64_t landing;
    void *seen = NULL;
    if (actions & HANDLER_FRAME && thrown) {
        return land(context, exception, thrown->landing, thrown->selector);
    }
    enum found found = inspect(context, thrown, &selector, &landing, &seen);
    if (actions & SEARCH_PHASE) {
        if (found == HANDLER && thrown) {
            thrown->selector = selector;
            thrown->landing = landing;
            thrown->seen = seen;
        }
        if (found == NOT_ALLOWED) {
            _ZSt9terminatev();
        }
        return found == HANDLER ? HANDLER_FOUND : CONTINUE_UNWIND;
    }
    if (found == HANDLER && actions & HANDLER_FRAME) {
        return land(context, exception, landing, selector);
    }
    return found == CLEANUP ? land(context, exception, landing, 0) : CONTINUE_UNWIND;
}

/* ---- the library's own exceptions: an object is its table of functions and its text */

struct exception {
    const void *const *functions;
    const char *text;
};

static void nothing(struct exception *exception) { (void)exception; }

static const char *what(const struct exception *exception) { return exception->text; }

struct derived {
    struct type type;
    const struct type *base;
};
extern const void *const _ZTVN10__cxxabiv117__class_type_infoE[4], *const _ZTVN10__cxxabiv120__si_class_type_infoE[4];

EXPORT const struct type _ZTISt9exception = {_ZTVN10__cxxabiv117__class_type_infoE + 2, "St9exception"};
#define DERIVED(name, base)                                                                                                                 \
    EXPORT const struct derived _ZTI##name = {{_ZTVN10__cxxabiv120__si_class_type_infoE + 2, #name}, (const struct type *)&_ZTI##base}
#define THROWN(name, base)                                                                                                                  \
    DERIVED(name, base);                                                                                                                    \
    static const void *const functions_of_##name[5] = {NULL, &_ZTI##name, (const void *)nothing, (const void *)nothing, (const void *)what}
THROWN(St9bad_alloc, St9exception);
THROWN(St8bad_cast, St9exception);
THROWN(St10bad_typeid, St9exception);
THROWN(St17bad_function_call, St9exception);
DERIVED(St11logic_error, St9exception);
DERIVED(St13runtime_error, St9exception);
THROWN(St12length_error, St11logic_error);
THROWN(St12out_of_range, St11logic_error);
THROWN(St16invalid_argument, St11logic_error);
THROWN(St11regex_error, St13runtime_error);

static void throw_own(const void *const functions[5], const char *text) {
    size_t size = strlen(text) + 1;
    struct exception *made = __cxa_allocate_exception(sizeof *made + size);
    made->functions = functions + 2;
    made->text = memcpy(made + 1, text, size);
    __cxa_throw(made, functions[1], NULL);
}

EXPORT void _ZSt11_Xbad_allocv(void) { throw_own(functions_of_St9bad_alloc, "bad allocation"); }

EXPORT void _ZSt19_Xbad_function_callv(void) { throw_own(functions_of_St17bad_function_call, "bad function call"); }

EXPORT void _ZSt14_Xlength_errorPKc(const char *text) { throw_own(functions_of_St12length_error, text); }

EXPORT void _ZSt14_Xout_of_rangePKc(const char *text) { throw_own(functions_of_St12out_of_range, text); }

EXPORT void _ZSt18_Xinvalid_argumentPKc(const char *text) { throw_own(functions_of_St16invalid_argument, text); }

EXPORT void _ZSt13_Xregex_errorNSt15regex_constants10error_typeE(int code) {
    (void)code;
    throw_own(functions_of_St11regex_error, "regular expression error");
}

EXPORT void __cxa_bad_cast(void) { throw_own(functions_of_St8bad_cast, "bad cast"); }

EXPORT void __cxa_bad_typeid(void) { throw_own(functions_of_St10bad_typeid, "bad typeid"); }
