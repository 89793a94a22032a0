package org.lierne.lib.save_data;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the user's files lie: the framework's property, else the environment, else the default. */
final class UserFolder {
    private UserFolder() {}

    static Path path(@Nullable String property) {
        String environment = System.getenv("LIERNE_HOME");
        if (property != null && !property.isEmpty()) {
            return Path.of(property);
        }
        return environment != null ? Path.of(environment) : Path.of(System.getProperty("user.home"), ".local", "share", "lierne");
    }
}
