/**
 * Starts the framework for one verb or for the console. On the class path with Felix and the logger; knows bundles only by their files,
 * verbs only as {@link java.util.spi.ToolProvider} services with the property {@code lierne.verb}.
 */
@NullMarked
package org.lierne.launcher;

import org.jspecify.annotations.NullMarked;
