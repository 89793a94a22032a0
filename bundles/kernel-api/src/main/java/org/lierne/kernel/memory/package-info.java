/**
 * Guest memory as readers and writers see it. Implemented by the kernel room; addresses are guest virtual addresses.
 */
@Export
@Version("1.2.0")
@NullMarked
package org.lierne.kernel.memory;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
