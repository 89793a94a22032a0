/**
 * Executes the title's command buffers. {@link org.lierne.agc.driver.TitleQueues} gives each queue a thread with a
 * {@link org.lierne.agc.driver.CommandProcessor}, which parses packets, keeps the register state and hands work to an
 * {@link org.lierne.agc.driver.Engine}; the host engine assembles draws and dispatches from registers, translated
 * shaders and guest memory. {@link org.lierne.agc.driver.TitleOutputs} shows flips. State belongs to the running title
 * and ends with it. Promises order within a queue, no deadlock on waits that another queue or the guest ends, and a
 * named refusal for every packet or state that is not understood.
 */
@NullMarked
package org.lierne.agc.driver;

import org.jspecify.annotations.NullMarked;
