package org.lierne.console;

import java.io.File;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the jars of {@code load/} that cannot be used before File Install does, and says why. File Install passes over garbage without a
 * word, and would update a shipped bundle by a jar of its name and version, which would then go with the jar.
 */
@Component(service = ArtifactInstaller.class, immediate = true)
public final class DropInGate implements ArtifactInstaller {
    private static final Logger LOG = LoggerFactory.getLogger(DropInGate.class);

    private final BundleContext context;
    private final Map<File, String> told = new ConcurrentHashMap<>();

    @Activate
    public DropInGate(BundleContext context) {
        this.context = context;
    }

    @Override
    public boolean canHandle(File artifact) {
        return artifact.getName().endsWith(".jar") && DropIns.fault(context, artifact.toPath()).isPresent();
    }

    @Override
    public void install(File artifact) {
        Optional<String> fault = DropIns.fault(context, artifact.toPath());
        if (fault.isPresent() && !fault.get().equals(told.put(artifact, fault.get()))) {
            LOG.warn("{} {}; it is not used", artifact, fault.get());
        }
    }

    @Override
    public void update(File artifact) {
        install(artifact);
    }

    @Override
    public void uninstall(File artifact) {
        told.remove(artifact);
    }
}
