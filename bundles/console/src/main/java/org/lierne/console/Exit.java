package org.lierne.console;

/** Exit codes of every verb (README). */
final class Exit {
    static final int DONE = 0;
    static final int DIFFERED = 1;
    static final int USAGE = 2;
    static final int REFUSED = 3;
    static final int TITLE_STOPPED = 4;
    static final int HOST_LACKS = 5;

    private Exit() {}
}
