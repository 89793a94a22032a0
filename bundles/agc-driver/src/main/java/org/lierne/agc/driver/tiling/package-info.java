/**
 * Where the texels of guest surfaces lie: swizzle modes, the address equations of their blocks, and the levels and
 * slices of a surface. It moves texels between guest memory and packed rows, both ways, on the processor or on the device; whatever
 * its one table does not hold, it does not know, and its callers refuse that by the mode's name.
 */
@NullMarked
package org.lierne.agc.driver.tiling;

import org.jspecify.annotations.NullMarked;
