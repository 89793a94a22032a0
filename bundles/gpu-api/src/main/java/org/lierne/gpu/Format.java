package org.lierne.gpu;

/**
 * Texel and vertex formats, named as Vulkan names them (channels from the lowest address, or from the highest bit of a
 * packed word). A device need not support all of them in every role: ask {@link GpuDevice#supports}.
 */
public enum Format {
    R4G4_UNORM_PACK8(1),
    R4G4B4A4_UNORM_PACK16(2), B4G4R4A4_UNORM_PACK16(2), A4R4G4B4_UNORM_PACK16(2), A4B4G4R4_UNORM_PACK16(2),
    R5G6B5_UNORM_PACK16(2), B5G6R5_UNORM_PACK16(2),
    R5G5B5A1_UNORM_PACK16(2), B5G5R5A1_UNORM_PACK16(2), A1R5G5B5_UNORM_PACK16(2),

    R8_UNORM(1), R8_SNORM(1), R8_USCALED(1), R8_SSCALED(1), R8_UINT(1), R8_SINT(1), R8_SRGB(1),
    R8G8_UNORM(2), R8G8_SNORM(2), R8G8_USCALED(2), R8G8_SSCALED(2), R8G8_UINT(2), R8G8_SINT(2), R8G8_SRGB(2),
    R8G8B8A8_UNORM(4), R8G8B8A8_SNORM(4), R8G8B8A8_USCALED(4), R8G8B8A8_SSCALED(4), R8G8B8A8_UINT(4), R8G8B8A8_SINT(4),
    R8G8B8A8_SRGB(4), B8G8R8A8_UNORM(4), B8G8R8A8_SNORM(4), B8G8R8A8_UINT(4), B8G8R8A8_SINT(4), B8G8R8A8_SRGB(4),

    A2R10G10B10_UNORM_PACK32(4), A2R10G10B10_UINT_PACK32(4),
    A2B10G10R10_UNORM_PACK32(4), A2B10G10R10_SNORM_PACK32(4), A2B10G10R10_USCALED_PACK32(4),
    A2B10G10R10_SSCALED_PACK32(4),
    A2B10G10R10_UINT_PACK32(4), A2B10G10R10_SINT_PACK32(4),
    B10G11R11_UFLOAT_PACK32(4), E5B9G9R9_UFLOAT_PACK32(4),

    R16_UNORM(2), R16_SNORM(2), R16_USCALED(2), R16_SSCALED(2), R16_UINT(2), R16_SINT(2), R16_SFLOAT(2),
    R16G16_UNORM(4), R16G16_SNORM(4), R16G16_USCALED(4), R16G16_SSCALED(4), R16G16_UINT(4), R16G16_SINT(4),
            R16G16_SFLOAT(4),
    R16G16B16A16_UNORM(8), R16G16B16A16_SNORM(8), R16G16B16A16_USCALED(8), R16G16B16A16_SSCALED(8),
            R16G16B16A16_UINT(8),
    R16G16B16A16_SINT(8), R16G16B16A16_SFLOAT(8),

    R32_UINT(4), R32_SINT(4), R32_SFLOAT(4),
    R32G32_UINT(8), R32G32_SINT(8), R32G32_SFLOAT(8),
    R32G32B32_UINT(12), R32G32B32_SINT(12), R32G32B32_SFLOAT(12),
    R32G32B32A32_UINT(16), R32G32B32A32_SINT(16), R32G32B32A32_SFLOAT(16),
    R64_UINT(8), R64_SINT(8),

    BC1_RGB_UNORM_BLOCK(8, 4), BC1_RGB_SRGB_BLOCK(8, 4), BC1_RGBA_UNORM_BLOCK(8, 4), BC1_RGBA_SRGB_BLOCK(8, 4),
    BC2_UNORM_BLOCK(16, 4), BC2_SRGB_BLOCK(16, 4), BC3_UNORM_BLOCK(16, 4), BC3_SRGB_BLOCK(16, 4),
    BC4_UNORM_BLOCK(8, 4), BC4_SNORM_BLOCK(8, 4), BC5_UNORM_BLOCK(16, 4), BC5_SNORM_BLOCK(16, 4),
    BC6H_UFLOAT_BLOCK(16, 4), BC6H_SFLOAT_BLOCK(16, 4), BC7_UNORM_BLOCK(16, 4), BC7_SRGB_BLOCK(16, 4),

    D16_UNORM(2, true, false), X8_D24_UNORM_PACK32(4, true, false), D32_SFLOAT(4, true, false), S8_UINT(1, false, true),
    D16_UNORM_S8_UINT(3, true, true), D24_UNORM_S8_UINT(4, true, true), D32_SFLOAT_S8_UINT(5, true, true);

    private final int blockBytes;
    private final int blockTexels;
    private final boolean hasDepth;
    private final boolean hasStencil;

    Format(int texelBytes) {
        this(texelBytes, 1, false, false);
    }

    Format(int blockBytes, int blockTexels) {
        this(blockBytes, blockTexels, false, false);
    }

    Format(int texelBytes, boolean hasDepth, boolean hasStencil) {
        this(texelBytes, 1, hasDepth, hasStencil);
    }

    Format(int blockBytes, int blockTexels, boolean hasDepth, boolean hasStencil) {
        this.blockBytes = blockBytes;
        this.blockTexels = blockTexels;
        this.hasDepth = hasDepth;
        this.hasStencil = hasStencil;
    }

    /**
     * Bytes of a texel, or of a block of a block-compressed format; of depth with stencil both together, though copies
     * move one.
     */
    public int blockBytes() {
        return blockBytes;
    }

    /** Width and height of a block in texels: 4 for block-compressed formats, else 1. */
    public int blockTexels() {
        return blockTexels;
    }

    public boolean isCompressed() {
        return blockTexels > 1;
    }

    public boolean hasDepth() {
        return hasDepth;
    }

    public boolean hasStencil() {
        return hasStencil;
    }

    /** {@link Aspect#COLOR}, {@link Aspect#DEPTH}, or {@link Aspect#STENCIL} where there is nothing else. */
    public Aspect mainAspect() {
        return hasDepth ? Aspect.DEPTH : hasStencil ? Aspect.STENCIL : Aspect.COLOR;
    }

    /** Whether texels are read as integers. */
    public boolean isInteger() {
        return name().contains("UINT") && !hasDepth || name().contains("_SINT");
    }

    /** Whether texels are read as signed integers. */
    public boolean isSignedInteger() {
        return name().contains("_SINT");
    }

    /** Bytes of a texel or block of one aspect in a buffer that is copied to or from an image. */
    public int copyBytes(Aspect aspect) {
        return switch (aspect) {
            case COLOR -> blockBytes;
            case STENCIL -> 1;
            case DEPTH -> this == D16_UNORM || this == D16_UNORM_S8_UINT ? 2 : 4;
        };
    }

    /** Bytes of a tightly packed region of one aspect. */
    public long bytes(Aspect aspect, int width, int height, int depth, int layers) {
        long columns = (width + blockTexels - 1) / blockTexels;
        long rows = (height + blockTexels - 1) / blockTexels;
        return columns * rows * depth * layers * copyBytes(aspect);
    }
}
