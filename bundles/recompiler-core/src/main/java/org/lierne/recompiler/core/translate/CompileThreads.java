package org.lierne.recompiler.core.translate;

import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.lierne.recompiler.program.CompileQueue;
import org.lierne.recompiler.program.ShaderCompiler;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** The threads that compile: as many as there are processors, gone again when nobody asks. */
@Component(service = ShaderCompiler.class)
public final class CompileThreads implements ShaderCompiler {
    private static final long IDLE_S = 5;

    private final ThreadPoolExecutor threads;

    @Activate
    public CompileThreads() {
        this(Math.max(2, Runtime.getRuntime().availableProcessors()));
    }

    CompileThreads(int count) {
        threads = new ThreadPoolExecutor(count, count, IDLE_S, TimeUnit.SECONDS, new PriorityBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("compile-", 1).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public CompileQueue open(String owner) {
        return new OwnedQueue(owner, threads);
    }

    @Deactivate
    void stop() {
        threads.shutdownNow().forEach(work -> {
            if (work instanceof OwnedQueue.Work<?> dropped) {
                dropped.drop();
            }
        });
    }
}
