package org.lierne.agc.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts;
import org.lierne.agc.FrameWatcher;
import org.lierne.agc.GraphicsQueues;
import org.lierne.agc.VideoOutputs;
import org.lierne.agc.register.RegisterSpace;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuLost;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.HostLacking;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.lierne.kernel.title.TitleWitness;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.Apertures;
import org.lierne.recompiler.program.ShaderCompiler;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TableLimits;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The services of the room: makes a session for each title and passes calls on to it. */
@Component(service = {GraphicsQueues.class, VideoOutputs.class, FrameFacts.class, TitleListener.class, TitleWitness.class}, configurationPid = {"srt.image-tables", "pass.flat.aperture-base"})
public final class GraphicsDriver implements GraphicsQueues, VideoOutputs, FrameFacts, TitleListener, TitleWitness {
    private static final Logger LOG = LoggerFactory.getLogger(GraphicsDriver.class);
    /** System property: check every call of the device's interface. */
    private static final String VALIDATION = "lierne.gpu.validation";
    /** Waits this long are looked at for circles. */
    private static final long PATIENCE_NS = 1_000_000_000;
    private static final int WINDOW_WIDTH = 1280;
    private static final int WINDOW_HEIGHT = 720;

    private final GuestMemory memory;
    private final AddressSpace space;
    private final GuestHeap heap;
    private final EventQueues events;
    private final GpuDevices devices;
    private final ShaderTranslator translator;
    private final ShaderCompiler compiler;
    private final @Nullable CompatProfiles profiles;
    private final @Nullable CompatUse use;
    private final Map<RegisterSpace, int[]> defaults = new ConcurrentHashMap<>();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    private volatile List<FrameWatcher> watchers = List.of();

    private volatile TableLimits tables = TableLimits.DEFAULTS;
    private volatile Apertures apertures = Apertures.DEFAULTS;
    private volatile @Nullable CompletableFuture<Session> session;
    private volatile LastFrame ended = LastFrame.NONE;

    /** What lives as long as one title. */
    private static final class Session {
        private final Title title;
        private final HostEngine engine;
        private final TitleOutputs outputs;
        private final @Nullable FrameCaptures captures;
        private final Map<Integer, QueueThread> queues = new HashMap<>();
        private final Map<String, Long> refusals = new TreeMap<>();
        private final WaitGraph waits = new WaitGraph(text -> LOG.warn("{}", text));
        private volatile boolean isStopping;

        Session(Title title, HostEngine engine, TitleOutputs outputs, @Nullable FrameCaptures captures) {
            this.captures = captures;
            this.title = title;
            this.engine = engine;
            this.outputs = outputs;
        }

        /** A packet refused alone is told once for each reason, and counted. */
        synchronized void refusedPacket(String text) {
            String reason = text.substring(text.lastIndexOf(": ") + 2);
            if (refusals.merge(reason, 1L, Long::sum) == 1) {
                LOG.warn("{}", text);
            }
        }

        void fail(String reason) {
            if (!isStopping) {
                LOG.info("{}", reason);
                title.refuse(reason);
            }
        }
    }

    /**
     * @param profiles null where nothing is switched for titles
     * @param use      null where nobody counts
     */
    @Activate
    public GraphicsDriver(@Reference GuestMemory memory, @Reference AddressSpace space, @Reference GuestHeap heap,
            @Reference EventQueues events, @Reference GpuDevices devices, @Reference ShaderTranslator translator, @Reference ShaderCompiler compiler,
            @Reference @Nullable CompatProfiles profiles, @Reference @Nullable CompatUse use) {
        this.memory = memory;
        this.space = space;
        this.heap = heap;
        this.events = events;
        this.devices = devices;
        this.translator = translator;
        this.compiler = compiler;
        this.profiles = profiles;
        this.use = use;
    }

