package org.lierne.lib.http2;

import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
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

/** Contexts, templates and requests, none of which ever reaches a network. Documented: system calls, section 15. Assumed: lib.http2. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.http2", library = "libSceHttp2")
public final class Http2Exports implements HleModule, TitleListener {
    private static final String CONTEXT = "context";
    private static final String TEMPLATE = "template";
    private static final String REQUEST = "request";

    private final ObjectKinds objects = new ObjectKinds();

    @Activate
    public Http2Exports() {}

    @Override
    public void titleStarting(Title title) {
        objects.clear();
    }

    private GuestStatus remove(int id, String kind) {
        return objects.remove(id, kind) ? GuestStatus.OK : Http2Error.ID;
    }

    @HleExport(name = "sceHttp2Init", nid = "3JCe3lCbQ8A")
    public GuestValue initialize(int pool, int tls, long bytes, int requests) {
        return GuestValue.of(objects.add(CONTEXT));
    }

    @HleExport(name = "sceHttp2Term", nid = "YiBUtz-pGkc")
    public GuestStatus terminate(int context) {
        return remove(context, CONTEXT);
    }

    @HleExport(name = "sceHttp2CreateTemplate", nid = "+wCt7fCijgk")
    public GuestValue createTemplate(int context) {
        return objects.is(context, CONTEXT) ? GuestValue.of(objects.add(TEMPLATE)) : GuestValue.error(Http2Error.ID);
    }

    @HleExport(name = "sceHttp2DeleteTemplate", nid = "pDom5-078DA")
    public GuestStatus deleteTemplate(int template) {
        return remove(template, TEMPLATE);
    }

    @HleExport(name = "sceHttp2CreateRequestWithURL", nid = "mmyOCxQMVYQ")
    public GuestValue createRequest(int template, GuestString method, GuestString url, long bytes) {
        if (!objects.is(template, TEMPLATE)) {
            return GuestValue.error(Http2Error.ID);
        }
        return method.isNull() || url.isNull() ? GuestValue.error(Http2Error.NULL) : GuestValue.of(objects.add(REQUEST));
    }

    @HleExport(name = "sceHttp2DeleteRequest", nid = "c8D9qIjo8EY")
    public GuestStatus deleteRequest(int request) {
        return remove(request, REQUEST);
    }

    /** Settings of what is never sent have no effect. */
    @HleExport(name = "sceHttp2AddRequestHeader", nid = "nrPfOE8TQu0")
    @HleExport(name = "sceHttp2SetAuthEnabled", nid = "jjFahkBPCYs")
    @HleExport(name = "sceHttp2SetAutoRedirect", nid = "b9AvoIaOuHI")
    @HleExport(name = "sceHttp2SetConnectionWaitTimeOut", nid = "n8hMLe31OPA")
    @HleExport(name = "sceHttp2SetConnectTimeOut", nid = "-HIO4VT87v8")
    @HleExport(name = "sceHttp2SetInflateGZIPEnabled", nid = "uRosf8GQbHQ")
    @HleExport(name = "sceHttp2SetRecvTimeOut", nid = "izvHhqgDt44")
    @HleExport(name = "sceHttp2SetRedirectCallback", nid = "BJgi0CH7al4")
    @HleExport(name = "sceHttp2SetRequestContentLength", nid = "FSAFOzi0FpM")
    @HleExport(name = "sceHttp2SetRequestNoContentLength", nid = "bEegosRhgM0")
    @HleExport(name = "sceHttp2SetResolveTimeOut", nid = "ACjtE27aErY")
    @HleExport(name = "sceHttp2SetSendTimeOut", nid = "XPtW45xiLHk")
    @HleExport(name = "sceHttp2SetSslCallback", nid = "YrWX+DhPHQY")
    @HleExport(name = "sceHttp2SetTimeOut", nid = "VYMxTcBqSE0")
    @HleExport(name = "sceHttp2SslDisableOption", nid = "B37SruheQ5Y")
    @HleExport(name = "sceHttp2SslEnableOption", nid = "EWcwMpbr5F8")
    public GuestStatus set(int id) {
        return objects.exists(id) ? GuestStatus.OK : Http2Error.ID;
    }

    @HleExport(name = "sceHttp2SendRequest", nid = "rbqZig38AT8")
    public GuestStatus send(int request) {
        return objects.is(request, REQUEST) ? Http2Error.NOT_SENT : Http2Error.ID;
    }

    @HleExport(name = "sceHttp2AbortRequest", nid = "IZ-qjhRqvjk")
    public GuestStatus abort(int request) {
        return objects.is(request, REQUEST) ? GuestStatus.OK : Http2Error.ID;
    }

    @HleExport(name = "sceHttp2GetStatusCode", nid = "9XYJwCf3lEA")
    @HleExport(name = "sceHttp2GetResponseContentLength", nid = "o0DBQpFE13o")
    @HleExport(name = "sceHttp2GetAllResponseHeaders", nid = "-rdXUi2XW90")
    @HleExport(name = "sceHttp2ReadData", nid = "QygCNNmbGss")
    public GuestStatus answer(int request) {
        throw new HleRefusal("nothing was received, and what a request without an answer tells is not described");
    }
}
