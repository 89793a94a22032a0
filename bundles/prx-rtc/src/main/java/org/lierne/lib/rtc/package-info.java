/**
 * Exports of the calendar library: microseconds since the first day of year 1 and what can be made of them. Pure arithmetic beside the
 * host's clock. Promises an error of its own for each field of a date that is out of range.
 */
@NullMarked
package org.lierne.lib.rtc;

import org.jspecify.annotations.NullMarked;
