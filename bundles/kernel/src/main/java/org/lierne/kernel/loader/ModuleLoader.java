package org.lierne.kernel.loader;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.format.ElfImage;
import org.lierne.kernel.format.FormatRefused;
import org.lierne.kernel.format.FunctionArray;
import org.lierne.kernel.format.ImageType;
import org.lierne.kernel.format.ModuleEntry;
import org.lierne.kernel.format.ProgramHeader;
import org.lierne.kernel.format.TlsTemplate;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.module.GuestModule;
import org.lierne.kernel.module.ImportResolver;
import org.lierne.kernel.module.Modules;
import org.lierne.kernel.shim.HostCpu;
import org.lierne.kernel.nativecpu.ModuleMap;
import org.lierne.kernel.nativecpu.NativeThreads;
import org.lierne.kernel.shim.Shim;
import org.lierne.kernel.nativecpu.TlsLayout;
import org.lierne.kernel.space.MappedAddressSpace;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.title.HostLacking;
import org.lierne.kernel.title.TitleRefused;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * {@code loader.elf}. A set of modules (one and what it needs) is placed first, then linked, then protected, and started dependencies first.
 * The lock covers placing and linking but never guest code. Assumed: loader.init-order, loader.resident.
 */
@Component(service = {Modules.class, ModuleLoader.class})
public final class ModuleLoader implements Modules {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleLoader.class);
    private static final Marker KERNEL = MarkerFactory.getMarker("KERNEL");
    private static final String MODULE_START = "module_start";
    private static final String MODULE_STOP = "module_stop";

    private final MappedAddressSpace space;
    private final GuestMemory memory;
    private final ModuleMap places;
    private final TlsLayout tls;
    private final ImportTable imports;
    private final NativeThreads threads;
    private final GuestFiles files;
    private final List<LoadedModule> modules = new CopyOnWriteArrayList<>();
    private final List<LoadedModule> started = new CopyOnWriteArrayList<>();
    private ModuleFolder folder = new ModuleFolder();
    private @Nullable LoadedModule nativeModule;
    private Set<String> quirksOff = Set.of();
    private int nextHandle;

    @Activate
    public ModuleLoader(@Reference MappedAddressSpace space, @Reference GuestMemory memory, @Reference ModuleMap places,
            @Reference TlsLayout tls, @Reference ImportTable imports, @Reference NativeThreads threads, @Reference GuestFiles files) {
        this.space = space;
        this.memory = memory;
        this.places = places;
        this.tls = tls;
        this.imports = imports;
        this.threads = threads;
        this.files = files;
    }

    /**
     * Makes ready for a title.
     *
     * @param moduleFolder need not exist
     * @param off          plugin ids switched off for this run
     */
    public synchronized void begin(Path moduleFolder, ImportResolver resolver, Set<String> off) {
        quirksOff = Set.copyOf(off);
        modules.clear();
        started.clear();
        nativeModule = null;
        nextHandle = 0;
        folder = new ModuleFolder(moduleFolder);
        imports.begin(resolver);
        space.setCodeSweep(this::sweepLater);
    }

    /** Functions that nobody serves and that a loaded module imports. */
    public List<ImportTable.Missing> missing() {
        return imports.missing();
    }

    /** Forgets every module; no guest thread may be left. */
    public synchronized void end() {
        imports.end();
        modules.clear();
        started.clear();
        nativeModule = null;
        places.clear();
        tls.clear();
    }

    /**
     * Places and links the program and what it needs.
     *
     * @throws FormatRefused if it is no executable
     */
    public synchronized GuestModule loadProgram(ElfImage image, String guestPath) {
        List<LoadedModule> set = new ArrayList<>();
        LoadedModule program = place(image, guestPath, set);
        nativeModule = place(NativeModule.image(), "", set);
        link(set);
        for (ImportTable.Missing missing : imports.missing()) {
            LOG.info(KERNEL, "{} {} ({}) is imported by {} and served by nobody: calling it is refused", missing.key().library(),
                    missing.name().isEmpty() ? "a function without a known name" : missing.name(), missing.key().nid(), missing.importer());
        }
        return program;
    }

    /** Where the program's entry is. */
    public long entry(GuestModule program) {
        return ((LoadedModule) program).absolute(((LoadedModule) program).image().header().entry());
    }

    /** An address of the program's image, as linked, in memory. */
    public long absolute(GuestModule program, long relative) {
        return ((LoadedModule) program).absolute(relative);
    }

    /** Places an image and, before it returns, whatever the image needs from the title's module folder. */
    private LoadedModule place(ElfImage image, String guestPath, List<LoadedModule> set) {
        long lowest = LoadedModule.lowest(image);
        long start = space.placeImage(lowest, image.memoryEnd() - lowest, image.file());
        boolean isFixed = image.header().type() == ImageType.FIXED_EXECUTABLE || image.header().type() == ImageType.PLAIN_EXECUTABLE;
        if (isFixed && start != lowest) {
            throw new TitleRefused("loader.elf: %s is linked to lie at 0x%x, which is no free image space".formatted(image.file(), lowest));
        }
        LoadedModule module = new LoadedModule(++nextHandle, guestPath, image, start);
        places.add(new ModuleMap.Image(image.file(), start, module.bytes()));
        for (ProgramHeader segment : image.loaded()) {
            MemorySegment.copy(image.bytes(segment), 0, Shim.MEMORY, module.absolute(segment.address()), segment.fileSize());
        }
        Optional<TlsTemplate> template = image.tls();
        if (template.isPresent() && template.get().memorySize() > 0) {
            TlsTemplate t = template.get();
            module.setTls(tls.add(module.absolute(t.address()), t.fileSize(), t.memorySize(), t.align()));
        }
        modules.add(module);
        set.add(module);
        LOG.debug(KERNEL, "placed {} at 0x{}", module, Long.toHexString(start));
        for (ModuleEntry needed : image.dynamic().neededModules()) {
            dependency(needed.name(), image, set).ifPresent(module.dependencies()::add);
        }
        for (String file : image.dynamic().neededFiles()) {
            Optional<LoadedModule> known = loadedByName(file);
            if (known.isEmpty()) {
                known = folder.byFileName(file).map(e -> place(e.image(), e.guestPath(), set));
            }
            known.filter(m -> m != module && !module.dependencies().contains(m)).ifPresent(module.dependencies()::add);
        }
        return module;
    }

    private Optional<LoadedModule> dependency(String moduleName, ElfImage importer, List<LoadedModule> set) {
        Optional<LoadedModule> known = modules.stream().filter(m -> m.name().equals(moduleName) && m.image() != importer).findFirst();
        return known.isPresent() ? known : folder.byModuleName(moduleName).map(e -> place(e.image(), e.guestPath(), set));
    }

    private Optional<LoadedModule> loadedByName(String name) {
        String key = ModuleFolder.key(name);
        return modules.stream().filter(m -> m.name().equals(name) || ModuleFolder.key(m.fileName()).equals(key)).findFirst();
    }

    private void link(List<LoadedModule> set) {
        for (LoadedModule module : set) {
            sweep(module);
        }
        // The platform's own module serves titles; it is not found by the name it gives itself.
        List<LoadedModule> servers = modules.stream().filter(m -> m != nativeModule).toList();
        Linker linker = new Linker(memory, imports, servers, nativeModule);
        for (LoadedModule module : set) {
            linker.relocate(module);
        }
        for (LoadedModule module : set) {
            protect(module);
            TlsLayout.Block block = module.tls();
            if (block != null) {
                threads.addTls(block);
            }
            module.state = LoadedModule.State.LINKED;
        }
    }

    private void sweep(LoadedModule module) {
        CodePatcher patcher = patcher();
        long[] starts = UnwindTables.of(module.image()).map(UnwindTables::functionStarts).orElse(new long[0]);
        for (ProgramHeader segment : module.image().loaded()) {
            if (!segment.isExecutable()) {
                continue;
            }
            long address = module.absolute(segment.address());
            long[] inside = Arrays.stream(starts).map(s -> s - segment.address())
                    .filter(s -> s >= 0 && s < segment.fileSize()).toArray();
            CodePatcher.Sweep sweep = patcher.sweep(Shim.MEMORY.asSlice(address, segment.fileSize()), inside);
            report(module, address - module.base(), address, sweep);
        }
    }

    private CodePatcher patcher() {
        return new CodePatcher(HostCpu.extensions(), quirksOff);
    }

    private void report(LoadedModule module, long offset, long address, CodePatcher.Sweep sweep) {
        if (!sweep.lacking().isEmpty()) {
            CodePatcher.Lacking first = sweep.lacking().getFirst();
            throw new HostLacking("loader.elf: %s+0x%x: %s (and %d more like it) is an instruction that this processor lacks"
                    .formatted(module.fileName(), offset + first.offset(), first.name(), sweep.lacking().size() - 1));
        }
        for (long at : sweep.undecodable()) {
            LOG.warn(KERNEL, "{}+0x{}: bytes that are no instruction; nothing is rewritten up to the next function",
                    module.fileName(), Long.toHexString(offset + at));
        }
        places.addSystemCalls(sweep.systemCalls().stream().map(s -> address + s).toList());
        LOG.debug(KERNEL, "swept {}: {} instructions, {} accesses to thread-local storage rewritten, {} lowered, {} system calls",
                module.fileName(), sweep.instructions(), sweep.rewritten(), sweep.lowered(), sweep.systemCalls().size());
    }

    /** Memory that becomes executable after it was written: code generators. */
    private void sweepLater(long start, long bytes) {
        boolean isImage = places.images().stream().anyMatch(i -> start < i.base() + i.bytes() && start + bytes > i.base());
        if (!isImage) {
            CodePatcher.Sweep sweep = patcher().sweep(Shim.MEMORY.asSlice(start, bytes), new long[0]);
            places.addSystemCalls(sweep.systemCalls().stream().map(s -> start + s).toList());
        }
    }

    /** Final protection: of each page what all its segments need, and relocated read-only ranges without writing. */
    private void protect(LoadedModule module) {
        int pages = (int) (module.bytes() + AddressSpace.PAGE_BYTES - 1 >>> 14);
        int[] protection = new int[pages];
        for (ProgramHeader segment : module.image().loaded()) {
            long offset = module.absolute(segment.address()) - module.base();
            int first = (int) (offset >>> 14);
            int last = (int) (offset + Math.max(1, segment.memorySize()) - 1 >>> 14);
            for (int page = first; page <= last && page < pages; page++) {
                protection[page] |= LoadedModule.protection(segment);
            }
        }
        for (ProgramHeader range : module.image().relro()) {
            long offset = module.absolute(range.address()) - module.base();
            int first = (int) (offset + AddressSpace.PAGE_BYTES - 1 >>> 14);
            int end = (int) (offset + range.memorySize() >>> 14);
            for (int page = first; page < end && page < pages; page++) {
                protection[page] &= ~AddressSpace.WRITE;
            }
        }
        for (int page = 0; page < pages; ) {
            int run = page + 1;
            while (run < pages && protection[run] == protection[page]) {
                run++;
            }
            space.protect(module.base() + ((long) page << 14), (long) (run - page) << 14, protection[page]);
            page = run;
        }
    }

    /** Starts what the program needs, dependencies first. The program starts its own initialisers. */
    public void startDependencies(GuestThread thread, GuestModule program) {
        LoadedModule own = nativeModule;
        if (own != null) {
            start(thread, own, 0, 0);
        }
        ((LoadedModule) program).state = LoadedModule.State.STARTED;
        for (LoadedModule dependency : ((LoadedModule) program).dependencies()) {
            start(thread, dependency, 0, 0);
        }
    }

    private void start(GuestThread thread, LoadedModule module, long argumentBytes, long arguments) {
        synchronized (this) {
            if (module.state != LoadedModule.State.LINKED && module.state != LoadedModule.State.STOPPED) {
                return;
            }
            module.state = LoadedModule.State.STARTING;
        }
        for (LoadedModule dependency : module.dependencies()) {
            start(thread, dependency, 0, 0);
        }
        callAll(thread, module, module.preinitArray(), false);
        Optional<Long> init = module.image().dynamic().init();
        int result = 0;
        if (init.isPresent()) {
            result = (int) thread.call(module.absolute(init.get()), argumentBytes, arguments, 0);
        }
        callAll(thread, module, module.image().dynamic().initArray(), false);
        OptionalLong entry = module.symbol(MODULE_START);
        if (entry.isPresent() && !(init.isPresent() && module.absolute(init.get()) == entry.getAsLong())) {
            result = (int) thread.call(entry.getAsLong(), argumentBytes, arguments, 0);
        }
        module.startResult = result;
        module.state = LoadedModule.State.STARTED;
        started.add(module);
        LOG.debug(KERNEL, "started {}: {}", module, result);
    }

    private int stop(GuestThread thread, LoadedModule module, long argumentBytes, long arguments) {
        if (!started.remove(module)) {
            return 0;
        }
        module.state = LoadedModule.State.STOPPED;
        Optional<Long> fini = module.image().dynamic().fini();
        OptionalLong entry = module.symbol(MODULE_STOP);
        int result = 0;
        if (entry.isPresent() && !(fini.isPresent() && module.absolute(fini.get()) == entry.getAsLong())) {
            result = (int) thread.call(entry.getAsLong(), argumentBytes, arguments, 0);
        }
        callAll(thread, module, module.image().dynamic().finiArray(), true);
        if (fini.isPresent()) {
            int value = (int) thread.call(module.absolute(fini.get()), argumentBytes, arguments, 0);
            result = entry.isPresent() ? result : value;
        }
        return result;
    }

    /** Stops every started module, the one started last first. */
    public void stopAll(GuestThread thread) {
        List<LoadedModule> order = new ArrayList<>(started);
        for (int i = order.size() - 1; i >= 0; i--) {
            stop(thread, order.get(i), 0, 0);
        }
    }

    private void callAll(GuestThread thread, LoadedModule module, FunctionArray array, boolean isReversed) {
        for (int i = 0; i < array.count(); i++) {
            int index = isReversed ? array.count() - 1 - i : i;
            long function = memory.getLong(module.absolute(array.address()) + 8L * index);
            // 0 and -1 mark the ends of arrays that old linkers made.
            if (function != 0 && function != -1) {
                thread.call(function, 0, 0, 0);
            }
        }
    }

    // ---- Modules

    @Override
    public Started loadStart(String guestPath, long argumentBytes, long arguments) {
        LoadedModule module = loadedAt(guestPath);
        if (module == null) {
            Path file = files.hostPath(guestPath);
            synchronized (this) {
                module = loadedAt(guestPath);
                if (module == null) {
                    List<LoadedModule> set = new ArrayList<>();
                    try {
                        module = place(ElfImage.read(file), guestPath, set);
                    } catch (FormatRefused e) {
                        LOG.warn(KERNEL, "{} is not loaded: {}", guestPath, e.getMessage());
                        throw new GuestErrno(Errno.ENOEXEC, e.getMessage());
                    } catch (IOException e) {
                        throw new GuestErrno(Errno.EIO, guestPath + ": " + e);
                    }
                    link(set);
                }
            }
        }
        start(threads.current(), module, argumentBytes, arguments);
        return new Started(module, module.startResult);
    }

    private @Nullable LoadedModule loadedAt(String guestPath) {
        String fileName = guestPath.substring(guestPath.lastIndexOf('/') + 1);
        return modules.stream().filter(m -> m != nativeModule && (m.path().equals(guestPath) || m.fileName().equals(fileName)))
                .findFirst().orElse(null);
    }

    @Override
    public int stopUnload(int handle, long argumentBytes, long arguments) {
        LoadedModule module = modules.stream().filter(m -> m.handle() == handle && m != nativeModule).findFirst()
                .orElseThrow(() -> new GuestErrno(Errno.ESRCH, "no module has handle " + handle));
        return stop(threads.current(), module, argumentBytes, arguments);
    }

    @Override
    public List<GuestModule> all() {
        Set<GuestModule> all = new LinkedHashSet<>(modules);
        if (nativeModule != null) {
            all.remove(nativeModule);
        }
        return List.copyOf(all);
    }

    @Override
    public Optional<GuestModule> byHandle(int handle) {
        return all().stream().filter(m -> m.handle() == handle).findFirst();
    }

    @Override
    public Optional<GuestModule> byAddress(long address) {
        return modules.stream().filter(m -> address >= m.base() && address < m.base() + m.bytes()).map(GuestModule.class::cast).findFirst();
    }

    @Override
    public Optional<GuestModule> byName(String name) {
        return loadedByName(name).filter(m -> m != nativeModule).map(GuestModule.class::cast);
    }

    @Override
    public String place(long address) {
        return places.place(address);
    }

    @Override
    public long processParameters() {
        return modules.isEmpty() ? 0 : modules.getFirst().parameters();
    }
}
