package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.HostRange;

/** Guest memory whose readers and writers are told to the capture of the present frame, if there is one. */
final class WatchedMemory implements GuestMemory, RangeUse {
    private final GuestMemory memory;
    private volatile @Nullable FrameCapture capture;

    WatchedMemory(GuestMemory memory) {
        this.memory = memory;
    }

    /** @param next null to watch nothing */
    void watch(@Nullable FrameCapture next) {
        capture = next;
    }

    @Override
    public void used(long address, long bytes, boolean isWritten) {
        FrameCapture c = capture;
        if (c != null) {
            c.touch(address, bytes, isWritten);
        }
    }

    private void read(long address, long bytes) {
        used(address, bytes, false);
    }

    private void write(long address, int bytes, Runnable store) {
        FrameCapture c = capture;
        if (c == null) {
            store.run();
        } else {
            c.store(address, bytes, store);
        }
    }

    @Override
    public MemorySegment view(long address, long bytes, Access access) {
        MemorySegment view = memory.view(address, bytes, access);
        used(address, bytes, access == Access.WRITE);
        return view;
    }

    /** A positive answer has to be given in a replay too. */
    @Override
    public boolean isMapped(long address, long bytes, Access access) {
        boolean isMapped = memory.isMapped(address, bytes, access);
        if (isMapped) {
            read(address, bytes);
        }
        return isMapped;
    }

    @Override
    public byte getByte(long address) {
        read(address, 1);
        return memory.getByte(address);
    }

    @Override
    public short getShort(long address) {
        read(address, 2);
        return memory.getShort(address);
    }

    @Override
    public int getInt(long address) {
        read(address, 4);
        return memory.getInt(address);
    }

    @Override
    public long getLong(long address) {
        read(address, 8);
        return memory.getLong(address);
    }

    @Override
    public void putByte(long address, byte value) {
        write(address, 1, () -> memory.putByte(address, value));
    }

    @Override
    public void putShort(long address, short value) {
        write(address, 2, () -> memory.putShort(address, value));
    }

    @Override
    public void putInt(long address, int value) {
        write(address, 4, () -> memory.putInt(address, value));
    }

    @Override
    public void putLong(long address, long value) {
        write(address, 8, () -> memory.putLong(address, value));
    }

    @Override
    public byte[] getBytes(long address, int bytes) {
        read(address, bytes);
        return memory.getBytes(address, bytes);
    }

    @Override
    public void putBytes(long address, byte[] source) {
        write(address, source.length, () -> memory.putBytes(address, source));
    }

    @Override
    public String getString(long address, int maxBytes) {
        String text = memory.getString(address, maxBytes);
        read(address, maxBytes);
        return text;
    }

    @Override
    public Optional<HostRange> importable(long address) {
        return memory.importable(address);
    }

    @Override
    public long unmappings() {
        return memory.unmappings();
    }

    @Override
    public List<HostRange> importables() {
        return memory.importables();
    }

    /** What a capture has to keep is looked at byte by byte. */
    @Override
    public long writtenAt(long address, long bytes) {
        return capture == null ? memory.writtenAt(address, bytes) : NOT_WATCHED;
    }
}
