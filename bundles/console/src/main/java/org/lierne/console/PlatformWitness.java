package org.lierne.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleWitness;
import org.lierne.recompiler.pass.CompatUse;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What the console knows for a report: versions, drop-ins and what was stopped, what is switched for the title and by whom, which modes acted. */
@Component(service = {TitleWitness.class, PlatformWitness.class})
public final class PlatformWitness implements TitleWitness {
    private final BundleContext context;
    private final FileCompatProfiles profiles;
    private final CompatUse use;

    @Activate
    public PlatformWitness(BundleContext context, @Reference FileCompatProfiles profiles, @Reference CompatUse use) {
        this.context = context;
        this.profiles = profiles;
        this.use = use;
    }

    @Override
    public void testify(Title title, Testimony report) {
        report.fact("versions", versions());
        report.fact("plugins", plugins());
        report.fact("switches", FileCompatProfiles.isTitleId(title.id()) ? switches(title.id()) : List.of());
        List<String> acted = new ArrayList<>();
        use.uses().forEach((id, used) -> acted.add("%s %d times, first at %s".formatted(id, used.count(), used.firstPlace())));
        report.fact("acted", acted.stream().sorted().toList());
    }

    Map<String, Object> versions() {
        Map<String, Object> versions = new LinkedHashMap<>();
        versions.put("lierne", context.getBundle().getVersion().toString());
        versions.put("java", Runtime.version().toString());
        versions.put("felix", context.getBundle(0).getVersion().toString());
        versions.put("host", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        return versions;
    }

    /** Those that are not as they are shipped. */
    private List<String> plugins() {
        return Arrays.stream(context.getBundles()).filter(b -> DropIns.isDropIn(b) || b.getState() != Bundle.ACTIVE && PluginVerb.id(b).isPresent())
                .map(b -> "%s %s, %s%s".formatted(b.getSymbolicName(), b.getVersion(), PluginVerb.state(b), DropIns.isDropIn(b) ? ", a drop-in" : ""))
                .sorted().toList();
    }

    private List<String> switches(String titleId) {
        return profiles.settings(titleId).stream().map(s -> "%s %s, %s %s".formatted(s.id(), s.on() ? "on" : "off", s.who(), s.why()).strip()).toList();
    }
}
