package org.lierne.hle.binding;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleObject;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.HleRegistry;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.format.Nid;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.module.ImportBinding;
import org.lierne.kernel.module.ImportKey;
import org.lierne.kernel.module.ImportListener;
import org.lierne.kernel.module.ImportResolver;
import org.lierne.kernel.module.ImportStatistics;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Who serves which NID. Two exports of one NID and library: the one whose plugin id, then class name, comes first owns it, and a warning
 * names both. When a library bundle stops, its NIDs fall back to the next owner or to a refusing entry; when it returns, they are bound
 * again on their next call.
 */
@Component(service = {ImportResolver.class, HleRegistry.class, TitleListener.class})
public final class ModuleBinder implements ImportResolver, HleRegistry, TitleListener {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleBinder.class);
    private static final Marker HLE = MarkerFactory.getMarker("HLE");
    private static final MethodHandle REFUSE;
    private static final long DATA_ALIGNMENT = 16;
    private static final int MAX_REFUSALS = 10_000;
    /** Plugin id of guest-native functions. */
    private static final String NATIVE_CODE = "kernel.native";
    /** Plugin id of names whose library no bundle serves. */
    private static final String NAMES = "hle.names";
    /** Framework property: a bundle that is updated is back within so many seconds, and calls of its functions wait for it that long. */
    private static final String HOLD_SECONDS = "lierne.library.hold-seconds";
    private static final long DEFAULT_HOLD_SECONDS = 2;
    private static final Comparator<Export> ORDER =
            Comparator.comparing(Export::plugin).thenComparing(Export::owner).thenComparing(Export::bundle);

    static {
        try {
            REFUSE = MethodHandles.lookup().findStatic(ModuleBinder.class, "refuse", MethodType.methodType(long.class, String.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A library's function: the part of an import that decides who serves it. */
    private record Key(String nid, String library) {}

    private final GuestMemory memory;
    private final AddressSpace space;
    private final Binder binder;
    private final KnownNames names = new KnownNames(userNames());
    private final List<ImportListener> listeners = new CopyOnWriteArrayList<>();
    private final List<ImportStatistics> statistics = new CopyOnWriteArrayList<>();
    /** Candidates of each key in {@link #ORDER}; the first owns it. */
    private final Map<Key, List<Export>> exports = new HashMap<>();
    private final Map<String, Set<Key>> keysByNid = new HashMap<>();
    private final Map<Key, CallTarget> refusing = new HashMap<>();
    private final Map<Key, Long> data = new HashMap<>();
    private final Map<String, Refusal> refusals = new LinkedHashMap<>();
    /** When the last owner of a NID went, as {@link System#nanoTime}. */
    private final Map<String, Long> orphaned = new HashMap<>();
    private final long holdNs;
    private long dataNext;
    private long dataEnd;

    @Activate
    public ModuleBinder(BundleContext context, @Reference GuestMemory memory, @Reference AddressSpace space, @Reference GuestThreads threads) {
        this(memory, space, threads, TimeUnit.SECONDS.toNanos(Optional.ofNullable(context.getProperty(HOLD_SECONDS)).map(Long::valueOf)
                .orElse(DEFAULT_HOLD_SECONDS)));
    }

    ModuleBinder(GuestMemory memory, AddressSpace space, GuestThreads threads, long holdNs) {
        this.memory = memory;
        this.space = space;
        this.binder = new Binder(memory, threads);
        this.holdNs = holdNs;
    }

    private static Path userNames() {
        String user = System.getProperty("lierne.user");
        return (user != null ? Path.of(user) : Path.of(System.getProperty("user.home"), ".local/share/lierne")).resolve("etc/names");
    }

    // ---- library bundles come and go

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addModule(HleModule module) {
        changed(add(read(module)));
    }

    public void removeModule(HleModule module) {
        changed(remove(module));
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addListener(ImportListener listener) {
        listeners.add(listener);
    }

    public void removeListener(ImportListener listener) {
        listeners.remove(listener);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addStatistics(ImportStatistics service) {
        statistics.add(service);
    }

    public void removeStatistics(ImportStatistics service) {
        statistics.remove(service);
    }

    /** Outside of our lock: listeners take the locks of call slots, whose holders may be waiting for us. */
    private void changed(Set<String> nids) {
        if (!nids.isEmpty()) {
            listeners.forEach(l -> l.importsChanged(nids));
        }
    }

    private static List<Export> read(HleModule module) {
        Class<?> type = module.getClass();
        HleLibrary library = type.getAnnotation(HleLibrary.class);
        if (library == null) {
            LOG.error(HLE, "{} is an HleModule without @HleLibrary; none of its exports is bound", type.getName());
            return List.of();
        }
        Bundle bundle = FrameworkUtil.getBundle(type);
        String bundleName = bundle == null ? "" : String.valueOf(bundle.getSymbolicName());
        List<Export> found = new ArrayList<>();
        for (Method method : type.getMethods()) {
            SilentStub stub = method.getAnnotation(SilentStub.class);
            for (HleExport export : method.getAnnotationsByType(HleExport.class)) {
                String owner = export.library().isEmpty() ? library.library() : export.library();
                found.add(new Export(owner, export.name(), export.nid(), library.id(), bundleName, module, method, false,
                        stub == null ? "" : stub.value(), export.front()));
            }
            for (HleObject object : method.getAnnotationsByType(HleObject.class)) {
                String owner = object.library().isEmpty() ? library.library() : object.library();
                found.add(new Export(owner, object.name(), object.nid(), library.id(), bundleName, module, method, true, "", ""));
            }
        }
        return found;
    }

    private synchronized Set<String> add(List<Export> found) {
        Set<String> nids = new HashSet<>();
        for (Export export : found) {
            Key key = new Key(export.nid(), export.library());
            List<Export> candidates = exports.computeIfAbsent(key, k -> new ArrayList<>());
            candidates.add(export);
            candidates.sort(ORDER);
            keysByNid.computeIfAbsent(export.nid(), k -> new LinkedHashSet<>()).add(key);
            orphaned.remove(export.nid());
            nids.add(export.nid());
            if (candidates.size() > 1) {
                LOG.warn(HLE, "{} {} ({}) is exported by {} and by {}: the first is used", export.library(), export.name(), export.nid(),
                        candidates.get(0).owner(), candidates.get(1).owner());
            }
        }
        notifyAll();
        return nids;
    }

    private synchronized Set<String> remove(HleModule module) {
        Set<String> nids = new HashSet<>();
        exports.forEach((key, candidates) -> {
            if (candidates.removeIf(e -> e.service() == module)) {
                nids.add(key.nid);
            }
        });
        exports.values().removeIf(List::isEmpty);
        for (String nid : nids) {
            Set<Key> keys = keysByNid.getOrDefault(nid, new LinkedHashSet<>());
            keys.removeIf(k -> !exports.containsKey(k));
            if (keys.isEmpty()) {
                orphaned.put(nid, System.nanoTime());
            }
        }
        return nids;
    }

    /**
     * The owner of an import. A library that exports the NID under another name serves it if nobody serves the exact one: a NID is the hash
     * of a name, and titles name one function by several libraries ({@code libkernel}, {@code libScePosix}). Assumed: loader.any-library.
     */
    private Optional<Export> owner(ImportKey key) {
        List<Export> exact = exports.get(new Key(key.nid(), key.library()));
        if (exact != null) {
            return Optional.of(exact.getFirst());
        }
        return keysByNid.getOrDefault(key.nid(), Set.of()).stream().map(k -> exports.getOrDefault(k, List.of()))
                .filter(c -> !c.isEmpty()).map(List::getFirst).min(ORDER);
    }

    /** The owner, waiting a moment for one that has just gone: its bundle may be on its way back. */
    private Optional<Export> ownerSoon(ImportKey key) {
        Optional<Export> owner = owner(key);
        Long gone = orphaned.get(key.nid());
        while (owner.isEmpty() && gone != null) {
            long left = holdNs - (System.nanoTime() - gone);
            if (left <= 0) {
                break;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                // The title ends, or a signal waits: whoever asks finds the mark again.
                Thread.currentThread().interrupt();
                break;
            }
            owner = owner(key);
            gone = orphaned.get(key.nid());
        }
        return owner;
    }

    /** The library whose row counts an import's calls. */
    private synchronized String servingLibrary(ImportKey key) {
        return owner(key).map(Export::library).orElse(key.library());
    }

    // ---- ImportResolver

    @Override
    public synchronized ImportBinding resolve(ImportKey key, String importer) {
        Optional<Export> owner = ownerSoon(key);
        if (owner.isEmpty()) {
            String name = nameOf(key.nid()).orElse("");
            String message = "no bundle serves it";
            note(new Refusal(key.library(), name, key.nid(), importer, false, message));
            LOG.debug(HLE, "{} {} ({}) imported by {} is refused when called: {}", key.library(), name.isEmpty() ? "?" : name, key.nid(),
                    importer, message);
            return new ImportBinding.Refusing(refusing(key, name), name);
        }
        Export export = owner.get();
        if (export.isData()) {
            return new ImportBinding.Data(data(export), export.plugin());
        }
        LOG.debug(HLE, "{} {} imported by {} is bound to {}", key.library(), export.name(), importer, export.owner());
        return new ImportBinding.Function(export.target(binder), export.plugin());
    }

    private CallTarget refusing(ImportKey key, String name) {
        return refusing.computeIfAbsent(new Key(key.nid(), key.library()), k -> new CallTarget(
                REFUSE.bindTo("no bundle serves it (NID " + k.nid + (name.isEmpty() ? ", name unknown" : "") + ")"),
                new CallShape(List.of(), CallShape.Result.LONG, false), k.library, name.isEmpty() ? k.nid : name, k.nid, List.of()));
    }

    private static long refuse(String reason) {
        throw new HleRefusal(reason);
    }

    private long data(Export export) {
        return data.computeIfAbsent(new Key(export.nid(), export.library()), k -> {
            byte[] bytes = export.initialBytes();
            long size = bytes.length + DATA_ALIGNMENT - 1 & -DATA_ALIGNMENT;
            if (size > dataEnd - dataNext) {
                long area = Math.max(AddressSpace.PAGE_BYTES, size + AddressSpace.PAGE_BYTES - 1 & -AddressSpace.PAGE_BYTES);
                dataNext = space.mapPrivate(0, area, AddressSpace.READ | AddressSpace.WRITE, 0, "library objects");
                dataEnd = dataNext + area;
            }
            long address = dataNext;
            dataNext += size;
            memory.putBytes(address, bytes);
            return address;
        });
    }

    @Override
    public synchronized String servedBy(ImportKey key) {
        return owner(key).map(Export::owner).orElse("nobody");
    }

    @Override
    public synchronized void refused(CallTarget target, String message) {
        note(new Refusal(target.library(), target.function().equals(target.nid()) ? "" : target.function(), target.nid(), "", true, message));
    }

    private void note(Refusal refusal) {
        if (refusals.size() < MAX_REFUSALS) {
            refusals.putIfAbsent(refusal.nid() + refusal.library() + refusal.importer() + refusal.called(), refusal);
        }
    }

    @Override
    public Optional<String> nameOf(String nid) {
        synchronized (this) {
            Optional<String> served = keysByNid.getOrDefault(nid, Set.of()).stream()
                    .flatMap(k -> exports.getOrDefault(k, List.of()).stream()).map(Export::name).findFirst();
            if (served.isPresent()) {
                return served;
            }
        }
        return names.nameOf(nid);
    }

    // ---- HleRegistry

    @Override
    public List<Row> exports() {
        Map<String, Long> calls = new HashMap<>();
        Set<String> natives = new HashSet<>();
        for (ImportStatistics service : statistics) {
            service.calls().forEach((key, count) -> calls.merge(key.nid() + servingLibrary(key), count, Long::sum));
            natives.addAll(service.nativeNids());
        }
        List<Row> rows = new ArrayList<>();
        synchronized (this) {
            Set<Key> seen = new HashSet<>();
            exports.forEach((key, candidates) -> {
                Export export = candidates.getFirst();
                seen.add(key);
                Status status = natives.contains(key.nid) ? Status.NATIVE
                        : export.isSilentStub() ? Status.SILENT_STUB : Status.IMPLEMENTED;
                rows.add(new Row(key.library, export.name(), key.nid, status, export.signature(), export.plugin(), export.bundle(),
                        calls.getOrDefault(key.nid + key.library, 0L)));
            });
            for (Refusal refusal : refusals.values()) {
                Key key = new Key(refusal.nid(), refusal.library());
                if (seen.add(key)) {
                    rows.add(new Row(key.library, refusal.name(), key.nid, Status.REFUSING, "", "", "",
                            calls.getOrDefault(key.nid + key.library, 0L)));
                }
            }
            Map<String, Export> ofLibrary = new HashMap<>();
            exports.forEach((key, candidates) -> ofLibrary.merge(key.library, candidates.getFirst(), BinaryOperator.minBy(ORDER)));
            for (KnownNames.Known known : names.all()) {
                if (!known.library().isEmpty() && seen.add(new Key(known.nid(), known.library()))) {
                    rows.add(known(known, natives, Optional.ofNullable(ofLibrary.get(known.library()))));
                }
            }
            Set<String> named = rows.stream().map(Row::nid).collect(Collectors.toSet());
            for (String nid : natives) {
                if (!named.contains(nid)) {
                    rows.add(new Row("native", names.nameOf(nid).orElse(""), nid, Status.NATIVE, "", NATIVE_CODE, "", 0));
                }
            }
        }
        rows.sort(Comparator.comparing(Row::library).thenComparing(Row::name).thenComparing(Row::nid));
        return rows;
    }

    /**
     * A name that no bundle exports under this library: served by native code, by an export of another library, or by nobody.
     *
     * @param neighbour an export of its library: a name that nobody serves belongs to that bundle, else to the table of names
     */
    private Row known(KnownNames.Known known, Set<String> natives, Optional<Export> neighbour) {
        if (natives.contains(known.nid())) {
            return new Row(known.library(), known.name(), known.nid(), Status.NATIVE, "", NATIVE_CODE, "", 0);
        }
        return owner(new ImportKey(known.nid(), known.library(), known.library()))
                .map(e -> new Row(known.library(), known.name(), known.nid(), e.isSilentStub() ? Status.SILENT_STUB : Status.IMPLEMENTED,
                        e.signature(), e.plugin(), e.bundle(), 0))
                .orElseGet(() -> new Row(known.library(), known.name(), known.nid(), Status.REFUSING, "",
                        neighbour.map(Export::plugin).orElse(NAMES), neighbour.map(Export::bundle).orElse(""), 0));
    }

    @Override
    public List<Row> find(String nameOrNid) {
        String hashed = Nid.of(nameOrNid).text();
        return exports().stream().filter(r -> r.name().equals(nameOrNid) || r.nid().equals(nameOrNid) || r.nid().equals(hashed)).toList();
    }

    @Override
    public synchronized List<Refusal> refusals() {
        return List.copyOf(refusals.values());
    }

    // ---- TitleListener

    @Override
    public synchronized void titleStarting(Title title) {
        refusals.clear();
        data.clear();
        dataNext = 0;
        dataEnd = 0;
    }
}
