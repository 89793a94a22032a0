package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

/** Every bundle of the distribution resolves, starts, and has its components satisfied. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class BundlesResolveIT {
    @Inject
    private BundleContext context;

    @Inject
    private ServiceComponentRuntime components;

    @Configuration
    public Option[] distribution() {
        return Distribution.over(Distribution.userFolder(BundlesResolveIT.class));
    }

    @Test
    public void everyBundleIsActive() {
        List<String> idle = Arrays.stream(context.getBundles())
                .filter(b -> b.getState() != Bundle.ACTIVE).map(b -> b.getSymbolicName() + " is in state " + b.getState()).toList();
        assertEquals(List.of(), idle);
        assertTrue(Arrays.stream(context.getBundles()).filter(b -> b.getSymbolicName().startsWith("org.lierne.")).count() > 10);
    }

    @Test
    public void everyComponentIsSatisfied() {
        List<String> unsatisfied = new ArrayList<>();
        for (ComponentDescriptionDTO component : components.getComponentDescriptionDTOs()) {
            if (component.bundle.symbolicName.startsWith("org.lierne.")) {
                for (ComponentConfigurationDTO state : components.getComponentConfigurationDTOs(component)) {
                    if (state.state != ComponentConfigurationDTO.ACTIVE && state.state != ComponentConfigurationDTO.SATISFIED) {
                        unsatisfied.add(component.bundle.symbolicName + ": " + component.name + " waits for "
                                + Arrays.stream(state.unsatisfiedReferences).map(r -> r.name + " " + r.target).toList()
                                + (state.failure == null ? "" : " failed: " + state.failure));
                    }
                }
            }
        }
        assertEquals(List.of(), unsatisfied);
    }

    @Test
    public void everyVerbAnswersBadUsageWithItsForms() throws Exception {
        Distribution.Run run = Distribution.verb(context, "plugin", "no-such-word");

        assertEquals(2, run.status());
        assertTrue(run.err(), run.err().contains("usage: lierne plugin list"));
        assertEquals("", run.out());
    }

    @Test
    public void namesAreHashedByTheVerb() throws Exception {
        Distribution.Run run = Distribution.verb(context, "nid", "sceKernelUsleep", "sceAgcCreateShader");

        assertEquals(0, run.status());
        assertEquals("1jfXLRVzisc\nf3dg2CSgRKY\n", run.out());
    }
}
