package org.lierne.lib.ajm;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lierne.host.media.AudioDecoders;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Contexts and instances of the running title. */
@Component(service = {AjmContexts.class, TitleListener.class})
public final class AjmContexts implements TitleListener {
    private static final int CODEC_SHIFT = 14;
    private static final int MOST_INSTANCES = 0x2FFF;

    private final AudioDecoders decoders;
    private final Map<Integer, Set<Codec>> contexts = new HashMap<>();
    private final Map<Integer, Instance> instances = new HashMap<>();
    private final Batches batches = new Batches();
    private int lastContext;
    private int lastInstance;

    @Activate
    public AjmContexts(@Reference AudioDecoders decoders) {
        this.decoders = decoders;
    }

    @Override
    public synchronized void titleStarting(Title title) {
        contexts.clear();
        instances.clear();
        batches.clear();
    }

    synchronized int create() {
        contexts.put(++lastContext, Collections.synchronizedSet(EnumSet.noneOf(Codec.class)));
        return lastContext;
    }

    synchronized boolean remove(int context) {
        return contexts.remove(context) != null;
    }

    synchronized boolean has(int context) {
        return contexts.containsKey(context);
    }

    /** @return the codecs that a context has; changed by who registers one */
    synchronized Optional<Set<Codec>> codecs(int context) {
        return Optional.ofNullable(contexts.get(context));
    }

    /** @return 0 if there are too many */
    synchronized int createInstance(Codec codec, long flags) {
        if (instances.size() >= MOST_INSTANCES) {
            return 0;
        }
        int id;
        do {
            lastInstance = lastInstance % MOST_INSTANCES + 1;
            id = codec.number() << CODEC_SHIFT | lastInstance;
        } while (instances.containsKey(id));
        instances.put(id, new Instance(codec, flags, decoders));
        return id;
    }

    synchronized boolean removeInstance(int id) {
        return instances.remove(id) != null;
    }

    synchronized Optional<Instance> instance(int id) {
        return Optional.ofNullable(instances.get(id));
    }

    Batches batches() {
        return batches;
    }
}
