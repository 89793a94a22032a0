package org.lierne.console;

import java.util.Arrays;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Commands of the interactive console alone: leaving it, and the words that Tab offers ({@code etc/gosh_profile}). */
@Component(service = ConsoleCommands.class, property = {
    "osgi.command.scope=lierne", "osgi.command.function=exit", "osgi.command.function=words"
})
public final class ConsoleCommands {
    private final BundleContext context;
    private final CompatCatalogue catalogue;

    @Activate
    public ConsoleCommands(BundleContext context, @Reference CompatCatalogue catalogue) {
        this.context = context;
        this.catalogue = catalogue;
    }

    /** Stops the platform, and with it the console. */
    public void exit() throws BundleException {
        context.getBundle(0).stop();
    }

    /** The ids that can be typed next. */
    public List<String> words(String kind) {
        return switch (kind) {
            case "switches" -> List.copyOf(catalogue.rows().keySet());
            case "plugins" -> Arrays.stream(context.getBundles()).map(PluginVerb::id).flatMap(java.util.Optional::stream).sorted().toList();
            default -> List.of();
        };
    }
}
