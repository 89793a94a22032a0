package org.lierne.lib.agc;

import static org.lierne.agc.packet.Pm4.*;

import org.jspecify.annotations.Nullable;

import org.lierne.agc.packet.Words;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Builders that move data and order caches. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class MemoryBuilders extends Builder implements HleModule {
    /** Registers that the DMA selectors 14, 24, 64 name: byte address of the first, by engine. */
    private static final int[] DMA_REGISTER = {0x30174, 0x30148};
    /** What 24 is on graphics queues. */
    private static final int COMPUTE_REGISTER = 0x25;
    private static final int FIRST_SHADER_DONE_EVENT = 0x2F;
    private static final int END_OF_PIPE = 5;
    private static final int SHADER_DONE = 6;
    private static final int GCR_GLV_INV = 0x100;
    private static final int GCR_GL1_INV = 0x200;
    private static final int POLL_CYCLES_UNIT = 40;
    /** More do not fit the count of a header. */
    private static final int MOST_DATA = 0x3FFD;

    @Activate
    public MemoryBuilders(@Reference(cardinality = ReferenceCardinality.OPTIONAL,
            policyOption = ReferencePolicyOption.GREEDY) @Nullable GuestThreads threads) {
        super(threads);
    }

    @HleExport(name = "sceAgcDcbWriteData", nid = "i1jyy49AjXU")
    public long writeData(GuestPtr<CommandBuffer> cb, int dst, int cache, long address,
            @SizedBy("count") GuestArray<Integer> data, int count, int increment, int confirm) {
        return write(cb, dst >> 1, dst & 1, cache, address, data, increment, confirm);
    }

    @HleExport(name = "sceAgcAcbWriteData", nid = "eZ4+17OQz4Q")
    public long writeDataOnCompute(GuestPtr<CommandBuffer> cb, int dst, int cache, long address,
            @SizedBy("count") GuestArray<Integer> data, int count, int increment, int confirm) {
        return write(cb, dst, 0, cache, address, data, increment, confirm);
    }

    private long write(GuestPtr<CommandBuffer> cb, int dst, int engine, int cache, long address,
            GuestArray<Integer> data, int increment, int confirm) {
        if (data.count() < 0 || data.count() > MOST_DATA) {
            return 0;
        }
        int count = (int) data.count();
        Words words = WRITE_DATA.words(4 + count).with("dst", dst).with("engine", engine).with("one_address", increment)
                .with("confirm", confirm).with("cache", cache).with("address", address);
        for (int i = 0; i < count; i++) {
            words.word(4 + i, data.memory().getInt(data.address() + 4L * i));
        }
        return emit(cb, words);
    }

    @HleExport(name = "sceAgcDcbDmaData", nid = "WmAc2MEj6Io")
    public long copyByDma(GuestPtr<CommandBuffer> cb, int engine, int dst, int dstCache, long dstAddress, int src,
            int srcCache, long src64, int bytes, int wait, int confirm, int block) {
        return emit(cb, dma(engine, dst, dstCache, dstAddress, src, srcCache, src64, bytes, wait, confirm, block));
    }

    @HleExport(name = "sceAgcAcbDmaData", nid = "-RnpfpxIhec")
    public long copyByDmaOnCompute(GuestPtr<CommandBuffer> cb, int dst, int dstCache, long dstAddress, int src,
            int srcCache, long src64, int bytes, int wait, int confirm) {
        long source = (src & 0xFF) == COMPUTE_REGISTER ? DMA_REGISTER[0] + 8L : src64;
        return emit(cb, dma(0, dst, dstCache, dstAddress, src, srcCache, source, bytes, wait, confirm, 0));
    }

    private static int registerOf(int selector) {
        return switch (selector) {
            case 0x14 -> 0;
            case 0x24 -> 1;
            case 0x64 -> 2;
            default -> -1;
        };
    }

    private static Words dma(int engine, int dst, int dstCache, long dstAddress, int src, int srcCache, long source,
            int bytes, int wait, int confirm, int block) {
        int register = registerOf(src & 0xFF);
        long from = register < 0 ? source : DMA_REGISTER[engine & 1] + 8L * register;
        return DMA_DATA.words().with("engine", engine).with("src_cache", srcCache).with("dst", dst)
                .with("dst_cache", dstCache).with("src", src).with("block", block).with("source", from)
                .with("destination", dstAddress).with("bytes", bytes).with("src_register", src >> 2)
                .with("dst_register", dst >> 2).with("src_fixed", src >> 3).with("dst_fixed", dst >> 3)
                .with("wait", wait).with("no_confirm", confirm);
    }

    /** The selectors arrive as twice the select plus the engine. */
    @HleExport(name = "sceAgcDcbCopyData", nid = "1rZSWUv1IRc")
    public long copyData(GuestPtr<CommandBuffer> cb, int dst, int dstCache, long dstAddress, int src, int srcCache,
            long src64, int size, int confirm) {
        return emit(cb, copy(dst >> 1, dstCache, dstAddress, src >> 1, srcCache, src64, size, confirm)
                .with("engine", (dst | src) & 1));
    }

    @HleExport(name = "sceAgcAcbCopyData", nid = "qzMN2XKGA4k")
    public long copyDataOnCompute(GuestPtr<CommandBuffer> cb, int dst, int dstCache, long dstAddress, int src,
            int srcCache, long src64, int size, int confirm) {
        return emit(cb, copy(dst, dstCache, dstAddress, src, srcCache, src64, size, confirm));
    }

    private static Words copy(int dst, int dstCache, long dstAddress, int src, int srcCache, long source, int size,
            int confirm) {
        return COPY_DATA.words().with("src", src).with("dst", dst).with("src_cache", srcCache).with("size", size)
                .with("confirm", confirm).with("dst_cache", dstCache).with("source", source)
                .with("destination", dstAddress);
    }

    @HleExport(name = "sceAgcDcbAtomicMem", nid = "1-gUn1PI4Sw")
    public long atomic(GuestPtr<CommandBuffer> cb, int engine, int op, int command, int cache, long address, long src,
            long compare, int interval) {
        return emit(cb, atomic(engine, op, command, cache, address, src, compare, interval));
    }

    @HleExport(name = "sceAgcAcbAtomicMem", nid = "XKKuA6VkSRc")
    public long atomicOnCompute(GuestPtr<CommandBuffer> cb, int op, int command, int cache, long address, long src,
            long compare, int interval) {
        return emit(cb, atomic(0, op, command, cache, address, src, compare, interval & 0xFFFF));
    }

    static Words atomic(int engine, int op, int command, int cache, long address, long src, long compare,
            int interval) {
        return ATOMIC_MEM.words().with("operation", op).with("command", command).with("cache", cache)
                .with("engine", engine).with("address", address).with("source", src).with("compare", compare)
                .with("interval", interval);
    }

    @HleExport(name = "sceAgcDcbAtomicGds_0900", nid = "zARR5aCmkoY")
    public long atomicGds(GuestPtr<CommandBuffer> cb, int engine, int operation, int mode, int flag, int source, int a,
            int b, int mask, int data, long compare, long value) {
        return emit(cb, gds(engine, operation, mode, flag, source, a, b, mask, data, compare, value));
    }

    @HleExport(name = "sceAgcAcbAtomicGds_0900", nid = "gQkqkLttcpw")
    public long atomicGdsOnCompute(GuestPtr<CommandBuffer> cb, int operation, int mode, int flag, int source, int a,
            int b, int mask, int data, long compare, long value) {
        return emit(cb, gds(0, operation, mode, flag, source, a, b, mask, data, compare, value));
    }

    private static Words gds(int engine, int operation, int mode, int flag, int source, int a, int b, int mask,
            int data, long compare, long value) {
        boolean returns = (operation >> 5 & 1) != 0;
        return ATOMIC_GDS.words().with("operation", operation).with("ninth", operation >> 7)
                .with("loop", mode == 1 && !returns ? 1 : 0).with("returns", returns ? 1 : 0)
                .with("wide", operation >> 6).with("engine", engine).with("source", source).with("flag", flag)
                .with("a", a & 0xFFFF).with("b", b & 0xFFFF).with("mask", mask & 0x00FF00FF).with("data", data)
                .with("compare", compare).with("value", value);
    }

    @HleExport(name = "sceAgcDcbAcquireMem", nid = "57labkp+rSQ")
    public long acquire(GuestPtr<CommandBuffer> cb, int engine, int cbDbOp, int gcr, long base, long size, int poll) {
        return emit(cb, acquire(engine, cbDbOp, gcr, base, size, poll));
    }

    @HleExport(name = "sceAgcAcbAcquireMem", nid = "KT-hTp-Ch14")
    public long acquireOnCompute(GuestPtr<CommandBuffer> cb, int gcr, long base, long size, int poll) {
        return emit(cb, acquire(1, 0, gcr, base, size, poll));
    }

    /** Ranges are in 256-byte units, one word each, and grow outward; a size of -1 is written as 0 and means everything. */
    private static Words acquire(int engine, int cbDbOp, int gcr, long base, long size, int poll) {
        long start = base >>> 8;
        long units = size == -1 ? 0 : (base + size + 0xFF >>> 8) - start;
        return ACQUIRE_MEM.words().with("coher_cntl", cbDbOp).with("engine", engine).with("size", units)
                .with("base", start).with("interval", Integer.divideUnsigned(poll, POLL_CYCLES_UNIT)).with("gcr", gcr);
    }

    /**
     * Data select 4 is not accepted. Interrupt 4 raises the event and writes nothing, so that address and data are
     * dropped.
     */
    @HleExport(name = "sceAgcCbReleaseMem", nid = "wr23dPKyWc0")
    public long release(GuestPtr<CommandBuffer> cb, int action, int gcr, int dst, int cache, long address, int dataSel,
            long data, int gdsOffset, int gdsSize, int interrupt, int context) {
        if ((dataSel & 7) == 4) {
            return 0;
        }
        boolean isEventOnly = (interrupt & 7) == 4;
        long value = (dataSel & 7) == 5 ? gdsOffset & 0xFFFFL | (gdsSize & 0xFFFFL) << 16 : data;
        int caches = (gcr & GCR_GLV_INV) != 0 ? gcr | GCR_GL1_INV : gcr;
        return emit(cb, RELEASE_MEM.words().with("event", action)
                .with("index", (action & 0x3F) >= FIRST_SHADER_DONE_EVENT ? SHADER_DONE : END_OF_PIPE)
                .with("gcr", caches).with("cache", cache).with("dst", dst).with("interrupt", interrupt)
                .with("data_sel", dataSel).with("address", isEventOnly ? 0 : address & ~3L)
                .with("data", isEventOnly ? 0 : value).with("context", context & 0x07FFFFFF));
    }

    @HleExport(name = "sceAgcDcbPrimeUtcl2", nid = "jt3pl7EN17o")
    public long primeTranslation(GuestPtr<CommandBuffer> cb, int cache, int flag, long address, int pages) {
        return emit(cb, prime(cache, flag, address, pages).with("engine", 1));
    }

    @HleExport(name = "sceAgcAcbPrimeUtcl2", nid = "szG7hz2yEhA")
    public long primeTranslationOnCompute(GuestPtr<CommandBuffer> cb, int cache, int flag, long address, int pages) {
        return emit(cb, prime(cache, flag, address, pages));
    }

    private static Words prime(int cache, int flag, long address, int pages) {
        return PRIME_UTCL2.words().with("cache", cache).with("flag", flag).with("address", address & ~0x3FFFL)
                .with("pages", pages);
    }

    /** A NOP of that many dwords with zeros; the smallest has two. */
    @HleExport(name = "sceAgcCbNop", nid = "LtTouSCZjHM")
    public long nop(GuestPtr<CommandBuffer> cb, int dwords) {
        return dwords < 2 || dwords > 0x4000 ? 0 : emit(cb, NOP.words(dwords));
    }

    /** Bytes of a NOP of that many dwords. */
    @HleExport(name = "sceAgcCbNopGetSize", nid = "t7PlZ9nt5Lc")
    public int nopBytes(int dwords) {
        return 4 * dwords;
    }
}
