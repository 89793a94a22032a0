package org.lierne.kernel.sync;

/** What a mutex does when its owner locks it again. Numbers 1 to 4 in the guest's attribute, in this order. */
public enum MutexKind {
    ERROR_CHECK,
    RECURSIVE,
    NORMAL,
    ADAPTIVE
}