    /** Budgets for tables of descriptors and windows of flat addresses, for titles that start from now on. */
    @Activate
    @Modified
    void configure(Map<String, Object> configuration) {
        tables = TableLimits.of(configuration);
        apertures = Apertures.of(configuration);
    }

    /** The device is opened while the title is being loaded; what needs it first waits for it. */
    @Override
    public void titleStarting(Title title) {
        CompletableFuture<Session> opening = new CompletableFuture<>();
        session = opening;
        Thread.ofPlatform().daemon().name("graphics-open").start(() -> {
            try {
                opening.complete(begin(title));
            } catch (HostLacking e) {
                title.hostLacks(String.valueOf(e.getMessage()));
                opening.completeExceptionally(e);
            } catch (RuntimeException e) {
                LOG.error("the device could not be opened", e);
                title.refuse("refused: the graphics device could not be opened: " + e.getMessage());
                opening.completeExceptionally(e);
            }
        });
    }

    private Session begin(Title title) {
        boolean isHeadless = title.request().headless();
        GpuDevice device = open(GpuOptions.headless().withPresentation(!isHeadless)
                .withValidation(Boolean.getBoolean(VALIDATION)));
        FrameCaptures captures = title.request().capture().isEmpty() ? null
                : new FrameCaptures(title.id(), title.request(), memory, at -> space.mapping(at, false));
        GuestMemory seen = captures == null ? memory : captures.memory();
        HostEngine engine = new HostEngine(device, device.display(title.name(), WINDOW_WIDTH, WINDOW_HEIGHT), seen,
                new HostShaders(device, seen, translator, DeviceFacts.of(device), compiler.open(title.id()), apertures),
                new Modes(switches(title), use), tables, captures == null ? RangeUse.NONE : captures.memory());
        engine.display().onClose(() -> title.requestStop("the window was closed"));
        String cache = System.getProperty("lierne.cache");
        if (cache != null) {
            engine.prepare(Path.of(cache, "shaders/titles"), title.id().replaceAll("[^A-Za-z0-9._-]", "_"), title.name());
        }
        TitleOutputs outputs = new TitleOutputs(title, engine, memory, heap, events, engine.display().isVisible(),
                captures, () -> watchers);
        if (captures != null) {
            captures.begin(engine);
        }
        LOG.info("graphics on {} ({})", device.facts().name(), device.facts().driverInfo());
        Session begun = new Session(title, engine, outputs, captures);
        device.onLost(loss -> {
            engine.lost(loss);
            begun.fail(String.valueOf(WorkRefused.of("wait", loss).getMessage()));
        });
        return begun;
    }

