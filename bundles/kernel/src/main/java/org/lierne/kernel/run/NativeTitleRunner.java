package org.lierne.kernel.run;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.format.ElfImage;
import org.lierne.kernel.format.FormatRefused;
import org.lierne.kernel.format.ImageType;
import org.lierne.kernel.format.ParameterBlock;
import org.lierne.kernel.loader.ModuleLoader;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.module.GuestModule;
import org.lierne.kernel.module.ImportResolver;
import org.lierne.kernel.nativecpu.NativeCpu;
import org.lierne.kernel.nativecpu.NativeThreads;
import org.lierne.kernel.nativecpu.SelfTest;
import org.lierne.kernel.shim.Shim;
import org.lierne.kernel.space.MappedAddressSpace;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.thread.ThreadSpec;
import org.lierne.kernel.title.HostLacking;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRefused;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.kernel.title.TitleRunner;
import org.lierne.kernel.title.TitleSwitches;
import org.lierne.kernel.title.TitleWitness;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** Runs one title at a time in this process. */
@Component(service = TitleRunner.class)
public final class NativeTitleRunner implements TitleRunner {
    private static final Logger LOG = LoggerFactory.getLogger(NativeTitleRunner.class);
    private static final Marker KERNEL = MarkerFactory.getMarker("KERNEL");
    /** Documented: default of two public sources. */
    private static final long MAIN_STACK_BYTES = 2 << 20;
    private static final long MAX_MAIN_STACK_BYTES = 256L << 20;
    private static final int MAIN_PRIORITY = 700;
    private static final long END_TIMEOUT_MS = 5_000;
    private static final String THREAD_LEFT = "a thread of an earlier title would not end";
    private static final String PROGRAM = "/app0/eboot.bin";
    /** System property: so many seconds without a frame are reported. */
    private static final String STALL_SECONDS = "lierne.stall.seconds";
    private static final int DEFAULT_STALL_SECONDS = 60;

    private final MappedAddressSpace space;
    private final GuestMemory memory;
    private final NativeCpu cpu;
    private final NativeThreads threads;
    private final ModuleLoader loader;
    private final ImportResolver resolver;
    private final TitleState state;
    private final ReentrantLock one = new ReentrantLock();
    /** Why no title can run here any more. */
    private @Nullable String spoilt;
    private boolean isTested;

    /** Absent where nothing is switched for good. */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable TitleSwitches switches;

