package org.lierne.lib.libc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.HleObject;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Streams: opening, reading, writing, moving. A stream's failure is its own value and errno. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.libc", library = "libc", aliases = "libSceLibcInternal")
public final class StreamExports implements HleModule {
    private static final int END_OF_FILE = -1;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int UNBUFFERED = 2;
    private static final int ALL = Integer.MAX_VALUE;

    private final GuestMemory memory;
    private final GuestFiles files;
    private final Streams streams;
    private final CErrors errors;

    @Activate
    public StreamExports(@Reference GuestMemory memory, @Reference GuestFiles files, @Reference Streams streams,
            @Reference CErrors errors) {
        this.memory = memory;
        this.files = files;
        this.streams = streams;
        this.errors = errors;
    }

    @HleExport(name = "fopen", nid = "xeYO4u7uyJ0")
    public long open(GuestString path, GuestString mode) {
        return errors.orElse(0, () -> streams.open(path.get(), mode.get()));
    }

    @HleExport(name = "freopen", nid = "gkWgn0p1AfU")
    public long reopen(@OrNull GuestString path, GuestString mode, long file) {
        if (path.isNull()) {
            throw new HleRefusal("changing the mode of an open stream is not implemented");
        }
        return errors.orElse(0, () -> streams.reopen(path.get(), mode.get(), file));
    }

    @HleExport(name = "fclose", nid = "uodLYyUip20")
    public int close(long file) {
        return (int) errors.orElse(END_OF_FILE, () -> {
            streams.close(file);
            return 0;
        });
    }

    /** Null flushes every stream. */
    @HleExport(name = "fflush", nid = "MUjC4lbHrK4")
    public int flush(long file) {
        return (int) errors.orElse(END_OF_FILE, () -> {
            if (file == 0) {
                streams.flushAll();
            } else {
                streams.at(file).flush();
            }
            return 0;
        });
    }

    @HleExport(name = "fread", nid = "lbB+UlZqVG0")
    public long read(@Out GuestPtr<Byte> buffer, long size, long count, long file) {
        long bytes = size * count;
        if (bytes == 0) {
            return 0;
        }
        Stream stream = streams.at(file);
        return errors.orElse(0, () -> stream.read(memory.view(buffer.address(), bytes, Access.WRITE).asByteBuffer())) / size;
    }

    @HleExport(name = "fwrite", nid = "MpxhMh8QFro")
    public long write(GuestPtr<Byte> buffer, long size, long count, long file) {
        long bytes = size * count;
        if (bytes == 0) {
            return 0;
        }
        Stream stream = streams.at(file);
        return errors.orElse(0, () -> {
            stream.write(memory.getBytes(buffer.address(), Math.toIntExact(bytes)));
            return count;
        });
    }

    @HleExport(name = "fputs", nid = "QrZZdJ8XsX0")
    public int putText(GuestString text, long file) {
        return put(streams.at(file), Text.bytes(Text.readNarrow(memory, text.address(), ALL)), 0);
    }

    @HleExport(name = "puts", nid = "YQ0navp+YIc")
    public int putLine(GuestString text) {
        return put(streams.standard(STDOUT), Text.bytes(Text.readNarrow(memory, text.address(), ALL) + "\n"), 0);
    }

    @HleExport(name = "fputc", nid = "aZK8lNei-Qw")
    @HleExport(name = "putc", nid = "tLB5+4TEOK0")
    public int putCharacter(int character, long file) {
        return put(streams.at(file), new byte[] {(byte) character}, character & 0xFF);
    }

    @HleExport(name = "putchar", nid = "m5wN+SwZOR4")
    public int putCharacter(int character) {
        return put(streams.standard(STDOUT), new byte[] {(byte) character}, character & 0xFF);
    }

    @HleExport(name = "fputwc", nid = "1QJWxoB6pCo")
    public int putWideCharacter(int character, long file) {
        return put(streams.at(file), Text.bytes(Text.utf8Units(String.valueOf((char) character))), character & 0xFFFF);
    }

    private int put(Stream stream, byte[] bytes, int result) {
        return (int) errors.orElse(END_OF_FILE, () -> {
            stream.write(bytes);
            return result;
        });
    }

