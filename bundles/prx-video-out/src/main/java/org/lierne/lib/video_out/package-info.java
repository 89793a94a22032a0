/**
 * The display library: checks of each call in the order the guest observes them, records, and hand-over to
 * {@link org.lierne.agc.VideoOutputs}, which holds the state and shows the flips.
 */
@NullMarked
package org.lierne.lib.video_out;

import org.jspecify.annotations.NullMarked;
