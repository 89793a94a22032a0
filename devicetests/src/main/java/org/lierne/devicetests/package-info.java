/**
 * Checks and figures that need a real device. {@link org.lierne.devicetests.DeviceCheck} is a plain program, so that
 * it can be carried to a machine that has a device and nothing else; its class comment says how. The tests run it on
 * whatever device is here.
 */
@NullMarked
package org.lierne.devicetests;

import org.jspecify.annotations.NullMarked;
