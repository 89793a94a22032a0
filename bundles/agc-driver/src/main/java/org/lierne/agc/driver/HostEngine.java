package org.lierne.agc.driver;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts;
import org.lierne.agc.FrameFacts.DrawFacts;
import org.lierne.agc.VideoOutputs.BufferLayout;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.Aspect;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDisplay;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuFailure;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.GpuImageView;
import org.lierne.gpu.GpuLost;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.ImagePart;
import org.lierne.gpu.RenderTargets;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.kernel.title.TitleWitness;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TableLimits;
import org.lierne.recompiler.program.TranslationRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine on a host device. Draws of all queues are recorded into one command list under one lock; the list is
 * handed over at each end-of-pipe action, wait and end of a buffer. Descriptors are read when the draw is recorded.
 */
final class HostEngine implements Engine, Screen, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostEngine.class);
    private static final int[] NO_GROUPS = new int[3];
    private static final long FOREVER = Long.MAX_VALUE;
    private static final long PATIENCE_S = 2;

    private final GpuDevice device;
    private final HostMemory ranges;
    private final RangesInUse inUse;
    private final HostImages images;
    private final HostShaders shaders;
    private final FramePhases phases;
    private final TransientWords words;
    private final StageBindings stages;
    private final DrawIndices indices;
    private final ExportedRecords exported;
    private final DrawPipelines pipelines;
    private final SampleCounts samples;
    private final GpuBuffer shareBuffer;
    private final GlobalShare share;
    /** The last report of samples that was asked for. */
    private volatile CompletableFuture<Void> reported = CompletableFuture.completedFuture(null);
    private final GuestMemory memory;
    private final Modes modes;
    private final GpuDisplay display;
    private final ReentrantLock lock = new ReentrantLock();

    private @Nullable GpuCommands commands;
    private @Nullable RenderTargets bound;
    private @Nullable DecodedDraw decoded;
    private long recordings;
    private boolean hasUnsettledStores;
    private Map<GpuImage, SurfaceState> found = Map.of();
    private long captureEpoch;
    private int capturedDraws;
    private final DrawNotes notes = new DrawNotes();
    private @Nullable PipelinePreparation preparation;

    /**
     * @param tables budgets for tables of descriptors
     * @param use    is told which guest memory is bound
     */
    HostEngine(GpuDevice device, GpuDisplay display, GuestMemory memory, HostShaders shaders,
            Modes modes, TableLimits tables, RangeUse use) {
        this.device = device;
        this.display = display;
        this.shaders = shaders;
        this.phases = shaders.phases();
        this.modes = modes;
        this.inUse = new RangesInUse(device::isReached);
        this.ranges = new HostMemory(device, memory, use, inUse, phases);
        this.images = new HostImages(device, memory, ranges, modes, this::beforeUpload);
        this.words = new TransientWords(device);
        this.shareBuffer = device.buffer(GlobalShare.BYTES, BufferMemory.READBACK, "global data share");
        this.share = new GlobalShare(shareBuffer.mapped());
        this.stages = new StageBindings(device, memory, ranges, images, new HostSamplers(device, memory, modes), shaders, words, modes,
                tables, this::barrier, shareBuffer);
        this.indices = new DrawIndices(memory, ranges, words, images.coherence());
        this.exported = new ExportedRecords(device, words);
        this.pipelines = new DrawPipelines(device, shaders);
        this.samples = new SampleCounts(device);
        this.memory = memory;
    }

    /**
     * Makes the pipelines of earlier runs beside the title's start, and keeps what this run has.
     *
     * @param folder where that lies
     * @param id     the title's, as a file's name
     * @param title  the window's, which tells how far that is
     */
    void prepare(Path folder, String id, String title) {
        KeptRecords earlier = KeptRecords.pipelines(folder, id);
        pipelines.keep(earlier);
        shaders.keep(KeptRecords.variants(folder, id));
        shaders.under(modes.renew());
        PipelinePreparation begun = new PipelinePreparation(earlier.loaded(), pipelines, progress -> display.title(
                progress.done() == progress.wanted() ? title : "%s, preparing %d of %d".formatted(title, progress.done(), progress.wanted())),
                shaders::warmUp);
        preparation = begun;
        begun.start();
    }

    /** Null where nothing is prepared. */
    @Nullable PipelinePreparation preparation() {
        return preparation;
    }

    GpuDisplay display() {
        return display;
    }

    /** Texels move between draws: rendering is interrupted, and the next draw names its targets again. */
    private void beforeUpload() {
        GpuCommands current = commands;
        if (current != null && bound != null) {
            current.endTargets();
            bound = null;
        }
    }

    private GpuCommands recording() {
        GpuCommands current = commands;
        if (current == null) {
            current = device.commands("guest");
            recordings++;
            commands = current;
            bound = null;
            images.nextEpoch();
            shaders.nextEpoch();
            stages.nextRecording();
        }
        return current;
    }

    // --- work --------------------------------------------------------------------------------------------------

    @Override
    public void dispatch(int x, int y, int z, int initiator, RegisterFile registers) {
        lock.lock();
        try {
            StagePrograms.Entry entry = StagePrograms.compute(registers, initiator);
            int[] groups = {x, y, z};
            if (Registers.COMPUTE_DISPATCH_INITIATOR.field("USE_THREAD_DIMENSIONS").isSet(initiator)) {
                for (int i = 0; i < 3; i++) {
                    int size = Math.max(1, registers.get(Registers.COMPUTE_NUM_THREAD, i) & 0xFFFF);
                    if (groups[i] % size != 0) {
                        throw new WorkRefused(
                                "refused at dispatch: %d threads in groups of %d: partial groups are not done yet".formatted(
                                groups[i], size));
                    }
                    groups[i] /= size;
                }
            }
            settled(() -> record(entry, registers, groups));
        } catch (TranslationRefused e) {
            throw new WorkRefused(String.valueOf(e.getMessage()), e);
        } catch (GpuFailure e) {
            throw WorkRefused.of("dispatch", e);
        } finally {
            lock.unlock();
        }
    }

    /** Records a dispatch. */
    private void record(StagePrograms.Entry entry, RegisterFile registers, int[] groups) {
        GpuCommands c = recording();
        List<GpuBinding> bindings = new ArrayList<>();
        StageBindings.DrawValues values = new StageBindings.DrawValues(0, 0, 0, 0, 0, groups, null);
        RecordedWork about = new RecordedWork();
        HostShaders.Variant variant = stages.bind(c, stages.walk(entry, shaders.program(entry), registers), values, bindings, about);
        GpuPipeline pipeline = pipelines.of(variant, StageBindings.layout(bindings));
        if (bound != null) {
            c.endTargets();
            bound = null;
        }
        c.pipeline(pipeline);
        c.bindings(bindings);
        c.dispatch(groups[0], groups[1], groups[2]);
        note(() -> "dispatch %dx%dx%d".formatted(groups[0], groups[1], groups[2]), about, null);
        afterWork(about);
    }

    /** Records work; where it needs in guest memory what was only drawn so far, that is brought there first. */
    private void settled(Runnable work) {
        FrameFacts.Phase around = phases.enter(FrameFacts.Phase.DRAW);
        try {
            recordSettled(work);
        } finally {
            phases.back(around);
        }
    }

    private void recordSettled(Runnable work) {
        HostShaders.Change change = shaders.under(modes.renew());
        if (change != HostShaders.Change.NONE) {
            decoded = null;
            shaders.renew(pipelines.succession());
        }
        if (change == HostShaders.Change.PASSES && preparation != null) {
            preparation.again(pipelines.used());
        }
        boolean isDone = false;
        while (!isDone) {
            try {
                work.run();
                isDone = true;
            } catch (SurfaceCoherence.Unsettled e) {
                settleSurfaces();
            }
        }
    }

    private void settleSurfaces() {
        await(submit());
        hasUnsettledStores = false;
        images.coherence().storesDone();
        images.coherence().writeBack();
        stages.memoryChanged();
    }

    @Override
    public void draw(DrawCall call, RegisterFile registers) {
        if (TargetState.isMetadataPass(registers)) {
            return;
        }
        lock.lock();
        try {
            settled(() -> {
                if (TargetState.isResolve(registers)) {
                    resolve(registers);
                } else {
                    record(call, registers);
                }
            });
        } catch (TranslationRefused e) {
            throw new WorkRefused(String.valueOf(e.getMessage()), e);
        } catch (GpuFailure e) {
            throw WorkRefused.of("draw", e);
        } finally {
            lock.unlock();
        }
    }

    private void record(DrawCall call, RegisterFile registers) {
        GpuCommands c = recording();
        DecodedDraw d = decoded;
        if (d == null || !d.isOf(registers, call.instances() > 1, recordings)) {
            d = new DecodedDraw(registers, call.instances() > 1, shaders, shaders.host().has(HostFeature.MESH)
                    && modes.isOn(GraphicsCompat.MESH_PROGRAMS));
            decoded = d;
        }
        if (d.raster.isEmpty()) {
            return;
        }
        TargetState.Depth depth = d.targets.depth();
        if (depth != null && depth.isWidened() && !modes.acts(GraphicsCompat.WIDE_DEPTH, "depth target at 0x%x".formatted(depth.address()))) {
            throw new WorkRefused("refused at draw: 16-bit depth with stencil (%s is off)".formatted(GraphicsCompat.WIDE_DEPTH.id()));
        }
        if (d.recording != recordings || d.generation != images.generation() || d.render == null) {
            FrameFacts.Phase around = phases.enter(FrameFacts.Phase.UPLOAD);
            try {
                d.render = targets(c, d.targets);
            } finally {
                phases.back(around);
            }
            d.recording = recordings;
            d.generation = images.generation();
            d.programs = d.stages.stream().map(shaders::program).toList();
            d.pipeline = null;
        }
        RenderTargets render = d.render;
        int indexOffset = registers.get(Registers.GE_INDX_OFFSET);
        PrimitiveWork own = d.own == null ? null : ownPrimitives(call, d.own, indices.list(call, d.primitives, registers, indexOffset));
        if (d.own != null && own == null) {
            return;
        }
        boolean isMesh = d.own != null && d.own.group().mesh();
        DrawIndices.Source source = own == null ? indices.source(call, d.primitives, registers) : new DrawIndices.Source.Sequence();
        StageBindings.DrawValues values = new StageBindings.DrawValues(call.baseVertex(), call.firstInstance(), call.drawIndex(),
                d.patchPoints == 0 ? 0 : call.count() / d.patchPoints, d.primitiveClass(), own == null ? NO_GROUPS : own.groups(), own);
        List<GpuBinding> bindings = new ArrayList<>();
        RecordedWork about = new RecordedWork();
        List<HostShaders.Variant> variants = new ArrayList<>();
        List<StageBindings.Walked> walked = new ArrayList<>();
        for (int i = 0; i < d.stages.size(); i++) {
            walked.add(stages.walk(d.stages.get(i), d.programs.get(i), registers));
        }
        for (StageBindings.Walked stage : walked) {
            variants.add(stages.bind(c, stage, values, bindings, about));
        }
        GpuPipeline pipeline = d.pipeline;
        if (pipeline == null || !d.variants.equals(variants)) {
            pipeline = pipelines.of(d, variants, StageBindings.layout(bindings, isMesh));
            d.pipeline = pipeline;
            d.variants = variants;
        }
        if (d.own != null && own != null && !isMesh) {
            launch(c, d.own, registers, values, about);
        }
        if (!render.equals(bound)) {
            if (isWritten(render)) {
                barrier(c);
            }
            c.targets(render);
            bound = render;
        }
        c.pipeline(pipeline);
        c.state(d.raster.state());
        c.viewports(d.raster.viewports());
        c.scissors(d.raster.scissors());
        c.bindings(bindings);
        samples.beforeDraw(c);
        if (own == null) {
            indices.emit(c, call, source, indexOffset);
        } else if (isMesh) {
            c.drawMesh(own.groups()[0], own.groups()[1], own.groups()[2]);
        } else {
            c.draw(own.points(), 1, 0, 0);
        }
        DecodedDraw noted = d;
        about.lines.add(() -> "colour targets " + noted.targets.colors() + ", depth target " + noted.targets.depth());
        about.lines.add(() -> noted.raster.viewports() + " " + noted.raster.scissors());
        about.lines.add(() -> noted.raster.state().toString());
        for (int i = 0; i < render.colors().size(); i++) {
            RenderTargets.Color color = render.colors().get(i);
            if (color != null) {
                about.written.add(color.view());
                about.images.add(new RecordedWork.Bound("target-" + i, color.view()));
            }
        }
        if (render.depth() != null) {
            about.written.add(render.depth().view());
            about.images.add(new RecordedWork.Bound("depth", render.depth().view()));
        }
        note(call::toString, about, d.targets);
        afterWork(about);
    }

    /** Null where there is nothing to be made primitives of. */
    private @Nullable PrimitiveWork ownPrimitives(DrawCall call, PrimitivePrograms programs, int[] list) {
        if (!modes.acts(GraphicsCompat.OWN_PRIMITIVES, "program at 0x%x".formatted(programs.program().address()))) {
            throw new WorkRefused("refused at draw: the program at 0x%x makes primitives of its own (%s is off)".formatted(
                    programs.program().address(), GraphicsCompat.OWN_PRIMITIVES.id()));
        }
        return list.length == 0 ? null : exported.of(programs, list, call.instances());
    }

    /** Lets a program make the primitives of a draw. */
    private void launch(GpuCommands c, PrimitivePrograms programs, RegisterFile registers, StageBindings.DrawValues values, RecordedWork about) {
        List<GpuBinding> bindings = new ArrayList<>();
        HostShaders.Variant variant = stages.bind(c, stages.walk(programs.program(), shaders.program(programs.program()), registers), values,
                bindings, about);
        GpuPipeline pipeline = pipelines.of(variant, StageBindings.layout(bindings));
        if (bound != null) {
            c.endTargets();
            bound = null;
        }
        // The room for records may be that of earlier work.
        barrier(c);
        c.pipeline(pipeline);
        c.bindings(bindings);
        c.dispatch(values.groups()[0], values.groups()[1], values.groups()[2]);
        barrier(c);
    }

    /** The whole surface, whatever the draw covers: resolves draw a rectangle over it. */
    private void resolve(RegisterFile registers) {
        List<TargetState.Color> both = TargetState.resolved(registers);
        GpuCommands c = recording();
        GpuImageView source = images.target(c, both.get(0));
        GpuImageView target = images.target(c, both.get(1));
        if (bound != null) {
            c.endTargets();
            bound = null;
        }
        int width = Math.min(both.get(0).width(), both.get(1).width());
        int height = Math.min(both.get(0).height(), both.get(1).height());
        ImagePart from = new ImagePart(Aspect.COLOR, both.get(0).mip(), both.get(0).firstSlice(), 1, 0, 0, 0, width, height, 1);
        ImagePart to = new ImagePart(Aspect.COLOR, both.get(1).mip(), both.get(1).firstSlice(), 1, 0, 0, 0, width, height, 1);
        c.resolve(source.image(), from, target.image(), to);
        RecordedWork about = new RecordedWork();
        about.written.add(target);
        note(() -> "resolve " + both.get(0) + " into " + both.get(1), about, null);
        afterWork(about);
    }

    private boolean isWritten(RenderTargets render) {
        RenderTargets.DepthStencil depth = render.depth();
        return depth != null && images.needsBarrier(depth.view())
                || render.colors().stream().anyMatch(color -> color != null && images.needsBarrier(color.view()));
    }

    private RenderTargets targets(GpuCommands c, TargetState targets) {
        List<RenderTargets.@Nullable Color> colors = new ArrayList<>();
        int layers = 1;
        for (TargetState.Color color : targets.colors()) {
            if (color == null) {
                colors.add(null);
            } else {
                colors.add(RenderTargets.Color.keep(images.target(c, color)));
                layers = color.slices();
            }
        }
        RenderTargets.DepthStencil depth = null;
        if (targets.depth() != null) {
            depth = RenderTargets.DepthStencil.keep(images.target(c, targets.depth()));
        }
        return new RenderTargets(colors, depth, DecodedDraw.area(targets), layers);
    }

    private void barrier(GpuCommands c) {
        c.barrier();
        images.settled();
    }

    /**
     * What was recorded writes images and buffers from now on. Work that changed copies of guest memory has to end
     * before anything else reads it.
     */
    private void afterWork(RecordedWork about) {
        about.written.forEach(images::markWritten);
        about.stores.forEach(slice -> images.coherence().stored(slice.guestStart(), slice.bytes()));
        if (about.storesAnywhere) {
            images.coherence().storedAnywhere();
        }
        hasUnsettledStores |= stages.takeStores();
        if (ranges.hasWriteBacks()) {
            await(submit());
            ranges.writeBack();
            ranges.submitted();
        }
    }

    private void await(long ticket) {
        FrameFacts.Phase around = phases.enter(FrameFacts.Phase.WAIT);
        try {
            device.await(ticket, FOREVER);
        } finally {
            phases.back(around);
        }
    }

    private void note(Supplier<String> what, RecordedWork work, @Nullable TargetState targets) {
        capturedDraws++;
        notes.add(what, work, targets);
    }

    // --- order -------------------------------------------------------------------------------------------------

    private long submit() {
        GpuCommands current = commands;
        return current == null ? device.lastTicket() : submit(current);
    }

    private long submit(GpuCommands current) {
        FrameFacts.Phase around = phases.enter(FrameFacts.Phase.DRAW);
        try {
            return handOver(current);
        } finally {
            phases.back(around);
        }
    }

    private long handOver(GpuCommands current) {
        commands = null;
        bound = null;
        images.settled();
        SampleCounts.Batch counts = samples.end(current);
        long ticket = device.submit(current);
        if (!counts.results().isEmpty()) {
            device.whenReached(ticket, () -> samples.add(counts));
        }
        words.close();
        exported.submitted();
        ranges.submitted();
        inUse.submitted(ticket);
        stages.submitted(ticket);
        images.coherence().submitted(ticket);
        return ticket;
    }

    @Override
    public void barrier() {
        lock.lock();
        try {
            inUse.flushed();
            GpuCommands current = commands;
            if (current != null) {
                barrier(current);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void flush() {
        lock.lock();
        try {
            submit();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void whenDone(Runnable action) {
        lock.lock();
        try {
            long ticket = submit();
            if (ticket == 0) {
                action.run();
            } else {
                device.whenReached(ticket, () -> {
                    try {
                        action.run();
                    } catch (GuestMemoryFault e) {
                        LOG.error("end-of-pipe action: {}", e.getMessage());
                    }
                });
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public GlobalShare globalShare() {
        if (!modes.acts(GraphicsCompat.GLOBAL_SHARE, "packet")) {
            throw new PacketRefused("the global data share (%s is off)".formatted(GraphicsCompat.GLOBAL_SHARE.id()));
        }
        if (stages.bindsShare()) {
            settle();
        }
        return share;
    }

    @Override
    public void reportSamples(long address) {
        lock.lock();
        try {
            if (!modes.acts(GraphicsCompat.SAMPLE_COUNTS, "report at 0x%x".formatted(address))) {
                throw new PacketRefused("samples are to be reported (%s is off)".formatted(GraphicsCompat.SAMPLE_COUNTS.id()));
            }
            CompletableFuture<Void> done = new CompletableFuture<>();
            reported = done;
            whenDone(() -> {
                try {
                    samples.report(memory, address);
                } finally {
                    done.complete(null);
                }
            });
            samples.start();
            hasUnsettledStores = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void settle() {
        lock.lock();
        try {
            if (!hasUnsettledStores) {
                return;
            }
            long ticket = submit();
            hasUnsettledStores = false;
            await(ticket);
            awaitReport();
            images.coherence().storesDone();
            stages.memoryChanged();
        } finally {
            lock.unlock();
        }
    }

    private void awaitReport() {
        try {
            reported.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof GpuLost loss ? loss : e;
        }
    }

    /** The device is gone, and what was to run at its tickets will not. */
    void lost(GpuLost loss) {
        reported.completeExceptionally(loss);
    }

    /** The title is to end: a device that ends nothing is waited for no longer than some seconds. */
    void hurry() {
        device.hurry();
    }

    /** Whether the device was given up, and may still reach for the title's memory. */
    boolean mayBeAtWork() {
        return device.mayBeAtWork();
    }

    @Override
    public void reads(long address, long bytes) {
        settle();
        lock.lock();
        try {
            if (images.coherence().isDue(address, bytes, "packet that reads 0x%x".formatted(address))) {
                settleSurfaces();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void writes(long address, long bytes) {
        lock.lock();
        try {
            if (inUse.isUsed(address, bytes)) {
                drain();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void wrote(long address, long bytes) {
        lock.lock();
        try {
            images.coherence().changed(address, bytes);
            stages.memoryChanged();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void whenVisible(Runnable action) {
        lock.lock();
        try {
            if (images.coherence().isAnythingDue()) {
                settleSurfaces();
            }
            whenDone(action);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void pushMarker(String text) {
        LOG.trace("marker {}", text);
    }

    @Override
    public void popMarker() {}

    // --- screen ------------------------------------------------------------------------------------------------

    private GpuImage image(long address, BufferLayout layout) {
        GpuCommands c = recording();
        return images.display(c, address, layout.width(), layout.height(), layout.isLinear(),
                DisplayPixels.format(layout));
    }

    @Override
    public void present(long address, BufferLayout layout) {
        GpuImage image;
        lock.lock();
        try {
            image = image(address, layout);
            submit();
        } finally {
            lock.unlock();
        }
        display.present(image);
        frameShown();
    }

    private void frameShown() {
        lock.lock();
        try {
            shaders.frameShown();
        } finally {
            lock.unlock();
        }
    }

    /** How the last change of passes or switches went; null before the first. */
    FrameFacts.@Nullable PlanChange lastChange() {
        lock.lock();
        try {
            return shaders.lastChange();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void blank() {
        // The window keeps the last picture: nothing is drawn over it.
        LOG.debug("display blanked");
        frameShown();
    }

    @Override
    public Picture read(long address, BufferLayout layout) {
        lock.lock();
        try {
            GpuImage image = image(address, layout);
            submit();
            byte[] texels = device.read(image, ImagePart.level(image.spec(), 0));
            return DisplayPixels.picture(texels, image.spec().format(), DisplayPixels.format(layout), layout.width(),
                    layout.height());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells what is known of the device and of the work, unless somebody has the engine for longer than a report waits.
     *
     * @return false then
     */
    boolean testify(TitleWitness.Testimony report) {
        GpuFacts facts = device.facts();
        report.fact("device", "%s, %s %s, Vulkan %s, %d MB".formatted(facts.name(), facts.driverName(), facts.driverInfo(), facts.apiVersion(),
                facts.memoryBytes() >> 20));
        try {
            if (!lock.tryLock(PATIENCE_S, TimeUnit.SECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            report.fact("draws", notes.draws().stream().map(draw -> "%d %s %s".formatted(draw.index(), draw.what(), String.join(", ", draw.shaders())))
                    .toList());
            CapturedPrograms programs = shaders.captured();
            report.file("programs/index.jsonl", programs.index().getBytes(StandardCharsets.UTF_8));
            programs.code().forEach((id, code) -> report.file("programs/code/" + id + ".bin", code));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Where the time of the last frames went. */
    List<FrameFacts.FrameTime> timeline() {
        lock.lock();
        try {
            return phases.frames();
        } finally {
            lock.unlock();
        }
    }

    /** The draws of the last whole frame. */
    List<DrawFacts> lastDraws() {
        lock.lock();
        try {
            return notes.draws();
        } finally {
            lock.unlock();
        }
    }

    /** All that is known of each. */
    List<List<String>> lastDescriptions() {
        lock.lock();
        try {
            return notes.descriptions();
        } finally {
            lock.unlock();
        }
    }

    /** The images that a draw or dispatch of the last frame is bound to, with what they hold now. */
    List<ImagePictures.Shown> lastImages(int draw) {
        lock.lock();
        try {
            submit();
            ImagePictures pictures = new ImagePictures(device);
            return notes.images(draw).stream().map(b -> images.isAlive(b.view().image())
                    ? pictures.show(b.name(), b.view()) : ImagePictures.Shown.none(b.name(), "the image is gone"))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Draws and dispatches that were recorded, all or since the captured frame began. */
    int noted() {
        lock.lock();
        try {
            return capturedDraws;
        } finally {
            lock.unlock();
        }
    }

    /** A texel of all surfaces of one sample that were drawn to and reach so far, by their names. */
    Map<String, String> texels(int x, int y) {
        lock.lock();
        try {
            submit();
            return images.texels(x, y);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void endFrame() {
        lock.lock();
        try {
            notes.endFrame();
            phases.endFrame();
            shaders.frameEnds();
        } finally {
            lock.unlock();
        }
    }

    // --- captures ----------------------------------------------------------------------------------------------

    /** What the engine knows of a captured frame. */
    record Captured(int draws, String device, List<SurfaceState> surfaces, List<String> notes) {}

    /** A frame begins that is to be captured: everything before it ends first. */
    void beginCapture(FrameCapture next) {
        lock.lock();
        try {
            drain();
            found = images.save();
            captureEpoch = images.epoch() + 1;
            capturedDraws = 0;
            stages.captureInto(next);
        } finally {
            lock.unlock();
        }
    }

    /** The captured frame is over; its work is handed over. */
    Captured endCapture() {
        lock.lock();
        try {
            submit();
            stages.captureInto(null);
            List<SurfaceState> used = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            found.forEach((image, state) -> {
                if (images.isUsedSince(image, captureEpoch)) {
                    used.add(state);
                    if (state.samples() > 1) {
                        missing.add(("surface at 0x%x has %d samples: what it held before the frame is not in the "
                                + "capture").formatted(state.address(), state.samples()));
                    }
                }
            });
            found = Map.of();
            return new Captured(capturedDraws, device.facts().name(), used, missing);
        } finally {
            lock.unlock();
        }
    }

    /** Surfaces as a captured frame found them. */
    void restore(List<SurfaceState> surfaces) {
        lock.lock();
        try {
            GpuCommands c = recording();
            surfaces.forEach(state -> images.restore(c, state));
            drain();
        } finally {
            lock.unlock();
        }
    }

    /** Hands everything over and waits for its end. */
    void drain() {
        long ticket;
        lock.lock();
        try {
            ticket = submit();
        } finally {
            lock.unlock();
        }
        device.await(ticket, FOREVER);
    }

    @Override
    public void close() {
        // Whoever waits for a compilation holds the lock.
        shaders.compiling().close();
        if (preparation != null) {
            preparation.end();
        }
        lock.lock();
        try {
            pipelines.saveKept();
            shaders.saveKept();
            GpuCommands current = commands;
            commands = null;
            if (current != null) {
                current.close();
            }
            awaitLast();
            words.close();
            exported.close();
            shareBuffer.close();
            stages.close();
            display.close();
            images.close();
            ranges.close();
            pipelines.close();
            samples.close();
            shaders.close();
            device.close();
        } finally {
            lock.unlock();
        }
    }

    private void awaitLast() {
        try {
            device.await(device.lastTicket(), FOREVER);
        } catch (GpuLost e) {
            LOG.debug("nothing of the work is waited for: {}", e.getMessage());
        }
    }
}
