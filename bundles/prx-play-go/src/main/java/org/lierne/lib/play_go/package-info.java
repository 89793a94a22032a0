/**
 * Exports of the chunk installation library: every chunk of a title lies in its folder, so all are installed. Assumed: lib.play-go.
 */
@NullMarked
package org.lierne.lib.play_go;

import org.jspecify.annotations.NullMarked;
