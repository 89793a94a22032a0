/**
 * What single host drivers do otherwise than they should, each under its own id with the drivers, devices and versions it was seen on, and
 * the passes that work around it. Found by the pass plan and by the list of compatibility modes; each acts on those drivers alone, and
 * elsewhere when it is switched on by name. Facts that no code works around yet are listed too, so that a difference can be told by name.
 */
@NullMarked
package org.lierne.quirk.drivers;

import org.jspecify.annotations.NullMarked;
