/**
 * Exports of the HTTP/2 library without a network. Documented: system calls, section 15. Assumed: lib.http2.
 */
@NullMarked
package org.lierne.lib.http2;

import org.jspecify.annotations.NullMarked;