    private GpuDevice open(GpuOptions options) {
        try {
            return devices.open(options);
        } catch (GpuUnavailable e) {
            throw new HostLacking(String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Boolean> ofRun(Title title) {
        Map<String, Boolean> switches = new HashMap<>();
        title.request().on().forEach(id -> switches.put(id, true));
        title.request().off().forEach(id -> switches.put(id, false));
        return switches;
    }

    private Supplier<Switches> switches(Title title) {
        Switches ofRun = Switches.DEFAULTS.with(ofRun(title));
        return profiles == null ? () -> ofRun : new LiveSwitches(profiles, title.id(), ofRun.states(), System::nanoTime);
    }

    @Override
    public void titleStopped(Title title) {
        CompletableFuture<Session> ending = session;
        session = null;
        defaults.clear();
        if (ending != null) {
            try {
                end(ending.join());
            } catch (CompletionException e) {
                LOG.debug("there is no session to end", e);
            }
        }
    }

    /** The room stops in the middle of a title, which cannot go on without it. */
    @Deactivate
    void stop() {
        CompletableFuture<Session> ending = session;
        if (ending != null) {
            Session left = present();
            if (left != null) {
                left.title.refuse("refused: the graphics driver was stopped while the title ran");
                titleStopped(left.title);
            }
        }
    }

    private void end(Session ending) {
        ending.isStopping = true;
        ending.engine.hurry();
        ending.queues.values().forEach(QueueThread::stop);
        try {
            ending.outputs.stop();
            if (ending.captures != null) {
                ending.captures.close();
            }
            ended = LastFrame.of(ending);
        } catch (GpuLost e) {
            LOG.warn("the last picture is not kept: {}", e.getMessage());
        } finally {
            ending.engine.close();
            if (ending.engine.mayBeAtWork()) {
                ending.title.keepMemory("the graphics device was given up and may still be at work");
            }
        }
    }

    /** The session of the running title, once its device is open. */
    private Session running() {
        CompletableFuture<Session> current = session;
        if (current == null) {
            throw new IllegalStateException("no title is running");
        }
        try {
            return current.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("there is no graphics device: " + e.getCause(), e);
        }
    }

    /** The session for those who only look; null while there is none. */
    private @Nullable Session present() {
        CompletableFuture<Session> current = session;
        return current == null || !current.isDone() || current.isCompletedExceptionally() ? null : current.join();
    }

    // --- queues ------------------------------------------------------------------------------------------------

    @Override
    public void submit(int queue, long address, int dwords) {
        Session current = running();
        synchronized (current.queues) {
            current.queues.computeIfAbsent(queue, q -> queue(current, q)).submit(address, dwords);
        }
    }

    private QueueThread queue(Session current, int queue) {
        RegisterFile registers = new RegisterFile();
        defaults.forEach(registers::setDefaults);
        registers.reset();
        GuestMemory seen = current.captures == null ? memory : current.captures.memory();
        CommandProcessor processor = new CommandProcessor(queue, seen, registers, current.engine, current.outputs,
                this::raise, current::refusedPacket, current.captures);
        return new QueueThread(queue, processor, current.engine, current::fail, current.waits, PATIENCE_NS);
    }

    /** Context above, id below: what two of three sources read out of it. */
    private void raise(int queue, int context) {
        events.trigger(queue, EventFilter.GRAPHICS, (long) context << 16 | queue);
    }

    @Override
    public void setDefaultState(int[] cxPairs, int[] shPairs, int[] ucPairs) {
        defaults.put(RegisterSpace.CX, cxPairs.clone());
        defaults.put(RegisterSpace.SH, shPairs.clone());
        defaults.put(RegisterSpace.UC, ucPairs.clone());
    }

    @Override
    public QueueFacts facts(int queue) {
        Session current = present();
        QueueThread thread = current == null ? null : current.queues.get(queue);
        return thread == null ? new QueueFacts(0, 0, 0, 0, "") : thread.facts();
    }

    // --- frames ------------------------------------------------------------------------------------------------

    /** What is kept of a title's last frame when it has ended. */
    private record LastFrame(long number, List<DrawFacts> draws, List<List<String>> descriptions) {
        static final LastFrame NONE = new LastFrame(0, List.of(), List.of());

        static LastFrame of(Session session) {
            return new LastFrame(session.outputs.frames(), session.engine.lastDraws(),
                    session.engine.lastDescriptions());
        }
    }

    private LastFrame lastFrame() {
        Session current = present();
        return current == null ? ended : LastFrame.of(current);
    }

    @Override
    public long frame() {
        return lastFrame().number();
    }

    @Override
    public List<DrawFacts> draws() {
        return lastFrame().draws();
    }

    @Override
    public Optional<List<String>> describe(int draw) {
        List<List<String>> all = lastFrame().descriptions();
        return draw >= 0 && draw < all.size() ? Optional.of(all.get(draw)) : Optional.empty();
    }

    @Override
    public List<FrameTime> timeline() {
        Session current = present();
        return current == null ? List.of() : current.engine.timeline();
    }

    @Override
    public Preparation preparation() {
        Session current = present();
        PipelinePreparation under = current == null ? null : current.engine.preparation();
        return under == null ? new Preparation(0, 0) : under.progress();
    }

    @Override
    public void cancelPreparation() {
        Session current = present();
        PipelinePreparation under = current == null ? null : current.engine.preparation();
        if (under != null) {
            under.cancel();
        }
    }

    @Override
    public Optional<PlanChange> lastChange() {
        Session current = present();
        return current == null ? Optional.empty() : Optional.ofNullable(current.engine.lastChange());
    }

    @Override
    public List<BoundImage> images(int draw) {
        Session current = present();
        if (current == null) {
            throw new IllegalStateException("no title is running: its images are gone; a capture keeps them");
        }
        return current.engine.lastImages(draw).stream().map(GraphicsDriver::bound).toList();
    }

    static BoundImage bound(ImagePictures.Shown shown) {
        return new BoundImage(shown.name(), shown.what(), shown.png(), shown.why());
    }

    // --- reports -----------------------------------------------------------------------------------------------

    @Override
    public void testify(Title title, Testimony report) {
        Session current = present();
        if (current == null) {
            report.fact("device", "none was opened");
            return;
        }
        if (!current.engine.testify(report)) {
            report.fact("draws", "not told: the device or a translation has been at work for longer than a report waits");
        }
        List<String> queues = new ArrayList<>();
        List<String> packets = new ArrayList<>();
        synchronized (current.queues) {
            new TreeMap<>(current.queues).forEach((number, queue) -> {
                QueueFacts facts = queue.facts();
                queues.add("0x%02x %d submissions, %d packets, %d draws, %d dispatches%s".formatted(number, facts.submissions(), facts.packets(),
                        facts.draws(), facts.dispatches(), facts.waiting().isEmpty() ? "" : ", waits: " + facts.waiting()));
                queue.lastPackets().forEach(packet -> packets.add("0x%02x %s".formatted(number, packet)));
            });
        }
        report.fact("queues", queues);
        report.fact("packets", packets);
    }

    // --- displays ----------------------------------------------------------------------------------------------

    @Override
    public OptionalInt open(int bus) {
        return running().outputs.open(bus);
    }

    @Override
    public boolean isOpen(int handle) {
        return running().outputs.isOpen(handle);
    }

    @Override
    public void close(int handle) {
        running().outputs.close(handle);
    }

    @Override
    public void register(int handle, int set, int first, List<Long> addresses, BufferLayout layout) {
        running().outputs.register(handle, set, first, addresses, layout);
    }

    @Override
    public boolean isSetUsed(int handle, int set) {
        return running().outputs.isSetUsed(handle, set);
    }

    @Override
    public boolean isSlotUsed(int handle, int slot) {
        return running().outputs.isSlotUsed(handle, slot);
    }

    @Override
    public void unregister(int handle, int set) {
        running().outputs.unregister(handle, set);
    }

    @Override
    public void change(int handle, int set, BufferLayout layout) {
        running().outputs.change(handle, set, layout);
    }

    @Override
    public boolean flip(int handle, int index, int mode, long argument) {
        return running().outputs.flip(handle, index, mode, argument);
    }

    @Override
    public void setRate(int handle, int rate) {
        running().outputs.setRate(handle, rate);
    }

    @Override
    public FlipStatus flipStatus(int handle) {
        return running().outputs.flipStatus(handle);
    }

    @Override
    public VblankStatus vblankStatus(int handle) {
        return running().outputs.vblankStatus(handle);
    }

    @Override
    public void awaitVblank(int handle) throws InterruptedException {
        running().outputs.awaitVblank(handle);
    }

    @Override
    public long labels(int handle) {
        return running().outputs.labels(handle);
    }

    @Override
    public void addEvent(int handle, Event event, long queue, long userData) {
        running().outputs.addEvent(handle, event, queue, userData);
    }

    @Override
    public void removeEvent(int handle, Event event, long queue) {
        running().outputs.removeEvent(handle, event, queue);
    }
}
