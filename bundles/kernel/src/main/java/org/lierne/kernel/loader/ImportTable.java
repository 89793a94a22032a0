package org.lierne.kernel.loader;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.cpu.GuestCpu;
import org.lierne.kernel.module.ImportBinding;
import org.lierne.kernel.module.ImportKey;
import org.lierne.kernel.module.ImportListener;
import org.lierne.kernel.module.ImportResolver;
import org.lierne.kernel.module.ImportStatistics;
import org.lierne.kernel.nativecpu.ModuleMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The call slots of the running title's imports. A component of its own, without a reference to the room that serves them: that room tells
 * it of changes.
 */
@Component(service = {ImportTable.class, ImportListener.class, ImportStatistics.class})
public final class ImportTable implements ImportListener, ImportStatistics {
    private record Entry(ImportKey key, GuestCpu.ImportSlot slot) {}

    /** A function that nobody serves, and who imports it. */
    public record Missing(ImportKey key, String name, String importer) {}

    private final GuestCpu cpu;
    private final ModuleMap places;
    private final Map<ImportKey, Entry> entries = new LinkedHashMap<>();
    private final Map<ImportKey, Missing> missing = new LinkedHashMap<>();
    private final Map<ImportKey, Long> lastCalls = new HashMap<>();
    private @Nullable ImportResolver resolver;

    @Activate
    public ImportTable(@Reference GuestCpu cpu, @Reference ModuleMap places) {
        this.cpu = cpu;
        this.places = places;
    }

    synchronized void begin(ImportResolver answers) {
        entries.clear();
        missing.clear();
        lastCalls.clear();
        resolver = answers;
    }

    /** Keeps the counts for listings and forgets the slots, whose memory goes. */
    synchronized void end() {
        lastCalls.putAll(calls());
        entries.clear();
    }

    private ImportResolver resolver() {
        ImportResolver answers = resolver;
        if (answers == null) {
            throw new IllegalStateException("imports are linked without a title");
        }
        return answers;
    }

    /** The guest address that calls a function. Asks who serves it now, for the listing, and binds on the first call. */
    synchronized long function(ImportKey key, String importer) {
        Entry known = entries.get(key);
        if (known == null) {
            note(key, importer, resolver().resolve(key, importer));
            known = new Entry(key, cpu.slot(() -> target(key, importer)));
            entries.put(key, known);
        }
        return known.slot.entry();
    }

    /** The guest address of a data object; if nobody serves it, one whose every access stops with the object's name. */
    synchronized long object(ImportKey key, String importer) {
        ImportBinding binding = resolver().resolve(key, importer);
        if (binding instanceof ImportBinding.Data data) {
            return data.address();
        }
        note(key, importer, binding);
        String name = binding instanceof ImportBinding.Refusing refusing && !refusing.name().isEmpty() ? refusing.name() : key.nid();
        return places.unboundObject("data object %s of %s, which no bundle serves".formatted(name, key.library()));
    }

    /** True if a function or object would be refused; for weak imports, which are null then. */
    synchronized boolean isRefused(ImportKey key, String importer) {
        return resolver().resolve(key, importer) instanceof ImportBinding.Refusing;
    }

    private void note(ImportKey key, String importer, ImportBinding binding) {
        if (binding instanceof ImportBinding.Refusing refusing) {
            missing.putIfAbsent(key, new Missing(key, refusing.name(), importer));
        }
    }

    private CallTarget target(ImportKey key, String importer) {
        ImportResolver answers;
        synchronized (this) {
            answers = resolver();
        }
        return switch (answers.resolve(key, importer)) {
            case ImportBinding.Function function -> function.target();
            case ImportBinding.Refusing refusing -> refusing.target();
            case ImportBinding.Data data -> throw new IllegalStateException("%s calls %s, which %s serves as a data object"
                    .formatted(importer, key, data.plugin()));
        };
    }

    synchronized List<Missing> missing() {
        return List.copyOf(missing.values());
    }

    @Override
    public void importsChanged(Set<String> nids) {
        List<Entry> affected;
        synchronized (this) {
            affected = entries.values().stream().filter(e -> nids.contains(e.key.nid())).toList();
        }
        affected.forEach(e -> e.slot.unbind());
    }

    @Override
    public synchronized Map<ImportKey, Long> calls() {
        Map<ImportKey, Long> calls = new HashMap<>(lastCalls);
        entries.values().forEach(e -> calls.put(e.key, e.slot.calls()));
        return calls;
    }

    @Override
    public Set<String> nativeNids() {
        return NativeModule.nids();
    }
}
