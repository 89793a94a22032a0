/**
 * Exports of the mouse library: it opens, and no mouse is connected. Assumed: lib.mouse.
 */
@NullMarked
package org.lierne.lib.mouse;

import org.jspecify.annotations.NullMarked;
