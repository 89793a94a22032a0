/**
 * The contract of translation passes and compatibility modes.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.recompiler.pass;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
