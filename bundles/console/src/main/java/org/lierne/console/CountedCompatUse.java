package org.lierne.console;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.lierne.recompiler.pass.CompatUse;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;

/** Counters of compatibility modes, kept as long as the platform runs. */
@Component(service = CompatUse.class)
public final class CountedCompatUse implements CompatUse {
    private static final Logger LOG = LoggerFactory.getLogger(CountedCompatUse.class);

    private record Counter(String firstPlace, LongAdder count) {}

    private final Map<String, Counter> counters = new ConcurrentHashMap<>();

    @Override
    public void acted(String pluginId, Supplier<String> where) {
        Counter counter = counters.get(pluginId);
        if (counter == null) {
            String place = where.get();
            Counter first = new Counter(place, new LongAdder());
            counter = counters.putIfAbsent(pluginId, first);
            if (counter == null) {
                counter = first;
                LOG.atInfo().addMarker(MarkerFactory.getMarker("COMPAT")).log("{} acted first at {}", pluginId, place);
            }
        }
        counter.count.increment();
    }

    @Override
    public Map<String, Use> uses() {
        Map<String, Use> uses = new TreeMap<>();
        counters.forEach((id, counter) -> uses.put(id, new Use(counter.count.sum(), counter.firstPlace)));
        return uses;
    }
}
