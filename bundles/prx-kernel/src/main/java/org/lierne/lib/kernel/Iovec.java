package org.lierne.lib.kernel;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/** One piece of a scattered read or gathered write. */
@GuestStruct(size = 0x10)
public record Iovec(@At(0x00) long address, @At(0x08) long bytes) {}
