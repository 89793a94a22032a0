package org.lierne.hle;

import org.osgi.annotation.versioning.ConsumerType;

/** Marker: a service whose public methods with {@link HleExport} are guest functions. */
@ConsumerType
public interface HleModule {}
