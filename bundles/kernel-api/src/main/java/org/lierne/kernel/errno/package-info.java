/**
 * The guest kernel's error numbers. Services of this room answer with them; the export bundles turn them into the three forms a guest
 * sees (encoded, -1 with errno, bare). Host numbers never pass through.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.kernel.errno;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
