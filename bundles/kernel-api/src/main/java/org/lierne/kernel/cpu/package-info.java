/**
 * Running guest code: how an import is called ({@link org.lierne.kernel.cpu.CallTarget}), and how guest code that ended by itself is
 * described ({@link org.lierne.kernel.cpu.GuestStop}).
 */
@Export
@Version("1.1.0")
@NullMarked
package org.lierne.kernel.cpu;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
