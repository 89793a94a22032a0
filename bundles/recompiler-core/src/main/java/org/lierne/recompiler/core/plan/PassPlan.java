package org.lierne.recompiler.core.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.ShaderStage;

/**
 * The passes of one stage in order: a topological sort of their declared needs, gifts and breaks, ties broken by id.
 *
 * <p>A pass that needs an invariant runs after every pass that gives it. A pass that breaks one runs before those that give it, or,
 * where it needs it itself or nobody gives it, after all that need it.
 */
public final class PassPlan {
    /** What a lifted module has before any pass. */
    private static final Set<Invariant> LIFTED = EnumSet.of(Invariant.SSA);

    private final List<InstalledPass> steps;
    private final List<String> words;
    private final String fingerprint;

    private PassPlan(List<InstalledPass> steps) {
        this.steps = List.copyOf(steps);
        this.words = steps.stream().map(step -> step.id() + " " + step.declaration().version() + " " + step.pass().options()).toList();
        this.fingerprint = fingerprint(words);
    }

    /**
     * Makes the plan.
     *
     * @throws PlanRefused when an id stands twice, a need is given by nobody, or the order has a cycle
     */
    public static PassPlan of(Collection<InstalledPass> installed, ShaderStage stage, Switches switches) {
        TreeMap<String, InstalledPass> passes = new TreeMap<>();
        TreeMap<String, InstalledPass> all = new TreeMap<>();
        for (InstalledPass pass : installed) {
            if (all.put(pass.id(), pass) != null) {
                throw new PlanRefused(pass.id() + " is installed twice");
            }
            PassDeclaration declaration = pass.declaration();
            if (declaration.appliesTo().contains(stage) && switches.isOn(pass.id(), declaration.on())) {
                passes.put(pass.id(), pass);
            }
        }
        return new PassPlan(sorted(passes, edges(passes, stage)));
    }

    /** For each pass the ids of those that have to run before it. */
    private static Map<String, Set<String>> edges(TreeMap<String, InstalledPass> passes, ShaderStage stage) {
        Map<String, Set<String>> before = new TreeMap<>();
        passes.keySet().forEach(id -> before.put(id, new TreeSet<>()));
        for (InstalledPass pass : passes.values()) {
            PassDeclaration declaration = pass.declaration();
            for (Invariant need : declaration.needs()) {
                Set<String> givers = ids(passes, other -> other.gives().contains(need));
                givers.remove(pass.id());
                if (givers.isEmpty() && !LIFTED.contains(need)) {
                    throw new PlanRefused(pass.id() + " needs " + need + ", which no installed pass for " + stage.tag() + " gives");
                }
                add(before, pass.id(), givers);
            }
            for (Invariant broken : declaration.breaks()) {
                Set<String> givers = ids(passes, other -> other.gives().contains(broken));
                givers.remove(pass.id());
                if (givers.isEmpty() || declaration.needs().contains(broken)) {
                    Set<String> needers = ids(passes, other -> other.needs().contains(broken) && !other.breaks().contains(broken));
                    needers.remove(pass.id());
                    add(before, pass.id(), needers);
                } else {
                    givers.forEach(giver -> add(before, giver, Set.of(pass.id())));
                }
            }
            for (String later : declaration.before()) {
                if (passes.containsKey(later)) {
                    add(before, later, Set.of(pass.id()));
                }
            }
            add(before, pass.id(), declaration.after().stream().filter(passes::containsKey).toList());
        }
        return before;
    }

    private static void add(Map<String, Set<String>> before, String id, Collection<String> earlier) {
        before.computeIfAbsent(id, _ -> new TreeSet<>()).addAll(earlier);
    }

    private static Set<String> ids(TreeMap<String, InstalledPass> passes, java.util.function.Predicate<PassDeclaration> which) {
        Set<String> found = new TreeSet<>();
        passes.forEach((id, pass) -> {
            if (which.test(pass.declaration())) {
                found.add(id);
            }
        });
        return found;
    }

    private static List<InstalledPass> sorted(TreeMap<String, InstalledPass> passes, Map<String, Set<String>> before) {
        List<InstalledPass> order = new ArrayList<>();
        Set<String> done = new LinkedHashSet<>();
        while (order.size() < passes.size()) {
            String next = null;
            for (String id : passes.keySet()) {
                if (!done.contains(id) && done.containsAll(before.getOrDefault(id, Set.of()))) {
                    next = id;
                    break;
                }
            }
            InstalledPass pass = next == null ? null : passes.get(next);
            if (next == null || pass == null) {
                throw new PlanRefused(cycle(passes.keySet(), before, done));
            }
            done.add(next);
            order.add(pass);
        }
        return order;
    }

    /** Walks from an open pass to one it waits for until one comes again. */
    private static String cycle(Set<String> ids, Map<String, Set<String>> before, Set<String> done) {
        List<String> path = new ArrayList<>();
        String at = ids.stream().filter(id -> !done.contains(id)).findFirst().orElseThrow();
        while (!path.contains(at)) {
            path.add(at);
            at = before.getOrDefault(at, Set.of()).stream().filter(id -> !done.contains(id)).findFirst().orElseThrow();
        }
        List<String> loop = path.subList(path.indexOf(at), path.size());
        if (loop.size() == 1) {
            return at + " has to run before itself";
        }
        return loop.get(0) + " has to run after " + loop.get(1) + ", and " + loop.get(loop.size() - 1) + " after " + loop.get(0);
    }

    /** The passes in order. */
    public List<InstalledPass> steps() {
        return steps;
    }

    /** Hex digits that differ when ids, versions or code-affecting options of the passes, or their order, do. */
    public String fingerprint() {
        return fingerprint;
    }

    /** Of each pass in order what its fingerprint tells: id, a blank, version and options. */
    public List<String> words() {
        return words;
    }

    /** The same of the passes up to the first that gives an invariant; of all where none does. */
    public List<String> words(Invariant given) {
        int count = 0;
        while (count < steps.size() && !steps.get(count).declaration().gives().contains(given)) {
            count++;
        }
        return words.subList(0, Math.min(steps.size(), count + 1));
    }

    private static String fingerprint(List<String> words) {
        StringBuilder text = new StringBuilder();
        words.forEach(word -> text.append(word).append('\n'));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    /** Told about each pass that ran. */
    @FunctionalInterface
    public interface Observer {
        /** The pass ran for so long and changed the module or not. */
        void ran(InstalledPass pass, IrModule module, long nanoseconds, boolean changed);
    }

    /**
     * Runs the passes.
     *
     * @param until   stop behind the pass that gives this; null to run all
     * @param checked whether to validate after every pass what then holds by declaration
     * @throws IllegalStateException naming the pass that broke an invariant, when {@code checked}
     */
    public void run(IrModule module, PassContext context, @Nullable Invariant until, boolean checked, Observer observer) {
        EnumSet<Invariant> holding = EnumSet.copyOf(LIFTED);
        for (InstalledPass step : steps) {
            long start = System.nanoTime();
            boolean changed = step.pass().run(module, context);
            observer.ran(step, module, System.nanoTime() - start, changed);
            holding.removeAll(step.declaration().breaks());
            holding.addAll(step.declaration().gives());
            if (checked) {
                List<Validator.Finding> findings = Validator.check(module, holding);
                if (!findings.isEmpty()) {
                    throw new IllegalStateException(step.id() + " left " + findings.size() + " findings, the first: "
                            + findings.getFirst());
                }
            }
            if (until != null && step.declaration().gives().contains(until)) {
                return;
            }
        }
    }
}
