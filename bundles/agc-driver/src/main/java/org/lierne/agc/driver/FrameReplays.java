package org.lierne.agc.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts.BoundImage;
import org.lierne.agc.FrameFacts.DrawFacts;
import org.lierne.agc.FrameReplay;
import org.lierne.agc.VideoOutputs.BufferLayout;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuFailure;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.kernel.title.HostLacking;
import org.lierne.kernel.title.TitleRefused;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.Apertures;
import org.lierne.recompiler.program.ShaderCompiler;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TableLimits;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes the packets of captured frames over their own memory and surfaces, on a device of its own. */
@Component(service = FrameReplay.class)
public final class FrameReplays implements FrameReplay {
    private static final Logger LOG = LoggerFactory.getLogger(FrameReplays.class);

    private final GpuDevices devices;
    private final ShaderTranslator translator;
    private final ShaderCompiler compiler;
    private final @Nullable CompatProfiles profiles;
    private final @Nullable CompatUse use;

    /**
     * @param profiles null where nothing is switched for titles
     * @param use      null where nobody counts
     */
    @Activate
    public FrameReplays(@Reference GpuDevices devices, @Reference ShaderTranslator translator, @Reference ShaderCompiler compiler,
            @Reference @Nullable CompatProfiles profiles, @Reference @Nullable CompatUse use) {
        this.devices = devices;
        this.translator = translator;
        this.compiler = compiler;
        this.profiles = profiles;
        this.use = use;
    }

    /** What is done with a frame when its packets were executed. */
    @FunctionalInterface
    private interface Ending {
        Outcome of(HostEngine engine, CaptureManifest manifest, int draws) throws IOException;
    }

    @Override
    public Outcome replay(Request request) {
        return execute(request, Watch.NONE, (engine, manifest, draws) -> {
                    BufferLayout layout = manifest.layout();
                    if (request.screenshot().isPresent()) {
                        Picture picture = layout == null ? Picture.black(1, 1)
                                : engine.read(manifest.display(), layout);
                        picture.write(request.screenshot().get());
                    }
                    if (layout != null && engine.display().isVisible()) {
                        show(engine, manifest.display(), layout);
                    }
                    return new Outcome.Done(manifest.title(), manifest.frame(), draws, manifest.draws(),
                            manifest.notes());
                });
    }

