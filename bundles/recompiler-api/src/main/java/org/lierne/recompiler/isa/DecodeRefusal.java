package org.lierne.recompiler.isa;

/**
 * The dwords at a place are not an instruction of the guest's processor.
 *
 * @param pc     byte offset of the instruction in its program
 * @param dword  its first dword
 * @param reason what is wrong with it, a clause without full stop
 */
public record DecodeRefusal(int pc, int dword, String reason) implements Decoding {
    /** The refusal as one line: offset, dword and reason. */
    public String message() {
        return String.format("pc=0x%04x dword 0x%08x: %s", pc, dword, reason);
    }
}
