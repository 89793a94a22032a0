package org.lierne.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.web.Guard.Request;
import org.lierne.web.Guard.Verdict;

final class GuardTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final String COOKIE = Guard.COOKIE + "=" + TOKEN;
    private static final String HOST = "127.0.0.1:7000";

    private static Verdict verdict(String method, String host, String cookies, String token, boolean isChange) {
        return new Guard(TOKEN, 7000).of(new Request(method, host, cookies, token, isChange));
    }

    @Test
    void welcomesWhoHoldsTheTokenAndThenKnowsTheCookie() {
        assertEquals(Verdict.WELCOME, verdict("GET", HOST, "", TOKEN, false));
        assertEquals(Verdict.ALLOW, verdict("GET", "localhost:7000", "other=1; " + COOKIE, "", false));
    }

    @Test
    void refusesWithoutTokenOrWithAnother() {
        assertEquals(Verdict.REFUSE, verdict("GET", HOST, "", "", false));
        assertEquals(Verdict.REFUSE, verdict("GET", HOST, "", TOKEN.substring(1), false));
        assertEquals(Verdict.REFUSE, verdict("GET", HOST, Guard.COOKIE + "=x", "", false));
    }

    @Test
    void refusesOtherHostsNamesEvenWithTheCookie() {
        assertEquals(Verdict.REFUSE, verdict("GET", "elsewhere:7000", COOKIE, "", false));
        assertEquals(Verdict.REFUSE, verdict("GET", "127.0.0.1:7001", COOKIE, "", false));
        assertEquals(Verdict.REFUSE, verdict("GET", "", COOKIE, "", false));
    }

    @Test
    void refusesChangesThatAFormOfAnotherPageCouldSend() {
        assertEquals(Verdict.REFUSE, verdict("POST", HOST, COOKIE, "", false));
        assertEquals(Verdict.ALLOW, verdict("POST", HOST, COOKIE, "", true));
    }
}
