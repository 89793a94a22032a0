package org.lierne.lib.voice;

import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The quality of voice connections: there are none, and how that is told is not described. Refused by name. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.voice", library = "libSceVoiceQoS")
public final class QualityExports implements HleModule {
    @Activate
    public QualityExports() {}

    @HleExport(name = "sceVoiceQoSInit", nid = "U8IfNl6-Css")
    public void initialize(long memory, int bytes, int type) {
        throw new HleRefusal("the quality of voice connections and the codes for it are not described");
    }
}
