/*
 * C++ exceptions, run-time types and casts, with the library's unwinder. What is expected is the language's: ISO C++20, [except] and
 * [expr.dynamic.cast].
 */
using int64_t = long;
using size_t = unsigned long;

extern "C" {
void area(const char *name);
void check_equal(const char *row, const char *what, int64_t expected, int64_t actual);
void check_text(const char *row, const char *what, const char *expected, const char *actual);
void *start(void *(*entry)(void *), void *argument);
void *join(void *thread);
/* By which the library knows this module. */
__attribute__((visibility("hidden"))) void *__dso_handle = &__dso_handle;
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void check_exceptions(void);
}

#define EQUAL(what, expected, actual) check_equal(nullptr, what, (int64_t)(expected), (int64_t)(actual))
#define HOLDS(what, holds) check_equal(nullptr, what, 1, !!(holds))

namespace std {
class exception {
  public:
    virtual ~exception();
    virtual const char *what() const;
};
class bad_alloc : public exception {
  public:
    virtual ~bad_alloc();
};
class logic_error : public exception {
  public:
    virtual ~logic_error();
};
class length_error : public logic_error {
  public:
    virtual ~length_error();
};
void _Xlength_error(const char *text);
using terminate_handler = void (*)();
terminate_handler set_terminate(terminate_handler handler);
} // namespace std

