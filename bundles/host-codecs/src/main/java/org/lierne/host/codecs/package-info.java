/**
 * Decoders in Java for the libraries that play sound and films: MP3, AAC, and H.264 in MP4 files. They need nothing of the host, so that they
 * work wherever a title's process does, and no native code reads what a title brings. Measured against FFmpeg 5.1: H.264 to the bit, MP3 and AAC to
 * 50 dB and better.
 */
@NullMarked
package org.lierne.host.codecs;

import org.jspecify.annotations.NullMarked;
