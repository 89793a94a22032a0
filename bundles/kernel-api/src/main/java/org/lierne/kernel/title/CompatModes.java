package org.lierne.kernel.title;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Whiteboard: the modes of the kernel or of a library that can be switched. */
@ConsumerType
public interface CompatModes {
    List<CompatMode> modes();
}
