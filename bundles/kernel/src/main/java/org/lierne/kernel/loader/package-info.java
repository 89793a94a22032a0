/**
 * Loads modules ({@code loader.elf}): places images, rewrites what the host cannot run as it stands, links imports, runs initialisers.
 * Parsing and its refusals are in {@code org.lierne.kernel.format}.
 */
@NullMarked
package org.lierne.kernel.loader;

import org.jspecify.annotations.NullMarked;
