/*
 * An interpreter of a small Lisp over cells of one heap, which a collector marks and sweeps. Whatever is alive while a cell is made lies on
 * the stack of roots.
 */
#include "workload.h"

enum kind { FREE, INTEGER, SYMBOL, PAIR, CLOSURE, PRIMITIVE };
enum { CELLS = 1 << 17, ROOTS = 1 << 16, SYMBOLS = 128, NAME = 16 };

typedef struct cell {
    uint8_t kind, is_marked;
    int32_t code; /* of a symbol or primitive */
    union {
        int64_t integer;
        struct {
            struct cell *first, *rest; /* of a closure: (parameters body…), its environment */
        };
    };
} cell;

static cell *heap, *free_cells, *roots[ROOTS];
static unsigned root_count;
static uint64_t collections, made;
static char names[SYMBOLS][NAME];
static cell *symbols[SYMBOLS];
static unsigned symbol_count;
static cell *globals;

static void mark(cell *c) {
    while (c && !c->is_marked) {
        c->is_marked = 1;
        if (c->kind != PAIR && c->kind != CLOSURE) {
            return;
        }
        mark(c->first);
        c = c->rest;
    }
}

static void collect(void) {
    collections++;
    for (unsigned i = 0; i < root_count; i++) {
        mark(roots[i]);
    }
    for (unsigned i = 0; i < symbol_count; i++) {
        mark(symbols[i]);
    }
    mark(globals);
    free_cells = NULL;
    for (cell *c = heap + CELLS; c-- > heap;) {
        if (c->is_marked) {
            c->is_marked = 0;
        } else {
            c->kind = FREE;
            c->rest = free_cells;
            free_cells = c;
        }
    }
    needs(free_cells != NULL, "cells for the program");
}

static cell *keep(cell *c) {
    needs(root_count < ROOTS, "roots for the program");
    return roots[root_count++] = c;
}

static cell *make(enum kind kind) {
    if (!free_cells) {
        collect();
    }
    cell *c = free_cells;
    free_cells = c->rest;
    c->kind = (uint8_t)kind;
    made++;
    return c;
}

/* Both parts are kept by the caller, or here. */
static cell *pair(cell *first, cell *rest) {
    keep(first);
    keep(rest);
    cell *c = make(PAIR);
    c->first = first;
    c->rest = rest;
    root_count -= 2;
    return c;
}

static cell *integer(int64_t value) {
    cell *c = make(INTEGER);
    c->integer = value;
    return c;
}

static cell *symbol(const char *name, size_t length) {
    for (unsigned i = 0; i < symbol_count; i++) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) {
            return symbols[i];
        }
    }
    needs(symbol_count < SYMBOLS && length < NAME, "room for a name");
    cell *c = make(SYMBOL);
    c->code = (int32_t)symbol_count;
    memcpy(names[symbol_count], name, length);
    symbols[symbol_count++] = c;
    return c;
}

/* ---- reading */

static const char *at;

static cell *read_form(void);

static void skip_space(void) {
    while (*at == ' ' || *at == '\n') {
        at++;
    }
}

static cell *read_list(void) {
    skip_space();
    if (*at == ')') {
        at++;
        return NULL;
    }
    cell *first = keep(read_form());
    cell *rest = read_list();
    cell *c = pair(first, rest);
    root_count--;
    return c;
}

static cell *read_form(void) {
    skip_space();
    if (*at == '(') {
        at++;
        return read_list();
    }
    const char *start = at;
    while (*at && *at != ' ' && *at != '\n' && *at != '(' && *at != ')') {
        at++;
    }
    if (*start >= '0' && *start <= '9') {
        int64_t value = 0;
        for (const char *digit = start; digit < at; digit++) {
            value = value * 10 + (*digit - '0');
        }
        return integer(value);
    }
    return symbol(start, (size_t)(at - start));
}

/* ---- evaluating */

enum { QUOTE, IF, DEFINE, LAMBDA, FORMS };
enum { ADD, SUBTRACT, MULTIPLY, REMAINDER, LESS, EQUAL, CONS, FIRST, REST, EMPTY, PRIMITIVES };
static const char *const form_names[FORMS] = {"quote", "if", "define", "lambda"};
static const char *const primitive_names[PRIMITIVES] = {"+", "-", "*", "mod", "<", "=", "cons", "car", "cdr", "null?"};

static cell *lookup(const cell *name, const cell *environment) {
    for (const cell *e = environment; e; e = e->rest) {
        if (e->first->first == name) {
            return e->first->rest;
        }
    }
    for (const cell *e = globals; e; e = e->rest) {
        if (e->first->first == name) {
            return e->first->rest;
        }
    }
    needs(0, names[name->code]);
    return NULL;
}

static cell *truth(int holds) { return holds ? integer(1) : NULL; }

