package org.lierne.lib.kernel;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.PosixThreads.PosixThread;
import org.lierne.kernel.sync.SyncObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Making, joining and ending threads, their names, scheduling and specific data, in both families. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class ThreadExports implements HleModule {
    private static final int NAME_BYTES = 32;

    private final Answers answers;
    private final PosixThreads threads;
    private final SyncObjects objects;

    @Activate
    public ThreadExports(@Reference Answers answers, @Reference PosixThreads threads, @Reference SyncObjects objects) {
        this.answers = answers;
        this.threads = threads;
        this.objects = objects;
    }

    @HleExport(name = "scePthreadCreate", nid = "6UgtwV+0zb4")
    public int create(@Out GuestPtr<Long> thread, @OrNull GuestPtr<Long> attribute, long entry, long argument,
            @OrNull GuestString name) {
        return answers.encoded(() -> start(thread, attribute, entry, argument, Names.of(name)));
    }

    @HleExport(name = "pthread_create", nid = "OxhIB8LB-PQ")
    public int createBare(@Out GuestPtr<Long> thread, @OrNull GuestPtr<Long> attribute, long entry, long argument) {
        return answers.bare(() -> start(thread, attribute, entry, argument, ""));
    }

    @HleExport(name = "pthread_create_name_np", nid = "Jmi+9w9u0E4")
    public int createNamedBare(@Out GuestPtr<Long> thread, @OrNull GuestPtr<Long> attribute, long entry, long argument,
            @OrNull GuestString name) {
        return answers.bare(() -> start(thread, attribute, entry, argument, Names.of(name)));
    }

    private Errno start(GuestPtr<Long> thread, GuestPtr<Long> attribute, long entry, long argument, String name) {
        if (thread.isNull()) {
            return Errno.EINVAL;
        }
        PosixThreads.Attributes attributes = ThreadAttributes.defaults();
        if (!attribute.isNull() && attribute.get() != 0) {
            ThreadAttributes known = objects.at(attribute.get(), ThreadAttributes.class);
            if (known == null) {
                return Errno.EINVAL;
            }
            attributes = known.value();
        }
        if (attributes.inherit()) {
            PosixThreads.Attributes creator = threads.current().attributes();
            attributes = ThreadAttributes.withPriority(attributes, creator.policy(), creator.priority());
        }
        threads.start(new PosixThreads.Plan(name, entry, argument, attributes), thread::set);
        return Errno.OK;
    }

    @HleExport(name = "scePthreadJoin", nid = "onNY9Byn-W8")
    public int join(long thread, @Out @OrNull GuestPtr<Long> result) {
        return answers.encoded(answers.point(() -> awaitEnd(thread, result)));
    }

    @HleExport(name = "pthread_join", nid = "h9CcP3J0oVM")
    public int joinBare(long thread, @Out @OrNull GuestPtr<Long> result) {
        return answers.bare(answers.point(() -> awaitEnd(thread, result)));
    }

    private Errno awaitEnd(long thread, GuestPtr<Long> result) throws InterruptedException {
        PosixThreads.Joined joined = threads.join(thread);
        if (joined.errno() == Errno.OK && !result.isNull()) {
            result.set(joined.value());
        }
        return joined.errno();
    }

    @HleExport(name = "scePthreadDetach", nid = "4qGrR6eoP9Y")
    public int detach(long thread) {
        return onThread(thread, PosixThread::detach).encoded();
    }

    @HleExport(name = "pthread_detach", nid = "+U1R4WtXvoc")
    public int detachBare(long thread) {
        return onThread(thread, PosixThread::detach).number();
    }

    @HleExport(name = "scePthreadExit", nid = "3kg7rT0NQIs")
    @HleExport(name = "pthread_exit", nid = "FJrT5LuUBAU")
    public void exit(long result) {
        throw threads.exit(result);
    }

    @HleExport(name = "scePthreadSelf", nid = "aI+OeCz8xrQ")
    @HleExport(name = "pthread_self", nid = "EotR8a3ASf4")
    public long self() {
        return threads.current().address();
    }

    @HleExport(name = "scePthreadEqual", nid = "3PtV6p3QNX4")
    @HleExport(name = "pthread_equal", nid = "7Xl257M4VNI")
    public boolean areEqual(long a, long b) {
        return a == b;
    }

    @HleExport(name = "scePthreadYield", nid = "T72hz6ffq08")
    @HleExport(name = "pthread_yield", nid = "B5GmVDKwpn0")
    public void yield() {
        Thread.yield();
    }

    @HleExport(name = "sched_yield", nid = "6XG4B33N09g")
    public int yieldPosix() {
        Thread.yield();
        return 0;
    }

    @HleExport(name = "scePthreadGetthreadid", nid = "EI-5-jlq2dE")
    @HleExport(name = "pthread_getthreadid_np", nid = "3eqs37G74-s")
    public int id() {
        return threads.current().id();
    }

    @HleExport(name = "scePthreadRename", nid = "GBUY7ywdULE")
    @HleExport(name = "scePthreadSetName", nid = "XeTqw+0Zl10")
    public int rename(long thread, GuestString name) {
        return changeName(thread, name).encoded();
    }

    @HleExport(name = "pthread_rename_np", nid = "9vyP6Z7bqzc")
    public int renameBare(long thread, GuestString name) {
        return changeName(thread, name).number();
    }

    @HleExport(name = "pthread_set_name_np", nid = "oxMp8uPqa+U")
    public void setName(long thread, GuestString name) {
        changeName(thread, name);
    }

    private Errno changeName(long thread, GuestString name) {
        if (name.isNull()) {
            return Errno.EINVAL;
        }
        return onThread(thread, t -> {
            t.rename(Names.of(name));
            return Errno.OK;
        });
    }

    @HleExport(name = "scePthreadGetname", nid = "How7B8Oet6k")
    public int name(long thread, @Out GuestPtr<Byte> name) {
        return readName(thread, name).encoded();
    }

    @HleExport(name = "pthread_getname_np", nid = "9HzfhdtESio")
    public int nameBare(long thread, @Out GuestPtr<Byte> name) {
        return readName(thread, name).number();
    }

    private Errno readName(long thread, GuestPtr<Byte> name) {
        if (name.isNull()) {
            return Errno.EINVAL;
        }
        return onThread(thread, t -> {
            byte[] bytes = t.name().getBytes(StandardCharsets.UTF_8);
            int count = Math.min(bytes.length, NAME_BYTES - 1);
            for (int i = 0; i < count; i++) {
                name.plus(i).set(bytes[i]);
            }
            name.plus(count).set((byte) 0);
            return Errno.OK;
        });
    }

    @HleExport(name = "scePthreadGetstack", nid = "G24HsbuMLv0")
    public int stack(long thread, @Out GuestPtr<Long> low, @Out GuestPtr<Long> bytes) {
        if (low.isNull() || bytes.isNull()) {
            return Errno.EINVAL.encoded();
        }
        return onThread(thread, t -> {
            if (t.guest().isEmpty()) {
                return Errno.ESRCH;
            }
            low.set(t.guest().get().stackLow());
            bytes.set(t.guest().get().stackHigh() - t.guest().get().stackLow());
            return Errno.OK;
        }).encoded();
    }

    @HleExport(name = "scePthreadGetprio", nid = "1tKyG7RlMJo")
    public int priority(long thread, @Out GuestPtr<Integer> priority) {
        return onThread(thread, t -> write(priority, t.attributes().priority())).encoded();
    }

    @HleExport(name = "scePthreadSetprio", nid = "W0Hpm2X0uPE")
    public int setPriority(long thread, int priority) {
        return changePriority(thread, priority).encoded();
    }

    @HleExport(name = "pthread_setprio", nid = "a2P9wYGeZvc")
    public int setPriorityBare(long thread, int priority) {
        return changePriority(thread, priority).number();
    }

    private Errno changePriority(long thread, int priority) {
        return onThread(thread, t -> schedule(t, t.attributes().policy(), priority));
    }

    private static Errno schedule(PosixThread thread, int policy, int priority) {
        boolean isPolicy = policy >= ThreadAttributes.FIFO && policy <= ThreadAttributes.ROUND_ROBIN;
        if (!isPolicy || !ThreadAttributes.isPriority(policy, priority)) {
            return Errno.EINVAL;
        }
        thread.setAttributes(ThreadAttributes.withPriority(thread.attributes(), policy, priority));
        return Errno.OK;
    }

    @HleExport(name = "scePthreadGetschedparam", nid = "P41kTWUS3EI")
    public int scheduling(long thread, @Out GuestPtr<Integer> policy, @Out GuestPtr<Integer> priority) {
        return readScheduling(thread, policy, priority).encoded();
    }

    @HleExport(name = "pthread_getschedparam", nid = "FIs3-UQT9sg")
    public int schedulingBare(long thread, @Out GuestPtr<Integer> policy, @Out GuestPtr<Integer> priority) {
        return readScheduling(thread, policy, priority).number();
    }

    private Errno readScheduling(long thread, GuestPtr<Integer> policy, GuestPtr<Integer> priority) {
        return onThread(thread, t -> {
            Errno first = write(policy, t.attributes().policy());
            return first == Errno.OK ? write(priority, t.attributes().priority()) : first;
        });
    }

    @HleExport(name = "scePthreadSetschedparam", nid = "oIRFTjoILbg")
    public int setScheduling(long thread, int policy, GuestPtr<Integer> priority) {
        return changeScheduling(thread, policy, priority).encoded();
    }

    @HleExport(name = "pthread_setschedparam", nid = "Xs9hdiD7sAA")
    public int setSchedulingBare(long thread, int policy, GuestPtr<Integer> priority) {
        return changeScheduling(thread, policy, priority).number();
    }

    private Errno changeScheduling(long thread, int policy, GuestPtr<Integer> priority) {
        return priority.isNull() ? Errno.EINVAL : onThread(thread, t -> schedule(t, policy, priority.get()));
    }

    @HleExport(name = "scePthreadGetaffinity", nid = "rcrVFJsQWRY")
    public int affinity(long thread, @Out GuestPtr<Long> mask) {
        if (mask.isNull()) {
            return Errno.EINVAL.encoded();
        }
        return onThread(thread, t -> {
            mask.set(t.attributes().affinity());
            return Errno.OK;
        }).encoded();
    }

    @HleExport(name = "scePthreadSetaffinity", nid = "bt3CTBKmGyI")
    public int setAffinity(long thread, long mask) {
        return onThread(thread, t -> {
            if (!ThreadAttributes.isAffinity(mask)) {
                return Errno.EINVAL;
            }
            t.setAttributes(ThreadAttributes.withAffinity(t.attributes(), mask));
            return Errno.OK;
        }).encoded();
    }

    @HleExport(name = "sched_get_priority_max", nid = "CBNtXOoef-E")
    public int highestPriority(int policy) {
        return ThreadAttributes.highestPriority(policy);
    }

    @HleExport(name = "sched_get_priority_min", nid = "m0iS6jNsXds")
    public int lowestPriority(int policy) {
        return ThreadAttributes.lowestPriority(policy);
    }

    private static Errno write(GuestPtr<Integer> out, int value) {
        if (out.isNull()) {
            return Errno.EINVAL;
        }
        out.set(value);
        return Errno.OK;
    }

    private Errno onThread(long thread, Function<PosixThread, Errno> call) {
        Optional<PosixThread> known = threads.at(thread);
        return known.isEmpty() ? Errno.ESRCH : call.apply(known.get());
    }
}
