/**
 * Exports of the dialog libraries that share one state: only one dialog runs at a time. Each dialog has the four states none, initialised,
 * running and finished, and only its own update moves it on. What is shown goes through {@link org.lierne.kernel.dialog.UserDialogs}, which
 * this room provides; text entry within the title's own screen asks the same way. Promises the documented order of checks, and that no title
 * waits for an answer that nobody can give.
 */
@NullMarked
package org.lierne.lib.common_dialog;

import org.jspecify.annotations.NullMarked;
