/**
 * The guest's graphics queue: packets, registers, and the services that execute and present.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.agc;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
