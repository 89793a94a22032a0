/**
 * Turns what clang and lld make of our own sources into executables and modules of the console's shape, and assembled
 * shaders into shader records.
 *
 * <p>Called by the {@code rebuild} scripts of our titles and of the native guest module, never at run time. It shares
 * the format classes with the loader and reads back what it wrote, so whatever it writes can be loaded. The same input
 * gives the same bytes.
 */
@NullMarked
package org.lierne.titles.converter;

import org.jspecify.annotations.NullMarked;
