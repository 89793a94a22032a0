/**
 * Exports of the network platform's manager and its smaller libraries. The user is signed in to no service, and every answer says so with
 * the code that titles expect for it; a request that would need the network fails as one made while signed out. Promises that nothing
 * ever looks signed in.
 */
@NullMarked
package org.lierne.lib.np;

import org.jspecify.annotations.NullMarked;
