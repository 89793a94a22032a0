/**
 * The guest's sockets on a network of one machine: connections and datagrams between the title's own sockets, over memory, and with other machines where the title's user allows it. Called by
 * the exports of POSIX sockets and of the network library. Promises that bytes of a stream come whole and in order, that an address beyond
 * this machine is reached by nobody whose user did not open the title to it, and that who waits is woken by close, abort and the title's end. Assumed: kernel.sockets.
 */
@NullMarked
package org.lierne.kernel.sockets;

import org.jspecify.annotations.NullMarked;
