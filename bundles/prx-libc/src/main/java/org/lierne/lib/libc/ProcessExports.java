package org.lierne.lib.libc;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleObject;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleExit;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** Start and end of the program. Documented: system calls, section 9. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.libc", library = "libc", aliases = "libSceLibcInternal")
public final class ProcessExports implements HleModule, TitleListener {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessExports.class);
    private static final Marker HLE = MarkerFactory.getMarker("HLE");

    private final GuestThreads threads;
    private final TitleExit titleExit;
    private final Streams streams;
    private final ExitFunctions exitFunctions = new ExitFunctions();

    @Activate
    public ProcessExports(@Reference GuestThreads threads, @Reference TitleExit titleExit, @Reference Streams streams) {
        this.threads = threads;
        this.titleExit = titleExit;
        this.streams = streams;
    }

    @Override
    public void titleStarting(Title title) {
        exitFunctions.clear();
    }

    /** The start-up code's parameters: {i32 argc, u32 0, argv[]}; the program keeps them where they are. */
    @HleExport(name = "_init_env", nid = "bzQExy189ZI")
    public void init(@OrNull GuestPtr<Integer> parameters) {
        LOG.debug(HLE, "the program starts with {} arguments", parameters.isNull() ? 0 : parameters.get());
    }

    @HleExport(name = "atexit", nid = "8G2LB+A3rzg")
    public int atExit(long function) {
        exitFunctions.add(new ExitFunctions.Entry(function, 0, 0));
        return 0;
    }

    @HleExport(name = "__cxa_atexit", nid = "tsvEmnenz48")
    public int atExit(long function, long argument, long module) {
        exitFunctions.add(new ExitFunctions.Entry(function, argument, module));
        return 0;
    }

    @HleExport(name = "__cxa_finalize", nid = "H2e8t5ScQGc")
    public void finish(long module) {
        exitFunctions.run(module, this::call);
    }

    private void call(ExitFunctions.Entry entry) {
        threads.current().call(entry.function(), entry.argument());
    }

    @HleExport(name = "catchReturnFromMain", nid = "XKRegsFpEpk")
    public void mainReturned(int status) {
        LOG.debug(HLE, "main returned {}", status);
    }

    @HleExport(name = "exit", nid = "uMei1W9uyNo")
    public void exit(int status) {
        finish(0);
        streams.flushAll();
        throw titleExit.exit(status);
    }

    @HleExport(name = "abort", nid = "L1SBTkC+Cvw")
    public void abort() {
        throw new HleRefusal("the title called abort");
    }

    @HleObject(name = "Need_sceLibc", nid = "P330P3dFF68")
    @HleObject(name = "Need_sceLibcInternal", nid = "ZT4ODD2Ts9o")
    public byte[] needed() {
        return new byte[] {1, 0, 0, 0};
    }
}
