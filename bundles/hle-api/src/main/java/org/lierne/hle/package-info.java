/**
 * Annotations, guest types and results in which a system library's exports are written (docs/style.md section 4).
 */
@Export
@Version("1.2.0")
@NullMarked
package org.lierne.hle;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
