package org.lierne.lib.libc;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Environment variables, the locale's name and error texts. A title starts without variables and in the C locale, the only one. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.libc", library = "libc", aliases = "libSceLibcInternal")
public final class EnvironmentExports implements HleModule, TitleListener {
    private static final int LAST_CATEGORY = 6;

    private final GuestMemory memory;
    private final GuestHeap heap;
    /** Texts handed to the guest by their content; they stay until the title ends. */
    private final Map<String, Long> texts = new ConcurrentHashMap<>();
    private final Map<String, String> variables = new ConcurrentHashMap<>();

    @Activate
    public EnvironmentExports(@Reference GuestMemory memory, @Reference GuestHeap heap) {
        this.memory = memory;
        this.heap = heap;
    }

    @Override
    public void titleStarting(Title title) {
        texts.clear();
        variables.clear();
    }

    private long text(String text) {
        return texts.computeIfAbsent(text, t -> {
            byte[] bytes = (t + "\0").getBytes(StandardCharsets.UTF_8);
            long address = heap.allocate(bytes.length);
            memory.putBytes(address, bytes);
            return address;
        });
    }

    @HleExport(name = "getenv", nid = "smbQukfxYJM")
    public long variable(GuestString name) {
        String value = variables.get(name.get());
        return value == null ? 0 : text(value);
    }

    @HleExport(name = "setenv", nid = "M4YYbSFfJ8g")
    public int setVariable(GuestString name, GuestString value, int overwrite) {
        if (name.isNull() || name.get().isEmpty() || name.get().contains("=")) {
            return -1;
        }
        if (overwrite != 0) {
            variables.put(name.get(), value.get());
        } else {
            variables.putIfAbsent(name.get(), value.get());
        }
        return 0;
    }

    @HleExport(name = "unsetenv", nid = "CRJcH8CnPSI")
    public int removeVariable(GuestString name) {
        if (name.isNull() || name.get().isEmpty() || name.get().contains("=")) {
            return -1;
        }
        variables.remove(name.get());
        return 0;
    }

    /** Null asks for the name; another locale than C, its other name, or the default is not there: null. */
    @HleExport(name = "setlocale", nid = "PtsB1Q9wsFA")
    public long setLocale(int category, @OrNull GuestString name) {
        boolean isHere = name.isNull() || Set.of("", "C", "POSIX").contains(name.get());
        return category >= 0 && category <= LAST_CATEGORY && isHere ? text("C") : 0;
    }

    @HleExport(name = "strerror", nid = "RIa6GnWp+iU")
    public long errorText(int number) {
        return text(ErrorTexts.of(number));
    }

    @HleExport(name = "strerror_r", nid = "RBcs3uut1TA")
    public int errorText(int number, @Out @SizedBy("size") GuestBytes out, long size) {
        byte[] bytes = (ErrorTexts.of(number) + "\0").getBytes(StandardCharsets.UTF_8);
        if (Long.compareUnsigned(size, bytes.length) < 0) {
            return Errno.ERANGE.number();
        }
        out.write(bytes);
        return 0;
    }
}
