/**
 * Buffer, image and sampler descriptors and the unified format numbers, decoded from their words.
 * Called by agc-driver and the console's draw listing. Nothing here reads guest memory.
 */
@Export
@Version("1.1.0")
@NullMarked
package org.lierne.agc.descriptor;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
