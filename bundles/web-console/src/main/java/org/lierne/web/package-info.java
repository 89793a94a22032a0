/**
 * The console as pages: titles, switches, shaders, frames, log and refusals, served on loopback alone and behind a token. Off unless
 * {@code console --web} or configuration asks for it. Asks the verbs ({@code lierne.verb} services) for what the shell would print, and holds
 * no logic of theirs.
 */
@NullMarked
package org.lierne.web;

import org.jspecify.annotations.NullMarked;
