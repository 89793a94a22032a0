package org.lierne.kernel.format;

/** A symbol that the image offers under one of its exported libraries. */
public record ExportedSymbol(Symbol symbol, LibraryEntry library) {
    public Nid nid() {
        return symbol.nid();
    }
}
