package org.lierne.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.PassPlans;
import org.lierne.recompiler.program.ShaderStage;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne pass …}: the passes that a translation runs, and why each stands where it stands. */
@Component(service = ToolProvider.class, property = {"lierne.verb=pass", "lierne.subverbs=list", "lierne.subverbs=why"})
public final class PassVerb extends Verb {
    private final PassPlans plans;
    private final CompatProfiles profiles;

    @Activate
    public PassVerb(@Reference PassPlans plans, @Reference CompatProfiles profiles) {
        super("pass", "pass list [--title ID] [--stage STAGE]\npass why ID [--title ID] [--stage STAGE]");
        this.plans = plans;
        this.profiles = profiles;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of("--title", "--stage"));
        String form = arguments.word(0, "list or why");
        boolean isList = form.equals("list");
        if (!isList && !form.equals("why")) {
            throw new UsageError("unknown '" + form + "'");
        }
        arguments.atMost(isList ? 1 : 2);
        List<Map<String, Object>> documents = new ArrayList<>();
        for (ShaderStage stage : stages(arguments)) {
            PassPlans.Plan plan = plan(stage, arguments);
            if (isList) {
                documents.add(document(stage, plan));
            } else {
                why(stage, plan, arguments.word(1, "ID"), documents);
            }
        }
        if (documents.isEmpty()) {
            throw new Refused("pass why: no pass '" + arguments.word(1, "ID") + "' is installed; pass list shows them");
        }
        if (arguments.has(JSON_FLAG)) {
            streams.json(documents);
        } else {
            documents.forEach(d -> print(d, streams));
        }
        return Exit.DONE;
    }

    private static List<ShaderStage> stages(Arguments arguments) {
        String name = arguments.value("--stage").orElse("");
        List<ShaderStage> stages = java.util.Arrays.stream(ShaderStage.values())
                .filter(s -> name.isEmpty() || word(s).equals(name)).toList();
        if (stages.isEmpty()) {
            throw new UsageError("--stage wants one of "
                    + String.join(" ", java.util.Arrays.stream(ShaderStage.values()).map(PassVerb::word).toList()) + ", not '" + name + "'");
        }
        return stages;
    }

    private PassPlans.Plan plan(ShaderStage stage, Arguments arguments) {
        try {
            return plans.plan(stage, profiles.forTitle(arguments.value("--title").orElse("")));
        } catch (IllegalStateException e) {
            throw new Refused(String.valueOf(e.getMessage()), e);
        }
    }

    private static Map<String, Object> document(ShaderStage stage, PassPlans.Plan plan) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("stage", word(stage));
        document.put("fingerprint", plan.fingerprint());
        document.put("steps", plan.steps());
        document.put("leftOut", plan.leftOut());
        return document;
    }

    private static void why(ShaderStage stage, PassPlans.Plan plan, String id, List<Map<String, Object>> documents) {
        for (List<PassPlans.Step> steps : List.of(plan.steps(), plan.leftOut())) {
            for (PassPlans.Step step : steps) {
                if (step.id().equals(id)) {
                    Map<String, Object> document = new LinkedHashMap<>();
                    document.put("stage", word(stage));
                    document.put("id", id);
                    document.put("position", steps == plan.steps() ? steps.indexOf(step) + 1 : 0);
                    document.put("reasons", step.reasons());
                    documents.add(document);
                }
            }
        }
    }

    private static void print(Map<String, Object> document, Streams streams) {
        if (document.containsKey("steps")) {
            streams.out().printf("%s (plan %s)%n", document.get("stage"), document.get("fingerprint"));
            int number = 1;
            for (Object step : (List<?>) document.get("steps")) {
                streams.out().printf("  %2d %-40s %s%n", number++, ((PassPlans.Step) step).id(), ((PassPlans.Step) step).version());
            }
            for (Object step : (List<?>) document.get("leftOut")) {
                streams.out().printf("   - %-40s %s%n", ((PassPlans.Step) step).id(), String.join("; ", ((PassPlans.Step) step).reasons()));
            }
        } else {
            Object position = document.get("position");
            streams.out().printf("%s: %s%n", document.get("stage"), Integer.valueOf(0).equals(position) ? "not run" : "step " + position);
            ((List<?>) document.get("reasons")).forEach(r -> streams.out().println("  " + r));
        }
    }

    private static String word(ShaderStage stage) {
        return stage.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
