package org.lierne.recompiler.program;

import java.util.List;

/**
 * What a program touches, found by analysis before any draw's descriptors are known.
 *
 * @param resources descriptors and pointers, in the order of first use
 */
public record ShaderLayout(List<ShaderResource> resources) {
    public ShaderLayout {
        resources = List.copyOf(resources);
    }

    /** Evaluates every resource's descriptor for one draw or dispatch. */
    public List<DescriptorWords> walk(DescriptorWalker walker) {
        return resources.stream().map(resource -> walker.walk(resource.path())).toList();
    }
}
