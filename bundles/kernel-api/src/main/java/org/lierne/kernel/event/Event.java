package org.lierne.kernel.event;

/**
 * One event as it is registered, and as it is delivered. (ident, filter) names it within its queue.
 *
 * @param filter      a number of {@link EventFilter}
 * @param flags       bits of {@link EventFlags}
 * @param filterFlags word of the filter; triggers since the last delivery where nothing else is said
 * @param data        word of the filter
 * @param userData    the registering guest's pointer, handed back as it was
 */
public record Event(long ident, int filter, int flags, int filterFlags, long data, long userData) {
    public Event withData(long newData) {
        return new Event(ident, filter, flags, filterFlags, newData, userData);
    }

    public Event withFlags(int newFlags) {
        return new Event(ident, filter, newFlags, filterFlags, data, userData);
    }

    public Event withFilterFlags(int newFilterFlags) {
        return new Event(ident, filter, flags, newFilterFlags, data, userData);
    }

    public Event withUserData(long newUserData) {
        return new Event(ident, filter, flags, filterFlags, data, newUserData);
    }
}
