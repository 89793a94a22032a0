/**
 * Backend-neutral model of the host's GPU: devices, memory, pipelines, commands, presentation.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.gpu;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
