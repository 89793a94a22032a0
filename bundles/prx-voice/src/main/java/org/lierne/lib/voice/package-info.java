/**
 * Exports of voice chat: its ports can be made, connected and asked, and carry nothing. Assumed: lib.voice.
 */
@NullMarked
package org.lierne.lib.voice;

import org.jspecify.annotations.NullMarked;
