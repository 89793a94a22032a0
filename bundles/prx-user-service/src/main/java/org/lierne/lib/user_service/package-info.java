/**
 * Exports of the user service. A title asks who is signed in and what that user prefers; there is one local user
 * ({@link org.lierne.kernel.title.LocalUser}), logged in once when the title starts. Promises the documented order of checks.
 */
@NullMarked
package org.lierne.lib.user_service;

import org.jspecify.annotations.NullMarked;