    /** Who adds to reports. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<TitleWitness> witnesses = List.of();

    private final TitleListeners<ServiceReference<TitleListener>> listeners = new TitleListeners<>();

    @Activate
    public NativeTitleRunner(@Reference MappedAddressSpace space, @Reference GuestMemory memory, @Reference NativeCpu cpu,
            @Reference NativeThreads threads, @Reference ModuleLoader loader, @Reference ImportResolver resolver,
            @Reference TitleState state) {
        this.space = space;
        this.memory = memory;
        this.cpu = cpu;
        this.threads = threads;
        this.loader = loader;
        this.resolver = resolver;
        this.state = state;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addListener(TitleListener listener, ServiceReference<TitleListener> reference) {
        listeners.add(reference, listener);
    }

    void removeListener(ServiceReference<TitleListener> reference) {
        listeners.remove(reference);
    }

    @Override
    public Optional<Title> current() {
        return state.title();
    }

    @Override
    public TitleOutcome run(TitleRequest request) {
        if (!one.tryLock()) {
            throw new TitleRefused("kernel: a title is running already");
        }
        try {
            if (spoilt != null) {
                throw new TitleRefused("kernel: %s; start the platform anew".formatted(spoilt));
            }
            TitleFolder folder = TitleFolder.of(request);
            ElfImage image = read(folder);
            RunningTitle title = new RunningTitle(folder, request, state);
            state.begin(title);
            LOG.info(KERNEL, "title {} ({}) starts from {}", title.id(), title.name(), title.root());
            try {
                selfTest();
                cpu.setRefusalListener(resolver::refused);
                listeners.begin(title);
                return execute(folder, image, title);
            } finally {
                endThreads();
                listeners.end(title);
                keepWhatIsUsed(title);
                cleanUp();
                LOG.info(KERNEL, "title {} has ended", title.id());
            }
        } finally {
            one.unlock();
        }
    }

    private void selfTest() {
        if (!isTested) {
            long begin = System.nanoTime();
            SelfTest.run(space, memory, cpu, threads);
            LOG.debug(KERNEL, "self-test passed in {} ms", (System.nanoTime() - begin) / 1_000_000);
            cpu.clear();
            threads.clear();
            isTested = true;
        }
    }

    private static ElfImage read(TitleFolder folder) {
        try {
            ElfImage image = ElfImage.read(folder.executable());
            if (image.header().type() == ImageType.MODULE || image.header().type() == ImageType.STUB_LIBRARY) {
                throw new TitleRefused("loader.elf: %s is a module, not a program".formatted(folder.executable().getFileName()));
            }
            return image;
        } catch (FormatRefused e) {
            throw new TitleRefused(e.getMessage(), e);
        } catch (IOException e) {
            throw new TitleRefused("loader.elf: %s cannot be read: %s".formatted(folder.executable(), e.getMessage()), e);
        }
    }

    private Set<String> switchedOff(RunningTitle title) {
        TitleSwitches kept = switches;
        return switchedOff(kept == null ? Map.of() : kept.ofTitle(title.id()), title.request());
    }

    /** What the title switches off for good, unless this run switches it on, and what this run switches off. */
    static Set<String> switchedOff(Map<String, Boolean> kept, TitleRequest request) {
        Set<String> off = new TreeSet<>(request.off());
        kept.forEach((id, on) -> {
            if (!on && !request.on().contains(id)) {
                off.add(id);
            }
        });
        return off;
    }

    private TitleOutcome execute(TitleFolder folder, ElfImage image, RunningTitle title) {
        loader.begin(folder.root().resolve("sce_module"), resolver, switchedOff(title));
        GuestModule program;
        try {
            program = loader.loadProgram(image, PROGRAM);
        } catch (FormatRefused e) {
            throw new TitleRefused(e.getMessage(), e);
        } catch (GuestErrno e) {
            throw new TitleRefused("loader.elf: %s cannot be placed: %s".formatted(image.file(), e.getMessage()), e);
        }
        long entry = loader.entry(program);
        threads.startBody(new ThreadSpec(mainName(image, program), entry, 0, stackBytes(image, program), 0, MAIN_PRIORITY, 0),
                thread -> main(thread, program, entry));
        TitleState.End end;
        try (StallWatch _ = new StallWatch(title::presentedFrames, TimeUnit.SECONDS.toNanos(Integer.getInteger(STALL_SECONDS, DEFAULT_STALL_SECONDS)),
                frame -> stalled(title, frame)).start()) {
            end = state.end().join();
        }
        return switch (end) {
            case TitleState.End.Exit exit -> new TitleOutcome.Exited(exit.code(), title.presentedFrames());
            case TitleState.End.Requested requested -> {
                LOG.info(KERNEL, "title {} is asked to end: {}", title.id(), requested.reason());
                yield new TitleOutcome.Exited(0, title.presentedFrames());
            }
            case TitleState.End.Lacking lacking -> throw new HostLacking(lacking.message());
            case TitleState.End.Stop stop -> stopped(title, stop);
        };
    }

    private TitleOutcome stopped(RunningTitle title, TitleState.End.Stop end) {
        TitleReport.Surroundings surroundings = surroundings();
        endThreads();
        // Whoever asked for the run is given the reason; the log keeps it without telling it a second time.
        LOG.info(KERNEL, "title {} stopped: {}", title.id(), end.stop().getMessage());
        return new TitleOutcome.Stopped(end.stop().getMessage(), TitleReport.of(title, end.stop(), end.thread(), surroundings).write());
    }

