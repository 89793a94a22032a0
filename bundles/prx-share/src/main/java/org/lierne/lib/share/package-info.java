/**
 * Exports of sharing screenshots and video clips: what a title allows and forbids is taken, and none is ever made. Assumed: lib.share.
 */
@NullMarked
package org.lierne.lib.share;

import org.jspecify.annotations.NullMarked;
