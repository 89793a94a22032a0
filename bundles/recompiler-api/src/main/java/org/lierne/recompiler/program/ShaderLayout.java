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

    /**
     * Evaluates every resource's descriptor for one draw or dispatch, and reads tables.
     *
     * @param reads tables of draws and dispatches before
     * @throws RecordRefused where a table's own place cannot be read
     */
    public RecordedResources record(DescriptorWalker walker, TableLimits limits, TableReads reads) {
        return RecordedResources.of(this, walker, limits, reads);
    }

    /** Evaluates every resource's descriptor for one draw or dispatch, as if tables held nothing. */
    public List<DescriptorWords> walk(DescriptorWalker walker) {
        return resources.stream().map(resource -> resource.isTable() ? DescriptorWords.of() : walker.walk(resource.path())).toList();
    }
}
