package org.lierne.recompiler.program;

import org.jspecify.annotations.Nullable;

/** A program, or one variant of it, that is not translated, with place and reason (docs/style.md section 12). */
public final class TranslationRefused extends RuntimeException {
    /** The switch that governs barriers of vertex programs. */
    public static final String VERTEX_BARRIER = "stage.vertex.barrier";
    private static final long serialVersionUID = 1;

    private final ShaderStage stage;
    private final String shader;
    private final int pc;
    private final String instruction;
    private final String reason;
    private final @Nullable String pluginId;

    /**
     * @param stage stage of the program
     * @param shader its id
     * @param pc byte offset of the instruction from the start of the program, or -1 when no single one is to blame
     * @param instruction the instruction as the guest wrote it, or "" when no single one is to blame
     * @param reason what was found and why it matters, a sentence without end stop
     * @param pluginId the switch that governs it, or null when none does
     */
    public TranslationRefused(ShaderStage stage, String shader, int pc, String instruction, String reason, @Nullable String pluginId) {
        super("refused at translation: " + stage.tag() + " " + shader + (pc < 0 ? "" : " pc=0x%04x".formatted(pc))
                + (pc < 0 || instruction.isEmpty() ? "" : " " + instruction) + ": " + reason + (pluginId == null ? "" : " (" + pluginId + ")"));
        this.stage = stage;
        this.shader = shader;
        this.pc = pc;
        this.instruction = instruction;
        this.reason = reason;
        this.pluginId = pluginId;
    }

    public ShaderStage stage() {
        return stage;
    }

    public String shader() {
        return shader;
    }

    public int pc() {
        return pc;
    }

    public String instruction() {
        return instruction;
    }

    public String reason() {
        return reason;
    }

    /** Whether a vertex program waits for what others of its kind do, so that it has to run as a workgroup with them (rule A-013). */
    public boolean runsInGroups() {
        return VERTEX_BARRIER.equals(pluginId);
    }

    public @Nullable String pluginId() {
        return pluginId;
    }
}
