package org.lierne.recompiler.pass;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Whiteboard: the compatibility modes that a room asks for inside other code, the constants of its {@link CompatMode} enum. */
@ConsumerType
public interface CompatModes {
    List<CompatMode> modes();
}
