package org.lierne.recompiler.core.translate;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.wiring.BundleWiring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads all classes of the bundles whose passes are in a plan. A draw keeps its plan when a bundle of it is updated or goes meanwhile, and
 * by then nothing can be loaded from that bundle any more.
 */
final class ResidentClasses {
    private static final Logger LOG = LoggerFactory.getLogger(ResidentClasses.class);

    private final Set<ClassLoader> loaded = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** Does so once for each revision of a bundle; nothing outside of the framework. */
    void load(Class<?> type) {
        Bundle bundle = FrameworkUtil.getBundle(type);
        BundleWiring wiring = bundle == null ? null : bundle.adapt(BundleWiring.class);
        if (wiring == null || wiring.getClassLoader() != type.getClassLoader() || !loaded.add(type.getClassLoader())) {
            return;
        }
        Collection<String> classes = wiring.listResources("/", "*.class", BundleWiring.LISTRESOURCES_LOCAL | BundleWiring.LISTRESOURCES_RECURSE);
        for (String resource : classes) {
            try {
                type.getClassLoader().loadClass(resource.substring(0, resource.length() - ".class".length()).replace('/', '.'));
            } catch (ClassNotFoundException | LinkageError e) {
                LOG.debug("{} of {} is not loaded", resource, bundle, e);
            }
        }
    }
}
