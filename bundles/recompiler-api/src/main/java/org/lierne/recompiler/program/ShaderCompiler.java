package org.lierne.recompiler.program;

import org.osgi.annotation.versioning.ProviderType;

/** Service: compiles beside whoever asks, on threads that all share. */
@ProviderType
public interface ShaderCompiler {
    /**
     * A queue for work that ends with its owner.
     *
     * @param owner for messages, such as a title
     */
    CompileQueue open(String owner);
}
