package org.lierne.lib.save_data;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.file.Mounts;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** What of the running title is initialised and mounted; one operation at a time. */
@Component(service = {SaveDataState.class, TitleListener.class})
public final class SaveDataState implements TitleListener {
    static final long BLOCK_BYTES = 32 * 1024;
    static final long MOST_BLOCKS = 32768;
    private static final int MOST_MOUNTS = 16;
    private static final Logger LOG = LoggerFactory.getLogger(SaveDataState.class);
    private static final Marker HLE = MarkerFactory.getMarker("HLE");

    /**
     * A mounted save.
     *
     * @param resource positive if it is written in a transaction
     */
    record Mounted(String point, String name, Path version, boolean isWritable, int resource, boolean isNew) {}

    /** Something that happened in the background. */
    record Event(int type, int error, String name) {}

    private final Mounts mounts;
    private final Path saves;
    private final Map<String, Mounted> byPoint = new TreeMap<>();
    private final Deque<Event> events = new ArrayDeque<>();
    private final Set<Integer> resources = new HashSet<>();
    private int nextResource = 1;
    private boolean isInitialized;
    private String titleId = "";
    private SaveStore store;

    @Activate
    public SaveDataState(BundleContext context, @Reference Mounts mounts) {
        this(mounts, UserFolder.path(context.getProperty("lierne.user")).resolve("saves"));
    }

    SaveDataState(Mounts mounts, Path saves) {
        this.mounts = mounts;
        this.saves = saves;
        this.store = new SaveStore(saves);
    }

    @Override
    public synchronized void titleStarting(Title title) {
        begin(title.id());
    }

    /** Starts with the saves of a title. */
    synchronized void begin(String id) {
        titleId = id;
        store = new SaveStore(saves.resolve(id.replaceAll("[^A-Za-z0-9_-]", "_")));
        isInitialized = false;
        events.clear();
        resources.clear();
    }

    /** What a title leaves mounted is kept as if it had unmounted it: its writes reached the disk on the console too. */
    @Override
    public synchronized void titleStopped(Title title) {
        for (Mounted left : List.copyOf(byPoint.values())) {
            LOG.warn(HLE, "{} was still mounted at {}", left.name(), left.point());
            unmount(left, false);
        }
    }

    /** A library that came in the middle of a title does not know whose saves these are, and says so. */
    synchronized void initialize() {
        if (titleId.isEmpty()) {
            throw new HleRefusal("the save data library was started after the title");
        }
        isInitialized = true;
    }

    synchronized boolean isOff() {
        return !isInitialized;
    }

    /** {@code BUSY} while something is mounted. */
    synchronized GuestStatus terminate() {
        if (!isInitialized) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (!byPoint.isEmpty()) {
            return SaveDataError.BUSY;
        }
        isInitialized = false;
        return GuestStatus.OK;
    }

    synchronized SaveStore store() {
        return store;
    }

    String titleId() {
        return titleId;
    }

    /** The answer to a mount: an error, or what is mounted. */
    record Answer(GuestStatus status, @Nullable Mounted mounted) {
        static Answer error(SaveDataError error) {
            return new Answer(error, null);
        }
    }

    synchronized Answer mount(String name, long blocks, MountMode mode, int resource) {
        if (isMounted(name)) {
            return Answer.error(SaveDataError.BUSY);
        }
        Optional<String> point = freePoint();
        if (point.isEmpty()) {
            return Answer.error(SaveDataError.MOUNT_FULL);
        }
        boolean exists = store.exists(name);
        if (!exists && !mode.mayBeNew()) {
            return Answer.error(SaveDataError.NOT_FOUND);
        }
        if (exists && mode.mustBeNew()) {
            return Answer.error(SaveDataError.EXISTS);
        }
        if (!exists && (blocks < 1 || blocks > MOST_BLOCKS)) {
            return Answer.error(SaveDataError.PARAMETER);
        }
        Path version = mode.isWritable() ? store.begin(name, blocks) : store.current(name);
        SaveParameters.read(version.resolve(SaveStore.PARAMETERS));
        mounts.mount(point.get(), version.resolve(SaveStore.DATA), mode.isWritable());
        Mounted mounted = new Mounted(point.get(), name, version, mode.isWritable(), resource, !exists);
        byPoint.put(point.get(), mounted);
        return new Answer(GuestStatus.OK, mounted);
    }

    private Optional<String> freePoint() {
        return IntStream.range(0, MOST_MOUNTS).mapToObj(i -> "/savedata" + i)
                .filter(p -> !byPoint.containsKey(p) && mounts.at(p).isEmpty()).findFirst();
    }

    synchronized boolean isMounted(String name) {
        return byPoint.values().stream().anyMatch(m -> m.name().equals(name));
    }

    synchronized Optional<Mounted> at(String point) {
        return Optional.ofNullable(byPoint.get(point));
    }

    /** Ends a mount. One in a transaction keeps the old save unless the commit is asked for here. */
    synchronized void unmount(Mounted mounted, boolean commits) {
        mounts.unmount(mounted.point());
        byPoint.remove(mounted.point());
        if (!mounted.isWritable()) {
            return;
        }
        if (mounted.resource() <= 0 || commits) {
            store.commit(mounted.name(), mounted.version());
        } else {
            store.discard(mounted.version());
        }
    }

    /** Makes what is written so far the save, for every mount of a transaction; the mounts stay. Gives their names. */
    synchronized List<String> commit(int resource) {
        List<String> names = new ArrayList<>();
        for (Mounted m : List.copyOf(byPoint.values())) {
            if (m.resource() == resource && m.isWritable()) {
                Path next = store.commitAndGoOn(m.name(), m.version());
                mounts.unmount(m.point());
                mounts.mount(m.point(), next.resolve(SaveStore.DATA), true);
                byPoint.put(m.point(), new Mounted(m.point(), m.name(), next, true, m.resource(), m.isNew()));
                names.add(m.name());
            }
        }
        return names;
    }

    synchronized int createResource() {
        int made = nextResource++;
        resources.add(made);
        return made;
    }

    synchronized boolean isResource(int resource) {
        return resources.contains(resource);
    }

    synchronized boolean deleteResource(int resource) {
        return resources.remove(resource);
    }

    synchronized void post(Event event) {
        events.add(event);
    }

    synchronized Optional<Event> nextEvent() {
        return Optional.ofNullable(events.poll());
    }
}