    @HleExport(name = "fgetc", nid = "AEuF3F2f8TA")
    @HleExport(name = "getc", nid = "8Q60JLJ6Rv4")
    public int character(long file) {
        Stream stream = streams.at(file);
        return (int) errors.orElse(END_OF_FILE, stream::read);
    }

    @HleExport(name = "fgets", nid = "KdP-nULpuGw")
    public long line(@Out GuestPtr<Byte> out, int size, long file) {
        Stream stream = streams.at(file);
        return errors.orElse(0, () -> {
            StringBuilder line = new StringBuilder();
            while (line.length() < size - 1) {
                int c = stream.read();
                if (c < 0) {
                    break;
                }
                line.append((char) c);
                if (c == '\n') {
                    break;
                }
            }
            if (line.isEmpty() && size > 1) {
                return 0;
            }
            Text.writeNarrow(memory, out.address(), line.toString());
            return out.address();
        });
    }

    @HleExport(name = "ungetc", nid = "-LFO7jhD5CE")
    public int pushBack(int character, long file) {
        return streams.at(file).pushBack(character) ? character & 0xFF : END_OF_FILE;
    }

    @HleExport(name = "fseek", nid = "rQFVBXp-Cxg")
    @HleExport(name = "fseeko", nid = "pkYiKw09PRA")
    public int seek(long file, long offset, int whence) {
        Stream stream = streams.at(file);
        return (int) errors.orElse(-1, () -> {
            stream.seek(offset, whence);
            return 0;
        });
    }

    @HleExport(name = "ftell", nid = "Qazy8LmXTvw")
    @HleExport(name = "ftello", nid = "5qP1iVQkdck")
    public long position(long file) {
        Stream stream = streams.at(file);
        return errors.orElse(-1, stream::position);
    }

    @HleExport(name = "rewind", nid = "3QIPIh-GDjw")
    public void rewind(long file) {
        seek(file, 0, 0);
        streams.at(file).clearIndicators();
    }

    @HleExport(name = "feof", nid = "LxcEU+ICu8U")
    public boolean isAtEnd(long file) {
        return streams.at(file).isAtEnd();
    }

    @HleExport(name = "ferror", nid = "AHxyhN96dy4")
    public boolean hasFailed(long file) {
        return streams.at(file).hasFailed();
    }

    @HleExport(name = "clearerr", nid = "St9nbxSoezk")
    public void clearIndicators(long file) {
        streams.at(file).clearIndicators();
    }

    /** The size is ours to choose; only whether there is a buffer has an effect. */
    @HleExport(name = "setvbuf", nid = "QMFyLoqNxIg")
    public int setBuffer(long file, @OrNull GuestPtr<Byte> buffer, int mode, long size) {
        streams.at(file).setBuffered(mode != UNBUFFERED);
        return 0;
    }

    /** A file, or an empty folder. */
    @HleExport(name = "remove", nid = "MZO7FXyAPU8")
    public int remove(GuestString path) {
        return (int) errors.orElse(-1, () -> {
            if (files.attributes(path.get()).isDirectory()) {
                files.removeDirectory(path.get());
            } else {
                files.unlink(path.get());
            }
            return 0;
        });
    }

    @HleExport(name = "perror", nid = "EMutwaQ34Jo")
    public void printError(@OrNull GuestString prefix) {
        String text = ErrorTexts.of(errors.errno());
        String line = prefix.isNull() || prefix.get().isEmpty() ? text : prefix.get() + ": " + text;
        put(streams.standard(STDERR), Text.bytes(Text.utf8Units(line) + "\n"), 0);
    }

    @HleObject(name = "_Stdout", nid = "2sWzhYqFH4E")
    public byte[] standardOutput() {
        return Streams.standardFile(STDOUT);
    }

    @HleObject(name = "_Stderr", nid = "H8AprKeZtNg")
    public byte[] standardError() {
        return Streams.standardFile(STDERR);
    }

    @HleObject(name = "stdout", nid = "3eGXiXpFLt0")
    public byte[] standardOutputPointer() {
        return pointer(STDOUT);
    }

    @HleObject(name = "stderr", nid = "+CUrIMpVuaM")
    public byte[] standardErrorPointer() {
        return pointer(STDERR);
    }

    private byte[] pointer(int descriptor) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(streams.standardPointer(descriptor)).array();
    }
}
