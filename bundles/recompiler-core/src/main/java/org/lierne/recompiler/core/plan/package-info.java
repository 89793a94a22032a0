/**
 * The order of passes, from what they declare.
 *
 * <p>{@link org.lierne.recompiler.core.plan.PassPlan} sorts the installed passes of one stage once for each set of switches; the
 * translator runs it. The same set of passes always gives the same plan and fingerprint.
 */
@NullMarked
package org.lierne.recompiler.core.plan;

import org.jspecify.annotations.NullMarked;
