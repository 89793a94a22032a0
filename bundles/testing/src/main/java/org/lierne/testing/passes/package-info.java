/**
 * What tests of translation passes share: a context to run a pass in, and a host of plain Java arithmetic that runs the IR it leaves.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.testing.passes;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
