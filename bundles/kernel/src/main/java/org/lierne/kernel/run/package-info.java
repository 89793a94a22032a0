/**
 * Runs titles: loads, starts, waits for the end, writes the report. One title at a time.
 */
@NullMarked
package org.lierne.kernel.run;

import org.jspecify.annotations.NullMarked;
