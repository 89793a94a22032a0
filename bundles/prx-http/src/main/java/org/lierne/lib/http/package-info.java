/**
 * Exports of the HTTP library without a network. Documented: system calls, section 15. Assumed: lib.http.
 */
@NullMarked
package org.lierne.lib.http;

import org.jspecify.annotations.NullMarked;
