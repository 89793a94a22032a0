/*
 * Run-time types: those that titles take from the library, which type a handler takes, and casts over the class graph. Documented: Itanium
 * C++ ABI, sections 2.9 and 2.9.7. Types of one name are one type, wherever they were emitted.
 */
#include "typeinfo.h"

int strcmp(const char *a, const char *b);

enum { VIRTUAL_BASE = 1, PUBLIC_BASE = 2, OFFSET_SHIFT = 8 };

struct single_base {
    struct type type;
    const struct type *base;
};

struct many_bases {
    struct type type;
    uint32_t flags, count;
    struct {
        const struct type *type;
        int64_t place; /* flags, and the offset or where the table of functions holds it */
    } bases[];
};

struct pointer {
    struct type type;
    uint32_t flags; /* qualifiers of what it points to */
    const struct type *to;
};

static void unused(void) { __builtin_trap(); }

/* A table of functions of a kind of type: compilers point behind its first two words. Nothing that they emit calls the functions. */
#define KIND(symbol) EXPORT const void *const symbol[4] = {NULL, NULL, (const void *)unused, (const void *)unused}
KIND(_ZTVN10__cxxabiv123__fundamental_type_infoE);
KIND(_ZTVN10__cxxabiv117__array_type_infoE);
KIND(_ZTVN10__cxxabiv120__function_type_infoE);
KIND(_ZTVN10__cxxabiv116__enum_type_infoE);
KIND(_ZTVN10__cxxabiv117__class_type_infoE);
KIND(_ZTVN10__cxxabiv120__si_class_type_infoE);
KIND(_ZTVN10__cxxabiv121__vmi_class_type_infoE);
KIND(_ZTVN10__cxxabiv119__pointer_type_infoE);
KIND(_ZTVN10__cxxabiv129__pointer_to_member_type_infoE);

/* The built-in types, pointers to them and to constant ones, whose descriptions only the library holds. */
#define BUILT_IN(code)                                                                                                                      \
    EXPORT const struct type _ZTI##code = {_ZTVN10__cxxabiv123__fundamental_type_infoE + 2, #code};                                         \
    EXPORT const struct pointer _ZTIP##code = {{_ZTVN10__cxxabiv119__pointer_type_infoE + 2, "P" #code}, 0, &_ZTI##code};                   \
    EXPORT const struct pointer _ZTIPK##code = {{_ZTVN10__cxxabiv119__pointer_type_infoE + 2, "PK" #code}, 1, &_ZTI##code}
BUILT_IN(v);
BUILT_IN(Dn);
BUILT_IN(b);
BUILT_IN(w);
BUILT_IN(c);
BUILT_IN(h);
BUILT_IN(a);
BUILT_IN(s);
BUILT_IN(t);
BUILT_IN(i);
BUILT_IN(j);
BUILT_IN(l);
BUILT_IN(m);
BUILT_IN(x);
BUILT_IN(y);
BUILT_IN(f);
BUILT_IN(d);
BUILT_IN(Ds);
BUILT_IN(Di);

int is_type(const struct type *a, const struct type *b) { return a == b || strcmp(a->name, b->name) == 0; }

static int is_kind(const struct type *type, const void *const *functions) { return type->functions == functions + 2; }

static int is_class(const struct type *type) {
    return is_kind(type, _ZTVN10__cxxabiv117__class_type_infoE) || is_kind(type, _ZTVN10__cxxabiv120__si_class_type_infoE)
           || is_kind(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE);
}

/* ---- the class graph */

/* Told each class of an object: itself, then its bases, with their address and whether every step to them is public. */
typedef void visitor(const struct type *type, uint8_t *at, int is_public, void *argument);

static void visit(const struct type *type, uint8_t *at, int is_public, visitor *each, void *argument) {
    each(type, at, is_public, argument);
    if (is_kind(type, _ZTVN10__cxxabiv120__si_class_type_infoE)) {
        visit(((const struct single_base *)type)->base, at, is_public, each, argument);
    } else if (is_kind(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)) {
        const struct many_bases *many = (const struct many_bases *)type;
        for (uint32_t i = 0; i < many->count; i++) {
            int64_t place = many->bases[i].place, offset = place >> OFFSET_SHIFT;
            if (place & VIRTUAL_BASE && at) {
                offset = *(const int64_t *)(const void *)(*(const uint8_t *const *)(const void *)at + offset);
            }
            visit(many->bases[i].type, at ? at + offset : NULL, is_public && place & PUBLIC_BASE, each, argument);
        }
    }
}

