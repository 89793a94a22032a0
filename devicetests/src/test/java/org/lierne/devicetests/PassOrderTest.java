package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpretedCompute;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.core.plan.PassPlan;
import org.lierne.recompiler.core.translate.InstalledPasses;
import org.lierne.recompiler.core.translate.Translator;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.ShaderCorpus.Selection;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.shader.harness.Corpus;
import org.lierne.spirv.tools.JniSpirvTools;

/**
 * Every order of the installed passes that their declarations allow gives the same modules; where it does not, a declaration is
 * missing. Orders come from renaming the passes, since a plan breaks ties by name.
 */
final class PassOrderTest {
    private static final Path PROGRAMS = Path.of("..", "bundles", "shader-harness", "src", "test", "resources", "corpus", "programs.zip");
    private static final int ORDERS = 6;
    /** Loops, branches, derivatives, LDS, images and pointers that are computed. */
    private static final List<String> SAMPLE = List.of("comp-2da72cacc415", "comp-6f6b40d80520", "frag-9cb496030245", "comp-3397689cd24b",
            "comp-57b1803f1b0f", "frag-31d555827bb0", "frag-3a25c7b988f7", "vert-df0088c4dbd7");
    private static final Pattern ID = Pattern.compile("%\\w+");

    private static List<InstalledPass> installed() {
        return Wiring.passes().stream().map(InstalledPass::of).toList();
    }

    /** The same passes under names that sort in another order. */
    private static List<InstalledPass> renamed(List<InstalledPass> passes, Random random) {
        Map<String, String> names = new HashMap<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < passes.size(); i++) {
            numbers.add(i);
        }
        java.util.Collections.shuffle(numbers, random);
        for (int i = 0; i < passes.size(); i++) {
            names.put(passes.get(i).id(), "pass.n%02d.".formatted(numbers.get(i)) + passes.get(i).id());
        }
        return passes.stream().map(pass -> {
            PassDeclaration it = pass.declaration();
            return new InstalledPass(new PassDeclaration(names.get(it.id()), it.needs(), it.gives(), it.breaks(), known(it.before(), names),
                    known(it.after(), names), it.appliesTo(), it.on(), it.version(), it.rules(), it.off()), pass.pass());
        }).toList();
    }

    private static List<String> known(List<String> ids, Map<String, String> names) {
        return ids.stream().map(id -> names.getOrDefault(id, id)).toList();
    }

    private static List<String> order(List<InstalledPass> passes, ShaderStage stage) {
        return PassPlan.of(passes, stage, Switches.DEFAULTS).steps().stream().map(pass -> pass.id().replaceFirst("pass\\.n\\d\\d\\.", ""))
                .toList();
    }

    /** Texts of the sample's modules by program, with ids in the order of their appearance; a refusal's text for one that is refused. */
    private static Map<String, String> modules(List<InstalledPass> passes) {
        JniSpirvTools tools = new JniSpirvTools();
        Corpus corpus = new Corpus(new Translator(InstalledPasses.declared(passes), tools, null, null, null, "tests", true), Wiring.compiler(), null,
                new InterpretedCompute(), null);
        Map<String, String> modules = new TreeMap<>();
        corpus.translate(PROGRAMS, new Selection(SAMPLE, 32, Map.of()),
                row -> modules.put(row.id(), row.passed() ? plain(tools.disassemble(row.module())) : "refused"));
        return modules;
    }

    private static String plain(String text) {
        Map<String, String> names = new HashMap<>();
        Matcher ids = ID.matcher(text);
        return ids.replaceAll(id -> names.computeIfAbsent(id.group(), _ -> "%" + names.size()).replace("$", "\\$"));
    }

    @Test
    void everyLegalOrderGivesTheSameModules() {
        List<InstalledPass> passes = installed();
        Map<String, String> expected = modules(passes);
        Set<List<String>> orders = new HashSet<>(Set.of(order(passes, ShaderStage.PIXEL)));
        List<String> differing = new ArrayList<>();
        for (int seed = 0; seed < ORDERS; seed++) {
            List<InstalledPass> shuffled = renamed(passes, new Random(seed));
            orders.add(order(shuffled, ShaderStage.PIXEL));
            Map<String, String> given = modules(shuffled);
            for (String id : expected.keySet()) {
                if (!expected.get(id).equals(given.get(id))) {
                    differing.add(id + " under " + order(shuffled, ShaderStage.PIXEL) + ": " + difference(expected.get(id), given.get(id)));
                }
            }
        }

        assertTrue(orders.size() > 1, "there is only one order");
        assertEquals(List.of(), differing);
    }

    private static String difference(String expected, String given) {
        List<String> before = Arrays.asList(expected.split("\n"));
        List<String> after = Arrays.asList(given.split("\n"));
        for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
            if (!before.get(i).equals(after.get(i))) {
                return "line " + i + " '" + before.get(i) + "' '" + after.get(i) + "'";
            }
        }
        return before.size() + " lines and " + after.size();
    }
}
