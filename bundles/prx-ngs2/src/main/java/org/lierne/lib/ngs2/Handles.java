package org.lierne.lib.ngs2;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Systems, racks and voices of the running title by the numbers it knows them by. */
@Component(service = {Handles.class, TitleListener.class})
public final class Handles implements TitleListener {
    private static final long FIRST = 0x10_0000;
    private static final long STEP = 0x10;

    private final Map<Long, SoundSystem> systems = new TreeMap<>();
    private final Map<Long, Rack> racks = new TreeMap<>();
    private final Map<Long, Voice> voices = new TreeMap<>();
    private long next = FIRST;

    @Activate
    public Handles() {}

    @Override
    public synchronized void titleStarting(Title title) {
        systems.clear();
        racks.clear();
        voices.clear();
    }

    private synchronized long next() {
        return next += STEP;
    }

    SoundSystem create(SystemOption option, Lease lease) {
        SoundSystem system = new SoundSystem(option, lease, next());
        synchronized (this) {
            systems.put(system.handle(), system);
        }
        return system;
    }

    Rack create(SoundSystem system, RackKind kind, RackOption option, Lease lease) {
        Rack rack = new Rack(system, kind, option, lease, this::next);
        synchronized (this) {
            racks.put(rack.handle(), rack);
            rack.voices().forEach(v -> voices.put(v.handle(), v));
        }
        return rack;
    }

    /** @return whether it was there still: of two threads that end it, one gives its memory back */
    synchronized boolean remove(Rack rack) {
        rack.voices().forEach(v -> voices.remove(v.handle()));
        return racks.remove(rack.handle()) != null;
    }

    /** @return whether it was there still */
    synchronized boolean remove(SoundSystem system) {
        system.racks().forEach(this::remove);
        return systems.remove(system.handle()) != null;
    }

    synchronized Optional<SoundSystem> system(long handle) {
        return Optional.ofNullable(systems.get(handle));
    }

    synchronized Optional<Rack> rack(long handle) {
        return Optional.ofNullable(racks.get(handle));
    }

    synchronized Optional<Voice> voice(long handle) {
        return Optional.ofNullable(voices.get(handle));
    }

    synchronized List<SoundSystem> systems() {
        return new ArrayList<>(systems.values());
    }
}
