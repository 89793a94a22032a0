package org.lierne.lib.font;

import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.osgi.service.component.annotations.Component;

/** Which outlines a library reads: there is one driver, by another name for libraries and for renderers. Assumed: lib.font. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.font", library = "libSceFontFt")
public final class FontDriverExports implements HleModule {
    /** Stands for the driver's table, into which no title looks. */
    static final long DRIVER = 0x10;

    private static long driver(int value) {
        return value == 0 ? DRIVER : 0;
    }

    @HleExport(name = "sceFontSelectLibraryFt", nid = "oM+XCzVG3oM")
    public long ofLibraries(int value) {
        return driver(value);
    }

    @HleExport(name = "sceFontSelectRendererFt", nid = "Xx974EW-QFY")
    public long ofRenderers(int value) {
        return driver(value);
    }
}
