package org.lierne.bench;

import java.io.IOException;
import java.util.List;

/** A named group of figures that are measured side by side. */
interface Suite {
    String name();

    List<Figure> run() throws IOException, InterruptedException;
}
