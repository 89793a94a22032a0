package org.lierne.lib.content_export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Starting the library, exporting files and data. Documented: system calls, section 18. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.content-export", library = "libSceContentExport")
public final class ContentExportExports implements HleModule, TitleListener {
    private static final int MOST_EXPORTS = 10;
    private static final int PARAMETER_TITLE_BYTES = 257;
    private static final int TYPE_OFFSET = 0x202;
    private static final int TYPE_BYTES = 65;
    private static final int LONGEST_PATH = 1024;
    private static final Map<String, String> EXTENSIONS = Map.of("image/jpeg", ".jpg", "image/png", ".png", "image/gif", ".gif",
            "video/mp4", ".mp4", "video/webm", ".webm");

    private final GuestMemory memory;
    private final GuestFiles files;
    private final GuestThreads threads;
    private final ExportFolder folder;
    private final Set<Integer> exports = new HashSet<>();
    private @Nullable InitBlock block;
    private String titleId = "";
    private int next = 1;

    @Activate
    public ContentExportExports(BundleContext context, @Reference GuestMemory memory, @Reference GuestFiles files,
            @Reference GuestThreads threads) {
        this(memory, files, threads, new ExportFolder(userFolder(context.getProperty("lierne.user")).resolve("exports")));
    }

    ContentExportExports(GuestMemory memory, GuestFiles files, GuestThreads threads, ExportFolder folder) {
        this.memory = memory;
        this.files = files;
        this.threads = threads;
        this.folder = folder;
    }

    private static Path userFolder(@Nullable String property) {
        String environment = System.getenv("LIERNE_HOME");
        if (property != null && !property.isEmpty()) {
            return Path.of(property);
        }
        return environment != null ? Path.of(environment) : Path.of(System.getProperty("user.home"), ".local", "share", "lierne");
    }

    @Override
    public synchronized void titleStarting(Title title) {
        block = null;
        exports.clear();
        titleId = title.id();
    }

    @HleExport(name = "sceContentExportInit2", nid = "0GnN4QCgIfs")
    public synchronized GuestStatus initialize(GuestPtr<InitBlock> parameters) {
        if (parameters.isNull() || !parameters.get().isValid()) {
            return ContentExportError.PARAMETER;
        }
        if (block != null) {
            throw new HleRefusal("the library is initialised already, and the code for that is not known");
        }
        block = parameters.get();
        return GuestStatus.OK;
    }

    @HleExport(name = "sceContentExportTerm", nid = "+KDWny9Y-6k")
    public synchronized GuestStatus terminate() {
        if (block == null) {
            throw new HleRefusal("the library is not initialised, and the code for that is not known");
        }
        if (!exports.isEmpty()) {
            return ContentExportError.BUSY;
        }
        block = null;
        return GuestStatus.OK;
    }

    @HleExport(name = "sceContentExportStart", nid = "FCygF4Ec4so")
    public synchronized GuestValue start() {
        if (block == null) {
            return GuestValue.error(ContentExportError.NOT_INITIALIZED);
        }
        if (exports.size() >= MOST_EXPORTS) {
            return GuestValue.error(ContentExportError.TOO_MANY);
        }
        exports.add(next);
        return GuestValue.of(next++);
    }

    @HleExport(name = "sceContentExportFinish", nid = "tb3cZTCl8Ps")
    public synchronized GuestStatus finish(int export) {
        if (block == null) {
            return ContentExportError.NOT_INITIALIZED;
        }
        needsExport(export);
        exports.remove(export);
        return GuestStatus.OK;
    }

    private void needsExport(int export) {
        if (!exports.contains(export)) {
            throw new HleRefusal("export " + export + " is not open, and the code for that is not known");
        }
    }

    @HleExport(name = "sceContentExportFromFile", nid = "OWCJUmrWH1g")
    public synchronized GuestStatus fromFile(int export, GuestPtr<Byte> parameter, GuestString source, @Out @SizedBy("size") GuestBytes path,
            long size) {
        InitBlock started = block;
        if (started == null) {
            return ContentExportError.NOT_INITIALIZED;
        }
        needsExport(export);
        if (parameter.isNull() || source.isNull() || path.isNull() || size == 0) {
            return ContentExportError.PARAMETER;
        }
        String extension = EXTENSIONS.get(memory.getString(parameter.address() + TYPE_OFFSET, TYPE_BYTES));
        if (extension == null) {
            return ContentExportError.FORMAT;
        }
        OpenFile file;
        try {
            file = files.openFile(source.get(), OpenFlags.READ);
        } catch (GuestErrno e) {
            return ContentExportError.SOURCE_MISSING;
        }
        try {
            return copy(started, parameter, extension, path, (buffer, bytes) ->
                    memory.getBytes(buffer, file.read(memory.view(buffer, bytes, Access.WRITE).asByteBuffer())));
        } finally {
            files.release(file);
        }
    }

    /** The title's function gives the content piece by piece: where it lies, how long it is, and whether it was the last. */
    @HleExport(name = "sceContentExportFromData", nid = "AOWqIYsgVHs")
    public synchronized GuestStatus fromData(int export, GuestPtr<Byte> parameter, long length, GuestCallback function, long user,
            @Out @SizedBy("size") GuestBytes path, long size) {
        InitBlock started = block;
        if (started == null) {
            return ContentExportError.NOT_INITIALIZED;
        }
        needsExport(export);
        if (parameter.isNull() || function.isNull() || path.isNull() || size == 0) {
            return ContentExportError.PARAMETER;
        }
        String extension = EXTENSIONS.get(memory.getString(parameter.address() + TYPE_OFFSET, TYPE_BYTES));
        if (extension == null) {
            return ContentExportError.FORMAT;
        }
        return copy(started, parameter, extension, path, new PieceSource(memory, function, user, length));
    }

    /** Gives the next bytes by way of the title's buffer, none at the end; null if the title gives what it must not. */
    interface Source {
        byte @Nullable [] next(long buffer, long bytes);
    }

    private GuestStatus copy(InitBlock started, GuestPtr<Byte> parameter, String extension, GuestBytes path, Source source) {
        long bytes = started.usedBufferBytes();
        long buffer = threads.current().call(started.allocate(), bytes, started.user());
        if (buffer == 0) {
            return ContentExportError.OUT_OF_MEMORY;
        }
        try {
            Path part = folder.begin(titleId);
            try {
                return isWritten(part, source, buffer, bytes) ? store(part, parameter, extension, path) : ContentExportError.DATA;
            } finally {
                // What was stored has another name by now; whatever else ended the copy leaves nothing.
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            threads.current().call(started.free(), buffer, started.user());
        }
    }

    private GuestStatus store(Path part, GuestPtr<Byte> parameter, String extension, GuestBytes path) throws IOException {
        Path stored = folder.finish(part, memory.getString(parameter.address(), PARAMETER_TITLE_BYTES), extension);
        byte[] name = (stored.getFileName() + "\0").getBytes(StandardCharsets.UTF_8);
        if (name.length > Math.min(path.size(), LONGEST_PATH)) {
            Files.delete(stored);
            return ContentExportError.PARAMETER;
        }
        path.write(name);
        return GuestStatus.OK;
    }

    private static boolean isWritten(Path part, Source source, long buffer, long bytes) throws IOException {
        try (OutputStream out = Files.newOutputStream(part)) {
            for (byte[] piece = source.next(buffer, bytes); piece == null || piece.length > 0; piece = source.next(buffer, bytes)) {
                if (piece == null) {
                    return false;
                }
                out.write(piece);
            }
            return true;
        }
    }
}