    /** Until the user closes the window. */
    private static void show(HostEngine engine, long address, BufferLayout layout) {
        CountDownLatch closed = new CountDownLatch(1);
        engine.display().onClose(closed::countDown);
        engine.present(address, layout);
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public List<DrawFacts> draws(Path file) {
        return look(file, Integer.MAX_VALUE, HostEngine::lastDraws);
    }

    @Override
    public Optional<List<String>> describe(Path file, int draw) {
        return look(file, draw + 1, engine -> draw < engine.lastDescriptions().size()
                ? Optional.of(engine.lastDescriptions().get(draw)) : Optional.empty());
    }

    @Override
    public List<BoundImage> images(Path file, int draw) {
        return look(file, draw + 1, engine -> engine.lastImages(draw).stream().map(GraphicsDriver::bound).toList());
    }

    private <T> T look(Path file, int limit, Function<HostEngine, T> question) {
        List<T> answer = new ArrayList<>();
        Request request = new Request(file, true, Optional.empty(), OptionalInt.of(limit), Set.of(), Set.of());
        refuseStopped(execute(request, Watch.NONE, (engine, manifest, draws) -> {
            engine.endFrame();
            answer.add(question.apply(engine));
            return new Outcome.Done(manifest.title(), manifest.frame(), draws, manifest.draws(), manifest.notes());
        }));
        return answer.getFirst();
    }

    private static void refuseStopped(Outcome outcome) {
        if (outcome instanceof Outcome.Stopped(String reason)) {
            throw new TitleRefused(reason);
        }
    }

    @Override
    public List<DrawResult> follow(Request request) {
        List<DrawResult> results = new ArrayList<>();
        watch(request, (engine, facts) -> results.add(result(engine, facts)));
        return results;
    }

    @Override
    public List<PixelChange> history(Request request, int x, int y) {
        PixelHistory history = new PixelHistory(x, y);
        watch(request, history);
        if (!history.isReached()) {
            throw new TitleRefused("replay: %s: no surface that is drawn to reaches %d,%d".formatted(request.file(), x, y));
        }
        return history.changes();
    }

    private void watch(Request request, Watch watch) {
        refuseStopped(execute(request, watch, (_, manifest, draws) -> new Outcome.Done(manifest.title(), manifest.frame(), draws,
                manifest.draws(), manifest.notes())));
    }

    /** Looks at a frame draw by draw: each is a frame of its own, so that its images can be asked for. */
    @FunctionalInterface
    interface Watch {
        /** Nothing is looked at. */
        Watch NONE = (engine, facts) -> {};

        /** Surfaces are as the frame found them. */
        default void begins(HostEngine engine) {}

        /** A draw or dispatch was recorded. */
        void drew(HostEngine engine, DrawFacts facts);
    }

    /** Tells of the draw just recorded; one that draws nothing leaves no notes. */
    private static void look(HostEngine engine, Watch watch, AtomicInteger index) {
        if (watch != Watch.NONE && engine.noted() > index.get()) {
            engine.endFrame();
            DrawFacts facts = engine.lastDraws().getFirst();
            watch.drew(engine, new DrawFacts(index.getAndIncrement(), facts.what(), facts.shaders(), facts.target()));
        }
    }

    private static DrawResult result(HostEngine engine, DrawFacts facts) {
        Map<String, Long> images = new TreeMap<>();
        for (ImagePictures.Shown shown : engine.lastImages(0)) {
            CRC32 sum = new CRC32();
            sum.update(shown.png().orElseGet(() -> shown.why().getBytes(StandardCharsets.UTF_8)));
            images.put(shown.name(), sum.getValue());
        }
        List<String> programs = engine.lastDescriptions().getFirst().stream().filter(line -> line.contains(" variant ")).toList();
        return new DrawResult(facts, programs, images);
    }

    private Outcome execute(Request request, Watch watch, Ending ending) {
        Path file = request.file();
        try (CaptureReader capture = CaptureReader.open(file)) {
            List<SurfaceState> surfaces = capture.surfaces();
            try (CapturedMemory memory = capture.memory()) {
                load(capture, memory, file);
                CaptureManifest manifest = capture.manifest();
                Map<String, Boolean> switches = new HashMap<>();
                manifest.on().forEach(id -> switches.put(id, true));
                manifest.off().forEach(id -> switches.put(id, false));
                request.on().forEach(id -> switches.put(id, true));
                request.off().forEach(id -> switches.put(id, false));
                try (HostEngine engine = engine(manifest, memory, switches, request.headless())) {
                    engine.restore(surfaces);
                    watch.begins(engine);
                    AtomicInteger index = new AtomicInteger();
                    LimitedEngine limited = new LimitedEngine(engine, request.draws().orElse(Integer.MAX_VALUE),
                            () -> look(engine, watch, index));
                    capture.log(new Execution(memory, engine, limited));
                    engine.drain();
                    return ending.of(engine, manifest, limited.done());
                }
            }
        } catch (WorkRefused e) {
            return new Outcome.Stopped(String.valueOf(e.getMessage()));
        } catch (GpuFailure e) {
            return new Outcome.Stopped(String.valueOf(WorkRefused.of("replay", e).getMessage()));
        } catch (IOException e) {
            throw new TitleRefused("replay: " + e.getMessage(), e);
        } catch (TitleRefused | HostLacking e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error("{}: the replay ended", file, e);
            return new Outcome.Stopped("refused at replay: " + e);
        }
    }

    /** Puts first contents in their places; reads all of the log, so that what is wrong with it is found now. */
    private static void load(CaptureReader capture, CapturedMemory memory, Path file) {
        capture.log(new CaptureReader.Records() {
            @Override
            public void queue(int queue, QueueState state) {}

            @Override
            public void page(long address, byte[] content) {
                put(address, content);
            }

            @Override
            public void block(long address, byte[] content) {
                if (!memory.isMapped(address, content.length, Access.READ)) {
                    throw outside(address);
                }
            }

            @Override
            public boolean packet(int queue, int[] words) {
                return true;
            }

            private void put(long address, byte[] content) {
                try {
                    memory.load(address, content);
                } catch (GuestMemoryFault e) {
                    throw outside(address);
                }
            }

            private TitleRefused outside(long address) {
                return new TitleRefused("replay: %s: %s: content for 0x%x, which is in no range".formatted(file,
                        CaptureFormat.LOG, address));
            }
        });
    }

    private HostEngine engine(CaptureManifest manifest, CapturedMemory memory, Map<String, Boolean> switches,
            boolean isHeadless) {
        GpuDevice device;
        try {
            device = devices.open(GpuOptions.headless().withPresentation(!isHeadless));
        } catch (GpuUnavailable e) {
            throw new HostLacking(String.valueOf(e.getMessage()), e);
        }
        Switches all = (profiles == null ? Switches.DEFAULTS : profiles.forTitle(manifest.title())).with(switches);
        BufferLayout layout = manifest.layout();
        return new HostEngine(device, device.display("%s, frame %d".formatted(manifest.title(), manifest.frame()),
                layout == null ? 1 : layout.width(), layout == null ? 1 : layout.height()), memory,
                new HostShaders(device, memory, translator, DeviceFacts.of(device), compiler.open(manifest.title()), Apertures.DEFAULTS),
                new Modes(() -> all, use), TableLimits.DEFAULTS, RangeUse.NONE);
    }

    /** Executes the log's packets, each on its queue's processor. */
    private static final class Execution implements CaptureReader.Records {
        private static final Flips NO_FLIPS = new Flips() {
            @Override
            public Reservation reserve(int handle, int index, int mode, long argument) {
                return () -> {};
            }

            @Override
            public boolean isSafe(int handle, int index) {
                return true;
            }
        };

        private final CapturedMemory memory;
        private final HostEngine engine;
        private final LimitedEngine limited;
        private final Map<Integer, CommandProcessor> processors = new HashMap<>();
        private final Set<String> refusals = new TreeSet<>();

        Execution(CapturedMemory memory, HostEngine engine, LimitedEngine limited) {
            this.memory = memory;
            this.engine = engine;
            this.limited = limited;
        }

        @Override
        public void queue(int queue, QueueState state) {
            processors.put(queue, CommandProcessor.of(queue, state, memory, limited, NO_FLIPS, text -> {
                if (refusals.add(text)) {
                    LOG.warn("{}", text);
                }
            }));
        }

        @Override
        public void page(long address, byte[] content) {}

        /** What was recorded so far still needs the old content. */
        @Override
        public void block(long address, byte[] content) {
            engine.drain();
            memory.load(address, content);
        }

        @Override
        public boolean packet(int queue, int[] words) {
            CommandProcessor processor = processors.get(queue);
            if (processor != null && !limited.isOver()) {
                processor.executeAlone(words);
            }
            return !limited.isOver();
        }
    }
}
