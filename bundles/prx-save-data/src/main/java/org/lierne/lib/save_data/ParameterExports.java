package org.lierne.lib.save_data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Parameters and icon of a mounted save. Documented: system calls, section 13. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.save-data", library = "libSceSaveData")
public final class ParameterExports implements HleModule {
    private static final int POINT_BYTES = 16;
    private static final int ALL = 0;
    private static final int TITLE = 1;
    private static final int SUBTITLE = 2;
    private static final int DETAIL = 3;
    private static final int USER_WORD = 4;
    private static final int TIME = 5;

    private final SaveDataState state;
    private final GuestMemory memory;

    @Activate
    public ParameterExports(@Reference SaveDataState state, @Reference GuestMemory memory) {
        this.state = state;
        this.memory = memory;
    }

    @HleExport(name = "sceSaveDataGetParam", nid = "XgvSuIdnMlw")
    public GuestStatus parameter(GuestString point, int type, @Out @SizedBy("size") GuestBytes buffer, long size,
            @Out @OrNull GuestPtr<Long> got) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (point.isNull() || type < ALL || type > TIME || buffer.isNull()) {
            return SaveDataError.PARAMETER;
        }
        Optional<SaveDataState.Mounted> mounted = state.at(point.get(POINT_BYTES));
        if (mounted.isEmpty()) {
            return SaveDataError.NOT_MOUNTED;
        }
        SaveParameters p = SaveParameters.read(mounted.get().version().resolve(SaveStore.PARAMETERS)).orElse(SaveParameters.empty());
        byte[] whole = switch (type) {
            case TITLE -> p.title();
            case SUBTITLE -> p.subtitle();
            case DETAIL -> p.detail();
            case USER_WORD -> ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(p.userWord()).array();
            case TIME -> ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(p.seconds()).array();
            default -> p.toBytes();
        };
        boolean isText = type == TITLE || type == SUBTITLE || type == DETAIL;
        if (size == 0 || !isText && Long.compareUnsigned(size, whole.length) < 0) {
            return SaveDataError.PARAMETER;
        }
        byte[] written = isText ? text(whole, size) : whole;
        buffer.write(written);
        if (!got.isNull()) {
            got.set((long) written.length);
        }
        return GuestStatus.OK;
    }

    /** A text with its zero byte, cut to the buffer. */
    private static byte[] text(byte[] field, long size) {
        int end = 0;
        while (end < field.length && field[end] != 0) {
            end++;
        }
        int kept = (int) Math.min(end, size - 1);
        return Arrays.copyOf(Arrays.copyOf(field, kept), kept + 1);
    }

    @HleExport(name = "sceSaveDataSetParam", nid = "85zul--eGXs")
    public GuestStatus setParameter(GuestString point, int type, @SizedBy("size") GuestBytes buffer, long size) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (point.isNull() || type < ALL || type > TIME || buffer.isNull()) {
            return SaveDataError.PARAMETER;
        }
        Optional<SaveDataState.Mounted> mounted = state.at(point.get(POINT_BYTES));
        if (mounted.isEmpty()) {
            return SaveDataError.NOT_MOUNTED;
        }
        if (!mounted.get().isWritable()) {
            return SaveDataError.BAD_MOUNTED;
        }
        int least = switch (type) {
            case ALL -> SaveParameters.BYTES;
            case USER_WORD -> Integer.BYTES;
            case TIME -> Long.BYTES;
            default -> 0;
        };
        if (Long.compareUnsigned(size, least) < 0) {
            return SaveDataError.PARAMETER;
        }
        Path file = mounted.get().version().resolve(SaveStore.PARAMETERS);
        SaveParameters old = SaveParameters.read(file).orElse(SaveParameters.empty());
        ByteBuffer raw = ByteBuffer.wrap(memory.getBytes(buffer.address(), (int) Math.min(size, SaveParameters.BYTES)))
                .order(ByteOrder.LITTLE_ENDIAN);
        SaveParameters changed = switch (type) {
            case TITLE -> old.withTitle(raw.array());
            case SUBTITLE -> old.withSubtitle(raw.array());
            case DETAIL -> old.withDetail(raw.array());
            case USER_WORD -> old.withUserWord(raw.getInt());
            case TIME -> old.withSeconds(raw.getLong());
            default -> new GuestPtr<>(memory, buffer.address(), SaveParameters.class).get();
        };
        write(file, changed.toBytes());
        return GuestStatus.OK;
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @HleExport(name = "sceSaveDataSaveIcon", nid = "c88Yy54Mx0w")
    public GuestStatus saveIcon(GuestString point, GuestPtr<SaveRecords.Icon> icon) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (point.isNull() || icon.isNull() || icon.get().buffer() == 0) {
            return SaveDataError.PARAMETER;
        }
        Optional<SaveDataState.Mounted> mounted = state.at(point.get(POINT_BYTES));
        if (mounted.isEmpty()) {
            return SaveDataError.NOT_MOUNTED;
        }
        if (!mounted.get().isWritable()) {
            return SaveDataError.BAD_MOUNTED;
        }
        SaveRecords.Icon i = icon.get();
        long bytes = i.dataBytes() == 0 ? i.bufferBytes() : i.dataBytes();
        if (bytes < 0 || bytes > Integer.MAX_VALUE) {
            return SaveDataError.PARAMETER;
        }
        write(mounted.get().version().resolve(SaveStore.ICON), memory.getBytes(i.buffer(), (int) bytes));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSaveDataLoadIcon", nid = "cGjO3wM3V28")
    public GuestStatus loadIcon(GuestString point, @InOut GuestPtr<SaveRecords.Icon> icon) {
        if (state.isOff()) {
            return SaveDataError.NOT_INITIALIZED;
        }
        if (point.isNull() || icon.isNull() || icon.get().buffer() == 0) {
            return SaveDataError.PARAMETER;
        }
        Optional<SaveDataState.Mounted> mounted = state.at(point.get(POINT_BYTES));
        if (mounted.isEmpty()) {
            return SaveDataError.NOT_MOUNTED;
        }
        Path file = mounted.get().version().resolve(SaveStore.ICON);
        if (!Files.isRegularFile(file)) {
            return SaveDataError.NOT_FOUND;
        }
        try {
            byte[] content = Files.readAllBytes(file);
            SaveRecords.Icon i = icon.get();
            memory.putBytes(i.buffer(), Arrays.copyOf(content, (int) Math.min(content.length, i.bufferBytes())));
            icon.set(new SaveRecords.Icon(i.buffer(), i.bufferBytes(), content.length));
            return GuestStatus.OK;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
