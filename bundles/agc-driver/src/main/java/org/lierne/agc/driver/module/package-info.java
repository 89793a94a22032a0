/** Small host modules of the driver's own, written instruction by instruction. */
@NullMarked
package org.lierne.agc.driver.module;

import org.jspecify.annotations.NullMarked;
