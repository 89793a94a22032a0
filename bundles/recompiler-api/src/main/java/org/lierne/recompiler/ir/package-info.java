/**
 * The shader IR: instructions, blocks, modules, text form, validator.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.recompiler.ir;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
