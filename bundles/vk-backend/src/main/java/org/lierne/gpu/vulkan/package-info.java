/**
 * The model of {@code gpu-api} on Vulkan 1.3 through LWJGL. {@link org.lierne.gpu.vulkan.VulkanDevices} is the
 * service; the rest is its parts. Images live in the general layout, so that nobody has to track layouts; memory comes
 * from VMA; one queue and one timeline semaphore number the submissions; descriptors, staging memory and command
 * buffers belong to a recording and are used again when it is done. Promises: every result is checked, whatever is
 * made is destroyed at the latest with its device, and no draw waits for the device to be idle.
 */
@NullMarked
package org.lierne.gpu.vulkan;

import org.jspecify.annotations.NullMarked;
