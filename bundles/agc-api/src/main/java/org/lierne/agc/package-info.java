/**
 * Services of the guest's graphics: queues that execute command buffers, display outputs, frame facts, and builder
 * rows. Implemented by agc-driver and prx-agc, fronted by the graphics and display libraries and the console.
 */
@Export
@Version("1.3.0")
@NullMarked
package org.lierne.agc;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
