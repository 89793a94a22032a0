package org.lierne.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Who may ask. Whoever holds the token, which is told to the user who started the platform; in a cookie after the first page. Requests under
 * another host's name are refused, so that no page of elsewhere reaches this server by a name that it makes point here, and changes need a
 * header that forms of other pages cannot send.
 */
final class Guard {
    static final String COOKIE = "lierne";
    static final String CHANGE_HEADER = "X-Lierne";
    private static final int TOKEN_BYTES = 16;

    /** What becomes of a request. */
    enum Verdict {
        /** It holds the cookie. */
        ALLOW,
        /** It holds the token in its address: the cookie is set and the token taken out of sight. */
        WELCOME,
        /** It does not. */
        REFUSE
    }

    /**
     * What of a request decides.
     *
     * @param cookies the Cookie header, empty without one
     * @param token   of the query, empty without one
     */
    record Request(String method, String host, String cookies, String token, boolean hasChangeHeader) {}

    private final String token;
    private final int port;

    Guard(String token, int port) {
        this.token = token;
        this.port = port;
    }

    static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    Verdict of(Request request) {
        boolean isOurs = request.host().equals("127.0.0.1:" + port) || request.host().equals("localhost:" + port);
        if (!isOurs || !request.method().equals("GET") && !request.hasChangeHeader()) {
            return Verdict.REFUSE;
        }
        if (cookie(request.cookies()).filter(this::isToken).isPresent()) {
            return Verdict.ALLOW;
        }
        return isToken(request.token()) ? Verdict.WELCOME : Verdict.REFUSE;
    }

    private static Optional<String> cookie(String header) {
        return Arrays.stream(header.split(";")).map(String::strip).filter(c -> c.startsWith(COOKIE + "="))
                .map(c -> c.substring(COOKIE.length() + 1)).findFirst();
    }

    /** Takes as long for a wrong token as for the right one. */
    private boolean isToken(String given) {
        return MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    String cookie() {
        return COOKIE + "=" + token + "; HttpOnly; SameSite=Strict; Path=/";
    }
}
