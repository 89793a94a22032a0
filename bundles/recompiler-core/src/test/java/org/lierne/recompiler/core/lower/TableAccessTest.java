package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.DeviceFault;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** What becomes of an access through a table when it is known what the table holds. Expected values are derived from the rules' text. */
final class TableAccessTest {
    private static final int UNORM_8 = 1;
    private static final int SRGB_8 = 128;

    /** Images at the pointer in user data 0, 32 bytes each, chosen by the lane's number; a sampler in user data 4 to 7. */
    private static final String CHOSEN = """
            module compute wave=64
            block b0
              v0: i32 = input of=local_invocation_x
              v1: b1 = ieq v0, v0
              v2: i32 = wave.read_first_lane v0, v1
              v3: i32 = and v2, 0x3:i32
              v4: i32 = shl v3, 0x5:i32
              v5: i32 = user_data dword=0
              v6: i64 = pack_64 v5, 0x0:i32
              v10: i32 = scalar_load place.address(v6) v4 offset=0
              v11: i32 = scalar_load place.address(v6) v4 offset=4
              v12: i32 = scalar_load place.address(v6) v4 offset=8
              v13: i32 = scalar_load place.address(v6) v4 offset=12
              v14: i32 = scalar_load place.address(v6) v4 offset=16
              v15: i32 = scalar_load place.address(v6) v4 offset=20
              v16: i32 = scalar_load place.address(v6) v4 offset=24
              v17: i32 = scalar_load place.address(v6) v4 offset=28
              v20: i32 = user_data dword=4
              v21: i32 = user_data dword=5
              v22: i32 = user_data dword=6
              v23: i32 = user_data dword=7
              %s
              lds.store 0x0:i32 data(v30) element=32x1
              return
            """;
    private static final String IMAGE = "image(v10, v11, v12, v13, v14, v15, v16, v17)";
    private static final String LOAD = "v30: i32 = image.load " + IMAGE + " dim=D2 dmask=1 coord(0x0:i32, 0x0:i32)";
    private static final String SAMPLE = "v30: i32 = image.sample " + IMAGE
            + " sampler(v20, v21, v22, v23) dim=D2 dmask=1 coord(0x0:f32, 0x0:f32)";

    private record Context(HostFacts host, List<DescriptorWords> descriptors) implements PassContext {
        @Override
        public ShaderProgram program() {
            return new ShaderProgram(ShaderStage.COMPUTE, 64, new int[] {0xbf810000}, 0, 0x1000, new StageState(
                    new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(64, 1, 1)));
        }

        @Override
        public Switches switches() {
            return Switches.DEFAULTS;
        }

        @Override
        public @Nullable DescriptorWords descriptor(int resource) {
            return descriptors.get(resource);
        }

        @Override
        public void acted(Pc pc, String what) {
        }

        @Override
        public TranslationRefused refuse(Pc pc, String reason) {
            return new TranslationRefused(ShaderStage.COMPUTE, "test", pc.byteOffset(), "", reason, null);
        }
    }

    private static DescriptorWords image(int format) {
        return DescriptorWords.of(0x1000, format << 20, 0, 9 << 28 | 0xfac, 0, 0, 0, 0);
    }

    /** The program with the table's images, which are resources behind its own. */
    private static String expanded(String access, HostFacts host, List<DescriptorWords> images) {
        boolean isSampled = access.contains("sampler");
        int own = isSampled ? 4 : 3;
        List<DescriptorWords> all = new ArrayList<>();
        all.add(DescriptorWords.of(0, 0));
        all.add(DescriptorWords.of(java.util.stream.IntStream.range(own, own + images.size()).toArray()));
        if (isSampled) {
            all.add(DescriptorWords.of(0x92, 0xfff000, 0, 0));
        }
        all.add(DescriptorWords.of());
        all.addAll(images);
        IrModule module = IrText.parse(CHOSEN.formatted(access));
        new Descriptors().run(module, new Context(host, all));
        assertEquals(List.of(), Validator.check(module, EnumSet.of(Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED)));
        return IrText.print(module);
    }

    private static int count(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
    }

    private static HostFacts host(boolean isSrgbSampled) {
        HostFacts common = HostFacts.common(8);
        EnumSet<HostFeature> features = EnumSet.copyOf(common.features());
        features.remove(HostFeature.SRGB8_SAMPLING);
        if (isSrgbSampled) {
            features.add(HostFeature.SRGB8_SAMPLING);
        }
        return new HostFacts(common.driver(), 8, common.maxSharedBytes(), common.maxWorkgroupInvocations(), features);
    }

    /** One that is only loaded is decoded, one that is sampled faults where the device cannot. */
    @Rule({"A-024", "A-062"})
    @ParameterizedTest
    @CsvSource({"true, true, 2, 0", "true, false, 1, 1", "false, true, 2, 0", "false, false, 2, 0"})
    void samplesSmallSrgbImagesOnlyWhereTheDeviceCan(boolean isSampled, boolean isSupported, int accesses, int faults) {
        String text = expanded(isSampled ? SAMPLE : LOAD, host(isSupported), List.of(image(UNORM_8), image(SRGB_8)));

        assertEquals(accesses, count(text, isSampled ? "image.sample" : "image.load"), text);
        assertEquals(faults, count(text, "0x%x:i32, 0x0:i32".formatted(DeviceFault.SRGB_DECODE.code())), text);
    }
}
