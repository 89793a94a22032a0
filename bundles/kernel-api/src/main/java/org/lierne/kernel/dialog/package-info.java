/**
 * What a running title asks its user, and who answers. Libraries ask, consoles show and answer; a run may bring its answers along.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.kernel.dialog;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
