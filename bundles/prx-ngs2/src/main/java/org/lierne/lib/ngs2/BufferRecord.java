package org.lierne.lib.ngs2;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/** Memory for a system or a rack, and a value of the title's own. */
@GuestStruct(size = 0x40)
public record BufferRecord(@At(0x00) long address, @At(0x08) long bytes, @At(0x38) long userValue) {}
