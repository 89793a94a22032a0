package org.lierne.lib.app_content;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.Mounts;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Parameters, temporary data and add-ons. Documented: system calls, section 18. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.app-content", library = "libSceAppContent")
public final class AppContentExports implements HleModule, TitleListener {
    private static final String PARAMETERS = "/app0/sce_sys/param.json";
    private static final String TEMPORARY = "/temp0";
    private static final int MOST_PARAMETER_BYTES = 1 << 20;
    private static final long TEMPORARY_KIB = 1_048_576;

    /** How the title was started: nothing special. */
    @GuestStruct(size = 0x28)
    public record Boot(@At(0x04) int attribute) {}

    private final GuestMemory memory;
    private final GuestFiles files;
    private final Mounts mounts;
    private final Path cache;
    private String titleId = "";

    @Activate
    public AppContentExports(BundleContext context, @Reference GuestMemory memory, @Reference GuestFiles files, @Reference Mounts mounts) {
        this(memory, files, mounts, userFolder(context.getProperty("lierne.user")).resolve("cache/temporary"));
    }

    AppContentExports(GuestMemory memory, GuestFiles files, Mounts mounts, Path cache) {
        this.memory = memory;
        this.files = files;
        this.mounts = mounts;
        this.cache = cache;
    }

    private static Path userFolder(@Nullable String property) {
        String environment = System.getenv("LIERNE_HOME");
        if (property != null && !property.isEmpty()) {
            return Path.of(property);
        }
        return environment != null ? Path.of(environment) : Path.of(System.getProperty("user.home"), ".local", "share", "lierne");
    }

    @Override
    public void titleStarting(Title title) {
        titleId = title.id().replaceAll("[^A-Za-z0-9_-]", "_");
    }

    @HleExport(name = "sceAppContentInitialize", nid = "R9lA82OraNs")
    public GuestStatus initialize(GuestPtr<Long> parameters, @Out GuestPtr<Boot> boot) {
        if (parameters.isNull() || boot.isNull()) {
            return AppContentError.PARAMETER;
        }
        boot.set(new Boot(0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAppContentAppParamGetInt", nid = "99b82IKXpH4")
    public GuestStatus parameter(int id, @Out GuestPtr<Integer> value) {
        if (!TitleParameters.isId(id) || value.isNull()) {
            return AppContentError.PARAMETER;
        }
        try {
            OpenFile file = files.openFile(PARAMETERS, OpenFlags.READ);
            try {
                ByteBuffer json = ByteBuffer.allocate((int) Math.min(file.attributes().sizeBytes(), MOST_PARAMETER_BYTES));
                file.read(json);
                value.set(TitleParameters.value(id, new String(json.array(), 0, json.position(), StandardCharsets.UTF_8)));
                return GuestStatus.OK;
            } finally {
                files.release(file);
            }
        } catch (GuestErrno e) {
            return AppContentError.NOT_FOUND;
        }
    }

    /** Option 1 empties the folder. */
    @HleExport(name = "sceAppContentTemporaryDataMount2", nid = "buYbeLOGWmA")
    public synchronized GuestStatus mountTemporary(int option, @Out GuestPtr<Long> point) {
        if (point.isNull() || option < 0 || option > 1) {
            return AppContentError.PARAMETER;
        }
        if (mounts.at(TEMPORARY).isPresent()) {
            return AppContentError.BUSY;
        }
        try {
            Path folder = Files.createDirectories(cache.resolve(titleId));
            if (option == 1) {
                empty(folder);
            }
            mounts.mount(TEMPORARY, folder, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        memory.putBytes(point.address(), Arrays.copyOf(TEMPORARY.getBytes(StandardCharsets.UTF_8), 16));
        return GuestStatus.OK;
    }

    private static void empty(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).filter(p -> !p.equals(folder)).toList()) {
                Files.delete(path);
            }
        }
    }

    @HleExport(name = "sceAppContentTemporaryDataUnmount", nid = "bcolXMmp6qQ")
    public synchronized GuestStatus unmountTemporary(GuestString point) {
        if (point.isNull()) {
            return AppContentError.PARAMETER;
        }
        return point.get().equals(TEMPORARY) && mounts.unmount(TEMPORARY) ? GuestStatus.OK : AppContentError.NOT_MOUNTED;
    }

    @HleExport(name = "sceAppContentTemporaryDataFormat", nid = "a5N7lAG0y2Q")
    public synchronized GuestStatus formatTemporary(GuestString point) {
        if (point.isNull()) {
            return AppContentError.PARAMETER;
        }
        Optional<Mounts.Mount> mount = mounts.at(TEMPORARY);
        if (mount.isEmpty() || !point.get().equals(TEMPORARY)) {
            return AppContentError.NOT_MOUNTED;
        }
        try {
            empty(mount.get().root());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAppContentTemporaryDataGetAvailableSpaceKb", nid = "SaKib2Ug0yI")
    public GuestStatus temporarySpace(GuestString point, @Out GuestPtr<Long> kibibytes) {
        if (point.isNull() || kibibytes.isNull()) {
            return AppContentError.PARAMETER;
        }
        kibibytes.set(TEMPORARY_KIB);
        return GuestStatus.OK;
    }

    /** There are no add-ons. */
    @HleExport(name = "sceAppContentGetAddcontInfoList", nid = "xnd8BJzAxmk")
    public GuestStatus addOns(int service, @OrNull GuestPtr<Long> list, int capacity, @Out GuestPtr<Integer> hits) {
        if (hits.isNull() || capacity != 0 && list.isNull()) {
            return AppContentError.PARAMETER;
        }
        hits.set(0);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAppContentGetAddcontInfo", nid = "m47juOmH0VE")
    public GuestStatus addOn(int service, GuestPtr<Long> label, GuestPtr<Long> info) {
        return label.isNull() || info.isNull() ? AppContentError.PARAMETER : AppContentError.NO_ENTITLEMENT;
    }

    @HleExport(name = "sceAppContentAddcontMount", nid = "VANhIWcqYak")
    public GuestStatus mountAddOn(int service, GuestPtr<Long> label, GuestPtr<Long> point) {
        return label.isNull() || point.isNull() ? AppContentError.PARAMETER : AppContentError.NO_ENTITLEMENT;
    }
}
