/**
 * The graphics library. Builders write packets into the title's command buffers (one method an export, the words from
 * the packet table), shader calls complete records and derive register lists from them, and the register defaults are
 * handed out as tables in guest memory. Called by the guest through the binder and by {@link org.lierne.agc.AgcRows}.
 * Promises never to write more dwords than the size calls answer.
 */
@NullMarked
package org.lierne.lib.agc;

import org.jspecify.annotations.NullMarked;