/* The part of one type in an object; the only one, or none. */
struct part {
    const struct type *type;
    uint8_t *at;
    int count, is_public;
};

static void note_part(const struct type *type, uint8_t *at, int is_public, void *argument) {
    struct part *part = argument;
    if (!is_type(type, part->type)) {
        return;
    }
    if (part->count == 0 || part->at != at) {
        part->count++;
        part->is_public = 0;
    }
    part->at = at;
    part->is_public |= is_public;
}

static struct part find_part(const struct type *whole, uint8_t *at, const struct type *wanted) {
    struct part part = {.type = wanted};
    visit(whole, at, 1, note_part, &part);
    return part;
}

static int has_one(const struct part *part) { return part->count == 1 && part->is_public; }

/* ---- handlers */

int catches(const struct type *handler, const struct type *thrown, void **object) {
    int is_pointer = is_kind(thrown, _ZTVN10__cxxabiv119__pointer_type_infoE);
    if (is_pointer) {
        *object = *(void **)*object; /* the handler is given the pointer itself */
    }
    if (is_type(handler, thrown)) {
        return 1;
    }
    if (is_class(handler) && is_class(thrown)) {
        struct part part = find_part(thrown, *object, handler);
        *object = has_one(&part) ? part.at : *object;
        return has_one(&part);
    }
    if (!is_kind(handler, _ZTVN10__cxxabiv119__pointer_type_infoE)) {
        return 0;
    }
    if (is_type(thrown, &_ZTIDn)) {
        *object = NULL;
        return 1;
    }
    const struct pointer *wanted = (const struct pointer *)handler, *given = (const struct pointer *)thrown;
    enum { QUALIFIERS = 7, PROMISES = 0x60 /* of functions: safe in transactions, no exceptions */ };
    if (!is_pointer || given->flags & ~wanted->flags & QUALIFIERS || wanted->flags & ~given->flags & PROMISES) {
        return 0;
    }
    if (is_type(wanted->to, &_ZTIv)) {
        return !is_kind(given->to, _ZTVN10__cxxabiv120__function_type_infoE);
    }
    if (is_type(wanted->to, given->to)) {
        return 1;
    }
    if (!is_class(wanted->to) || !is_class(given->to)) {
        return 0;
    }
    struct part part = find_part(given->to, *object, wanted->to);
    if (*object) {
        *object = part.at;
        return has_one(&part);
    }
    return part.is_public;
}

/* ---- dynamic casts */

struct cast {
    const struct type *from, *to;
    uint8_t *source;
    struct part target; /* the part of the wanted type that holds the source publicly */
};

struct holding {
    const struct type *type;
    const uint8_t *at;
    int is_public;
};

static void note_holding(const struct type *type, uint8_t *at, int is_public, void *argument) {
    struct holding *holding = argument;
    holding->is_public |= is_public && at == holding->at && is_type(type, holding->type);
}

static void note_target(const struct type *type, uint8_t *at, int is_public, void *argument) {
    (void)is_public;
    struct cast *cast = argument;
    struct holding holding = {cast->from, cast->source, 0};
    if (is_type(type, cast->to)) {
        visit(type, at, 1, note_holding, &holding);
    }
    if (holding.is_public && (cast->target.count == 0 || cast->target.at != at)) {
        cast->target.count++;
        cast->target.at = at;
    }
}

EXPORT void *__dynamic_cast(void *object, const struct type *from, const struct type *to, int64_t hint) {
    (void)hint;
    const int64_t *functions = *(const int64_t *const *)object;
    uint8_t *whole = (uint8_t *)object + functions[-2];
    const struct type *type = (const struct type *)functions[-1];
    struct cast cast = {.from = from, .to = to, .source = object};
    visit(type, whole, 1, note_target, &cast);
    if (cast.target.count) {
        return cast.target.count == 1 ? cast.target.at : NULL;
    }
    struct holding source = {from, object, 0};
    visit(type, whole, 1, note_holding, &source);
    struct part part = find_part(type, whole, to);
    return source.is_public && has_one(&part) ? part.at : NULL;
}
