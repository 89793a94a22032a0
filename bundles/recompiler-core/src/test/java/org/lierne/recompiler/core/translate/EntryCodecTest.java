package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.WordSource;
import org.lierne.testing.Rule;

/**
 * Rule B-044: what is added to a record that the cache keeps is kept too. Records are made by what they declare, every component other
 * than its default, so that one which is not written comes back different.
 */
final class EntryCodecTest {
    private int next = 3;

    /** One value of a type for each of its kinds: records of a sealed interface, constants of an enum. */
    private List<Object> all(Class<?> type, int depth) {
        if (type.isEnum()) {
            return List.of(type.getEnumConstants());
        }
        if (type.isSealed()) {
            return Stream.of(type.getPermittedSubclasses()).flatMap(kind -> all(kind, depth).stream()).toList();
        }
        return List.of(record(type, depth));
    }

    private Object record(Class<?> type, int depth) {
        if (type == WordSource.Operation.class) {
            // It takes as many arguments as its operator says.
            return WordSource.operation(WordSource.Operator.ADD, WordSource.userData(next++), WordSource.literal(next++));
        }
        try {
            RecordComponent[] components = type.getRecordComponents();
            Object[] values = new Object[components.length];
            Class<?>[] types = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                values[i] = value(components[i].getGenericType(), types[i], depth + 1);
            }
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made from its components", e);
        }
    }

    private Object value(Type generic, Class<?> type, int depth) {
        if (type == int.class) {
            return next++;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[type.getEnumConstants().length - 1];
        }
        if (type == List.class) {
            Class<?> element = (Class<?>) ((ParameterizedType) generic).getActualTypeArguments()[0];
            return depth > 3 ? List.of(leaf(element, depth), leaf(element, depth)) : new ArrayList<>(all(element, depth));
        }
        return depth > 3 ? leaf(type, depth) : all(type, depth).getLast();
    }

    /** A value that holds no others of its kind. */
    private Object leaf(Class<?> type, int depth) {
        return type.isSealed() ? record(type.getPermittedSubclasses()[0], depth) : record(type, depth);
    }

    /** With the resource that stands at its place in the list. */
    private List<ShaderResource> resources() {
        List<ShaderResource> resources = new ArrayList<>();
        for (ShaderResource.Kind kind : ShaderResource.Kind.values()) {
            ShaderResource made = (ShaderResource) record(ShaderResource.class, 0);
            resources.add(new ShaderResource(resources.size(), kind, made.read(), made.written(), made.formatted(), made.path(), made.pc()));
        }
        return resources;
    }

    @Test
    @Rule("B-044")
    void keepsEveryComponentOfEveryRecord() throws IOException {
        ShaderLayout layout = new ShaderLayout(resources());
        List<HostBinding> bindings = List.of((HostBinding) record(HostBinding.class, 0), (HostBinding) record(HostBinding.class, 0));
        List<ConstantWord> constants = all(ConstantWord.class, 0).stream().map(ConstantWord.class::cast).toList();
        TranslatedShader shader = new TranslatedShader(ShaderStage.PIXEL, new int[] {1, 2, 3}, layout, bindings, constants,
                List.of(new TranslatedShader.PassRun("pass.a", 0, true)), "00ff");

        TranslatedShader back = EntryCodec.readShader(EntryCodec.write(shader));

        assertEquals(layout, EntryCodec.readLayout(EntryCodec.write(layout)));
        assertEquals(layout, back.layout());
        assertEquals(bindings, back.bindings());
        assertEquals(constants, back.constants());
        assertEquals(Set.of(shader.plan()), Set.of(back.plan()));
    }

    @Test
    @Rule("B-044")
    void looksForNothingThatOtherCodeWrote() {
        ShaderProgram program = new ShaderProgram(ShaderStage.COMPUTE, 32, new int[] {0xbf810000}, 0, 0,
                new StageState(new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(8, 1, 1)));
        TranslationOptions options = TranslationOptions.forHost(HostFacts.common(8));

        assertNotEquals(VariantKey.ofAnalysis(program, options, "code 1"), VariantKey.ofAnalysis(program, options, "code 2"));
        assertNotEquals(VariantKey.ofVariant("analysis 1", List.of()), VariantKey.ofVariant("analysis 2", List.of()));
    }
}
