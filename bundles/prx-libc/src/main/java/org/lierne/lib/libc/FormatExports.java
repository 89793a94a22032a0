package org.lierne.lib.libc;

import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.hle.VaList;
import org.lierne.hle.VarArgs;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The printf and scanf families. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.libc", library = "libc", aliases = "libSceLibcInternal")
public final class FormatExports implements HleModule {
    private static final int STDOUT = 1;
    private static final int ALL = Integer.MAX_VALUE;

    private final GuestMemory memory;
    private final Streams streams;
    private final CErrors errors;

    @Activate
    public FormatExports(@Reference GuestMemory memory, @Reference Streams streams, @Reference CErrors errors) {
        this.memory = memory;
        this.streams = streams;
        this.errors = errors;
    }

    private String narrow(GuestString format, VarArgs arguments) {
        if (format.isNull()) {
            throw new HleRefusal("the format is null");
        }
        return Printf.narrow(memory, Text.readNarrow(memory, format.address(), ALL), arguments);
    }

    private String wide(long format, VarArgs arguments) {
        return Printf.wide(memory, Text.readWide(memory, format, ALL), arguments);
    }

    private int print(Stream stream, String text) {
        return (int) errors.orElse(-1, () -> {
            stream.write(Text.bytes(text));
            return text.length();
        });
    }

    @HleExport(name = "printf", nid = "hcuQgD53UxM")
    public int print(GuestString format, VarArgs arguments) {
        return print(streams.standard(STDOUT), narrow(format, arguments));
    }

    @HleExport(name = "vprintf", nid = "GMpvxPFW924")
    public int printList(GuestString format, @VaList VarArgs arguments) {
        return print(streams.standard(STDOUT), narrow(format, arguments));
    }

    @HleExport(name = "fprintf", nid = "fffwELXNVFA")
    @HleExport(name = "fprintf_s", nid = "-e-F9HjUFp8")
    public int printTo(long file, GuestString format, VarArgs arguments) {
        return print(streams.at(file), narrow(format, arguments));
    }

    @HleExport(name = "vfprintf", nid = "pDBDcY6uLSA")
    public int printListTo(long file, GuestString format, @VaList VarArgs arguments) {
        return print(streams.at(file), narrow(format, arguments));
    }

    @HleExport(name = "vfwprintf", nid = "M2bGWSqt764")
    public int printWideListTo(long file, long format, @VaList VarArgs arguments) {
        return print(streams.at(file), Text.utf8Units(wide(format, arguments)));
    }

    @HleExport(name = "sprintf", nid = "tcVi5SivF7Q")
    public int format(@Out GuestPtr<Byte> out, GuestString format, VarArgs arguments) {
        return store(out.address(), narrow(format, arguments));
    }

    @HleExport(name = "vsprintf", nid = "jbz9I9vkqkk")
    public int formatList(@Out GuestPtr<Byte> out, GuestString format, @VaList VarArgs arguments) {
        return store(out.address(), narrow(format, arguments));
    }

    private int store(long out, String text) {
        Text.writeNarrow(memory, out, text);
        return text.length();
    }

    @HleExport(name = "snprintf", nid = "eLdDw6l0-bU")
    public int formatSized(@Out @SizedBy("size") GuestBytes out, long size, GuestString format, VarArgs arguments) {
        return cut(out, narrow(format, arguments));
    }

    @HleExport(name = "vsnprintf", nid = "Q2V+iqvjgC0")
    public int formatSizedList(@Out @SizedBy("size") GuestBytes out, long size, GuestString format, @VaList VarArgs arguments) {
        return cut(out, narrow(format, arguments));
    }

    /** Writes what fits with its zero byte; gives the length of the whole text. */
    private static int cut(GuestBytes out, String text) {
        if (out.size() != 0) {
            int kept = (int) Math.min(Long.compareUnsigned(out.size(), Integer.MAX_VALUE) > 0 ? Integer.MAX_VALUE : out.size() - 1, text.length());
            Text.writeNarrow(out.memory(), out.address(), text.substring(0, kept));
        }
        return text.length();
    }

    /** A text that does not fit with its zero byte is no text: empty, and -1. */
    @HleExport(name = "sprintf_s", nid = "xEszJVGpybs")
    public int formatChecked(@Out @SizedBy("size") GuestBytes out, long size, GuestString format, VarArgs arguments) {
        String text = narrow(format, arguments);
        if (Long.compareUnsigned(size, text.length()) <= 0) {
            cut(out, "");
            return -1;
        }
        return cut(out, text);
    }

    @HleExport(name = "snprintf_s", nid = "3BytPOQgVKc")
    public int formatSizedChecked(@Out @SizedBy("size") GuestBytes out, long size, GuestString format, VarArgs arguments) {
        return cut(out, narrow(format, arguments));
    }

    @HleExport(name = "swprintf", nid = "nJz16JE1txM")
    @HleExport(name = "swprintf_s", nid = "Im55VJ-Bekc")
    public int formatWide(@Out GuestPtr<Short> out, long units, long format, VarArgs arguments) {
        return storeWide(out.address(), units, wide(format, arguments));
    }

    @HleExport(name = "vswprintf", nid = "u0XOsuOmOzc")
    @HleExport(name = "vswprintf_s", nid = "oDoV9tyHTbA")
    public int formatWideList(@Out GuestPtr<Short> out, long units, long format, @VaList VarArgs arguments) {
        return storeWide(out.address(), units, wide(format, arguments));
    }

    /** Unlike the narrow form, the wide one fails when the text does not fit. */
    private int storeWide(long out, long units, String text) {
        if (Long.compareUnsigned(units, text.length()) <= 0) {
            if (units != 0) {
                Text.writeWide(memory, out, text.substring(0, (int) units - 1));
            }
            return -1;
        }
        Text.writeWide(memory, out, text);
        return text.length();
    }

    @HleExport(name = "sscanf", nid = "1Pk0qZQGeWo")
    public int scan(GuestString input, GuestString format, VarArgs arguments) {
        return Scanf.scan(memory, Text.readNarrow(memory, input.address(), ALL), Text.readNarrow(memory, format.address(), ALL), arguments);
    }

    @HleExport(name = "vsscanf", nid = "UTrpOVLcoOA")
    public int scanList(GuestString input, GuestString format, @VaList VarArgs arguments) {
        return Scanf.scan(memory, Text.readNarrow(memory, input.address(), ALL), Text.readNarrow(memory, format.address(), ALL), arguments);
    }
}
