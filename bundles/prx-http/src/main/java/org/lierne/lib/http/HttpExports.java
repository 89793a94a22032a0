package org.lierne.lib.http;

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

/** Contexts, templates, connections and requests, none of which ever reaches a network. Documented: system calls, section 15. Assumed: lib.http. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.http", library = "libSceHttp")
public final class HttpExports implements HleModule, TitleListener {
    private static final String CONTEXT = "context";
    private static final String TEMPLATE = "template";
    private static final String CONNECTION = "connection";
    private static final String REQUEST = "request";

    private final ObjectKinds objects = new ObjectKinds();

    @Activate
    public HttpExports() {}

    @Override
    public void titleStarting(Title title) {
        objects.clear();
    }

    private void check(int id, String kind) {
        if (!objects.is(id, kind)) {
            throw new HleRefusal("there is no " + kind + " " + id + ", and its error is not described");
        }
    }

    private GuestValue make(int parent, String parentKind, String kind) {
        check(parent, parentKind);
        return GuestValue.of(objects.add(kind));
    }

    private GuestStatus remove(int id, String kind) {
        check(id, kind);
        objects.remove(id, kind);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceHttpInit", nid = "A9cVMUtEp4Y")
    public GuestValue initialize(int pool, int tls, long bytes) {
        return GuestValue.of(objects.add(CONTEXT));
    }

    @HleExport(name = "sceHttpTerm", nid = "Ik-KpLTlf7Q")
    public GuestStatus terminate(int context) {
        return remove(context, CONTEXT);
    }

    @HleExport(name = "sceHttpCreateTemplate", nid = "0gYjPTR-6cY")
    public GuestValue createTemplate(int context) {
        return make(context, CONTEXT, TEMPLATE);
    }

    @HleExport(name = "sceHttpDeleteTemplate", nid = "4I8vEpuEhZ8")
    public GuestStatus deleteTemplate(int template) {
        return remove(template, TEMPLATE);
    }

    @HleExport(name = "sceHttpCreateConnection", nid = "Kiwv9r4IZCc")
    @HleExport(name = "sceHttpCreateConnectionWithURL", nid = "qgxDBjorUxs")
    public GuestValue createConnection(int template) {
        return make(template, TEMPLATE, CONNECTION);
    }

    @HleExport(name = "sceHttpDeleteConnection", nid = "P6A3ytpsiYc")
    public GuestStatus deleteConnection(int connection) {
        return remove(connection, CONNECTION);
    }

    @HleExport(name = "sceHttpCreateRequest", nid = "tsGVru3hCe8")
    @HleExport(name = "sceHttpCreateRequestWithURL", nid = "Aeu5wVKkF9w")
    @HleExport(name = "sceHttpCreateRequestWithURL2", nid = "Cnp77podkCU")
    public GuestValue createRequest(int connection) {
        return make(connection, CONNECTION, REQUEST);
    }

    @HleExport(name = "sceHttpDeleteRequest", nid = "qe7oZ+v4PWA")
    public GuestStatus deleteRequest(int request) {
        return remove(request, REQUEST);
    }

    /** Settings of what is never sent have no effect. */
    @HleExport(name = "sceHttpAddRequestHeader", nid = "EY28T2bkN7k")
    @HleExport(name = "sceHttpRemoveRequestHeader", nid = "zNGh-zoQTD0")
    @HleExport(name = "sceHttpSetAuthEnabled", nid = "qFg2SuyTJJY")
    @HleExport(name = "sceHttpSetAutoRedirect", nid = "T-mGo9f3Pu4")
    @HleExport(name = "sceHttpSetChunkedTransferEnabled", nid = "PDxS48xGQLs")
    @HleExport(name = "sceHttpSetConnectTimeOut", nid = "0S9tTH0uqTU")
    @HleExport(name = "sceHttpSetInflateGZIPEnabled", nid = "i9mhafzkEi8")
    @HleExport(name = "sceHttpSetNonblock", nid = "s2-NPIvz+iA")
    @HleExport(name = "sceHttpSetRecvTimeOut", nid = "yigr4V0-HTM")
    @HleExport(name = "sceHttpSetRequestContentLength", nid = "PTiFIUxCpJc")
    @HleExport(name = "sceHttpSetResolveRetry", nid = "K1d1LqZRQHQ")
    @HleExport(name = "sceHttpSetResolveTimeOut", nid = "Tc-hAYDKtQc")
    @HleExport(name = "sceHttpSetResponseHeaderMaxSize", nid = "a4VsZ4oqn68")
    @HleExport(name = "sceHttpSetSendTimeOut", nid = "xegFfZKBVlw")
    @HleExport(name = "sceHttpsEnableOption", nid = "f42K37mm5RM")
    @HleExport(name = "sceHttpsDisableOption", nid = "mSQCxzWTwVI")
    @HleExport(name = "sceHttpsSetSslCallback", nid = "htyBOoWeS58")
    @HleExport(name = "sceHttpsSetSslVersion", nid = "U5ExQGyyx9s")
    @HleExport(name = "sceHttpsSetMinSslVersion", nid = "jUjp+yqMNdQ")
    @HleExport(name = "sceHttpsLoadCert", nid = "DK+GoXCNT04")
    @HleExport(name = "sceHttpsUnloadCert", nid = "zXqcE0fizz0")
    public GuestStatus set(int id) {
        if (!objects.exists(id)) {
            throw new HleRefusal("there is no object " + id + ", and its error is not described");
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceHttpSendRequest", nid = "1e2BNwI-XzE")
    public GuestStatus send(int request) {
        check(request, REQUEST);
        return HttpError.NETWORK;
    }

    @HleExport(name = "sceHttpAbortRequest", nid = "hvG6GfBMXg8")
    public GuestStatus abort(int request) {
        check(request, REQUEST);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceHttpGetStatusCode", nid = "0a2TBNfE3BU")
    @HleExport(name = "sceHttpGetResponseContentLength", nid = "yuO2H2Uvnos")
    @HleExport(name = "sceHttpGetAllResponseHeaders", nid = "aCYPMSUIaP8")
    @HleExport(name = "sceHttpReadData", nid = "P5pdoykPYTk")
    @HleExport(name = "sceHttpGetLastErrno", nid = "0onIrKx9NIE")
    public GuestStatus answer(int request) {
        throw new HleRefusal("nothing was received, and what a request without an answer tells is not described");
    }
}
