/* Event queues with user and timer events. */
#include "check.h"
#include "guest/events.h"
#include "guest/time.h"

static equeue_t queue;
static const uint32_t five_milliseconds = 5000, no_time = 0, long_time = LONG;

static void check_wrong_use(void) {
    struct event events[4];
    int count = 7;
    EQUAL("create without a place", ENCODED(EINVAL), sceKernelCreateEqueue(NULL, "q"));
    EQUAL("create without a name", ENCODED(EINVAL), sceKernelCreateEqueue(&queue, NULL));
    EQUAL("create", 0, sceKernelCreateEqueue(&queue, "q"));
    EQUAL("add to no queue", ENCODED(EBADF), sceKernelAddUserEvent((equeue_t)0x7777, 1));
    EQUAL("add", 0, sceKernelAddUserEvent(queue, 1));
    sceKernelTriggerUserEvent(queue, 1, NULL);
    ROW("T6", "wait with count 0", ENCODED(EINVAL), sceKernelWaitEqueue(queue, events, 0, &count, &no_time));
    ROW("T6", "the number is written as 0", 0, count);
    ROW("T6", "wait without an array", ENCODED(EFAULT), sceKernelWaitEqueue(queue, NULL, 1, &count, &no_time));
    ROW("T6", "the event stays", 0, sceKernelWaitEqueue(queue, events, 1, &count, &no_time));
    ROW_HOLDS("T6", "and is the one", count == 1 && events[0].ident == 1);
    sceKernelDeleteUserEvent(queue, 1);
    uint64_t begin = now();
    ROW("T6", "5 ms without an event", ENCODED(ETIMEDOUT), sceKernelWaitEqueue(queue, events, 1, &count, &five_milliseconds));
    ROW_HOLDS("T6", "it took its time and wrote 0", now() - begin >= 5000 && count == 0);
    EQUAL("wait on no queue", ENCODED(EBADF), sceKernelWaitEqueue((equeue_t)0x7777, events, 1, &count, &no_time));
    EQUAL("trigger what is not there", ENCODED(ENOENT), sceKernelTriggerUserEvent(queue, 1, NULL));
    EQUAL("trigger on no queue", ENCODED(EBADF), sceKernelTriggerUserEvent((equeue_t)0x7777, 1, NULL));
    EQUAL("delete what is not there", ENCODED(ENOENT), sceKernelDeleteUserEvent(queue, 1));
}

static void check_user_events(void) {
    struct event events[4];
    int count = 0;
    sceKernelAddUserEventEdge(queue, 1);
    sceKernelAddUserEventEdge(queue, 2);
    sceKernelTriggerUserEvent(queue, 2, (void *)20);
    sceKernelTriggerUserEvent(queue, 2, (void *)21);
    sceKernelTriggerUserEvent(queue, 1, (void *)10);
    ROW("T7", "two triggers of one event, one of another", 0, sceKernelWaitEqueue(queue, events, 4, &count, &no_time));
    ROW("T7", "two events", 2, count);
    ROW_HOLDS("T7", "in the order of registration", events[0].ident == 1 && events[1].ident == 2);
    ROW_HOLDS("T7", "the last data and the number of triggers", events[1].data == 21 && events[1].filter_flags == 2);
    EQUAL("filter", FILTER_USER, events[0].filter);
    EQUAL("edge events are gone after delivery", ENCODED(ETIMEDOUT), sceKernelWaitEqueue(queue, events, 4, &count, &no_time));
    EQUAL("accessor: id", 1, sceKernelGetEventId(&events[0]));
    EQUAL("accessor: filter", FILTER_USER, sceKernelGetEventFilter(&events[0]));
    EQUAL("accessor: data", 10, sceKernelGetEventData(&events[0]));
    EQUAL("accessor: user pointer", (intptr_t)events[0].user, (intptr_t)sceKernelGetEventUserData(&events[0]));
    EQUAL("accessor: filter flags", events[0].filter_flags, sceKernelGetEventFflags(&events[0]));
    EQUAL("accessor: no error", 0, sceKernelGetEventError(&events[0]));
    events[0].flags |= 0x4000;
    EQUAL("accessor: error", 10, sceKernelGetEventError(&events[0]));
    sceKernelAddUserEvent(queue, 3);
    sceKernelTriggerUserEvent(queue, 3, NULL);
    sceKernelWaitEqueue(queue, events, 4, &count, &no_time);
    EQUAL("a plain event stays triggered", 0, sceKernelWaitEqueue(queue, events, 4, &count, &no_time));
    sceKernelTriggerUserEvent(queue, 1, NULL);
    EQUAL("one of two with count 1", 0, sceKernelWaitEqueue(queue, events, 1, &count, &no_time));
    EQUAL("count", 1, count);
    EQUAL("delete", 0, sceKernelDeleteUserEvent(queue, 3));
    sceKernelDeleteUserEvent(queue, 1);
    sceKernelDeleteUserEvent(queue, 2);
}

