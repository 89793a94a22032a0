/**
 * Fixtures shared by the tests of several rooms: guest memory in an array. Test scope only; never in the distribution.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.testing;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
