package org.lierne.lib.common_dialog;

import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What all dialogs need first. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.common-dialog", library = "libSceCommonDialog")
public final class CommonDialogExports implements HleModule {
    private final Dialogs dialogs;

    @Activate
    public CommonDialogExports(@Reference Dialogs dialogs) {
        this.dialogs = dialogs;
    }

    @HleExport(name = "sceCommonDialogInitialize", nid = "uoUpLGNkygk")
    public GuestStatus initialize() {
        return dialogs.initialize();
    }

    @HleExport(name = "sceCommonDialogIsUsed", nid = "BQ3tey0JmQM")
    public boolean isUsed() {
        return dialogs.isUsed();
    }
}
