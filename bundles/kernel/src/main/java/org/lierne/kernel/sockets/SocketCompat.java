package org.lierne.kernel.sockets;

import java.util.List;
import java.util.Map;
import org.lierne.kernel.title.CompatMode;
import org.lierne.kernel.title.CompatModes;
import org.lierne.kernel.title.TitleRequest;
import org.osgi.service.component.annotations.Component;

/** What sockets do that is not known to be so. */
public enum SocketCompat implements CompatMode {
    /** No network but this machine, and what its calls answer at the edges. */
    SOCKETS("kernel.sockets", true, Off.UNAVAILABLE),
    /** Other machines can be reached. */
    NETWORK("host.network", false, Off.PLAIN);

    private final String id;
    private final boolean isOn;
    private final Off off;

    SocketCompat(String id, boolean isOn, Off off) {
        this.id = id;
        this.isOn = isOn;
        this.off = off;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public boolean on() {
        return isOn;
    }

    @Override
    public Off off() {
        return off;
    }

    /** Whether it is on for a title: what the run says, else what is kept for the title. */
    boolean isOn(Map<String, Boolean> kept, TitleRequest request) {
        return request.on().contains(id) || !request.off().contains(id) && kept.getOrDefault(id, isOn);
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
