package org.lierne.gpu;

import java.util.List;

/**
 * Vertex fetch by the device. Guest vertex programs fetch for themselves and have {@link #NONE}; this is for host
 * modules.
 *
 * @param streams    the vertex buffers
 * @param attributes what is read from them
 */
public record VertexInput(List<Stream> streams, List<Attribute> attributes) {
    public static final VertexInput NONE = new VertexInput(List.of(), List.of());

    public VertexInput {
        streams = List.copyOf(streams);
        attributes = List.copyOf(attributes);
    }

    /** A vertex buffer: bytes from one vertex, or one instance, to the next. */
    public record Stream(int binding, int strideBytes, boolean isPerInstance) {}

    /** An input of the vertex shader. */
    public record Attribute(int location, int binding, Format format, int offsetBytes) {}
}
