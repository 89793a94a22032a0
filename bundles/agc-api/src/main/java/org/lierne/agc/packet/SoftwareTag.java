package org.lierne.agc.packet;

/**
 * Packets that the console leaves to its driver, carried in tagged NOPs. Convention of open implementations, not of the
 * console; since we own both ends any form within the size answers will do.
 */
public enum SoftwareTag {
    DRAW_RESET(0x05),
    WAIT_FLIP(0x06),
    COMPUTE_RESET(0x09),
    PUSH_MARKER(0x0B),
    POP_MARKER(0x0C),
    FLIP(0x17);

    private final int tag;

    SoftwareTag(int tag) {
        this.tag = tag;
    }

    public int headerBits() {
        return tag << 2;
    }

    public boolean matches(int header) {
        return Header.tag(header) == tag;
    }
}
