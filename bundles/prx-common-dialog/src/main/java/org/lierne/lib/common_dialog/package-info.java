/**
 * Exports of the dialog libraries that share one state: only one dialog runs at a time. Each dialog has the four states none, initialised,
 * running and finished, and only its own update moves it on. Nothing is shown yet: a message is answered with its first button and told in
 * the log. Promises the documented order of checks.
 */
@NullMarked
package org.lierne.lib.common_dialog;

import org.jspecify.annotations.NullMarked;