static cell *apply_primitive(int code, cell **arguments) {
    switch (code) {
    case ADD: return integer(arguments[0]->integer + arguments[1]->integer);
    case SUBTRACT: return integer(arguments[0]->integer - arguments[1]->integer);
    case MULTIPLY: return integer(arguments[0]->integer * arguments[1]->integer);
    case REMAINDER: return integer(arguments[0]->integer % arguments[1]->integer);
    case LESS: return truth(arguments[0]->integer < arguments[1]->integer);
    case EQUAL: return truth(arguments[0]->integer == arguments[1]->integer);
    case CONS: return pair(arguments[0], arguments[1]);
    case FIRST: return arguments[0]->first;
    case REST: return arguments[0]->rest;
    default: return truth(arguments[0] == NULL);
    }
}

static cell *evaluate(cell *form, cell *environment) {
    unsigned base = root_count;
    for (;;) {
        root_count = base;
        keep(form);
        keep(environment);
        if (!form || form->kind == INTEGER) {
            break;
        }
        if (form->kind == SYMBOL) {
            form = lookup(form, environment);
            break;
        }
        cell *head = form->first, *rest = form->rest;
        int code = head->kind == SYMBOL ? head->code : FORMS;
        if (code == QUOTE) {
            form = rest->first;
            break;
        }
        if (code == IF) {
            form = evaluate(rest->first, environment) ? rest->rest->first : rest->rest->rest->first;
            continue;
        }
        if (code == DEFINE) {
            cell *value = keep(evaluate(rest->rest->first, environment));
            globals = pair(keep(pair(rest->first, value)), globals);
            form = NULL;
            break;
        }
        if (code == LAMBDA) {
            cell *closure = make(CLOSURE);
            closure->first = rest;
            closure->rest = environment;
            form = closure;
            break;
        }
        cell *function = keep(evaluate(head, environment));
        unsigned first = root_count;
        for (cell *argument = rest; argument; argument = argument->rest) {
            keep(evaluate(argument->first, environment));
        }
        if (function->kind == PRIMITIVE) {
            form = apply_primitive(function->code, roots + first);
            break;
        }
        cell *inner = keep(function->rest);
        for (cell *name = function->first->first; name; name = name->rest, first++) {
            inner = roots[root_count - 1] = pair(keep(pair(name->first, roots[first])), inner);
            root_count--;
            roots[root_count - 1] = inner;
        }
        environment = inner;
        form = function->first->rest->first;
    }
    root_count = base;
    return form;
}

static const char program[] =
    "(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))"
    "(define range (lambda (a b) (if (< a b) (cons a (range (+ a 1) b)) (quote ()))))"
    "(define map (lambda (f l) (if (null? l) l (cons (f (car l)) (map f (cdr l))))))"
    "(define keep (lambda (f l) (if (null? l) l (if (f (car l)) (cons (car l) (keep f (cdr l))) (keep f (cdr l))))))"
    "(define join (lambda (a b) (if (null? a) b (cons (car a) (join (cdr a) b)))))"
    "(define sort (lambda (l) (if (null? l) l"
    " (join (sort (keep (lambda (x) (< x (car l))) (cdr l))) (cons (car l) (sort (keep (lambda (x) (if (< x (car l)) (quote ()) 1)) (cdr l))))))))"
    "(define sum (lambda (l s) (if (null? l) s (sum (cdr l) (mod (+ (* s 31) (car l)) 1000000007)))))"
    "(define loop (lambda (n s) (if (= n 0) s (loop (- n 1) (mod (+ s (sum (sort (map (lambda (x) (mod (* x (+ n 7919)) 1009)) (range 0 120))) n))"
    " 1000000007)))))";

static cell *run(const char *text) {
    cell *value = NULL;
    at = text;
    for (skip_space(); *at; skip_space()) {
        unsigned base = root_count;
        value = evaluate(keep(read_form()), NULL);
        root_count = base;
    }
    return value;
}

uint64_t run_interpreter(unsigned scale) {
    heap = malloc(CELLS * sizeof *heap);
    needs(heap != NULL, "memory for the heap");
    memset(heap, 0, CELLS * sizeof *heap);
    root_count = symbol_count = 0;
    globals = NULL;
    collections = made = 0;
    collect();
    for (unsigned i = 0; i < FORMS; i++) {
        symbol(form_names[i], strlen(form_names[i]));
    }
    for (unsigned i = 0; i < PRIMITIVES; i++) {
        cell *name = symbol(primitive_names[i], strlen(primitive_names[i]));
        cell *primitive = keep(make(PRIMITIVE));
        primitive->code = (int32_t)i;
        globals = pair(keep(pair(name, primitive)), globals);
        root_count -= 2;
    }
    run(program);
    char call[64];
    snprintf(call, sizeof call, "(loop %u 1)", scale * 4);
    uint64_t sum = mix(1, (uint64_t)run(call)->integer);
    sum = mix(sum, (uint64_t)run("(fib 20)")->integer);
    free(heap);
    return mix(mix(sum, collections), made);
}
