package org.lierne.kernel.module;

/** The name of an imported or exported symbol. Modules of one name are found by what they export, not by file name. */
public record ImportKey(String nid, String library, String module) {
    @Override
    public String toString() {
        return nid + "#" + library + "#" + module;
    }
}
