/**
 * Error numbers as the guest knows them. Mechanisms of the kernel room throw {@link GuestErrno}; the library exports turn it into the
 * form of their family (encoded, bare, or -1 with errno). Host numbers never pass through.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.kernel.error;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
