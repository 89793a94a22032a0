package org.lierne.recompiler.program;

import java.util.List;

/**
 * What a program touches, found by analysis before any draw's descriptors are known.
 *
 * @param resources descriptors and pointers, in the order of first use
 * @param patches   off-chip memory of a hull or evaluation program
 */
public record ShaderLayout(List<ShaderResource> resources, PatchLayout patches) {
    public ShaderLayout(List<ShaderResource> resources) {
        this(resources, PatchLayout.NONE);
    }

    public ShaderLayout {
        resources = List.copyOf(resources);
    }

    /** Evaluates every resource's descriptor for one draw or dispatch. */
    public List<DescriptorWords> walk(DescriptorWalker walker) {
        return resources.stream().map(resource -> walker.walk(resource.path())).toList();
    }
}