namespace {

/* What happened, digit by digit. */
long happened;

void note(int digit) { happened = happened * 10 + digit; }

struct Noted {
    int digit;
    explicit Noted(int d) : digit(d) {}
    ~Noted() { note(digit); }
};

struct Counted {
    static int alive, copies;
    int value;
    explicit Counted(int v) : value(v) { alive++; }
    Counted(const Counted &other) : value(other.value) {
        alive++;
        copies++;
    }
    ~Counted() { alive--; }
};
int Counted::alive, Counted::copies;

struct First {
    long first = 1;
    virtual ~First() {}
};
struct Second {
    long second = 2;
    virtual ~Second() {}
};
struct Both : First, Second {
    long both = 3;
};
struct Hidden : private First, public Second {};
struct Left : First {};
struct Right : First {};
struct Twice : Left, Right {};
struct VirtualLeft : virtual First {
    long left = 4;
};
struct VirtualRight : virtual First {
    long right = 5;
};
struct Diamond : VirtualLeft, VirtualRight {
    long diamond = 6;
};

template <typename T> __attribute__((noinline)) void raise(T value) { throw value; }

__attribute__((noinline)) void through(int digit, void (*next)()) {
    Noted noted(digit);
    next();
}

/* ---- types */

template <typename Caught, typename Thrown> bool is_caught(Thrown value) {
    try {
        try {
            raise(value);
        } catch (Caught) {
            return true;
        }
    } catch (...) {
        return false;
    }
    return false;
}

void throws_nothing() noexcept {}

void check_handlers() {
    area("exceptions-handlers");
    HOLDS("a number by its type", (is_caught<int, int>(7)));
    HOLDS("a number by another type is not", !(is_caught<unsigned, int>(7)));
    HOLDS("a class by a public base", (is_caught<First &, Both>(Both())));
    HOLDS("a class by its second base", (is_caught<Second &, Both>(Both())));
    HOLDS("a base by a derived class is not", !(is_caught<Both &, First>(First())));
    HOLDS("a private base is none", !(is_caught<First &, Hidden>(Hidden())));
    HOLDS("a public base beside a private one", (is_caught<Second &, Hidden>(Hidden())));
    HOLDS("a base that is there twice is none", !(is_caught<First &, Twice>(Twice())));
    HOLDS("a virtual base that is there twice is one", (is_caught<First &, Diamond>(Diamond())));
    static Both both;
    static const int number = 5;
    HOLDS("a pointer to a class by one to its base", (is_caught<Second *, Both *>(&both)));
    HOLDS("a pointer by a constant one", (is_caught<const Both *, Both *>(&both)));
    HOLDS("a constant pointer by a plain one is not", !(is_caught<int *, const int *>(&number)));
    HOLDS("a pointer by one to nothing in particular", (is_caught<void *, Both *>(&both)));
    HOLDS("no pointer by any pointer", (is_caught<First *, decltype(nullptr)>(nullptr)));
    HOLDS("a function by a pointer to nothing in particular is not", !(is_caught<void *, void (*)()>(check_exceptions)));
    HOLDS("a function that may throw by one that may not is not", !(is_caught<void (*)() noexcept, void (*)()>(check_exceptions)));
    HOLDS("a function that may not throw by one that may", (is_caught<void (*)(), void (*)() noexcept>(throws_nothing)));
    HOLDS("a text by a constant pointer", (is_caught<const char *, const char *>("text")));
    HOLDS("a text by a plain pointer is not", !(is_caught<char *, const char *>("text")));
}

void check_values() {
    area("exceptions-values");
    try {
        raise(Both());
    } catch (Second &second) {
        EQUAL("the second base is where it is", 2, second.second);
    }
    try {
        raise(Diamond());
    } catch (First &first) {
        EQUAL("so is a virtual one", 1, first.first);
    }
    static Both both;
    try {
        raise(&both);
    } catch (Second *second) {
        HOLDS("a pointer to the second base points there", second == &both);
    }
    try {
        raise((Both *)nullptr);
    } catch (First *first) {
        HOLDS("no pointer stays none", first == nullptr);
    }
    struct Large {
        long words[40];
    } large = {};
    large.words[39] = 39;
    try {
        raise(large);
    } catch (const Large &caught) {
        EQUAL("a large object", 39, caught.words[39]);
    }
}

/* ---- frames */

__attribute__((noinline)) int keeps_variables(int seed) {
    volatile int opaque = seed;
    int a = opaque + 1, b = opaque * 3, c = opaque - 7, d = opaque ^ 0x55, e = opaque * 11;
    try {
        through(1, [] { raise(2); });
    } catch (int value) {
        return a + b + c + d + e + value;
    }
    return a - b - c - d - e;
}

__attribute__((noinline)) int with_a_moving_stack(int size) {
    char *room = (char *)__builtin_alloca((size_t)size);
    room[0] = 1;
    room[size - 1] = 2;
    try {
        through(3, [] { raise(4); });
    } catch (int value) {
        return room[0] + room[size - 1] + value;
    }
    return 0;
}

int compare_and_throw(const void *a, const void *b) {
    Noted noted(9);
    if (*(const int *)a != *(const int *)b) {
        throw 'q';
    }
    return 0;
}

int tries;
struct Stubborn {
    Stubborn() {
        if (++tries < 3) {
            throw tries;
        }
    }
};

int use_stubborn() {
    try {
        static Stubborn stubborn;
        return 0;
    } catch (int attempt) {
        return attempt;
    }
}

void check_frames() {
    area("exceptions-frames");
    happened = 0;
    try {
        Noted outer(5);
        through(4, [] { through(3, [] { through(2, [] { raise(1); }); }); });
    } catch (int) {
        note(6);
    }
    EQUAL("destructors run from the inside, then the handler", 23456, happened);
    EQUAL("variables keep their values", 101 + 300 + 93 + (100 ^ 0x55) + 1100 + 2, keeps_variables(100));
    EQUAL("a frame of no fixed size", 7, with_a_moving_stack(333));
    happened = 0;
    int numbers[2] = {2, 1};
    try {
        qsort(numbers, 2, sizeof *numbers, compare_and_throw);
    } catch (char thrown) {
        EQUAL("through the library's function", 'q', thrown);
    }
    EQUAL("whose caller cleaned up", 9, happened);
    EQUAL("a static variable that is not made", 1, use_stubborn());
    EQUAL("is tried again", 2, use_stubborn());
    EQUAL("until it is made", 0, use_stubborn());
    EQUAL("once", 3, (use_stubborn(), tries));
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
        try {
            raise(i);
        } catch (int value) {
            sum += value;
        }
    }
    EQUAL("a thousand times", 499500, sum);
}

void *throw_in_thread(void *argument) {
    long caught = 0;
    for (int i = 0; i < 50; i++) {
        try {
            raise((long)argument + i);
        } catch (long value) {
            caught += value;
        }
    }
    return (void *)caught;
}

