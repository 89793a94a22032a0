package org.lierne.spirv.tools;

import java.util.List;
import org.lierne.recompiler.program.SpirvTools;
import org.osgi.service.component.annotations.Component;

/** SPIRV-Tools through JNI. The library's own message texts are passed on. */
@Component(service = SpirvTools.class)
public final class JniSpirvTools implements SpirvTools {
    static {
        System.loadLibrary("spvjni");
    }

    @Override
    public String version() {
        return "SPIRV-Tools " + softwareVersion();
    }

    @Override
    public int[] assemble(String text) {
        return assembleText(text);
    }

    @Override
    public List<String> validate(int[] module) {
        return List.of(findings(module));
    }

    @Override
    public int[] optimize(int[] module, List<String> passes) {
        return run(module, passes.toArray(String[]::new));
    }

    @Override
    public String disassemble(int[] module) {
        return print(module);
    }

    private static native String softwareVersion();

    private static native int[] assembleText(String text);

    private static native String[] findings(int[] module);

    private static native int[] run(int[] module, String[] passes);

    private static native String print(int[] module);
}
