package org.lierne.hle;

import org.lierne.kernel.file.FileAttributes;

/** A file's attributes as the guest sees them, 0x78 bytes. Documented: system calls, section 6. */
@GuestStruct(size = 0x78)
public record FileRecord(@At(0x00) int device, @At(0x04) int inode, @At(0x08) short mode, @At(0x0A) short links,
        @At(0x18) long accessedSeconds, @At(0x20) long accessedNs, @At(0x28) long modifiedSeconds, @At(0x30) long modifiedNs,
        @At(0x38) long changedSeconds, @At(0x40) long changedNs, @At(0x48) long bytes, @At(0x50) long blocks, @At(0x58) int blockBytes,
        @At(0x68) long createdSeconds, @At(0x70) long createdNs) {
    private static final int BLOCK_BYTES = 512;
    private static final int TRANSFER_BYTES = 0x10000;

    public static FileRecord of(FileAttributes a) {
        return new FileRecord((int) a.device(), (int) a.inode(), (short) a.mode(), (short) 1,
                a.accessed().getEpochSecond(), a.accessed().getNano(), a.modified().getEpochSecond(), a.modified().getNano(),
                a.changed().getEpochSecond(), a.changed().getNano(), a.sizeBytes(),
                (a.sizeBytes() + BLOCK_BYTES - 1) / BLOCK_BYTES, TRANSFER_BYTES, a.created().getEpochSecond(), a.created().getNano());
    }
}
