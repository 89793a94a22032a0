/**
 * Guest threads: a platform thread, a guest stack and a guest thread block each.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.kernel.thread;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
