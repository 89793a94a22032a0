package org.lierne.recompiler.core.translate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.recompiler.core.plan.InstalledPass;
import org.lierne.recompiler.core.plan.PassPlan;
import org.lierne.recompiler.core.plan.PlanRefused;
import org.lierne.recompiler.pass.PassDeclaration;
import org.lierne.recompiler.pass.PassPlans;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TranslationOptions;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.Version;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** The passes that are installed now. They come and go while titles run; a translation works with the plan it took at its start. */
@Component(service = {PassPlans.class, InstalledPasses.class})
public final class InstalledPasses implements PassPlans {
    private record Question(ShaderStage stage, Switches switches) {}

    /** What is installed. All that is worked out for these passes lives as long as they do, and holds no pass that went. */
    static final class Snapshot {
        private final List<InstalledPass> passes;
        private final Map<ShaderProgram, Map<TranslationOptions, Translator.Prepared>> prepared =
                Collections.synchronizedMap(new WeakHashMap<>());
        private final Map<Translator, Translator.Frozen> frozen = new ConcurrentHashMap<>();
        private final Map<Question, PassPlan> plans = new ConcurrentHashMap<>();
        private final Map<PassPlan, Map<String, Boolean>> shapings = new ConcurrentHashMap<>();

        Snapshot(Collection<InstalledPass> passes) {
            this.passes = List.copyOf(passes);
        }

        /** The same object for a translator each time. */
        Translator.Frozen frozen(Translator translator) {
            return frozen.computeIfAbsent(translator, t -> new Translator.Frozen(t, this));
        }

        Map<TranslationOptions, Translator.Prepared> prepared(ShaderProgram program) {
            return prepared.computeIfAbsent(program, _ -> new ConcurrentHashMap<>());
        }

        /**
         * The plan of a stage; the same object each time.
         *
         * @throws PlanRefused when these passes make none
         */
        PassPlan passPlan(ShaderStage stage, Switches switches) {
            Question question = new Question(stage, switches);
            PassPlan known = plans.get(question);
            if (known == null) {
                known = PassPlan.of(passes, stage, switches);
                known.steps().forEach(step -> RESIDENT.load(step.pass().getClass()));
                plans.put(question, known);
            }
            return known;
        }

        /**
         * The switches that a translation by this plan may ask for: not those of passes themselves, which the plan tells, nor those below
         * passes that do not run, nor other rooms'.
         *
         * @param switches those that the plan was made for
         */
        Map<String, Boolean> shaping(PassPlan plan, Switches switches) {
            return shapings.computeIfAbsent(plan, _ -> ofShape(plan, switches));
        }

        private Map<String, Boolean> ofShape(PassPlan plan, Switches switches) {
            Map<String, Boolean> shaping = new TreeMap<>(switches.states());
            shaping.keySet().removeIf(id -> ELSEWHERE.stream().anyMatch(id::startsWith)
                    || passes.stream().anyMatch(pass -> id.equals(pass.id())
                            || id.startsWith(pass.id() + ".") && plan.steps().stream().noneMatch(step -> step.id().equals(pass.id()))));
            return shaping;
        }
    }

    private static final ResidentClasses RESIDENT = new ResidentClasses();

    /** Ids of rooms that translations do not see. */
    private static final List<String> ELSEWHERE = List.of("kernel.", "lib.", "loader.", "host.", "gpu.", "agc.", "cache.", "diag.",
            "quirk.cpu.");

    /** A pass as one bundle offers it. */
    record Offer(InstalledPass pass, Version version) {}

    private final Map<Object, Offer> services = new HashMap<>();
    private volatile Snapshot snapshot = new Snapshot(List.of());

    /** A service of nothing but these passes, for tests and tools outside of the framework. */
    public static InstalledPasses of(Collection<? extends TranslationPass> passes) {
        return declared(passes.stream().map(InstalledPass::of).toList());
    }

    /** The same with declarations of one's own. */
    public static InstalledPasses declared(Collection<InstalledPass> passes) {
        InstalledPasses installed = new InstalledPasses();
        installed.snapshot = new Snapshot(passes);
        return installed;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bind(ServiceReference<TranslationPass> reference, TranslationPass pass, Map<String, Object> properties) {
        Map<String, Object> versioned = new TreeMap<>(properties);
        versioned.put(PassDeclaration.VERSION, BundleCode.of(reference.getBundle()) + settings(properties));
        synchronized (services) {
            services.put(reference, new Offer(new InstalledPass(PassDeclaration.of(versioned), pass), reference.getBundle().getVersion()));
            snapshot = new Snapshot(newest(services.values()));
        }
    }

    /** A pass's settings, which stand below its id: they decide like its code what a program becomes. */
    static String settings(Map<String, Object> properties) {
        Map<String, Object> settings = new TreeMap<>(properties);
        settings.keySet().removeIf(key -> !key.startsWith(properties.get("pass.id") + "."));
        return settings.isEmpty() ? "" : " " + settings;
    }

    void unbind(ServiceReference<TranslationPass> reference) {
        synchronized (services) {
            services.remove(reference);
            snapshot = new Snapshot(newest(services.values()));
        }
    }

    /**
     * Of bundles that offer one pass the one with the highest version, so that a drop-in takes the place of a shipped pass and gives it
     * back when it goes. Equal versions stay, and the plan refuses them.
     */
    static List<InstalledPass> newest(Collection<Offer> offers) {
        Map<String, Version> highest = new HashMap<>();
        offers.forEach(offer -> highest.merge(offer.pass().id(), offer.version(), (a, b) -> a.compareTo(b) < 0 ? b : a));
        return offers.stream().filter(offer -> offer.version().equals(highest.get(offer.pass().id()))).map(Offer::pass).toList();
    }

    /** What is installed now; the same object as long as nothing changes. */
    Snapshot now() {
        return snapshot;
    }

    @Override
    public Plan plan(ShaderStage stage, Switches switches) {
        try {
            Snapshot now = snapshot;
            PassPlan plan = now.passPlan(stage, switches);
            List<InstalledPass> steps = plan.steps();
            List<Step> running = new ArrayList<>();
            for (InstalledPass pass : steps) {
                running.add(new Step(pass.id(), pass.declaration().version(), reasons(pass, steps)));
            }
            List<Step> leftOut = now.passes.stream().filter(pass -> steps.stream().noneMatch(step -> step.id().equals(pass.id())))
                    .map(pass -> new Step(pass.id(), pass.declaration().version(),
                            List.of(pass.declaration().appliesTo().contains(stage) ? "off" : "does not apply to " + stage.tag())))
                    .sorted(java.util.Comparator.comparing(Step::id)).toList();
            return new Plan(running, leftOut, plan.fingerprint());
        } catch (PlanRefused e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Why a pass stands where it stands: what it needs and who gives it, what it breaks, what it asks for. */
    private static List<String> reasons(InstalledPass pass, List<InstalledPass> steps) {
        List<String> reasons = new ArrayList<>();
        pass.declaration().needs().stream().sorted().forEach(need -> steps.stream()
                .filter(other -> other != pass && other.declaration().gives().contains(need))
                .forEach(giver -> reasons.add("needs " + need + ", given by " + giver.id())));
        pass.declaration().breaks().stream().sorted().forEach(broken -> reasons.add("breaks " + broken));
        pass.declaration().after().forEach(earlier -> reasons.add("asks to run after " + earlier));
        pass.declaration().before().forEach(later -> reasons.add("asks to run before " + later));
        return reasons;
    }
}
