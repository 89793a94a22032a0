/**
 * Sound and pictures from files and streams, as system libraries see them: {@link org.lierne.host.media.AudioDecoders} for frames that a title
 * brings, {@link org.lierne.host.media.MediaReader} for whole files. They promise values, never guest types.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.host.media;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
