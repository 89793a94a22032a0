package org.lierne.lib.save_data;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/** The records of the save data calls. Pointers are addresses. Documented: system calls, section 13. */
final class SaveRecords {
    private SaveRecords() {}

    @GuestStruct(size = 0x50)
    public record Mount(@At(0x00) int user, @At(0x08) long title, @At(0x10) long name, @At(0x18) long fingerprint, @At(0x20) long blocks,
            @At(0x28) int mode) {}

    @GuestStruct(size = 0x40)
    public record Mount2(@At(0x00) int user, @At(0x08) long name, @At(0x10) long blocks, @At(0x18) int mode) {}

    @GuestStruct(size = 0x50)
    public record Mount3(@At(0x00) int user, @At(0x08) long name, @At(0x10) long blocks, @At(0x18) long systemBlocks, @At(0x20) int mode,
            @At(0x28) int resource) {}

    @GuestStruct(size = 0x40)
    public record MountResult(@At(value = 0x00, length = 16) String point, @At(0x10) long requiredBlocks, @At(0x1C) int status) {
        static final MountResult NONE = new MountResult("", 0, 0);
    }

    @GuestStruct(size = 0x30)
    public record MountInfo(@At(0x00) long blocks, @At(0x08) long freeBlocks) {}

    @GuestStruct(size = 0x40)
    public record Delete(@At(0x00) int user, @At(0x08) long title, @At(0x10) long name) {}

    @GuestStruct(size = 0x40)
    public record Search(@At(0x00) int user, @At(0x08) long title, @At(0x10) long pattern, @At(0x18) int key, @At(0x1C) int order) {}

    @GuestStruct(size = 0x38)
    public record SearchResult(@At(0x00) int hits, @At(0x08) long names, @At(0x10) int capacity, @At(0x14) int set, @At(0x18) long parameters,
            @At(0x20) long infos) {}

    @GuestStruct(size = 0x38)
    public record Icon(@At(0x00) long buffer, @At(0x08) long bufferBytes, @At(0x10) long dataBytes) {}

    @GuestStruct(size = 0x28)
    public record Transaction(@At(0x00) int resource, @At(0x04) int mode) {}

    @GuestStruct(size = 0x40)
    public record Backup(@At(0x00) int user, @At(0x08) long title, @At(0x10) long name, @At(0x18) long fingerprint) {}

    @GuestStruct(size = 0x68)
    public record Event(@At(0x00) int type, @At(0x04) int error, @At(0x08) int user, @At(value = 0x10, length = 16) String title,
            @At(value = 0x20, length = 32) String name) {}

    @GuestStruct(size = 0x40)
    public record MemorySetup(@At(0x00) int option, @At(0x04) int user, @At(0x08) long bytes, @At(0x10) long iconBytes,
            @At(0x18) long parameters, @At(0x20) long icon, @At(0x28) int slot) {}

    @GuestStruct(size = 0x18)
    public record MemorySetupResult(@At(0x00) long existedBytes) {}

    @GuestStruct(size = 0x40)
    public record MemoryGet(@At(0x00) int user, @At(0x08) long data, @At(0x10) long parameters, @At(0x18) long icon, @At(0x20) int slot) {}

    @GuestStruct(size = 0x40)
    public record MemorySet(@At(0x00) int user, @At(0x08) long data, @At(0x10) long parameters, @At(0x18) long icon, @At(0x20) int count,
            @At(0x24) int slot) {}

    @GuestStruct(size = 0x40)
    public record MemoryData(@At(0x00) long buffer, @At(0x08) long bytes, @At(0x10) long offset) {}

    @GuestStruct(size = 0x28)
    public record MemorySync(@At(0x00) int user, @At(0x04) int slot, @At(0x08) int option) {}
}
