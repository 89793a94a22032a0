package org.lierne.lib.ampr;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThreads;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The submissions of the running title by number, its files and its mapper. Documented: system calls, section 17. */
@Component(service = {Submissions.class, TitleListener.class})
public final class Submissions implements TitleListener {
    /** What a submission leaves behind: 0 or the error, and the offset of the command. */
    @GuestStruct(size = 0x08)
    public record ResultRecord(@At(0x00) int result, @At(0x04) int offset) {}

    /** Where the guest wants to know of a submission: its number, its result; 0 for nowhere. */
    record Told(long id, long result) {}

    private final GuestMemory memory;
    private final EventQueues queues;
    private final GuestThreads threads;
    private final AddressSpace space;
    private final FileIds files;
    private final Map<Integer, CountDownLatch> running = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger(1);
    private volatile Mapper mapper;
    private volatile Executor executor;

    @Activate
    public Submissions(@Reference GuestMemory memory, @Reference EventQueues queues, @Reference GuestThreads threads,
            @Reference GuestFiles files, @Reference AddressSpace space) {
        this.memory = memory;
        this.queues = queues;
        this.threads = threads;
        this.space = space;
        this.files = new FileIds(files);
        this.mapper = new Mapper(space);
        this.executor = new Executor(memory, queues, this.files, mapper);
    }

    @Override
    public void titleStarting(Title title) {
        mapper = new Mapper(space);
        executor = new Executor(memory, queues, files, mapper);
        running.clear();
    }

    @Override
    public void titleStopped(Title title) {
        executor.stop();
        files.close();
    }

    FileIds files() {
        return files;
    }

    Mapper mapper() {
        return mapper;
    }

    void start(long commands, int bytes, Told told) {
        int number = next.getAndIncrement();
        CountDownLatch end = new CountDownLatch(1);
        if (told.id != 0) {
            running.put(number, end);
            memory.putInt(told.id, number);
        }
        executor.start(commands, bytes, ended -> {
            if (told.result != 0) {
                new GuestPtr<>(memory, told.result, ResultRecord.class).set(new ResultRecord(ended.error(), ended.offset()));
            }
            end.countDown();
        });
    }

    Errno await(int id) {
        CountDownLatch end = running.get(id);
        if (end == null) {
            return Errno.ESRCH;
        }
        try {
            end.await();
        } catch (InterruptedException e) {
            throw threads.interrupted();
        }
        running.remove(id);
        return Errno.OK;
    }
}
