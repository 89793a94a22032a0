/**
 * The pass {@code pass.image.tfe-lwe}: the status register behind an access's data (rule A-043). Found by the pass plan.
 */
@NullMarked
package org.lierne.pass.image.tfe_lwe;

import org.jspecify.annotations.NullMarked;
