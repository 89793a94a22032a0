/**
 * Exports of the audio input library. There is no microphone: a port may be opened, gives silence at the pace of its rate, and says so.
 * Assumed: lib.audio-in.
 */
@NullMarked
package org.lierne.lib.audio_in;

import org.jspecify.annotations.NullMarked;
