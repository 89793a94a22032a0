package org.lierne.lib.font;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.host.font.FontRefused;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Memory records, libraries, renderers, and fonts opened and closed. Assumed: lib.font. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.font", library = "libSceFont")
public final class FontLibraryExports implements HleModule {
    private static final short MEMORY_KIND = 0x0F00;
    private static final int MOST_FILE_BYTES = 1 << 28;

    /** Where the library may take memory from; ours needs none. */
    @GuestStruct(size = 0x40)
    public record Memory(@At(0x00) short kind, @At(0x04) int size, @At(0x08) long address, @At(0x10) long space, @At(0x18) long functions,
            @At(0x20) long ended, @At(0x28) long endedArgument) {}

    /** How a font is to be opened: which face of its file. Nothing else of it is known. */
    @GuestStruct(size = 0x20)
    public record Opening(@At(0x08) int face) {}

    private final GuestMemory memory;
    private final GuestThreads threads;
    private final Fonts fonts;
    private final SystemFonts system;

    @Activate
    public FontLibraryExports(BundleContext context, @Reference GuestMemory memory, @Reference GuestThreads threads, @Reference Fonts fonts) {
        this(memory, threads, fonts, new SystemFonts(List.of(userFolder(context.getProperty("lierne.user")).resolve("etc/fonts"),
                Path.of("/usr/share/fonts"), Path.of("/usr/local/share/fonts"))));
    }

    FontLibraryExports(GuestMemory memory, GuestThreads threads, Fonts fonts, SystemFonts system) {
        this.memory = memory;
        this.threads = threads;
        this.fonts = fonts;
        this.system = system;
    }

    private static Path userFolder(@Nullable String property) {
        return Path.of(property == null ? "" : property);
    }

