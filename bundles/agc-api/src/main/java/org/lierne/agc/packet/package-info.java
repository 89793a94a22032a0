/**
 * The command stream as tables: one row per packet with its opcode, size and fields, from which builders, parser and
 * dump follow. Facts: docs of public PM4 headers, collected in docs/graphics-library.md. Called by prx-agc (writes) and
 * agc-driver (reads); promises that a field's place is written nowhere else.
 */
@Export
@Version("1.1.0")
@NullMarked
package org.lierne.agc.packet;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
