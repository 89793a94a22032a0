/**
 * Exports of the audio output library. A title opens a port and hands it blocks of samples; each call waits as long as the block before
 * takes to play, which paces the title's sound thread. Promises the pace; the sound itself is dropped until the host room has a device.
 */
@NullMarked
package org.lierne.lib.audio_out;

import org.jspecify.annotations.NullMarked;
