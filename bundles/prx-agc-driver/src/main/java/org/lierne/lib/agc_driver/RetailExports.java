package org.lierne.lib.agc_driver;

import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.osgi.service.component.annotations.Component;

/**
 * Tool interfaces: what a retail console answers, which is that they are not there. Outputs are left alone where the
 * console leaves them.
 */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc-driver", library = "libSceAgcDriver")
public final class RetailExports implements HleModule {
    @HleExport(name = "sceAgcDriverFindResourcesPublic", nid = "5l3IfCFJxBs")
    @HleExport(name = "sceAgcDriverGetDefaultOwner", nid = "F0ZXt5q0ZTA")
    @HleExport(name = "sceAgcDriverGetOwnerName", nid = "LepGrgk77sM")
    @HleExport(name = "sceAgcDriverGetResourceBaseAddressAndSizeInBytes", nid = "NghWEUXp1qM")
    @HleExport(name = "sceAgcDriverGetResourceName", nid = "M9yBzRKkjPc")
    @HleExport(name = "sceAgcDriverGetResourceRegistrationMaxNameLength", nid = "uJziRsODk1c")
    @HleExport(name = "sceAgcDriverGetResourceShaderGuid", nid = "mXn+K9E-wOA")
    @HleExport(name = "sceAgcDriverGetResourceType", nid = "rI9lNAXPMIw")
    @HleExport(name = "sceAgcDriverGetResourceUserData", nid = "ls4jfY576lw")
    @HleExport(name = "sceAgcDriverInitResourceRegistration", nid = "F0Y42t-3e18")
    @HleExport(name = "sceAgcDriverRegisterDefaultOwner", nid = "U9ueyEhSkF4")
    @HleExport(name = "sceAgcDriverRegisterGdsResource", nid = "emP3ckeS2uo")
    @HleExport(name = "sceAgcDriverRegisterOwner", nid = "X-Nm5KLREeg")
    @HleExport(name = "sceAgcDriverRegisterResource", nid = "W5z4eZrjEas")
    @HleExport(name = "sceAgcDriverSetResourceUserData", nid = "VOMSpd9+vxU")
    @HleExport(name = "sceAgcDriverUnregisterAllResourcesForOwner", nid = "SCoAN5fYlUM")
    @HleExport(name = "sceAgcDriverUnregisterOwnerAndResources", nid = "ZLJk9r2+2Aw")
    @HleExport(name = "sceAgcDriverUnregisterResource", nid = "pWLG7WOpVcw")
    public GuestStatus noRegistration() {
        return AgcDriverError.NO_REGISTRATION;
    }

    /** The one of the family that writes: 0 bytes are needed. */
    @HleExport(name = "sceAgcDriverQueryResourceRegistrationUserMemoryRequirements", nid = "AOLcoIkQDgM")
    public GuestStatus registrationBytes(@Out GuestPtr<Long> bytes, int resources, int owners) {
        if (!bytes.isNull()) {
            bytes.set(0L);
        }
        return AgcDriverError.NO_REGISTRATION;
    }

    @HleExport(name = "sceAgcDriverGetSubmitValidationConfig", nid = "ICaGtkEIXTk")
    @HleExport(name = "sceAgcDriverGetSubmitValidationMode", nid = "WHIOMbb+iIU")
    @HleExport(name = "sceAgcDriverRequestCaptureStart", nid = "SAfhzJPcjuk")
    @HleExport(name = "sceAgcDriverRequestCaptureStop", nid = "FOwvmNlFLjM")
    @HleExport(name = "sceAgcDriverSetSubmitValidationConfig", nid = "chJWZcNSzjk")
    @HleExport(name = "sceAgcDriverSetSubmitValidationMode", nid = "+iAOE3jCnkk")
    @HleExport(name = "sceAgcDriverSetValidationErrorOutputFrequency", nid = "8F5j7U-Bq6s")
    @HleExport(name = "sceAgcDriverTriggerCapture", nid = "Xq5WmbwPTnQ")
    public GuestStatus noValidation() {
        return AgcDriverError.NO_VALIDATION;
    }

    @HleExport(name = "sceAgcDriverIsCaptureInProgress", nid = "Ddwk4gLT5j0")
    @HleExport(name = "sceAgcDriverIsSubmitValidationEnabled", nid = "qspAL8bgcBY")
    @HleExport(name = "sceAgcDriverIsTraceInProgress", nid = "+TN0oRTBxJQ")
    @HleExport(name = "sceAgcDriverUserDataImmediateWrite", nid = "t30LG1ibIJE")
    @HleExport(name = "sceAgcDriverUserDataImmediateWritePacket", nid = "tLTma0k0U3E")
    @HleExport(name = "sceAgcDriverSysSubmitFlipHandleProxy", nid = "BbI8si4o-fA")
    @HleExport(name = "sceAgcDriverPassInfoDownward", nid = "aCfbPzyjU90")
    public int no() {
        return 0;
    }

    @HleExport(name = "sceAgcDriverGetShaderDebuggingStatus", nid = "rJUyMrDdxJg")
    public int shaderDebugging() {
        return 1;
    }

    @HleExport(name = "sceAgcDriverIsSuspendPointInFlightDirect", nid = "I6elAJxk6Jo")
    @HleExport(name = "sceAgcDriverSuspendPointSubmitDirect", nid = "ZV04pRl7cWU")
    public GuestStatus notDirect() {
        return AgcDriverError.NOT_DIRECT;
    }
}
