package org.lierne.lib.ssl;

import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestValue;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.ObjectKinds;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Contexts and connections, none of which ever reaches a network. Documented: system calls, section 15. Assumed: lib.ssl. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.ssl", library = "libSceSsl")
public final class SslExports implements HleModule, TitleListener {
    private static final String CONTEXT = "context";
    private static final String CONNECTION = "connection";

    private final ObjectKinds objects = new ObjectKinds();

    @Activate
    public SslExports() {}

    @Override
    public void titleStarting(Title title) {
        objects.clear();
    }

    @HleExport(name = "sceSslInit", nid = "hdpVEUDFW3s")
    public GuestValue initialize(long bytes) {
        return GuestValue.of(objects.add(CONTEXT));
    }

    @HleExport(name = "sceSslTerm", nid = "0K1yQ6Lv-Yc")
    public GuestStatus terminate(int context) {
        return objects.remove(context, CONTEXT) ? GuestStatus.OK : SslError.ID;
    }

    @HleExport(name = "sceSslCreateConnection", nid = "tuscfitnhEo")
    public GuestValue createConnection(int context, int socket, long host) {
        return objects.is(context, CONTEXT) ? GuestValue.of(objects.add(CONNECTION)) : GuestValue.error(SslError.ID);
    }

    @HleExport(name = "sceSslDeleteConnection", nid = "HJ1n138CQ2g")
    public GuestStatus deleteConnection(int connection) {
        return objects.remove(connection, CONNECTION) ? GuestStatus.OK : SslError.ID;
    }

    /** Settings of what never connects have no effect. */
    @HleExport(name = "sceSslEnableVerifyOption", nid = "po1X86mgHDU")
    @HleExport(name = "sceSslDisableVerifyOption", nid = "PwsHbErG+e8")
    @HleExport(name = "sceSslSetAlpn", nid = "TL86glUrmUw")
    @HleExport(name = "sceSslSetMinSslVersion", nid = "QWSxBzf6lAg")
    @HleExport(name = "sceSslSetVerifyCallback", nid = "E4a-ahM57QQ")
    @HleExport(name = "sceSslLoadCert", nid = "Ab7+DH+gYyM")
    @HleExport(name = "sceSslUnloadCert", nid = "UQ+3Qu7v3cA")
    public GuestStatus set(int id) {
        return objects.exists(id) ? GuestStatus.OK : SslError.ID;
    }

    @HleExport(name = "sceSslConnect", nid = "zXvd6iNyfgc")
    @HleExport(name = "sceSslReuseConnection", nid = "50R2xYaYZwE")
    @HleExport(name = "sceSslRead", nid = "jltWpVKtetg")
    @HleExport(name = "sceSslRecv", nid = "hi0veU3L2pU")
    @HleExport(name = "sceSslSend", nid = "p5bM5PPufFY")
    @HleExport(name = "sceSslWrite", nid = "iNjkt9Poblw")
    @HleExport(name = "sceSslClose", nid = "viRXSHZYd0c")
    public GuestStatus transfer(int connection) {
        throw new HleRefusal("there is no network, and what a connection without one tells is not described");
    }
}
