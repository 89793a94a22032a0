/**
 * Exports of the network libraries: byte orders and addresses, memory pools, sockets and waiting on them, look-ups, and the state of a
 * network that is unplugged. Promises error numbers of the library's own facility and at the title's errno location.
 */
@NullMarked
package org.lierne.lib.net;

import org.jspecify.annotations.NullMarked;
