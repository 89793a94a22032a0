package org.lierne.pass.float_.denormal.f32;

import java.util.List;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatModes;
import org.osgi.service.component.annotations.Component;

/** How sums of separately rounded products are translated. */
public enum SeparateSums implements CompatMode {
    /** As the hardware makes them, flushed in every mode; else as the host does (rule B-025). {@code pass.float.nan} follows it. */
    EXACT("pass.float.mad-separate.exact", false, "B-025");

    private final String id;
    private final boolean on;
    private final String rule;

    SeparateSums(String id, boolean on, String rule) {
        this.id = id;
        this.on = on;
        this.rule = rule;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<String> rules() {
        return List.of(rule);
    }

    @Override
    public Compat.Off off() {
        return Compat.Off.PLAIN;
    }

    @Override
    public boolean on() {
        return on;
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
