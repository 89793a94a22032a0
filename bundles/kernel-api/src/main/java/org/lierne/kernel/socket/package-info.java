/**
 * Sockets of the guest: descriptors beside those of files, on a network that holds this machine, and others if the title's user
 * allows it. The kernel library's POSIX calls and the network library use them.
 */
@Export
@Version("1.1.0")
@NullMarked
package org.lierne.kernel.socket;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
