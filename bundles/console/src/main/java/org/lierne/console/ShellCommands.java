package org.lierne.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.spi.ToolProvider;
import org.apache.felix.service.command.Function;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Makes console commands from verbs: {@code shader:translate} calls the verb {@code shader} with the first word {@code translate}, and
 * {@code lierne:<verb>} is the verb as in the shell, {@code shader translate} at the prompt.
 */
@Component(service = {}, immediate = true)
public final class ShellCommands {
    static final String VERB = "lierne.verb";
    static final String SUB_VERBS = "lierne.subverbs";

    private final BundleContext context;
    private final Map<ServiceReference<ToolProvider>, List<ServiceRegistration<?>>> commands = new ConcurrentHashMap<>();

    @Activate
    public ShellCommands(BundleContext context) {
        this.context = context;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, target = "(lierne.verb=*)")
    void addVerb(ServiceReference<ToolProvider> verb) {
        String name = String.valueOf(verb.getProperty(VERB));
        Object subVerbs = verb.getProperty(SUB_VERBS);
        List<ServiceRegistration<?>> made = new ArrayList<>();
        made.add(register("lierne", name, verb, List.of()));
        if (subVerbs != null) {
            for (String sub : subVerbs instanceof String[] many ? many : new String[] {subVerbs.toString()}) {
                made.add(register(name, sub, verb, List.of(sub)));
            }
        }
        commands.put(verb, made);
    }

    void removeVerb(ServiceReference<ToolProvider> verb) {
        List<ServiceRegistration<?>> made = commands.remove(verb);
        if (made != null) {
            made.forEach(ServiceRegistration::unregister);
        }
    }

    private ServiceRegistration<?> register(String scope, String function, ServiceReference<ToolProvider> verb, List<String> first) {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put("osgi.command.scope", scope);
        properties.put("osgi.command.function", function);
        properties.put(Constants.SERVICE_RANKING, 1 + (verb.getProperty(Constants.SERVICE_RANKING) instanceof Integer ranking ? ranking : 0));
        Function command = (_, arguments) -> {
            ToolProvider tool = context.getService(verb);
            if (tool == null) {
                throw new IllegalStateException("the bundle of " + scope + ":" + function + " has stopped");
            }
            try {
                List<String> line = new ArrayList<>(first);
                arguments.forEach(a -> line.add(String.valueOf(a)));
                // Gogo gives each command its own streams here, so that pipes work and refusals go to the error stream.
                int status = tool.run(System.out, System.err, line.toArray(String[]::new));
                System.out.flush();
                if (status != Exit.DONE) {
                    throw new VerbFailed(status);
                }
                return null;
            } finally {
                context.ungetService(verb);
            }
        };
        return context.registerService(Function.class, command, properties);
    }

    @Override
    public String toString() {
        return Arrays.toString(commands.keySet().stream().map(r -> r.getProperty(VERB)).toArray());
    }
}
