/**
 * Register spaces and the named registers with their fields. Documented: public register headers of the family.
 * Called by prx-agc (offsets of records) and agc-driver (state decode); a register that is not here has no name but
 * still a value.
 */
@Export
@Version("1.1.0")
@NullMarked
package org.lierne.agc.register;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