    private TitleReport.Surroundings surroundings() {
        return new TitleReport.Surroundings(loader.all(), loader.missing(), threads.places(), List.copyOf(witnesses));
    }

    private void stalled(RunningTitle title, long frame) {
        String reason = "stalled: no frame is shown behind frame %d; the title goes on".formatted(frame);
        Optional<Path> report = TitleReport.ofStall(title, reason, surroundings()).writeAside();
        LOG.warn(KERNEL, "title {} {}; report: {}", title.id(), reason, report.map(Path::toString).orElse("none"));
    }

    private void main(GuestThread thread, GuestModule program, long entry) {
        loader.startDependencies(thread, program);
        thread.call(entry, entryArguments(), exitFunction());
        // The C library's start-up never returns; a program without one may.
        throw state.exit(0);
    }

    /** {@code {i32 argc, u32 0, argv[3]}} and the strings behind it. Documented: start-up notes of public sources. */
    private long entryArguments() {
        long at = space.mapPrivate(0, AddressSpace.PAGE_BYTES, AddressSpace.READ | AddressSpace.WRITE, 0, "arguments");
        byte[] name = PROGRAM.getBytes(StandardCharsets.UTF_8);
        memory.putBytes(at + 0x100, name);
        memory.putInt(at, 1);
        memory.putLong(at + 8, at + 0x100);
        return at;
    }

    /** What the program registers with {@code atexit}: stops the modules, the one started last first. */
    private long exitFunction() {
        try {
            MethodHandle handle = MethodHandles.lookup()
                    .findVirtual(NativeTitleRunner.class, "stopModules", MethodType.methodType(void.class)).bindTo(this);
            CallTarget target = new CallTarget(handle, new CallShape(List.of(), CallShape.Result.VOID, false), "loader", "stop modules", "",
                    List.of());
            return cpu.slot(() -> target).entry();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private void stopModules() {
        loader.stopAll(threads.current());
    }

    private String mainName(ElfImage image, GuestModule program) {
        long name = field(image, program, ParameterBlock.ProcessField.MAIN_THREAD_NAME);
        return name == 0 ? "main" : memory.getString(name, AddressSpace.NAME_BYTES - 1);
    }

    private long stackBytes(ElfImage image, GuestModule program) {
        long size = field(image, program, ParameterBlock.ProcessField.MAIN_THREAD_STACK_SIZE);
        long bytes = size == 0 ? MAIN_STACK_BYTES : Integer.toUnsignedLong(memory.getInt(size));
        return Math.clamp(bytes, AddressSpace.PAGE_BYTES, MAX_MAIN_STACK_BYTES);
    }

    /** A pointer of the process parameters, 0 without one. */
    private long field(ElfImage image, GuestModule program, ParameterBlock.ProcessField field) {
        return image.processParameters().flatMap(p -> p.at(field)).map(at -> memory.getLong(loader.absolute(program, at))).orElse(0L);
    }

    private void endThreads() {
        try {
            List<GuestThread> left = threads.endAll(END_TIMEOUT_MS);
            if (!left.isEmpty()) {
                spoilt = THREAD_LEFT;
                LOG.error(KERNEL, "guest threads that would not end: {}", left);
            }
        } catch (InterruptedException e) {
            spoilt = THREAD_LEFT;
            Thread.currentThread().interrupt();
        }
    }

    /** Who uses the title's memory still, a device that was given up, would be waited for at the end of the process too. */
    private void keepWhatIsUsed(RunningTitle title) {
        String user = title.memoryUser();
        if (user != null) {
            spoilt = spoilt == null ? user : spoilt;
            Shim.leaveAtOnce();
        }
    }

    /** Memory goes only if nobody can touch it any more. */
    private void cleanUp() {
        if (spoilt == null) {
            loader.end();
            cpu.clear();
            threads.clear();
            space.reset();
        }
        state.clear();
    }
}