void check_lives() {
    area("exceptions-lives");
    try {
        raise(Counted(5));
    } catch (Counted &counted) {
        EQUAL("one object is alive in the handler", 1, Counted::alive);
        EQUAL("with its value", 5, counted.value);
    }
    EQUAL("and none after it", 0, Counted::alive);
    int seen = 0;
    try {
        try {
            raise(Counted(6));
        } catch (Counted &counted) {
            counted.value = 7;
            throw;
        }
    } catch (Counted &counted) {
        seen = counted.value;
    }
    EQUAL("thrown again it is the same object", 7, seen);
    EQUAL("and ends once", 0, Counted::alive);
    try {
        try {
            raise(Counted(1));
        } catch (Counted &) {
            try {
                raise(Counted(2));
            } catch (Counted &inner) {
                seen = inner.value;
                EQUAL("two are alive in the inner handler", 2, Counted::alive);
            }
            throw;
        }
    } catch (Counted &outer) {
        seen = seen * 10 + outer.value;
    }
    EQUAL("the inner one, then the outer one", 21, seen);
    EQUAL("none is left", 0, Counted::alive);
    try {
        try {
            raise(Counted(1));
        } catch (...) {
            raise(2);
        }
    } catch (int value) {
        seen = value;
    }
    EQUAL("another one from a handler", 2, seen);
    EQUAL("ends the first", 0, Counted::alive);
    void *one = start(throw_in_thread, (void *)1000), *other = start(throw_in_thread, (void *)2000);
    EQUAL("in a thread", 51225, (long)join(one));
    EQUAL("and in another one", 101225, (long)join(other));
}

/* ---- the library's own */

long way_out[32];

extern "C" int setjmp(long *) __attribute__((returns_twice));
extern "C" void longjmp(long *, int) __attribute__((noreturn));

void leave() { longjmp(way_out, 1); }

void raise_in_noexcept() noexcept { raise(1); }

void check_library() {
    area("exceptions-library");
    try {
        std::_Xlength_error("too long");
    } catch (std::exception &exception) {
        check_text(nullptr, "an exception of the library says why", "too long", exception.what());
    }
    bool is_caught = false;
    try {
        std::_Xlength_error("");
    } catch (std::logic_error &) {
        is_caught = true;
    }
    HOLDS("and is of the standard's class", is_caught);
    is_caught = false;
    volatile size_t much = 1ul << 46;
    try {
        ::operator delete[](::operator new[](much));
    } catch (std::bad_alloc &) {
        is_caught = true;
    }
    HOLDS("no memory is an exception", is_caught);
    is_caught = false;
    static First first;
    First &reference = first;
    try {
        note((int)dynamic_cast<Both &>(reference).both);
    } catch (std::exception &) {
        is_caught = true;
    }
    HOLDS("so is a cast of a reference that fails", is_caught);
    std::set_terminate(leave);
    volatile int returned = 0;
    if (!setjmp(way_out)) {
        raise_in_noexcept();
        returned = 1;
    }
    EQUAL("what must not throw ends with the handler for that", 0, returned);
    std::set_terminate(nullptr);
}

void check_casts() {
    area("dynamic-casts");
    static Both both;
    static Hidden hidden;
    static Twice twice;
    static Diamond diamond;
    First *first = &both;
    Second *second = &both;
    HOLDS("down", dynamic_cast<Both *>(second) == &both);
    HOLDS("across", dynamic_cast<First *>(second) == first);
    HOLDS("to the whole object", dynamic_cast<void *>(second) == &both);
    HOLDS("not to a class that it is not", dynamic_cast<Diamond *>(first) == nullptr);
    HOLDS("not to a private base", dynamic_cast<First *>((Second *)&hidden) == nullptr);
    First *left = (Left *)&twice;
    HOLDS("down, where the base is there twice", dynamic_cast<Left *>(left) == (Left *)&twice);
    HOLDS("to the class that holds both", dynamic_cast<Twice *>(left) == &twice);
    First *shared = &diamond;
    HOLDS("down from a virtual base", dynamic_cast<VirtualRight *>(shared) == &diamond);
    HOLDS("across by a virtual base", dynamic_cast<VirtualRight *>((VirtualLeft *)&diamond) == &diamond);
    First *none = nullptr;
    HOLDS("none stays none", dynamic_cast<Both *>(none) == nullptr);
}

} // namespace

void check_exceptions() {
    check_handlers();
    check_values();
    check_frames();
    check_lives();
    check_library();
    check_casts();
}