static void *trigger_soon(void *data) {
    sceKernelUsleep(SHORT);
    sceKernelTriggerUserEvent(queue, 9, data);
    return NULL;
}

static void *wait_for_ever(void *argument) {
    (void)argument;
    struct event event;
    int count;
    return (void *)(intptr_t)sceKernelWaitEqueue(queue, &event, 1, &count, NULL);
}

static void check_threads_of_queue(void) {
    struct event event;
    int count = 0;
    sceKernelAddUserEventEdge(queue, 9);
    thread_t thread = start(trigger_soon, (void *)0x55);
    EQUAL("a wait ends with the trigger", 0, sceKernelWaitEqueue(queue, &event, 1, &count, &long_time));
    HOLDS("its data came through", event.ident == 9 && event.data == 0x55);
    join(thread);
    thread = start(wait_for_ever, NULL);
    sceKernelUsleep(SHORT);
    EQUAL("delete a queue", 0, sceKernelDeleteEqueue(queue));
    EQUAL("its waiter is told", ENCODED(EBADF), (intptr_t)join(thread));
    EQUAL("delete it again", ENCODED(EBADF), sceKernelDeleteEqueue(queue));
}

void check_event_queues(void) {
    area("event-queues");
    check_wrong_use();
    check_user_events();
    check_threads_of_queue();
}

void check_timers(void) {
    struct event event;
    int count = 0;
    struct timespec after = {0, 5000000}, wrong = {0, 1000000000};
    area("timers");
    sceKernelCreateEqueue(&queue, "timers");
    uint64_t begin = now();
    EQUAL("timer on no queue", ENCODED(EBADF), sceKernelAddTimerEvent((equeue_t)0x7777, 4, 5000, NULL));
    ROW("T9", "timer with user data", 0, sceKernelAddTimerEvent(queue, 4, 5000, (void *)0xbeef));
    ROW("T9", "it comes", 0, sceKernelWaitEqueue(queue, &event, 1, &count, &long_time));
    ROW_HOLDS("T9", "after its period", now() - begin >= 5000);
    ROW_HOLDS("T9", "with its number and filter", event.ident == 4 && event.filter == FILTER_TIMER);
    ROW_HOLDS("T9", "the data field counts", event.data >= 1);
    ROW("T9", "the user pointer is its own", 0xbeef, (intptr_t)event.user);
    sceKernelUsleep(SHORT);
    EQUAL("it comes again", 0, sceKernelWaitEqueue(queue, &event, 1, &count, &long_time));
    HOLDS("missed periods are counted in one event", event.data >= 2);
    EQUAL("delete", 0, sceKernelDeleteTimerEvent(queue, 4));
    EQUAL("delete again", ENCODED(ENOENT), sceKernelDeleteTimerEvent(queue, 4));
    EQUAL("no more comes", ENCODED(ETIMEDOUT), sceKernelWaitEqueue(queue, &event, 1, &count, &five_milliseconds));
    EQUAL("one shot without a time", ENCODED(EFAULT), sceKernelAddHRTimerEvent(queue, 5, NULL, NULL));
    EQUAL("one shot with 10^9 nanoseconds", ENCODED(EINVAL), sceKernelAddHRTimerEvent(queue, 5, &wrong, NULL));
    EQUAL("one shot on no queue", ENCODED(EBADF), sceKernelAddHRTimerEvent((equeue_t)0x7777, 5, &after, NULL));
    begin = now();
    EQUAL("one shot", 0, sceKernelAddHRTimerEvent(queue, 5, &after, (void *)0xcafe));
    EQUAL("it comes", 0, sceKernelWaitEqueue(queue, &event, 1, &count, &long_time));
    HOLDS("as it was asked for", now() - begin >= 5000 && event.ident == 5 && event.filter == FILTER_HR_TIMER && event.user == (void *)0xcafe);
    EQUAL("then it is gone", ENCODED(ENOENT), sceKernelDeleteHRTimerEvent(queue, 5));
    sceKernelDeleteEqueue(queue);
}
