package org.lierne.kernel.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.DirectoryEntry;
import org.lierne.kernel.file.FileAttributes;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.Mounts;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.shim.HostFiles;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The running title's mounts and descriptors. */
@Component(service = {GuestFiles.class, Mounts.class, TitleFiles.class, TitleListener.class})
public final class TitleFiles implements GuestFiles, Mounts, TitleListener {
    /** First descriptor that is not a console stream. */
    private static final int FIRST = 3;
    private static final int MOST = 4096;
    /** The device's number in every file's attributes. */
    static final int DEVICE = 1;
    private static final String APPLICATION = "/app0";

    private final Map<String, Tree> trees = new ConcurrentHashMap<>();
    private final @Nullable Descriptor[] descriptors = new Descriptor[MOST];
    private final SecureRandom random = new SecureRandom();

    private final Changes changes = new Changes();
    private final FileLocks locks = new FileLocks();
    private final Supplier<RuntimeException> interrupted;

    @Activate
    public TitleFiles(@Reference GuestThreads threads) {
        this(threads::interrupted);
    }

    private TitleFiles(Supplier<RuntimeException> interrupted) {
        this.interrupted = interrupted;
    }

    /** Files whose interrupted waits throw what is given. No second public constructor: the component runtime tries each. */
    public static TitleFiles interruptedBy(Supplier<RuntimeException> exception) {
        return new TitleFiles(exception);
    }

    @Override
    public void titleStarting(Title title) {
        openConsole(title.request().output());
        mount(APPLICATION, title.root(), false);
    }

    /** Gives descriptors 0 to 2 to the title's console. */
    void openConsole(OutputStream output) {
        DeviceFile.Stream console = new DeviceFile.Stream() {
            @Override
            public int read(ByteBuffer target) {
                return 0;
            }

            @Override
            public int write(ByteBuffer source) throws IOException {
                byte[] bytes = new byte[source.remaining()];
                source.get(bytes);
                synchronized (output) {
                    output.write(bytes);
                    output.flush();
                }
                return bytes.length;
            }
        };
        synchronized (descriptors) {
            for (int i = 0; i < FIRST; i++) {
                descriptors[i] = new DeviceFile("/dev/console", OpenFlags.READ_WRITE, console);
            }
        }
    }

    @Override
    public void titleStopped(Title title) {
        synchronized (descriptors) {
            for (int i = 0; i < MOST; i++) {
                Descriptor open = descriptors[i];
                set(i, null);
                if (open != null) {
                    open.release();
                }
            }
        }
        trees.clear();
    }

    @Override
    public void mount(String point, Path root, boolean isWritable) {
        if (trees.putIfAbsent(point, new Tree(point, root, isWritable)) != null) {
            throw new IllegalStateException("files: something is mounted at " + point);
        }
    }

    @Override
    public boolean unmount(String point) {
        return trees.remove(point) != null;
    }

    @Override
    public Optional<Mount> at(String point) {
        return Optional.ofNullable(trees.get(point)).map(TitleFiles::describe);
    }

    @Override
    public List<Mount> all() {
        return trees.values().stream().map(TitleFiles::describe).toList();
    }

    private static Mount describe(Tree tree) {
        return new Mount(tree.point(), tree.root(), tree.isWritable());
    }

    private Tree tree(GuestPath path) {
        Tree tree = trees.get(path.point());
        if (tree == null) {
            throw new GuestErrno(Errno.ENOENT, path.text());
        }
        return tree;
    }

    @Override
    public int open(String path, int flags) {
        return add((Descriptor) openFile(path, flags));
    }

    /** Gives an open file the lowest free descriptor; without one it is closed again. */
    public int add(Descriptor file) {
        synchronized (descriptors) {
            int free = lowestFree(FIRST);
            if (free >= 0) {
                set(free, file);
                return free;
            }
        }
        file.release();
        throw new GuestErrno(Errno.EMFILE, file.path());
    }

    /** What becomes readable, writable or hung up is told here. */
    public Changes changesOfDescriptors() {
        return changes;
    }

    /** Lets a descriptor name a file, or none; calls that fronts make on the one before are over then. Under the descriptors' lock. */
    private void set(int descriptor, @Nullable Descriptor file) {
        if (descriptors[descriptor] instanceof HostFile) {
            HostFiles.withdraw(descriptor);
        }
        descriptors[descriptor] = file;
        publish(descriptor);
    }

    private void publish(int descriptor) {
        if (descriptors[descriptor] instanceof HostFile file) {
            HostFiles.publish(descriptor, file.host(), file.frontAccess());
        }
    }

