package org.lierne.kernel.run;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleRequest;

/** The title that is running, as other rooms see it. */
final class RunningTitle implements Title {
    private final TitleFolder folder;
    private final TitleRequest request;
    private final TitleState state;
    private final AtomicLong frames = new AtomicLong();
    private volatile @Nullable String memoryUser;

    RunningTitle(TitleFolder folder, TitleRequest request, TitleState state) {
        this.folder = folder;
        this.request = request;
        this.state = state;
    }

    @Override
    public String id() {
        return folder.id();
    }

    @Override
    public String name() {
        return folder.name();
    }

    @Override
    public Path root() {
        return folder.root();
    }

    @Override
    public TitleRequest request() {
        return request;
    }

    @Override
    public void requestStop(String reason) {
        state.request(reason);
    }

    @Override
    public void refuse(String reason) {
        state.refuse(reason);
    }

    @Override
    public void hostLacks(String message) {
        state.hostLacks(message);
    }

    @Override
    public void keepMemory(String reason) {
        memoryUser = reason;
    }

    /** Why the memory stays mapped, null where it need not. */
    @Nullable String memoryUser() {
        return memoryUser;
    }

    @Override
    public boolean isStopping() {
        return state.isEnding();
    }

    @Override
    public void framePresented() {
        frames.incrementAndGet();
    }

    @Override
    public long presentedFrames() {
        return frames.get();
    }
}
