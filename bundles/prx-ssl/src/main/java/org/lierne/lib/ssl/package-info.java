/**
 * Exports of the TLS library without a network. Documented: system calls, section 15. Assumed: lib.ssl.
 */
@NullMarked
package org.lierne.lib.ssl;

import org.jspecify.annotations.NullMarked;
