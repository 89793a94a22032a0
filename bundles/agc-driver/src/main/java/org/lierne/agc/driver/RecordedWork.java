package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.lierne.gpu.GpuImageView;

/** What is learnt of a draw or dispatch while it is recorded. */
final class RecordedWork {
    /** An image that it reads or writes. @param name where it is bound */
    record Bound(String name, GpuImageView view) {}

    /** Programs, bindings and state as text. */
    final List<Supplier<String>> lines = new ArrayList<>();
    final List<Bound> images = new ArrayList<>();
    final List<GpuImageView> written = new ArrayList<>();
    /** Guest memory that it may store to through buffers. */
    final List<HostMemory.Slice> stores = new ArrayList<>();
    /** Whether it may store to addresses that only its programs know. */
    boolean storesAnywhere;
}
