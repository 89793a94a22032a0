/* The C library's functions. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
typedef struct file FILE;
int printf(const char *format, ...);
int snprintf(char *out, size_t size, const char *format, ...);
int vsnprintf(char *out, size_t size, const char *format, va_list arguments);
int sscanf(const char *text, const char *format, ...);
int fflush(FILE *file);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *in, int c, size_t size);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t limit);
char *strcpy(char *to, const char *from);
char *strchr(const char *text, int c);
char *strstr(const char *text, const char *part);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