    private void publishAll() {
        synchronized (descriptors) {
            for (int i = 0; i < MOST; i++) {
                publish(i);
            }
        }
    }

    /** The lowest free descriptor from here on, or -1; under the lock of the descriptors. */
    private int lowestFree(int from) {
        for (int i = from; i < MOST; i++) {
            if (descriptors[i] == null) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public OpenFile openFile(String text, int flags) {
        if ((flags & OpenFlags.ACCESS) == OpenFlags.ACCESS) {
            throw new GuestErrno(Errno.EINVAL, text + ": access mode 3");
        }
        GuestPath path = GuestPath.of(text);
        if (path.point().equals("/dev")) {
            return openDevice(path, flags);
        }
        Tree tree = tree(path);
        try (Tree.Place place = tree.walk(path)) {
            checkOpen(tree, place, path, flags);
            if (place.isDirectory()) {
                return new FolderFile(text, flags, entries(place), attributes(tree, place));
            }
            return openHost(tree, place, text, flags);
        } catch (IOException e) {
            throw HostErrors.as(e, text);
        }
    }

    private static void checkOpen(Tree tree, Tree.Place place, GuestPath path, int flags) {
        boolean creates = (flags & OpenFlags.CREATE) != 0;
        boolean changes = OpenFlags.writes(flags) || (flags & OpenFlags.TRUNCATE) != 0;
        if (creates && (flags & OpenFlags.EXCLUSIVE) != 0 && place.exists()) {
            throw new GuestErrno(Errno.EEXIST, path.text());
        }
        if (creates && !tree.isWritable()) {
            throw new GuestErrno(Errno.EROFS, path.text());
        }
        if (!creates && !place.exists()) {
            throw new GuestErrno(Errno.ENOENT, path.text());
        }
        if ((flags & OpenFlags.DIRECTORY) != 0 && !place.isDirectory()) {
            throw new GuestErrno(Errno.ENOTDIR, path.text());
        }
        if (place.isDirectory() && changes) {
            throw new GuestErrno(Errno.EISDIR, path.text());
        }
        if (changes && !tree.isWritable()) {
            throw new GuestErrno(Errno.EROFS, path.text());
        }
    }

    private HostFile openHost(Tree tree, Tree.Place place, String text, int flags) {
        int host = flags & OpenFlags.ACCESS;
        if ((flags & OpenFlags.CREATE) != 0) {
            host |= HostFiles.CREATE | ((flags & OpenFlags.EXCLUSIVE) != 0 ? HostFiles.EXCLUSIVE : 0);
        }
        if ((flags & OpenFlags.TRUNCATE) != 0) {
            host |= HostFiles.TRUNCATE;
        }
        int descriptor = HostFiles.open(tree.root().toString(), tree.names(place), host);
        return new HostFile(text, flags, descriptor, mode(tree, false), locks, this::publishAll);
    }

    private OpenFile openDevice(GuestPath path, int flags) {
        String name = String.join("/", path.names());
        return switch (name) {
            case "null" -> new DeviceFile(path.text(), flags, DeviceFile.NULL);
            case "zero" -> new DeviceFile(path.text(), flags, DeviceFile.ZERO);
            case "random", "urandom" -> new DeviceFile(path.text(), flags, DeviceFile.random(random));
            default -> throw new GuestErrno(Errno.ENOENT, path.text());
        };
    }

    private static List<DirectoryEntry> entries(Tree.Place place) throws IOException {
        List<DirectoryEntry> entries = new ArrayList<>();
        try (Folder folder = place.folder().enter(place.name())) {
            long own = inode(folder.attributes());
            entries.add(new DirectoryEntry(".", true, own));
            entries.add(new DirectoryEntry("..", true, own));
            for (String name : folder.names().stream().sorted().toList()) {
                Optional<BasicFileAttributes> attributes = folder.attributes(name);
                if (attributes.isPresent()) {
                    boolean isFolder = attributes.get().isSymbolicLink()
                            ? Files.isDirectory(folder.hostPath().resolve(name)) : attributes.get().isDirectory();
                    entries.add(new DirectoryEntry(name, isFolder, inode(attributes.get())));
                }
            }
        }
        return entries;
    }

    private static long inode(BasicFileAttributes attributes) {
        String key = String.valueOf(attributes.fileKey());
        int at = key.indexOf("ino=");
        return at < 0 ? 0 : Long.parseLong(key.substring(at + 4, key.length() - 1));
    }

    private static int mode(Tree tree, boolean isDirectory) {
        int permissions = tree.isWritable() ? 0777 : 0555;
        return isDirectory ? FileAttributes.DIRECTORY | permissions : FileAttributes.FILE | permissions & 0666;
    }

    private static FileAttributes attributes(Tree tree, Tree.Place place) {
        BasicFileAttributes a = place.attributes().orElseThrow();
        return new FileAttributes(DEVICE, inode(a), mode(tree, a.isDirectory()), a.size(), a.lastAccessTime().toInstant(), a.lastModifiedTime().toInstant(),
                a.lastModifiedTime().toInstant(), a.creationTime().toInstant());
    }

    @Override
    public void release(OpenFile file) {
        ((Descriptor) file).release();
    }

    @Override
    public OpenFile file(int descriptor) {
        synchronized (descriptors) {
            Descriptor open = descriptor < 0 || descriptor >= MOST ? null : descriptors[descriptor];
            if (open == null) {
                throw new GuestErrno(Errno.EBADF, "descriptor " + descriptor);
            }
            return open;
        }
    }

    @Override
    public void close(int descriptor) {
        Descriptor open;
        synchronized (descriptors) {
            open = (Descriptor) file(descriptor);
            if (descriptor < FIRST) {
                throw new GuestErrno(Errno.EPERM, "descriptor " + descriptor + " is a console stream");
            }
            set(descriptor, null);
        }
        open.release();
    }

    @Override
    public int duplicate(int descriptor, int lowest) {
        synchronized (descriptors) {
            Descriptor open = (Descriptor) file(descriptor);
            if (lowest < 0 || lowest >= MOST) {
                throw new GuestErrno(Errno.EINVAL, "descriptor " + lowest);
            }
            int free = lowestFree(Math.max(FIRST, lowest));
            if (free < 0) {
                throw new GuestErrno(Errno.EMFILE, open.path());
            }
            open.share();
            set(free, open);
            return free;
        }
    }

    @Override
    public int duplicateTo(int descriptor, int target) {
        Descriptor before;
        synchronized (descriptors) {
            Descriptor open = (Descriptor) file(descriptor);
            if (target < 0 || target >= MOST) {
                throw new GuestErrno(Errno.EBADF, "descriptor " + target);
            }
            if (target == descriptor) {
                return target;
            }
            open.share();
            before = descriptors[target];
            set(target, open);
        }
        if (before != null) {
            before.release();
        }
        return target;
    }

    @Override
    public Pipe pipe() {
        PipeBuffer buffer = new PipeBuffer(changes, interrupted);
        synchronized (descriptors) {
            int reading = lowestFree(FIRST);
            int writing = reading < 0 ? -1 : lowestFree(reading + 1);
            if (writing < 0) {
                throw new GuestErrno(Errno.EMFILE, "pipe");
            }
            set(reading, new PipeEnd(buffer, OpenFlags.READ));
            set(writing, new PipeEnd(buffer, OpenFlags.WRITE));
            return new Pipe(reading, writing);
        }
    }

    @Override
    public void changed() {
        changes.changed();
    }

    @Override
    public long changes() {
        return changes.count();
    }

    @Override
    public void awaitChange(long seen, long timeoutNs) throws InterruptedException {
        changes.await(seen, timeoutNs);
    }

    @Override
    public FileAttributes attributes(String text) {
        GuestPath path = GuestPath.of(text);
        if (path.point().equals("/dev")) {
            OpenFile device = openDevice(path, OpenFlags.READ);
            return device.attributes();
        }
        Tree tree = tree(path);
        try (Tree.Place place = existing(tree, path)) {
            return attributes(tree, place);
        } catch (IOException e) {
            throw HostErrors.as(e, text);
        }
    }

    private static Tree.Place existing(Tree tree, GuestPath path) throws IOException {
        Tree.Place place = tree.walk(path);
        if (!place.exists()) {
            place.close();
            throw new GuestErrno(Errno.ENOENT, path.text());
        }
        return place;
    }

    private static void needsWritable(Tree tree, GuestPath path) {
        if (!tree.isWritable()) {
            throw new GuestErrno(Errno.EROFS, path.text());
        }
    }

    @Override
    public void truncate(String text, long length) {
        GuestPath path = GuestPath.of(text);
        Tree tree = tree(path);
        try (Tree.Place place = existing(tree, path)) {
            if (length < 0) {
                throw new GuestErrno(Errno.EINVAL, "length " + length);
            }
            if (place.isDirectory()) {
                throw new GuestErrno(Errno.EISDIR, text);
            }
            needsWritable(tree, path);
            HostFile file = openHost(tree, place, text, OpenFlags.WRITE);
            try {
                file.truncate(length);
            } finally {
                file.release();
            }
        } catch (IOException e) {
            throw HostErrors.as(e, text);
        }
    }

    @Override
    public void makeDirectory(String text) {
        GuestPath path = GuestPath.of(text);
        Tree tree = tree(path);
        try (Tree.Place place = tree.walk(path)) {
            if (place.exists()) {
                throw new GuestErrno(Errno.EEXIST, text);
            }
            needsWritable(tree, path);
            tree.makeFolder(place);
        } catch (IOException e) {
            throw HostErrors.as(e, text);
        }
    }

    @Override
    public void removeDirectory(String text) {
        GuestPath path = GuestPath.of(text);
        Tree tree = tree(path);
        needsWritable(tree, path);
        try (Tree.Place place = tree.walk(path)) {
            if (place.exists() && !place.isDirectory()) {
                throw new GuestErrno(Errno.ENOTDIR, text);
            }
            if (!place.exists()) {
                throw new GuestErrno(Errno.ENOENT, text);
            }
            if (place.name().equals(".")) {
                throw new GuestErrno(Errno.EBUSY, text + " is mounted");
            }
            place.folder().deleteFolder(place.name());
        } catch (IOException e) {
            throw HostErrors.as(e, text);
        }
    }

    @Override
    public void unlink(String text) {
        GuestPath path = GuestPath.of(text);
        Tree tree = tree(path);
        try (Tree.Place place = existing(tree, path)) {
            needsWritable(tree, path);
            if (place.isDirectory()) {
                throw new GuestErrno(Errno.EPERM, text);
            }
            place.folder().deleteFile(place.name());
        } catch (IOException e) {
            throw HostErrors.as(e, text);
        }
    }

    @Override
    public void rename(String fromText, String toText) {
        GuestPath from = GuestPath.of(fromText);
        GuestPath to = GuestPath.of(toText);
        Tree tree = tree(from);
        try (Tree.Place source = existing(tree, from)) {
            if (tree(to) != tree) {
                throw new GuestErrno(Errno.EXDEV, fromText + " to " + toText);
            }
            needsWritable(tree, from);
            if (source.name().equals(".")) {
                throw new GuestErrno(Errno.EBUSY, fromText + " is mounted");
            }
            try (Tree.Place target = tree.walk(to)) {
                move(source, target, to);
            }
        } catch (IOException e) {
            throw HostErrors.as(e, fromText + " to " + toText);
        }
    }

    @Override
    public void link(String fromText, String toText) {
        GuestPath from = GuestPath.of(fromText);
        GuestPath to = GuestPath.of(toText);
        Tree tree = tree(from);
        try (Tree.Place source = existing(tree, from)) {
            if (tree(to) != tree) {
                throw new GuestErrno(Errno.EXDEV, fromText + " to " + toText);
            }
            needsWritable(tree, from);
            if (source.isDirectory()) {
                throw new GuestErrno(Errno.EPERM, fromText);
            }
            try (Tree.Place target = tree.walk(to)) {
                if (target.exists()) {
                    throw new GuestErrno(Errno.EEXIST, toText);
                }
                HostFiles.link(tree.root().toString(), tree.names(source), tree.names(target));
            }
        } catch (IOException e) {
            throw HostErrors.as(e, fromText + " to " + toText);
        }
    }

    private static void move(Tree.Place source, Tree.Place target, GuestPath to) throws IOException {
        boolean isSame = target.exists() && inode(target.attributes().orElseThrow()) == inode(source.attributes().orElseThrow());
        if (isSame) {
            // Another spelling of the same name: the disk takes the new one.
            source.folder().move(source.name(), target.folder(), to.names().getLast());
            return;
        }
        if (target.exists()) {
            if (source.isDirectory() && !target.isDirectory()) {
                throw new GuestErrno(Errno.ENOTDIR, to.text());
            }
            if (!source.isDirectory() && target.isDirectory()) {
                throw new GuestErrno(Errno.EISDIR, to.text());
            }
        }
        source.folder().move(source.name(), target.folder(), target.name());
    }

    @Override
    public void checkReachable(String text) {
        attributes(text);
    }

    @Override
    public Path hostPath(String text) {
        GuestPath path = GuestPath.of(text);
        try (Tree.Place place = existing(tree(path), path)) {
            return place.hostPath();
        } catch (IOException e) {
            throw HostErrors.as(e, text);
        }
    }
}
