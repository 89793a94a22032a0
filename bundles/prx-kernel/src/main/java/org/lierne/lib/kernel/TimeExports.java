package org.lierne.lib.kernel;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Clocks, counters and sleeping. Documented: system calls, section 7. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class TimeExports implements HleModule, TitleListener {
    private static final long MICROSECOND_NS = 1000;

    /** Seconds and microseconds. */
    @GuestStruct(size = 0x10)
    public record Timeval(@At(0x00) long seconds, @At(0x08) long microseconds) {}

    /** Minutes west of Greenwich, and whether summer time is ever used. */
    @GuestStruct(size = 0x08)
    public record Timezone(@At(0x00) int minutesWest, @At(0x04) int summerTime) {}

    /** What a conversion to local time used. */
    @GuestStruct(size = 0x10)
    public record LocalShift(@At(0x00) long seconds, @At(0x08) int westSeconds, @At(0x0C) int summerSeconds) {}

    private final Answers answers;
    /** Until a title starts here: a bundle that replaces another in the middle of a title must not turn time back. */
    private volatile Clocks clocks = new Clocks(
            System.nanoTime() - ManagementFactory.getRuntimeMXBean().getUptime() * Timespec.SECOND_NS / 1000);

    @Activate
    public TimeExports(@Reference Answers answers) {
        this.answers = answers;
    }

    @Override
    public void titleStarting(Title title) {
        clocks = new Clocks(System.nanoTime());
    }

    @HleExport(name = "sceKernelClockGettime", nid = "QBi7HCK03hw")
    public int clock(int clock, @Out GuestPtr<Timespec> time) {
        return answers.encoded(() -> readClock(clock, time));
    }

    @HleExport(name = "clock_gettime", nid = "lLMT9vJAck0")
    public int clockPosix(int clock, @Out GuestPtr<Timespec> time) {
        return answers.posix(() -> readClock(clock, time));
    }

    private Errno readClock(int clock, GuestPtr<Timespec> time) {
        if (time.isNull()) {
            return Errno.EFAULT;
        }
        time.set(Timespec.ofNanoseconds(clocks.readNs(clock)));
        return Errno.OK;
    }

    @HleExport(name = "sceKernelClockGetres", nid = "wRYVA5Zolso")
    public int resolution(int clock, @Out GuestPtr<Timespec> time) {
        return answers.encoded(() -> readResolution(clock, time));
    }

    @HleExport(name = "clock_getres", nid = "smIj7eqzZE8")
    public int resolutionPosix(int clock, @Out GuestPtr<Timespec> time) {
        return answers.posix(() -> readResolution(clock, time));
    }

    private static Errno readResolution(int clock, GuestPtr<Timespec> time) {
        long ns = Clocks.resolutionNs(clock);
        if (time.isNull()) {
            return Errno.EFAULT;
        }
        time.set(Timespec.ofNanoseconds(ns));
        return Errno.OK;
    }

    @HleExport(name = "sceKernelGettimeofday", nid = "ejekcaNQNq0")
    public int timeOfDay(@Out GuestPtr<Timeval> time) {
        return readTimeOfDay(time).encoded();
    }

    @HleExport(name = "gettimeofday", nid = "n88vx3C5nW8")
    public int timeOfDayPosix(@Out @OrNull GuestPtr<Timeval> time, @Out @OrNull GuestPtr<Timezone> zone) {
        return answers.posix(() -> {
            if (!zone.isNull()) {
                zone.set(timezone());
            }
            return time.isNull() ? Errno.OK : readTimeOfDay(time);
        });
    }

    private static Errno readTimeOfDay(GuestPtr<Timeval> time) {
        if (time.isNull()) {
            return Errno.EFAULT;
        }
        Timespec now = Timespec.ofNanoseconds(Clocks.realtimeNs());
        time.set(new Timeval(now.seconds(), now.nanoseconds() / MICROSECOND_NS));
        return Errno.OK;
    }

    @HleExport(name = "sceKernelGettimezone", nid = "kOcnerypnQA")
    public int timezone(@Out GuestPtr<Timezone> zone) {
        if (zone.isNull()) {
            return Errno.EFAULT.encoded();
        }
        zone.set(timezone());
        return Errno.OK.encoded();
    }

    private static Timezone timezone() {
        ZoneId zone = ZoneId.systemDefault();
        Instant now = Instant.now();
        int standard = zone.getRules().getStandardOffset(now).getTotalSeconds();
        return new Timezone(-standard / 60, zone.getRules().isDaylightSavings(now) ? 1 : 0);
    }

    @HleExport(name = "sceKernelConvertUtcToLocaltime", nid = "-o5uEDpN+oY")
    public int toLocal(long utc, @Out GuestPtr<Long> local, @Out @OrNull GuestPtr<LocalShift> shift, @Out @OrNull GuestPtr<Long> summer) {
        if (local.isNull()) {
            return Errno.EINVAL.encoded();
        }
        Instant then = Instant.ofEpochSecond(utc);
        var rules = ZoneId.systemDefault().getRules();
        int offset = rules.getOffset(then).getTotalSeconds();
        int summerSeconds = (int) rules.getDaylightSavings(then).toSeconds();
        local.set(utc + offset);
        if (!shift.isNull()) {
            shift.set(new LocalShift(utc, -(offset - summerSeconds), summerSeconds));
        }
        if (!summer.isNull()) {
            summer.set((long) summerSeconds);
        }
        return Errno.OK.encoded();
    }

    @HleExport(name = "sceKernelConvertLocaltimeToUtc", nid = "0NTHN1NKONI")
    public int toUtc(long local, long reserved, @Out GuestPtr<Long> utc, @Out @OrNull GuestPtr<Timezone> zone,
            @Out @OrNull GuestPtr<Integer> summer) {
        if (utc.isNull()) {
            return Errno.EINVAL.encoded();
        }
        LocalDateTime wall = LocalDateTime.ofEpochSecond(local, 0, ZoneOffset.UTC);
        Instant then = wall.atZone(ZoneId.systemDefault()).toInstant();
        utc.set(then.getEpochSecond());
        if (!zone.isNull()) {
            zone.set(timezone());
        }
        if (!summer.isNull()) {
            summer.set((int) ZoneId.systemDefault().getRules().getDaylightSavings(then).toSeconds());
        }
        return Errno.OK.encoded();
    }

    /** Microseconds since the process began. */
    @HleExport(name = "sceKernelGetProcessTime", nid = "4J2sUJmuHZQ")
    public long processTime() {
        return clocks.processNs() / MICROSECOND_NS;
    }

    @HleExport(name = "sceKernelGetProcessTimeCounter", nid = "fgxnMeTNUtY")
    public long processCounter() {
        return clocks.processNs();
    }

    @HleExport(name = "sceKernelGetProcessTimeCounterFrequency", nid = "BNowx2l588E")
    @HleExport(name = "sceKernelGetTscFrequency", nid = "1j3S3n-tTW4")
    public long counterFrequency() {
        return Clocks.COUNTER_HZ;
    }

    @HleExport(name = "sceKernelReadTsc", nid = "-2IRUCO--PM")
    public long timeStamp() {
        return System.nanoTime();
    }

    /** Clocks are the system's, not a title's. */
    @HleExport(name = "sceKernelClockSettime", nid = "BzFGOsNidEA")
    public int setClock(int clock, GuestPtr<Timespec> time) {
        return answers.encoded(() -> refuseClock(clock, time));
    }

    @HleExport(name = "clock_settime", nid = "d7nUj1LOdDU")
    public int setClockPosix(int clock, GuestPtr<Timespec> time) {
        return answers.posix(() -> refuseClock(clock, time));
    }

    private static Errno refuseClock(int clock, GuestPtr<Timespec> time) {
        Clocks.resolutionNs(clock);
        return time.isNull() ? Errno.EFAULT : Errno.EPERM;
    }

    @HleExport(name = "sceKernelUsleep", nid = "1jfXLRVzisc")
    public int sleepMicroseconds(int microseconds) {
        return answers.encoded(answers.point(() -> sleep(Microseconds.toNs(microseconds))));
    }

    @HleExport(name = "usleep", nid = "QcteRwbsnV0")
    public int sleepMicrosecondsPosix(int microseconds) {
        return answers.posix(answers.point(() -> sleep(Microseconds.toNs(microseconds))));
    }

    /** Gives the seconds not slept: none. */
    @HleExport(name = "sceKernelSleep", nid = "-ZR+hG7aDHw")
    @HleExport(name = "sleep", nid = "0wu33hunNdE")
    public int sleepSeconds(int seconds) {
        return answers.encoded(answers.point(() -> sleep(Integer.toUnsignedLong(seconds) * Timespec.SECOND_NS)));
    }

    @HleExport(name = "sceKernelNanosleep", nid = "QvsZxomvUHs")
    public int sleepNanoseconds(GuestPtr<Timespec> time, @Out @OrNull GuestPtr<Timespec> rest) {
        return answers.encoded(answers.point(() -> sleep(time, rest)));
    }

    @HleExport(name = "nanosleep", nid = "yS8U2TGCe1A")
    @HleExport(name = "_nanosleep", nid = "NhpspxdjEKU")
    public int sleepNanosecondsPosix(GuestPtr<Timespec> time, @Out @OrNull GuestPtr<Timespec> rest) {
        return answers.posix(answers.point(() -> sleep(time, rest)));
    }

    private static Errno sleep(GuestPtr<Timespec> time, GuestPtr<Timespec> rest) throws InterruptedException {
        if (time.isNull()) {
            return Errno.EFAULT;
        }
        long ns = time.get().toNanoseconds();
        if (ns < 0) {
            return Errno.EINVAL;
        }
        sleep(ns);
        if (!rest.isNull()) {
            rest.set(new Timespec(0, 0));
        }
        return Errno.OK;
    }

    private static Errno sleep(long ns) throws InterruptedException {
        if (ns == 0) {
            Thread.yield();
        } else {
            TimeUnit.NANOSECONDS.sleep(ns);
        }
        return Errno.OK;
    }
}
