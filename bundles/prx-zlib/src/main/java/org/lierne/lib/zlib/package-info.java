/**
 * Exports of the decompression library: streams in the zlib format, inflated request by request. Promises that a request is done when the call
 * that made it returns, and that its end is told once, in the order of the requests. Assumed: lib.zlib.
 */
@NullMarked
package org.lierne.lib.zlib;

import org.jspecify.annotations.NullMarked;
