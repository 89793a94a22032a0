/**
 * The pass {@code pass.image.volume-as-plane}: biased 2D samples of a volume of one slice (rule C-035). Found by the pass plan; works on the
 * variant's own descriptors, so a program whose image is flat is left alone.
 */
@NullMarked
package org.lierne.pass.image.volume_as_plane;

import org.jspecify.annotations.NullMarked;
