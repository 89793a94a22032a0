package org.lierne.lib.ngs2;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.lierne.hle.At;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What waves are, and which of their bytes hold which samples. Assumed: lib.ngs2. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ngs2", library = "libSceNgs2")
public final class WaveformExports implements HleModule {
    /** How a wave is written. */
    @GuestStruct(size = 0x18)
    public record FormatRecord(@At(0x00) int type, @At(0x04) int channels, @At(0x08) int rate, @At(0x0C) int configuration,
            @At(0x10) int frameOffset, @At(0x14) int frameMargin) {
        static final int BYTES = 0x18;
    }

    /** What a wave's file says; as many blocks follow as are told. */
    @GuestStruct(size = 0x48)
    public record Facts(@At(0x00) int type, @At(0x04) int channels, @At(0x08) int rate, @At(0x0C) int configuration, @At(0x18) int dataOffset,
            @At(0x1C) int dataBytes, @At(0x20) int loopStart, @At(0x24) int loopEnd, @At(0x28) int samples,
            @At(0x2C) int unitBytes, @At(0x30) int unitSamples, @At(0x34) int unitsInFrame, @At(0x38) int frameBytes, @At(0x3C) int frameSamples, @At(0x40) int delay, @At(0x44) int blocks) {
        static final int BYTES = 0x48;
    }

    private final GuestMemory memory;
    private final GuestFiles files;
    private final GuestHeap heap;

    @Activate
    public WaveformExports(@Reference GuestMemory memory, @Reference GuestFiles files, @Reference GuestHeap heap) {
        this.memory = memory;
        this.files = files;
        this.heap = heap;
    }

    private GuestStatus read(ByteSource source, GuestPtr<Facts> facts) {
        memory.putLong(facts.address(), 0);
        try {
            tell(new WaveformReader(source).read(), facts);
            return GuestStatus.OK;
        } catch (WaveformException e) {
            return e.error();
        }
    }

    private void tell(Waveform wave, GuestPtr<Facts> facts) {
        Format format = wave.format();
        List<Block> blocks = wave.blocks();
        Format.Packing packing = format.packing();
        facts.set(new Facts(format.encoding().number(), format.channels(), format.rate(), format.configuration(), (int) wave.dataOffset(),
                (int) wave.dataBytes(), (int) wave.loopStart(), (int) wave.loopEnd(), (int) wave.samples(), packing.unitBytes(),
                packing.unitSamples(), packing.unitsInFrame(), packing.frameBytes(), packing.frameSamples(), packing.delay(), blocks.size()));
        GuestPtr<Block> place = new GuestPtr<>(memory, facts.address() + Facts.BYTES, Block.class);
        for (int i = 0; i < blocks.size(); i++) {
            place.plus(i).set(blocks.get(i));
        }
    }

    @HleExport(name = "sceNgs2ParseWaveformData", nid = "hyVLT2VlOYk")
    public GuestStatus read(long data, long bytes, @Out GuestPtr<Facts> facts) {
        if (facts.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        return read(ByteSource.of(memory, data, data == 0 ? 0 : bytes), facts);
    }

    @HleExport(name = "sceNgs2ParseWaveformFile", nid = "iprCTXPVWMI")
    public GuestStatus readFile(@OrNull GuestString path, long offset, @Out GuestPtr<Facts> facts) {
        if (facts.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        if (path.isNull() || offset < 0) {
            throw new HleRefusal("the code for a wave's file without a name or a place is not known");
        }
        OpenFile file;
        try {
            file = files.openFile(path.get(), OpenFlags.READ);
        } catch (GuestErrno e) {
            throw new HleRefusal("the wave's file " + path.get() + " cannot be opened, and the code for that is not known");
        }
        try {
            return read((at, bytes) -> read(file, offset + at, bytes), facts);
        } finally {
            files.release(file);
        }
    }

    private static Optional<byte[]> read(OpenFile file, long at, int bytes) {
        ByteBuffer target = ByteBuffer.allocate(bytes);
        while (target.hasRemaining()) {
            int read = file.read(target, at + target.position());
            if (read <= 0) {
                return Optional.empty();
            }
        }
        return Optional.of(target.array());
    }

    /** The function is asked for pieces by their offset. */
    @HleExport(name = "sceNgs2ParseWaveformUser", nid = "t9T0QM17Kvo")
    public GuestStatus readByFunction(@OrNull GuestCallback function, long argument, @Out GuestPtr<Facts> facts) {
        if (facts.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        if (function.isNull()) {
            return Ngs2Error.WAVEFORM_DATA;
        }
        return read((at, bytes) -> {
            long place = heap.allocate(bytes);
            try {
                return (int) function.call(argument, at, place, bytes) < 0 ? Optional.empty() : Optional.of(memory.getBytes(place, bytes));
            } finally {
                heap.free(place);
            }
        }, facts);
    }

    private static Format known(FormatRecord format) throws WaveformException {
        Encoding encoding = Encoding.of(format.type()).orElseThrow(() -> new WaveformException(Ngs2Error.UNKNOWN_FORMAT));
        return Format.of(encoding, format.channels(), format.rate(), format.configuration());
    }

    @HleExport(name = "sceNgs2CalcWaveformBlock", nid = "3pCNbVM11UA")
    public GuestStatus block(GuestPtr<FormatRecord> format, int position, int samples, @Out GuestPtr<Block> block) {
        if (block.isNull()) {
            return Ngs2Error.OUT_ADDRESS;
        }
        block.set(new Block(0, 0, 0, 0, 0, 0, 0));
        if (format.isNull()) {
            return Ngs2Error.WAVEFORM_FORMAT;
        }
        try {
            Format known = known(format.get());
            Block found = known.block(Integer.toUnsignedLong(position), Integer.toUnsignedLong(samples));
            block.set(new Block(Integer.toUnsignedLong((int) found.offset()), Integer.toUnsignedLong((int) found.bytes()), 0, found.skipped(),
                    found.samples(), 0, 0));
            return GuestStatus.OK;
        } catch (WaveformException e) {
            return e.error();
        }
    }

    @HleExport(name = "sceNgs2GetWaveformFrameInfo", nid = "ekGJmmoc8j4")
    public GuestStatus frame(GuestPtr<FormatRecord> format, @OrNull @Out GuestPtr<Integer> bytes, @OrNull @Out GuestPtr<Integer> samples,
            @OrNull @Out GuestPtr<Integer> units, @OrNull @Out GuestPtr<Integer> delay) {
        if (format.isNull()) {
            return Ngs2Error.WAVEFORM_FORMAT;
        }
        try {
            Format known = known(format.get());
            put(bytes, known.packing().frameBytes());
            put(samples, known.packing().frameSamples());
            put(units, known.packing().unitsInFrame());
            put(delay, known.packing().delay());
            return GuestStatus.OK;
        } catch (WaveformException e) {
            return e.error();
        }
    }

    private static void put(GuestPtr<Integer> out, int value) {
        if (!out.isNull()) {
            out.set(value);
        }
    }
}
