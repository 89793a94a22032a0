/**
 * Guest modules: loading, starting, finding symbols, and who serves an import. The kernel room loads; the hle room answers
 * {@link org.lierne.kernel.module.ImportResolver} for what no guest module exports.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.kernel.module;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
