/**
 * Exports of the network libraries: byte orders and addresses, memory pools, waiting on descriptors, and the state of a network that is
 * unplugged. There are no sockets yet, so a wait ends by its time or by an abort. Promises error numbers of the library's own facility and
 * at the title's errno location.
 */
@NullMarked
package org.lierne.lib.net;

import org.jspecify.annotations.NullMarked;
