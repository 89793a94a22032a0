package org.lierne.recompiler.pass;

import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslationRefused;
import org.osgi.annotation.versioning.ProviderType;

/** What a pass may know and tell while it runs. */
@ProviderType
public interface PassContext {
    /** The program being translated. */
    ShaderProgram program();

    /** The device the module is for. */
    HostFacts host();

    /** What this title and run switch on or off. */
    Switches switches();

    /**
     * The descriptor words a resource had when work was recorded. Only bits that shape code are part of the variant's key
     * (format, type, selects, stride, modes): a pass must look at no others.
     *
     * @return null while a program is analysed and no descriptors are known
     */
    @Nullable DescriptorWords descriptor(int resource);

    /**
     * The resource's whole descriptor as text, for messages alone: what it says is no part of the variant's key.
     */
    default String told(int resource) {
        return String.valueOf(descriptor(resource));
    }

    /** Says that the pass acted as a compatibility mode, in words for its log line. */
    void acted(Pc pc, String what);

    /** The same of a mode that is no pass. */
    default void acted(CompatMode mode, Pc pc, String what) {}

    /**
     * Makes the refusal to throw. The instruction's text is added by its place.
     *
     * @param reason what was found and why it matters, a sentence without end stop
     */
    TranslationRefused refuse(Pc pc, String reason);
}
