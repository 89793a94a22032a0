package org.lierne.kernel.run;

import java.nio.file.Path;
import java.util.Optional;
import org.lierne.kernel.title.TitleFacts;
import org.lierne.kernel.title.TitleFolders;
import org.osgi.service.component.annotations.Component;

/** The facts of titles as the runner would find them. */
@Component(service = TitleFolders.class)
public final class DiskTitles implements TitleFolders {
    @Override
    public Optional<TitleFacts> look(Path path) {
        if (!TitleFolder.isTitle(path)) {
            return Optional.empty();
        }
        TitleFolder folder = TitleFolder.of(path, Optional.empty());
        return Optional.of(new TitleFacts(folder.id(), folder.name(), folder.version(), folder.root()));
    }
}
