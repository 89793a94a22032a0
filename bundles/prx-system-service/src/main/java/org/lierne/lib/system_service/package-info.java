/**
 * Exports of the system service. A title asks each frame for its status and events, and at its start for the settings of the system;
 * the settings are those of {@link org.lierne.lib.system_service.SystemSettings}. Promises the documented order of checks.
 */
@NullMarked
package org.lierne.lib.system_service;

import org.jspecify.annotations.NullMarked;
