/**
 * Guest files on host folders: mounts, the walk from a guest path to an open file, descriptors. Called by the kernel library's and the C
 * library's exports, save data, and the loader. Promises that a walk never leaves its mount: folders are opened one inside the other
 * without following links, so that neither a spelling nor a change during the walk leads out.
 */
@NullMarked
package org.lierne.kernel.files;

import org.jspecify.annotations.NullMarked;
