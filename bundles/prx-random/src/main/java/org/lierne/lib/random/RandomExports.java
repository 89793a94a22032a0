package org.lierne.lib.random;

import java.security.SecureRandom;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Random numbers for the guest. Holds no guest state. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.random", library = "libSceRandom")
public final class RandomExports implements HleModule {
    private static final long MAX_BYTES = 64;

    private final SecureRandom source = new SecureRandom();

    @Activate
    public RandomExports() {}

    @HleExport(name = "sceRandomGetRandomNumber", nid = "PI7jIZj4pcE")
    public GuestStatus fill(@Out @SizedBy("size") GuestBytes out, long size) {
        if (Long.compareUnsigned(size, MAX_BYTES) > 0) {
            return RandomError.INVALID;
        }
        byte[] bytes = new byte[(int) size];
        source.nextBytes(bytes);
        out.write(bytes);
        return GuestStatus.OK;
    }
}
