package org.lierne.recompiler.program;

/** Where in the guest's pipeline a program runs. A plain vertex program and a vertex program on the primitive path are both VERTEX. */
public enum ShaderStage {
    COMPUTE("cs", 0),
    VERTEX("vs", 0),
    PIXEL("ps", 1),
    HULL("hs", 2),
    EVALUATION("ds", 3),
    GEOMETRY("gs", 4);

    private final String tag;
    private final int descriptorSet;

    ShaderStage(String tag, int descriptorSet) {
        this.tag = tag;
        this.descriptorSet = descriptorSet;
    }

    /** The two letters used in messages and dumps. */
    public String tag() {
        return tag;
    }

    /** The host descriptor set of this stage's bindings; binding 0 of it is the constants block. */
    public int descriptorSet() {
        return descriptorSet;
    }
}
