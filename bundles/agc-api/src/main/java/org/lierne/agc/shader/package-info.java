/**
 * The shader record that the guest's shader compiler writes, as a view over guest memory.
 * Called by prx-agc, which makes its pointers absolute, and by tests.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.agc.shader;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
