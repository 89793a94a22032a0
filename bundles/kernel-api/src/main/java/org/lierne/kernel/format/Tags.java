package org.lierne.kernel.format;

/** Dynamic tags: the standard ones, and the console's own from 0x61000007. OLD_ marks those of the older generation. */
public final class Tags {
    public static final long NULL = 0;
    public static final long NEEDED = 1;
    public static final long PLTRELSZ = 2;
    public static final long PLTGOT = 3;
    public static final long HASH = 4;
    public static final long STRTAB = 5;
    public static final long SYMTAB = 6;
    public static final long RELA = 7;
    public static final long RELASZ = 8;
    public static final long RELAENT = 9;
    public static final long STRSZ = 10;
    public static final long SYMENT = 11;
    public static final long INIT = 12;
    public static final long FINI = 13;
    public static final long SONAME = 14;
    public static final long REL = 17;
    public static final long RELSZ = 18;
    public static final long RELENT = 19;
    public static final long PLTREL = 20;
    public static final long JMPREL = 23;
    public static final long INIT_ARRAY = 25;
    public static final long FINI_ARRAY = 26;
    public static final long INIT_ARRAYSZ = 27;
    public static final long FINI_ARRAYSZ = 28;
    public static final long PREINIT_ARRAY = 32;
    public static final long PREINIT_ARRAYSZ = 33;
    public static final long RELRSZ = 35;
    public static final long RELR = 36;
    public static final long RELACOUNT = 0x6ffffff9L;

    public static final long OLD_FILE_NAME = 0x61000009L;
    public static final long OLD_MODULE_INFO = 0x6100000dL;
    public static final long OLD_NEEDED_MODULE = 0x6100000fL;
    public static final long MODULE_ATTRIBUTES = 0x61000011L;
    public static final long OLD_EXPORTED_LIBRARY = 0x61000013L;
    public static final long OLD_IMPORTED_LIBRARY = 0x61000015L;
    public static final long EXPORT_ATTRIBUTES = 0x61000017L;
    public static final long IMPORT_ATTRIBUTES = 0x61000019L;
    public static final long OLD_HASH = 0x61000025L;
    public static final long OLD_PLTGOT = 0x61000027L;
    public static final long OLD_JMPREL = 0x61000029L;
    public static final long OLD_PLTREL = 0x6100002bL;
    public static final long OLD_PLTRELSZ = 0x6100002dL;
    public static final long OLD_RELA = 0x6100002fL;
    public static final long OLD_RELASZ = 0x61000031L;
    public static final long OLD_RELAENT = 0x61000033L;
    public static final long OLD_STRTAB = 0x61000035L;
    public static final long OLD_STRSZ = 0x61000037L;
    public static final long OLD_SYMTAB = 0x61000039L;
    public static final long OLD_SYMENT = 0x6100003bL;
    public static final long HASHSZ = 0x6100003dL;
    public static final long SYMTABSZ = 0x6100003fL;
    public static final long FILE_NAME = 0x61000041L;
    public static final long MODULE_INFO = 0x61000043L;
    public static final long NEEDED_MODULE = 0x61000045L;
    public static final long EXPORTED_LIBRARY = 0x61000047L;
    public static final long IMPORTED_LIBRARY = 0x61000049L;

    private Tags() {}
}
