/**
 * Exports of the keyboard library: it opens, and no keyboard is connected. Assumed: lib.keyboard.
 */
@NullMarked
package org.lierne.lib.keyboard;

import org.jspecify.annotations.NullMarked;
