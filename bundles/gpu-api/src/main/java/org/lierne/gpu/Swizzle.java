package org.lierne.gpu;

/** Where the four channels of a view come from. Only sampled views may have another than {@link #IDENTITY}. */
public record Swizzle(Channel r, Channel g, Channel b, Channel a) {
    public static final Swizzle IDENTITY = new Swizzle(Channel.R, Channel.G, Channel.B, Channel.A);
}
