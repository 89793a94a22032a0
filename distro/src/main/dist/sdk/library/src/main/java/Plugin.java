package @package@;

import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.osgi.service.component.annotations.Component;

/** An example to be replaced: the library and function that a title lacks. {@code lierne nid NAME} gives a name's NID. */
@Component(service = HleModule.class)
@HleLibrary(id = "@id@", library = "libSample")
public final class @class@ implements HleModule {
    @HleExport(name = "sampleAdd", nid = "onj1oa6c1sI")
    public int add(int first, int second) {
        return first + second;
    }
}
