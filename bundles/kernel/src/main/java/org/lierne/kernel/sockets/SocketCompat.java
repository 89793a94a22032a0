package org.lierne.kernel.sockets;

import java.util.List;
import org.lierne.kernel.title.CompatMode;
import org.lierne.kernel.title.CompatModes;
import org.osgi.service.component.annotations.Component;

/** What sockets do that is not known to be so. */
public enum SocketCompat implements CompatMode {
    /** No network but this machine, and what its calls answer at the edges. */
    SOCKETS("kernel.sockets");

    private final String id;

    SocketCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }

    /** Tells the console. */
    @Component(service = CompatModes.class)
    public static final class Listed implements CompatModes {
        @Override
        public List<CompatMode> modes() {
            return List.of(values());
        }
    }
}
