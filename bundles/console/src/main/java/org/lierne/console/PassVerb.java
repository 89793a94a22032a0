package org.lierne.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
        arguments.value("--title").ifPresent(id -> FileCompatProfiles.checkTitleId("pass " + form, id));
        if (isList) {
            list(arguments, streams);
        } else {
            why(arguments, arguments.word(1, "ID"), streams);
        }
        return Exit.DONE;
    }

    /** A stage's plan, as {@code --json} shows it. */
    record StagePlan(String stage, String fingerprint, List<PassPlans.Step> steps, List<PassPlans.Step> leftOut) {}

    /** Where a pass stands in a stage's plan; position 0 when it does not run. */
    record Standing(String stage, String id, int position, List<String> reasons) {}

    private void list(Arguments arguments, Streams streams) throws IOException {
        List<StagePlan> all = new ArrayList<>();
        for (ShaderStage stage : stages(arguments)) {
            PassPlans.Plan plan = plan(stage, arguments);
            all.add(new StagePlan(word(stage), plan.fingerprint(), plan.steps(), plan.leftOut()));
        }
        if (arguments.has(JSON_FLAG)) {
            streams.json(all);
            return;
        }
        for (StagePlan plan : all) {
            streams.out().printf("%s (plan %s)%n", plan.stage(), plan.fingerprint());
            int number = 1;
            for (PassPlans.Step step : plan.steps()) {
                streams.out().printf("  %2d %-40s %s%n", number++, step.id(), step.version());
            }
            plan.leftOut().forEach(s -> streams.out().printf("   - %-40s %s%n", s.id(), String.join("; ", s.reasons())));
        }
    }

    private void why(Arguments arguments, String id, Streams streams) throws IOException {
        List<Standing> all = new ArrayList<>();
        for (ShaderStage stage : stages(arguments)) {
            PassPlans.Plan plan = plan(stage, arguments);
            for (int i = 0; i < plan.steps().size(); i++) {
                if (plan.steps().get(i).id().equals(id)) {
                    all.add(new Standing(word(stage), id, i + 1, plan.steps().get(i).reasons()));
                }
            }
            plan.leftOut().stream().filter(s -> s.id().equals(id)).forEach(s -> all.add(new Standing(word(stage), id, 0, s.reasons())));
        }
        if (all.isEmpty()) {
            throw new Refused("pass why: no pass '" + id + "' is installed; pass list shows them");
        }
        if (arguments.has(JSON_FLAG)) {
            streams.json(all);
            return;
        }
        for (Standing standing : all) {
            streams.out().printf("%s: %s%n", standing.stage(), standing.position() == 0 ? "not run" : "step " + standing.position());
            standing.reasons().forEach(r -> streams.out().println("  " + r));
        }
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

    private static String word(ShaderStage stage) {
        return stage.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
