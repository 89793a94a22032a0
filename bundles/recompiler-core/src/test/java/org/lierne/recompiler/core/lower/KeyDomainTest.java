package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

/** Of which tables one record is bound, and of which all: the bullets of the rule. Expected values are derived from its text. */
final class KeyDomainTest {
    /** A buffer of records in user data 0 to 3, one of keys in 4 to 7, another over perhaps the same bytes in 8 to 11, a pointer in 12. */
    private static final String BEGIN = """
            module compute wave=64
            block b0
              v0: i32 = user_data dword=0
              v1: i32 = user_data dword=1
              v2: i32 = user_data dword=2
              v3: i32 = user_data dword=3
              v4: i32 = user_data dword=4
              v5: i32 = user_data dword=5
              v6: i32 = user_data dword=6
              v7: i32 = user_data dword=7
              v8: i32 = user_data dword=8
              v9: i32 = user_data dword=12
              v10: i64 = pack_64 v9, 0x0:i32
              v11: i32 = input of=local_invocation_x
              v12: b1 = ieq v11, v11
            """;
    private static final String OF_BUFFER = "  v20: i32 = scalar_load place(v4, v5, v6, v7) 0x0:i32 offset=8\n";
    private static final String OF_POINTER = "  v20: i32 = scalar_load place.address(v10) 0x0:i32 offset=8\n";
    private static final String OF_LANE = "  v20: i32 = wave.read_first_lane v11, v12\n";

    private record Context(Switches switches) implements PassContext {
        @Override
        public ShaderProgram program() {
            return new ShaderProgram(ShaderStage.COMPUTE, 64, new int[] {0xbf810000}, 0, 0x1000, new StageState(
                    new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(64, 1, 1)));
        }

        @Override
        public HostFacts host() {
            return HostFacts.common(8);
        }

        @Override
        public @Nullable DescriptorWords descriptor(int resource) {
            return null;
        }

        @Override
        public void acted(Pc pc, String what) {
        }

        @Override
        public TranslationRefused refuse(Pc pc, String reason) {
            return new TranslationRefused(ShaderStage.COMPUTE, "test", pc.byteOffset(), "", reason, null);
        }
    }

    private static IrModule resolved(String key, String offset, String write, Switches switches) {
        StringBuilder text = new StringBuilder(BEGIN).append(key).append("  v21: i32 = ").append(offset).append('\n');
        for (int i = 0; i < 8; i++) {
            text.append("  v%d: i32 = scalar_load place(v0, v1, v2, v3) v21 offset=%d\n".formatted(30 + i, 4 * i));
        }
        String words = IntStream.range(30, 38).mapToObj(i -> "v" + i).collect(Collectors.joining(", "));
        text.append("  v40: i32 = image.load image(").append(words).append(") dim=D2 dmask=1 coord(0x0:i32, 0x0:i32)\n").append(write)
                .append("  lds.store 0x0:i32 data(v40) element=32x1\n  return\n");
        IrModule module = IrText.parse(text.toString());
        new Descriptors().run(module, new Context(switches));
        return module;
    }

    /** How many records are bound: one, or a domain of this many keys. */
    private static int bound(IrModule module) {
        ShaderResource image = module.resources().stream().filter(r -> r.kind() == ShaderResource.Kind.IMAGE
                || r.kind() == ShaderResource.Kind.IMAGE_TABLE).findFirst().orElseThrow();
        var key = image.path().words().getFirst().key();
        return key == null ? 1 : key.values();
    }

    private static int bound(String key, String write) {
        return bound(resolved(key, "shl v20, 0x5:i32", write, Switches.DEFAULTS));
    }

    @Rule("A-029")
    @Test
    void bindsTheWholeDomainOfAKeyThatItCannotEvaluate() {
        assertEquals(65536, bound(OF_LANE, ""));
        assertEquals(64, bound(resolved(OF_LANE + "  v22: i32 = shl v20, 0x5:i32\n", "and v22, 0x7e0:i32", "", Switches.DEFAULTS)),
                "shifted, then masked");
    }

    @Rule("A-029")
    @Test
    void bindsOneRecordOfAKeyThatNothingChanges() {
        assertEquals(1, bound(OF_BUFFER, ""));
        assertEquals(1, bound(OF_POINTER, ""));
    }

    private static final String SAME = "  buffer.store buffer(v4, v5, v6, v7) soffset(0x0:i32) data(v11) element=32x1\n";
    /** Its other three words say that it covers the same bytes. */
    private static final String OTHER = "  buffer.store buffer(v8, v5, v6, v7) soffset(0x0:i32) data(v11) element=32x1\n";
    private static final String POINTER = "  global.store place.address(v10) offset(0x0:i32) data(v11) segment=global element=32x1\n";

    @Rule("A-029")
    @ParameterizedTest
    @CsvSource({"buffer, same, 65536", "buffer, other, 1", "buffer, pointer, 65536", "pointer, other, 65536", "pointer, pointer, 65536"})
    void bindsTheWholeDomainOfAKeyThatTheProgramMayChange(String key, String write, int records) {
        assertEquals(records, bound(key.equals("buffer") ? OF_BUFFER : OF_POINTER,
                write.equals("same") ? SAME : write.equals("other") ? OTHER : POINTER));
    }

    /** Where the key is chosen by what was there before, a change while the program runs would not be seen. */
    @Rule("A-029")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsAKeyThatMayChangeWhileTheProgramRuns(boolean isOn) {
        Switches switches = Switches.DEFAULTS.with(Map.of("srt.image-tables.key-domain", isOn));

        IrModule module = resolved(OF_POINTER, "shl v20, 0x5:i32", POINTER, switches);

        assertEquals(isOn ? 65536 : 1, bound(module));
        assertEquals(isOn, module.resources().stream().anyMatch(r -> r.kind() == ShaderResource.Kind.MEMORY), IrText.print(module));
    }
}
