/**
 * The guest's files: trees of host folders mounted at guest paths, and the title's descriptors. No path leaves its tree by any spelling,
 * symbolic link or race. Exports of the kernel library, the C library and save data use it; the loader opens modules through it.
 */
@Export
@Version("1.1.0")
@NullMarked
package org.lierne.kernel.file;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
