/**
 * Exports of the content export library. A title hands a picture or a film over; it lands in the user's folder under `exports/`. The copy
 * goes through a buffer from the title's own allocator, which is freed before the call returns. Promises the checks of S-009.
 */
@NullMarked
package org.lierne.lib.content_export;

import org.jspecify.annotations.NullMarked;
