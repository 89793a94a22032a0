package org.lierne.lib.kernel;

import org.lierne.hle.FileRecord;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.hle.VarArgs;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Open files by descriptor, encoded and as POSIX calls. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class DescriptorExports implements HleModule {
    private final Answers answers;
    private final GuestFiles files;
    private final FileCalls calls;

    @Activate
    public DescriptorExports(@Reference Answers answers, @Reference GuestFiles files, @Reference GuestMemory memory) {
        this.answers = answers;
        this.files = files;
        this.calls = new FileCalls(files, memory);
    }

    @HleExport(name = "sceKernelOpen", nid = "1G3lF1Gg1k8")
    public long open(GuestString path, int flags, int mode) {
        return answers.encodedValue(() -> calls.open(path, flags));
    }

    /** The mode follows only when the call creates; it has no effect on the host. */
    @HleExport(name = "open", nid = "wuCroIGjt2g")
    @HleExport(name = "_open", nid = "6c3rCVE-fTU")
    public long openPosix(GuestString path, int flags, VarArgs mode) {
        return answers.posixValue(() -> calls.open(path, flags));
    }

    @HleExport(name = "sceKernelClose", nid = "UK2Tl2DWUns")
    public int close(int descriptor) {
        return answers.encoded(() -> done(() -> files.close(descriptor)));
    }

    @HleExport(name = "close", nid = "bY-PO6JhzhQ")
    @HleExport(name = "_close", nid = "NNtFaKJbPt0")
    public int closePosix(int descriptor) {
        return answers.posix(() -> done(() -> files.close(descriptor)));
    }

    @HleExport(name = "sceKernelRead", nid = "Cg4srZ6TKbU", front = "front_read")
    public long read(int descriptor, long buffer, long bytes) {
        return answers.encodedValue(answers.valuePoint(() -> calls.read(descriptor, buffer, bytes)));
    }

    @HleExport(name = "read", nid = "AqBioC2vF3I", front = "front_read")
    @HleExport(name = "_read", nid = "DRuBt2pvICk", front = "front_read")
    public long readPosix(int descriptor, long buffer, long bytes) {
        return answers.posixValue(answers.valuePoint(() -> calls.read(descriptor, buffer, bytes)));
    }

    @HleExport(name = "sceKernelPread", nid = "+r3rMFwItV4", front = "front_read_at")
    public long readAt(int descriptor, long buffer, long bytes, long offset) {
        return answers.encodedValue(answers.valuePoint(() -> calls.read(descriptor, buffer, bytes, offset)));
    }

    @HleExport(name = "pread", nid = "ezv-RSBNKqI", front = "front_read_at")
    public long readAtPosix(int descriptor, long buffer, long bytes, long offset) {
        return answers.posixValue(answers.valuePoint(() -> calls.read(descriptor, buffer, bytes, offset)));
    }

    @HleExport(name = "sceKernelReadv", nid = "QqxBetgJH+g")
    public long readPieces(int descriptor, GuestPtr<Iovec> pieces, int count) {
        return answers.encodedValue(answers.valuePoint(() -> calls.readPieces(descriptor, pieces, count)));
    }

    @HleExport(name = "readv", nid = "I7ImcLds-uU")
    public long readPiecesPosix(int descriptor, GuestPtr<Iovec> pieces, int count) {
        return answers.posixValue(answers.valuePoint(() -> calls.readPieces(descriptor, pieces, count)));
    }

    @HleExport(name = "sceKernelPreadv", nid = "yTj62I7kw4s")
    public long readPiecesAt(int descriptor, GuestPtr<Iovec> pieces, int count, long offset) {
        return answers.encodedValue(answers.valuePoint(() -> calls.readPieces(descriptor, pieces, count, offset)));
    }

    @HleExport(name = "preadv", nid = "ZaRzaapAZwM")
    public long readPiecesAtPosix(int descriptor, GuestPtr<Iovec> pieces, int count, long offset) {
        return answers.posixValue(answers.valuePoint(() -> calls.readPieces(descriptor, pieces, count, offset)));
    }

    @HleExport(name = "sceKernelWrite", nid = "4wSze92BhLI", front = "front_write")
    public long write(int descriptor, long buffer, long bytes) {
        return answers.encodedValue(answers.valuePoint(() -> calls.write(descriptor, buffer, bytes)));
    }

    @HleExport(name = "write", nid = "FN4gaPmuFV8", front = "front_write")
    @HleExport(name = "_write", nid = "FxVZqBAA7ks", front = "front_write")
    public long writePosix(int descriptor, long buffer, long bytes) {
        return answers.posixValue(answers.valuePoint(() -> calls.write(descriptor, buffer, bytes)));
    }

    @HleExport(name = "sceKernelPwrite", nid = "nKWi-N2HBV4", front = "front_write_at")
    public long writeAt(int descriptor, long buffer, long bytes, long offset) {
        return answers.encodedValue(answers.valuePoint(() -> calls.write(descriptor, buffer, bytes, offset)));
    }

    @HleExport(name = "pwrite", nid = "C2kJ-byS5rM", front = "front_write_at")
    public long writeAtPosix(int descriptor, long buffer, long bytes, long offset) {
        return answers.posixValue(answers.valuePoint(() -> calls.write(descriptor, buffer, bytes, offset)));
    }

    @HleExport(name = "sceKernelWritev", nid = "kAt6VDbHmro")
    public long writePieces(int descriptor, GuestPtr<Iovec> pieces, int count) {
        return answers.encodedValue(answers.valuePoint(() -> calls.writePieces(descriptor, pieces, count)));
    }

    @HleExport(name = "writev", nid = "Z2aKdxzS4KE")
    public long writePiecesPosix(int descriptor, GuestPtr<Iovec> pieces, int count) {
        return answers.posixValue(answers.valuePoint(() -> calls.writePieces(descriptor, pieces, count)));
    }

    @HleExport(name = "sceKernelPwritev", nid = "mBd4AfLP+u8")
    public long writePiecesAt(int descriptor, GuestPtr<Iovec> pieces, int count, long offset) {
        return answers.encodedValue(answers.valuePoint(() -> calls.writePieces(descriptor, pieces, count, offset)));
    }

    @HleExport(name = "pwritev", nid = "FCcmRZhWtOk")
    public long writePiecesAtPosix(int descriptor, GuestPtr<Iovec> pieces, int count, long offset) {
        return answers.posixValue(answers.valuePoint(() -> calls.writePieces(descriptor, pieces, count, offset)));
    }

    @HleExport(name = "sceKernelLseek", nid = "oib76F-12fk", front = "front_seek")
    public long seek(int descriptor, long offset, int whence) {
        return answers.encodedValue(() -> calls.seek(descriptor, offset, whence));
    }

    @HleExport(name = "lseek", nid = "Oy6IpwgtYOk", front = "front_seek")
    public long seekPosix(int descriptor, long offset, int whence) {
        return answers.posixValue(() -> calls.seek(descriptor, offset, whence));
    }

    @HleExport(name = "sceKernelFstat", nid = "kBwCPsYX-m4")
    public int attributes(int descriptor, @Out GuestPtr<FileRecord> record) {
        return answers.encoded(() -> calls.stat(descriptor, record));
    }

    @HleExport(name = "fstat", nid = "mqQMh1zPPT8")
    @HleExport(name = "_fstat", nid = "A0O5kF5x4LQ")
    public int attributesPosix(int descriptor, @Out GuestPtr<FileRecord> record) {
        return answers.posix(() -> calls.stat(descriptor, record));
    }

    @HleExport(name = "sceKernelFtruncate", nid = "VW3TVZiM4-E")
    public int truncate(int descriptor, long length) {
        return answers.encoded(() -> done(() -> files.file(descriptor).truncate(length)));
    }

    @HleExport(name = "ftruncate", nid = "ih4CD9-gghM")
    public int truncatePosix(int descriptor, long length) {
        return answers.posix(() -> done(() -> files.file(descriptor).truncate(length)));
    }

    @HleExport(name = "sceKernelFsync", nid = "fTx66l5iWIA")
    @HleExport(name = "sceKernelFdatasync", nid = "30Rh4ixbKy4")
    public int sync(int descriptor) {
        return answers.encoded(() -> done(() -> files.file(descriptor).sync()));
    }

    @HleExport(name = "fsync", nid = "juWbTNM+8hw")
    @HleExport(name = "fdatasync", nid = "KIbJFQ0I1Cg")
    public int syncPosix(int descriptor) {
        return answers.posix(() -> done(() -> files.file(descriptor).sync()));
    }

    @HleExport(name = "sceKernelDup", nid = "Ro3VzBolIZo")
    public long duplicate(int descriptor) {
        return answers.encodedValue(() -> files.duplicate(descriptor));
    }

    @HleExport(name = "dup", nid = "iiQjzvfWDq0")
    public long duplicatePosix(int descriptor) {
        return answers.posixValue(() -> files.duplicate(descriptor));
    }

    private static Errno done(Runnable call) {
        call.run();
        return Errno.OK;
    }
}
