package org.lierne.agc.driver;

import java.util.List;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.osgi.service.component.annotations.Component;

/** Tells the console which modes this room has. */
@Component
public final class GraphicsModes implements CompatModes {
    @Override
    public List<CompatMode> modes() {
        return List.of(GraphicsCompat.values());
    }
}
