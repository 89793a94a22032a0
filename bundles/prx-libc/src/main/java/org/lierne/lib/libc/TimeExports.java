package org.lierne.lib.libc;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
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

/** Time and calendar. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.libc", library = "libc", aliases = "libSceLibcInternal")
public final class TimeExports implements HleModule, TitleListener {
    private static final int ALL = Integer.MAX_VALUE;
    private static final int CALENDAR_BYTES = 0x40;

    private final GuestMemory memory;
    private final GuestHeap heap;
    private volatile long startNs = System.nanoTime();
    private volatile long shared;

    @Activate
    public TimeExports(@Reference GuestMemory memory, @Reference GuestHeap heap) {
        this.memory = memory;
        this.heap = heap;
    }

    @Override
    public void titleStarting(Title title) {
        startNs = System.nanoTime();
        shared = 0;
    }

    @HleExport(name = "time", nid = "wLlFkwG9UcQ")
    public long time(@Out @OrNull GuestPtr<Long> out) {
        long now = Instant.now().getEpochSecond();
        if (!out.isNull()) {
            out.set(now);
        }
        return now;
    }

    /** Microseconds since the program began: CLOCKS_PER_SEC is a million. */
    @HleExport(name = "clock", nid = "QZP6I9ZZxpE")
    public long clock() {
        return (System.nanoTime() - startNs) / 1000;
    }

    @HleExport(name = "difftime", nid = "-VVn74ZyhEs")
    public double difference(long later, long earlier) {
        return (double) (later - earlier);
    }

    @HleExport(name = "gmtime", nid = "1mecP7RgI2A")
    public long universal(GuestPtr<Long> seconds) {
        return share(Calendar.of(seconds.get(), ZoneOffset.UTC));
    }

    @HleExport(name = "localtime", nid = "efhK-YSUYYQ")
    public long local(GuestPtr<Long> seconds) {
        return share(Calendar.of(seconds.get(), ZoneId.systemDefault()));
    }

    /** The functions without a result parameter share one record. */
    private synchronized long share(Calendar calendar) {
        if (shared == 0) {
            shared = heap.allocate(CALENDAR_BYTES);
        }
        new GuestPtr<>(memory, shared, Calendar.class).set(calendar);
        return shared;
    }

    @HleExport(name = "gmtime_s", nid = "5bBacGLyLOs")
    public int universal(@Out GuestPtr<Calendar> result, GuestPtr<Long> seconds) {
        return convert(result, seconds, ZoneOffset.UTC);
    }

    @HleExport(name = "localtime_s", nid = "fiiNDnNBKVY")
    public int local(@Out GuestPtr<Calendar> result, GuestPtr<Long> seconds) {
        return convert(result, seconds, ZoneId.systemDefault());
    }

    private static int convert(GuestPtr<Calendar> result, GuestPtr<Long> seconds, ZoneId zone) {
        if (result.isNull() || seconds.isNull()) {
            return Errno.EINVAL.number();
        }
        result.set(Calendar.of(seconds.get(), zone));
        return 0;
    }

    @HleExport(name = "mktime", nid = "n7AepwR0s34")
    public long seconds(@InOut GuestPtr<Calendar> calendar) {
        long seconds = calendar.get().toSeconds(ZoneId.systemDefault());
        calendar.set(Calendar.of(seconds, ZoneId.systemDefault()));
        return seconds;
    }

    @HleExport(name = "strftime", nid = "Av3zjWi64Kw")
    public long format(@Out @SizedBy("size") GuestBytes out, long size, GuestString format, GuestPtr<Calendar> calendar) {
        String text = calendar.get().format(Text.readNarrow(memory, format.address(), ALL));
        if (Long.compareUnsigned(size, text.length()) <= 0) {
            return 0;
        }
        Text.writeNarrow(memory, out.address(), text);
        return text.length();
    }
}
