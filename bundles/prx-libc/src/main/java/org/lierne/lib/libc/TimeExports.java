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
import org.lierne.kernel.error.GuestErrno;
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
    private final CErrors errors;
    private volatile long startNs = System.nanoTime();
    private volatile long shared;
    private volatile long sharedText;

    @Activate
    public TimeExports(@Reference GuestMemory memory, @Reference GuestHeap heap, @Reference CErrors errors) {
        this.memory = memory;
        this.heap = heap;
        this.errors = errors;
    }

    @Override
    public void titleStarting(Title title) {
        startNs = System.nanoTime();
        shared = 0;
        sharedText = 0;
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
        return errors.orElse(0, () -> share(Calendar.of(seconds.get(), ZoneOffset.UTC)));
    }

    @HleExport(name = "localtime", nid = "efhK-YSUYYQ")
    public long local(GuestPtr<Long> seconds) {
        return errors.orElse(0, () -> share(Calendar.of(seconds.get(), ZoneId.systemDefault())));
    }

    @HleExport(name = "gmtime_r", nid = "IJ3uNKef29s")
    public long universalInto(GuestPtr<Long> seconds, @Out GuestPtr<Calendar> result) {
        return into(seconds, result, ZoneOffset.UTC);
    }

    @HleExport(name = "localtime_r", nid = "Vwp2xkMeMKA")
    public long localInto(GuestPtr<Long> seconds, @Out GuestPtr<Calendar> result) {
        return into(seconds, result, ZoneId.systemDefault());
    }

    private long into(GuestPtr<Long> seconds, GuestPtr<Calendar> result, ZoneId zone) {
        return errors.orElse(0, () -> {
            result.set(Calendar.of(seconds.get(), zone));
            return result.address();
        });
    }

    @HleExport(name = "asctime", nid = "jT3xiGpA3B4")
    public long text(GuestPtr<Calendar> calendar) {
        return shareText(calendar.get().text());
    }

    @HleExport(name = "ctime", nid = "0uAUs3hYuG4")
    public long localText(GuestPtr<Long> seconds) {
        return errors.orElse(0, () -> shareText(Calendar.of(seconds.get(), ZoneId.systemDefault()).text()));
    }

    private synchronized long shareText(String text) {
        if (sharedText == 0) {
            sharedText = heap.allocate(Calendar.TEXT_BYTES);
        }
        Text.writeNarrow(memory, sharedText, text);
        return sharedText;
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
        try {
            result.set(Calendar.of(seconds.get(), zone));
            return 0;
        } catch (GuestErrno e) {
            return e.errno().number();
        }
    }

    @HleExport(name = "mktime", nid = "n7AepwR0s34")
    public long seconds(@InOut GuestPtr<Calendar> calendar) {
        return seconds(calendar, ZoneId.systemDefault());
    }

    @HleExport(name = "timegm", nid = "dyA2GIbM0VQ")
    public long universalSeconds(@InOut GuestPtr<Calendar> calendar) {
        return seconds(calendar, ZoneOffset.UTC);
    }

    private long seconds(GuestPtr<Calendar> calendar, ZoneId zone) {
        return errors.orElse(-1, () -> {
            long seconds = calendar.get().toSeconds(zone);
            calendar.set(Calendar.of(seconds, zone));
            return seconds;
        });
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
