/* Offsets from the gs base in the host's part of a guest thread block, behind the part the guest knows. ThreadBlock.java holds the same. */
#define G_HOSTRSP  0x400 /* host stack pointer of the innermost guest_enter */
#define G_GUESTRSP 0x408 /* guest stack pointer at the current call of an import: its top word is the return address */
#define G_SIGNALS  0x410 /* not 0 while a guest signal waits: an interrupt is then for its sake */
#define G_STOP     0x418 /* 0 none, 1 exception in an export, 2 fault, 3 interrupted, 4 a guest signal waits */
#define G_HOSTLO   0x420 /* bounds of the host stack */
#define G_HOSTHI   0x428
#define G_COUNTS   0x430 /* u64 per slot: calls made by this thread */
#define G_TAIL     0x438 /* offset in the ring at which the next call is noted */
#define G_FAULT    0x440 /* fault record */
#define G_STATE    0x468 /* its general registers, in the host's order of a signal frame; guest_resume goes on from them */
#define G_EXTENDED 0x530 /* bytes of the vector state kept with them; 0 if only what a call's return needs is kept */
#define G_CANCELLED 0x538 /* not 0 while the thread is asked to end at its next cancellation point: fronts leave calls to Java */
#define G_RING     0x800 /* 64 times { call record, return address, rdi, rsi } */

#define G_VECTORS  0x3000 /* that state as the signal frame held it; or xmm0, MXCSR at 0x10, x87 control word at 0x14 */
#define VECTOR_ROOM 0x1000

/* Call record, immutable once a slot's cell points to it. */
#define R_TARGET 0  /* upcall stub */
#define R_PATH   8  /* one of the call paths of paths.S */
#define R_WORDS  16 /* words of arguments on the guest stack */
#define R_COUNT  24 /* slot index times 8 */
#define R_FRONT  32 /* function of files.c that is asked first */

/* The table of the guest's pages, one byte each. PageTable.java holds the same. */
#define PAGE_SHIFT  14
#define PAGES_LIMIT (1ull << 40)
#define PAGE_READ   1
#define PAGE_WRITE  2

/* What a front may do with a descriptor. HostFiles.java holds the same. */
#define FRONT_READ     1
#define FRONT_WRITE    2
#define FRONT_WRITE_ON 4 /* write at the position: not for files whose writes go to the end */
#define FRONT_BYTES    0x7ffff000ull /* most of one transfer */

#ifndef __ASSEMBLER__
/* True if the calling guest thread is asked to end. */
int thread_is_cancelled(void);
#endif
