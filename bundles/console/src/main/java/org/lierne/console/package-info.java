/**
 * The verbs of the {@code lierne} command. Each is a {@link java.util.spi.ToolProvider} service with the property {@code lierne.verb}; the
 * launcher finds it there, and {@link org.lierne.console.ShellCommands} makes the console commands ({@code shader:translate} for
 * {@code lierne shader translate}) from the same service. Calls services of api rooms only and holds no logic of theirs.
 */
@NullMarked
package org.lierne.console;

import org.jspecify.annotations.NullMarked;
