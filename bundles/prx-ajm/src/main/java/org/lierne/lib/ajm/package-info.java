/**
 * Exports of the audio job manager: contexts, codecs, instances, and batches of jobs in the title's memory, which are done when their batch is
 * started. MP3 and AAC are decoded by the host's {@link org.lierne.host.media.AudioDecoders}; ATRAC9 is silence of the right length. Encoders and
 * raw batches are refused by name. Assumed: lib.ajm.
 */
@NullMarked
package org.lierne.lib.ajm;

import org.jspecify.annotations.NullMarked;