    @HleExport(name = "sceFontMemoryInit", nid = "whrS4oksXc4")
    public GuestStatus initializeMemory(@Out GuestPtr<Memory> record, long address, int bytes, long functions, long space, long ended, long argument) {
        if (record.isNull()) {
            return FontError.PARAMETER;
        }
        record.set(new Memory(MEMORY_KIND, bytes, address, space, functions, ended, argument));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceFontMemoryTerm", nid = "h6hIgxXEiEc")
    public GuestStatus endMemory(@InOut GuestPtr<Memory> record) {
        if (record.isNull() || record.get().kind() != MEMORY_KIND) {
            return FontError.MEMORY;
        }
        Memory ended = record.get();
        if (ended.ended() != 0) {
            threads.current().call(ended.ended(), record.address(), ended.space(), ended.endedArgument());
        }
        memory.putShort(record.address(), (short) 0);
        return GuestStatus.OK;
    }

    private GuestStatus create(GuestPtr<Memory> from, long selection, GuestPtr<Long> handle, Object object) {
        if (handle.isNull()) {
            return FontError.PARAMETER;
        }
        if (selection != FontDriverExports.DRIVER) {
            handle.set(0L);
            return FontError.PARAMETER;
        }
        if (from.isNull()) {
            handle.set(0L);
            return FontError.MEMORY;
        }
        handle.set(fonts.add(object));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceFontCreateLibrary", nid = "nWrfPI4Okmg")
    public GuestStatus createLibrary(GuestPtr<Memory> from, long selection, @Out GuestPtr<Long> library) {
        return create(from, selection, library, new Fonts.Library());
    }

    @HleExport(name = "sceFontCreateLibraryWithEdition", nid = "n590hj5Oe-k")
    public GuestStatus createLibrary(GuestPtr<Memory> from, long selection, long edition, @Out GuestPtr<Long> library) {
        return createLibrary(from, selection, library);
    }

    @HleExport(name = "sceFontCreateRendererWithEdition", nid = "WaSFJoRWXaI")
    public GuestStatus createRenderer(GuestPtr<Memory> from, long selection, long edition, @Out GuestPtr<Long> renderer) {
        return create(from, selection, renderer, new Fonts.Renderer());
    }

    private GuestStatus destroy(GuestPtr<Long> handle, Class<?> type, FontError unknown) {
        if (handle.isNull() || !fonts.remove(handle.get(), type)) {
            return unknown;
        }
        handle.set(0L);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceFontDestroyLibrary", nid = "FXP359ygujs")
    public GuestStatus destroyLibrary(@InOut GuestPtr<Long> library) {
        return destroy(library, Fonts.Library.class, FontError.LIBRARY);
    }

    @HleExport(name = "sceFontDestroyRenderer", nid = "exAxkyVLt0s")
    public GuestStatus destroyRenderer(@InOut GuestPtr<Long> renderer) {
        return destroy(renderer, Fonts.Renderer.class, FontError.RENDERER);
    }

    private GuestStatus needsLibrary(long library) {
        return fonts.find(library, Fonts.Library.class).isPresent() ? GuestStatus.OK : FontError.LIBRARY;
    }

    /** Fonts of the host are looked for when one is opened. */
    @HleExport(name = "sceFontSupportSystemFonts", nid = "SsRbbCiWoGw")
    public GuestStatus supportSystemFonts(long library) {
        return needsLibrary(library);
    }

    /** Every format that the reader knows is supported, for any number of fonts. */
    @HleExport(name = "sceFontSupportExternalFonts", nid = "mz2iTY0MK4A")
    public GuestStatus supportExternalFonts(long library, int most, int formats) {
        return needsLibrary(library);
    }

    @SilentStub("lib.font.cache")
    @HleExport(name = "sceFontAttachDeviceCacheBuffer", nid = "CUKn5pX-NVY")
    public GuestStatus attachCache(long library, long buffer, int bytes) {
        return needsLibrary(library);
    }

    private GuestStatus open(byte[] file, int face, GuestPtr<Long> font) {
        try {
            font.set(fonts.open(file, face));
            return GuestStatus.OK;
        } catch (FontRefused e) {
            font.set(0L);
            return FontError.FORMAT;
        }
    }

    @HleExport(name = "sceFontOpenFontMemory", nid = "KXUpebrFk1U")
    public GuestStatus openFromMemory(long library, long file, int bytes, @OrNull GuestPtr<Opening> detail, @Out GuestPtr<Long> font) {
        GuestStatus checked = needsLibrary(library);
        if (checked.code() != 0) {
            return checked;
        }
        if (file == 0 || bytes <= 0 || bytes > MOST_FILE_BYTES || font.isNull() || !memory.isMapped(file, bytes, Access.READ)) {
            return FontError.PARAMETER;
        }
        return open(memory.getBytes(file, bytes), detail.isNull() ? 0 : detail.get().face(), font);
    }

    @HleExport(name = "sceFontOpenFontSet", nid = "cKYtVmeSTcw")
    public GuestStatus openFromSystem(long library, int set, int mode, @OrNull GuestPtr<Opening> detail, @Out GuestPtr<Long> font) {
        GuestStatus checked = needsLibrary(library);
        if (checked.code() != 0) {
            return checked;
        }
        if (font.isNull()) {
            return FontError.PARAMETER;
        }
        try {
            byte[] file = system.read().orElseThrow(() -> new HleRefusal("no font stands in for set 0x%x of the console: none was found below %s"
                    .formatted(set, system)));
            return open(file, 0, font);
        } catch (IOException e) {
            throw new HleRefusal("the host's font cannot be read: " + e);
        }
    }

    /** The same font once more, with size and effects of its own. */
    @HleExport(name = "sceFontOpenFontInstance", nid = "JzCH3SCFnAU")
    public GuestStatus openAgain(long font, @OrNull long setup, @Out GuestPtr<Long> another) {
        Font known = fonts.find(font, Font.class).orElse(null);
        if (known == null) {
            return FontError.HANDLE;
        }
        if (another.isNull()) {
            return FontError.PARAMETER;
        }
        if (setup != 0) {
            throw new HleRefusal("a font from another that is to be set up: what is set up then is not known");
        }
        try {
            another.set(fonts.open(known.file(), known.index()));
            return GuestStatus.OK;
        } catch (FontRefused e) {
            return FontError.FORMAT;
        }
    }

    @HleExport(name = "sceFontCloseFont", nid = "vzHs3C8lWJk")
    public GuestStatus close(long font) {
        return fonts.remove(font, Font.class) ? GuestStatus.OK : FontError.HANDLE;
    }
}
