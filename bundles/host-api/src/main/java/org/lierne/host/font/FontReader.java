package org.lierne.host.font;

import org.osgi.annotation.versioning.ProviderType;

/** Opens font files of any outline format that it knows. Every thread may ask. */
@ProviderType
public interface FontReader {
    /**
     * @param file  the file's bytes, which stay the caller's
     * @param index which face of a collection, 0 in a file of one face
     * @throws FontRefused if it is no font, or has no such face
     */
    FontFace open(byte[] file, int index) throws FontRefused;
}
