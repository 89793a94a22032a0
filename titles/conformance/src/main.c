/* Conformance: what a title may rely on, checked by guest code. Ends with the number of failed checks, at most 100. */
#include "check.h"
#include "places.h"

int main(void) {
    check_direct_memory();
    check_flexible_memory();
    check_memory_queries();
    check_posix_memory();
    check_memory_pool();
    check_threads();
    check_cancellation();
    check_thread_attributes();
    check_mutexes();
    check_conditions();
    check_rwlocks();
    check_semaphores();
    check_event_flags();
    check_address_waits();
    check_event_queues();
    check_timers();
    mount_save();
    check_files();
    check_directories();
    check_paths();
    check_polling();
    check_refusals();
    check_sockets();
    check_aio();
    check_libc();
    check_runtime();
    unmount_save();
    check_saves();
    check_ampr();
    check_time();
    check_modules();
    check_signals();
    check_fibers();
    check_ult();
    check_exceptions();
    check_libraries();
    check_dialogs();
    check_sound();
    int failed = checks_failed();
    printf("conformance: %d checks, %d failed\n", checks_done(), failed);
    return failed > 100 ? 100 : failed;
}
