/**
 * Backend-neutral model of the host's GPU: devices and their facts, memory, images, pipelines, commands, presentation.
 * Called by the driver of the guest's GPU and by the tools that run shaders; {@code vk-backend} provides it on Vulkan.
 * The model is thin: one queue, numbered submissions, explicit barriers, no image layouts, resources bound by (set,
 * binding, element), and the state of a draw split into what costs a compilation ({@link org.lierne.gpu.GraphicsSpec})
 * and what does not ({@link org.lierne.gpu.DrawState}). It promises that an object is destroyed only when no command
 * can use it any more, and that whatever a device lacks is refused by name.
 */
@Export
@Version("2.2.0")
@NullMarked
package org.lierne.gpu;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
