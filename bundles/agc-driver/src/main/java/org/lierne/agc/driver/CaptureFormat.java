package org.lierne.agc.driver;

/** Names and numbers of a capture file; docs/captures.md says what they mean. */
final class CaptureFormat {
    static final String NAME = "lierne-frame";
    static final int VERSION = 1;

    static final String MANIFEST = "frame.properties";
    static final String RANGES = "ranges.bin";
    static final String LOG = "frame.bin";
    static final String SURFACES = "surfaces/";
    static final String PROGRAMS = "index.jsonl";
    static final String CODE = "code/";

    /** Records of the log. */
    static final int END = 0;
    static final int QUEUE = 1;
    static final int PAGE = 2;
    static final int ZERO_PAGE = 3;
    static final int BLOCK = 4;
    static final int PACKET = 5;

    static final int PAGE_BYTES = 0x4000;
    static final int BLOCK_BYTES = 0x400;
    static final int BLOCKS = PAGE_BYTES / BLOCK_BYTES;

    /** Flags of a range. */
    static final int IMPORTABLE = 1;
    static final int WRITABLE = 2;

    private CaptureFormat() {}
}
