/**
 * The host's devices as system libraries see them: controllers now, sound later. A
 * {@link org.lierne.host.ControllerSource} is a service that whoever has a window, a device or a script publishes; the
 * pad library reads the ones that exist. It promises values, never guest types: no room here knows a guest address.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.host;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
