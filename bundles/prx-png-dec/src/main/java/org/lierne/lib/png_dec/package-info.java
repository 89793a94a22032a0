/**
 * Exports of the PNG decoder: headers told, pictures decoded to eight bits a channel. Promises that a picture is exact: nothing is converted but
 * samples widened or cut to eight bits. Assumed: lib.png-dec.
 */
@NullMarked
package org.lierne.lib.png_dec;

import org.jspecify.annotations.NullMarked;
