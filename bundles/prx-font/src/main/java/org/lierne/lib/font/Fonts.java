package org.lierne.lib.font;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.lierne.host.font.FontFace;
import org.lierne.host.font.FontReader;
import org.lierne.host.font.FontRefused;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Libraries, renderers, fonts and glyphs of the running title by their handles, which are no addresses. */
@Component(service = {Fonts.class, TitleListener.class})
public final class Fonts implements TitleListener {
    private static final long STEP = 0x10;

    /** A library of fonts. */
    record Library() {}

    /** What draws. */
    record Renderer() {}

    /** One letter of a font; nothing asks which. */
    record Glyph() {}

    private final FontReader reader;
    private final Map<Long, Object> objects = new HashMap<>();
    private long last;

    @Activate
    public Fonts(@Reference FontReader reader) {
        this.reader = reader;
    }

    synchronized long add(Object object) {
        last += STEP;
        objects.put(last, object);
        return last;
    }

    synchronized <T> Optional<T> find(long handle, Class<T> type) {
        Object object = objects.get(handle);
        return type.isInstance(object) ? Optional.of(type.cast(object)) : Optional.empty();
    }

    /** @return whether there was one */
    synchronized boolean remove(long handle, Class<?> type) {
        if (!type.isInstance(objects.get(handle))) {
            return false;
        }
        if (objects.remove(handle) instanceof Font font) {
            font.face().close();
        }
        return true;
    }

    long open(byte[] file, int index) throws FontRefused {
        FontFace face = reader.open(file, index);
        return add(new Font(face, file, index));
    }

    @Override
    public synchronized void titleStopped(Title title) {
        objects.values().forEach(o -> {
            if (o instanceof Font font) {
                font.face().close();
            }
        });
        objects.clear();
    }
}
