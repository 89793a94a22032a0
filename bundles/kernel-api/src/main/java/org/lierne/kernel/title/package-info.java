/**
 * A running title: what is run, with which switches, and how it ended.
 */
@Export
@Version("1.4.0")
@NullMarked
package org.lierne.kernel.title;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
