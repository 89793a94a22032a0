package org.lierne.console;

import java.util.Optional;
import java.util.spi.ToolProvider;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** The services that do verbs. */
final class Tools {
    private Tools() {}

    static Optional<ToolProvider> of(BundleContext context, String verb) {
        try {
            return context.getServiceReferences(ToolProvider.class, "(" + ShellCommands.VERB + "=" + verb.replaceAll("[^a-z-]", "") + ")").stream()
                    .max(ServiceReference::compareTo).map(context::getService);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
