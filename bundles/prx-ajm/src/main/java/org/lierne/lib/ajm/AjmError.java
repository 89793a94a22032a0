package org.lierne.lib.ajm;

import org.lierne.hle.GuestStatus;

/** Errors of the audio job manager, as open programs have them. Assumed: lib.ajm. */
enum AjmError implements GuestStatus {
    CONTEXT(0x02, "invalid context"),
    INSTANCE(0x03, "invalid instance"),
    BATCH(0x04, "invalid batch"),
    PARAMETER(0x05, "invalid parameter"),
    RESOURCES(0x07, "out of resources"),
    ALREADY_REGISTERED(0x09, "codec already registered"),
    NOT_REGISTERED(0x0A, "codec not registered"),
    JOB_CREATION(0x12, "job creation");

    private static final int FACILITY = 0x80930000;

    private final int number;
    private final String text;

    AjmError(int number, String text) {
        this.number = number;
        this.text = text;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }

    String text() {
        return text;
    }
}
