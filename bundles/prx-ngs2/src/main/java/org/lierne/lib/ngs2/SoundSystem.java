package org.lierne.lib.ngs2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.lierne.hle.HleRefusal;

/** Racks, and the order in which their voices make sound. Everything but the lock itself is for who holds the lock. */
final class SoundSystem {
    private final SystemOption option;
    private final Lease lease;
    private final long handle;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Rack> racks = new ArrayList<>();
    private final List<BlockEvent> events = new ArrayList<>();
    private int grain;
    private int rate;
    private long rendered;
    private long userValue;

    SoundSystem(SystemOption option, Lease lease, long handle) {
        this.option = option;
        this.lease = lease;
        this.handle = handle;
        this.grain = option.grain();
        this.rate = option.rate();
    }

    SystemOption option() {
        return option;
    }

    /** The title's memory that it was given. */
    Lease lease() {
        return lease;
    }

    long handle() {
        return handle;
    }

    ReentrantLock lock() {
        return lock;
    }

    List<Rack> racks() {
        return racks;
    }

    /** Takes a rack away; what was sent to its voices goes nowhere. */
    void remove(Rack rack) {
        racks.remove(rack);
        racks.forEach(left -> left.voices().forEach(voice -> voice.unpatch(rack)));
    }

    int grain() {
        return grain;
    }

    void setGrain(int samples) {
        grain = samples;
    }

    /** Samples a second. */
    int rate() {
        return rate;
    }

    void setRate(int samplesPerSecond) {
        rate = samplesPerSecond;
    }

    /** How many grains were rendered. */
    long rendered() {
        return rendered;
    }

    long userValue() {
        return userValue;
    }

    void setUserValue(long value) {
        userValue = value;
    }

    void tell(BlockEvent event) {
        events.add(event);
    }

    /** What happened since the last time this was asked. */
    List<BlockEvent> takeEvents() {
        List<BlockEvent> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    /** One grain of every voice, sources first. @return what each output got, by its number and channel */
    Map<Integer, float[][]> render() {
        Map<Integer, float[][]> outputs = new HashMap<>();
        List<Voice> order = order();
        for (Voice voice : order) {
            if (voice instanceof Mixer mixer && mixer.isActive()) {
                mixer.begin(grain);
            }
        }
        for (Voice voice : order) {
            if (!voice.isActive()) {
                continue;
            }
            float[][] sound = voice.render(grain);
            voice.ports().forEach(port -> voice.send(port, sound));
            if (voice instanceof Mixer mixer && voice.rack().kind() == RackKind.MASTERING) {
                outputs.merge(mixer.output(), sound, SoundSystem::sum);
            }
        }
        rendered++;
        return outputs;
    }

    private static float[][] sum(float[][] one, float[][] other) {
        float[][] more = one.length < other.length ? other : one;
        float[][] less = more == one ? other : one;
        for (int channel = 0; channel < less.length; channel++) {
            for (int i = 0; i < less[channel].length; i++) {
                more[channel][i] += less[channel][i];
            }
        }
        return more;
    }

    /** Each voice that is in use, and where they lead: each before those to which it sends. */
    private List<Voice> order() {
        List<Voice> reversed = new ArrayList<>();
        Set<Voice> done = new HashSet<>();
        for (Rack rack : racks) {
            for (Voice voice : rack.voices()) {
                if (voice.isActive()) {
                    visit(voice, done, new HashSet<>(), reversed);
                }
            }
        }
        return reversed.reversed();
    }

    private static void visit(Voice voice, Set<Voice> done, Set<Voice> path, List<Voice> reversed) {
        if (done.contains(voice)) {
            return;
        }
        if (!path.add(voice)) {
            throw new HleRefusal("voices send to one another in a circle, and how that sounds is not known");
        }
        for (Port port : voice.ports()) {
            if (port.destination() != null) {
                visit(port.destination(), done, path, reversed);
            }
        }
        path.remove(voice);
        done.add(voice);
        reversed.add(voice);
    }
}
