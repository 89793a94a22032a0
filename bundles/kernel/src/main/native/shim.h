/* Offsets from the gs base in the host's part of a guest thread block, behind the part the guest knows. ThreadBlock.java holds the same. */
#define G_HOSTRSP  0x400 /* host stack pointer of the innermost guest_enter */
#define G_GUESTRSP 0x408 /* guest stack pointer at the current call of an import: its top word is the return address */
#define G_STOP     0x418 /* 0 none, 1 exception in an export, 2 fault, 3 interrupted */
#define G_HOSTLO   0x420 /* bounds of the host stack */
#define G_HOSTHI   0x428
#define G_COUNTS   0x430 /* u64 per slot: calls made by this thread */
#define G_TAIL     0x438 /* offset in the ring at which the next call is noted */
#define G_FAULT    0x440 /* fault record */
#define G_RING     0x800 /* 64 times { call record, return address, rdi, rsi } */

/* Call record, immutable once a slot's cell points to it. */
#define R_TARGET 0  /* upcall stub */
#define R_PATH   8  /* one of the call paths of paths.S */
#define R_WORDS  16 /* words of arguments on the guest stack */
#define R_COUNT  24 /* slot index times 8 */
