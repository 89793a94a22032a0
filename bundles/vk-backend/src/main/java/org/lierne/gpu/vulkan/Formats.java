package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.EXTMeshShader.*;
import static org.lwjgl.vulkan.VK13.*;

import org.lierne.gpu.AddressMode;
import org.lierne.gpu.Aspect;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.Channel;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.Filter;
import org.lierne.gpu.Format;
import org.lierne.gpu.FormatUse;
import org.lierne.gpu.Reduction;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.Topology;
import org.lierne.gpu.ViewKind;

/** The model's words in Vulkan's numbers. */
final class Formats {
    private static final int[] FORMATS = new int[Format.values().length];

    static {
        for (Format format : Format.values()) {
            FORMATS[format.ordinal()] = number(format);
        }
    }

    private Formats() {}

    /** {@code VkFormat}. */
    static int of(Format format) {
        return FORMATS[format.ordinal()];
    }

    private static int number(Format format) {
        return switch (format) {
            case R4G4_UNORM_PACK8 -> VK_FORMAT_R4G4_UNORM_PACK8;
            case R4G4B4A4_UNORM_PACK16 -> VK_FORMAT_R4G4B4A4_UNORM_PACK16;
            case B4G4R4A4_UNORM_PACK16 -> VK_FORMAT_B4G4R4A4_UNORM_PACK16;
            case A4R4G4B4_UNORM_PACK16 -> VK_FORMAT_A4R4G4B4_UNORM_PACK16;
            case A4B4G4R4_UNORM_PACK16 -> VK_FORMAT_A4B4G4R4_UNORM_PACK16;
            case R5G6B5_UNORM_PACK16 -> VK_FORMAT_R5G6B5_UNORM_PACK16;
            case B5G6R5_UNORM_PACK16 -> VK_FORMAT_B5G6R5_UNORM_PACK16;
            case R5G5B5A1_UNORM_PACK16 -> VK_FORMAT_R5G5B5A1_UNORM_PACK16;
            case B5G5R5A1_UNORM_PACK16 -> VK_FORMAT_B5G5R5A1_UNORM_PACK16;
            case A1R5G5B5_UNORM_PACK16 -> VK_FORMAT_A1R5G5B5_UNORM_PACK16;
            case R8_UNORM -> VK_FORMAT_R8_UNORM;
            case R8_SNORM -> VK_FORMAT_R8_SNORM;
            case R8_USCALED -> VK_FORMAT_R8_USCALED;
            case R8_SSCALED -> VK_FORMAT_R8_SSCALED;
            case R8_UINT -> VK_FORMAT_R8_UINT;
            case R8_SINT -> VK_FORMAT_R8_SINT;
            case R8_SRGB -> VK_FORMAT_R8_SRGB;
            case R8G8_UNORM -> VK_FORMAT_R8G8_UNORM;
            case R8G8_SNORM -> VK_FORMAT_R8G8_SNORM;
            case R8G8_USCALED -> VK_FORMAT_R8G8_USCALED;
            case R8G8_SSCALED -> VK_FORMAT_R8G8_SSCALED;
            case R8G8_UINT -> VK_FORMAT_R8G8_UINT;
            case R8G8_SINT -> VK_FORMAT_R8G8_SINT;
            case R8G8_SRGB -> VK_FORMAT_R8G8_SRGB;
            case R8G8B8A8_UNORM -> VK_FORMAT_R8G8B8A8_UNORM;
            case R8G8B8A8_SNORM -> VK_FORMAT_R8G8B8A8_SNORM;
            case R8G8B8A8_USCALED -> VK_FORMAT_R8G8B8A8_USCALED;
            case R8G8B8A8_SSCALED -> VK_FORMAT_R8G8B8A8_SSCALED;
            case R8G8B8A8_UINT -> VK_FORMAT_R8G8B8A8_UINT;
            case R8G8B8A8_SINT -> VK_FORMAT_R8G8B8A8_SINT;
            case R8G8B8A8_SRGB -> VK_FORMAT_R8G8B8A8_SRGB;
            case B8G8R8A8_UNORM -> VK_FORMAT_B8G8R8A8_UNORM;
            case B8G8R8A8_SNORM -> VK_FORMAT_B8G8R8A8_SNORM;
            case B8G8R8A8_UINT -> VK_FORMAT_B8G8R8A8_UINT;
            case B8G8R8A8_SINT -> VK_FORMAT_B8G8R8A8_SINT;
            case B8G8R8A8_SRGB -> VK_FORMAT_B8G8R8A8_SRGB;
            case A2R10G10B10_UNORM_PACK32 -> VK_FORMAT_A2R10G10B10_UNORM_PACK32;
            case A2R10G10B10_UINT_PACK32 -> VK_FORMAT_A2R10G10B10_UINT_PACK32;
            case A2B10G10R10_UNORM_PACK32 -> VK_FORMAT_A2B10G10R10_UNORM_PACK32;
            case A2B10G10R10_SNORM_PACK32 -> VK_FORMAT_A2B10G10R10_SNORM_PACK32;
            case A2B10G10R10_USCALED_PACK32 -> VK_FORMAT_A2B10G10R10_USCALED_PACK32;
            case A2B10G10R10_SSCALED_PACK32 -> VK_FORMAT_A2B10G10R10_SSCALED_PACK32;
            case A2B10G10R10_UINT_PACK32 -> VK_FORMAT_A2B10G10R10_UINT_PACK32;
            case A2B10G10R10_SINT_PACK32 -> VK_FORMAT_A2B10G10R10_SINT_PACK32;
            case B10G11R11_UFLOAT_PACK32 -> VK_FORMAT_B10G11R11_UFLOAT_PACK32;
            case E5B9G9R9_UFLOAT_PACK32 -> VK_FORMAT_E5B9G9R9_UFLOAT_PACK32;
            case R16_UNORM -> VK_FORMAT_R16_UNORM;
            case R16_SNORM -> VK_FORMAT_R16_SNORM;
            case R16_USCALED -> VK_FORMAT_R16_USCALED;
            case R16_SSCALED -> VK_FORMAT_R16_SSCALED;
            case R16_UINT -> VK_FORMAT_R16_UINT;
            case R16_SINT -> VK_FORMAT_R16_SINT;
            case R16_SFLOAT -> VK_FORMAT_R16_SFLOAT;
            case R16G16_UNORM -> VK_FORMAT_R16G16_UNORM;
            case R16G16_SNORM -> VK_FORMAT_R16G16_SNORM;
            case R16G16_USCALED -> VK_FORMAT_R16G16_USCALED;
            case R16G16_SSCALED -> VK_FORMAT_R16G16_SSCALED;
            case R16G16_UINT -> VK_FORMAT_R16G16_UINT;
            case R16G16_SINT -> VK_FORMAT_R16G16_SINT;
            case R16G16_SFLOAT -> VK_FORMAT_R16G16_SFLOAT;
            case R16G16B16A16_UNORM -> VK_FORMAT_R16G16B16A16_UNORM;
            case R16G16B16A16_SNORM -> VK_FORMAT_R16G16B16A16_SNORM;
            case R16G16B16A16_USCALED -> VK_FORMAT_R16G16B16A16_USCALED;
            case R16G16B16A16_SSCALED -> VK_FORMAT_R16G16B16A16_SSCALED;
            case R16G16B16A16_UINT -> VK_FORMAT_R16G16B16A16_UINT;
            case R16G16B16A16_SINT -> VK_FORMAT_R16G16B16A16_SINT;
            case R16G16B16A16_SFLOAT -> VK_FORMAT_R16G16B16A16_SFLOAT;
            case R32_UINT -> VK_FORMAT_R32_UINT;
            case R32_SINT -> VK_FORMAT_R32_SINT;
            case R32_SFLOAT -> VK_FORMAT_R32_SFLOAT;
            case R32G32_UINT -> VK_FORMAT_R32G32_UINT;
            case R32G32_SINT -> VK_FORMAT_R32G32_SINT;
            case R32G32_SFLOAT -> VK_FORMAT_R32G32_SFLOAT;
            case R32G32B32_UINT -> VK_FORMAT_R32G32B32_UINT;
            case R32G32B32_SINT -> VK_FORMAT_R32G32B32_SINT;
            case R32G32B32_SFLOAT -> VK_FORMAT_R32G32B32_SFLOAT;
            case R32G32B32A32_UINT -> VK_FORMAT_R32G32B32A32_UINT;
            case R32G32B32A32_SINT -> VK_FORMAT_R32G32B32A32_SINT;
            case R32G32B32A32_SFLOAT -> VK_FORMAT_R32G32B32A32_SFLOAT;
            case R64_UINT -> VK_FORMAT_R64_UINT;
            case R64_SINT -> VK_FORMAT_R64_SINT;
            case BC1_RGB_UNORM_BLOCK -> VK_FORMAT_BC1_RGB_UNORM_BLOCK;
            case BC1_RGB_SRGB_BLOCK -> VK_FORMAT_BC1_RGB_SRGB_BLOCK;
            case BC1_RGBA_UNORM_BLOCK -> VK_FORMAT_BC1_RGBA_UNORM_BLOCK;
            case BC1_RGBA_SRGB_BLOCK -> VK_FORMAT_BC1_RGBA_SRGB_BLOCK;
            case BC2_UNORM_BLOCK -> VK_FORMAT_BC2_UNORM_BLOCK;
            case BC2_SRGB_BLOCK -> VK_FORMAT_BC2_SRGB_BLOCK;
            case BC3_UNORM_BLOCK -> VK_FORMAT_BC3_UNORM_BLOCK;
            case BC3_SRGB_BLOCK -> VK_FORMAT_BC3_SRGB_BLOCK;
            case BC4_UNORM_BLOCK -> VK_FORMAT_BC4_UNORM_BLOCK;
            case BC4_SNORM_BLOCK -> VK_FORMAT_BC4_SNORM_BLOCK;
            case BC5_UNORM_BLOCK -> VK_FORMAT_BC5_UNORM_BLOCK;
            case BC5_SNORM_BLOCK -> VK_FORMAT_BC5_SNORM_BLOCK;
            case BC6H_UFLOAT_BLOCK -> VK_FORMAT_BC6H_UFLOAT_BLOCK;
            case BC6H_SFLOAT_BLOCK -> VK_FORMAT_BC6H_SFLOAT_BLOCK;
            case BC7_UNORM_BLOCK -> VK_FORMAT_BC7_UNORM_BLOCK;
            case BC7_SRGB_BLOCK -> VK_FORMAT_BC7_SRGB_BLOCK;
            case D16_UNORM -> VK_FORMAT_D16_UNORM;
            case X8_D24_UNORM_PACK32 -> VK_FORMAT_X8_D24_UNORM_PACK32;
            case D32_SFLOAT -> VK_FORMAT_D32_SFLOAT;
            case S8_UINT -> VK_FORMAT_S8_UINT;
            case D16_UNORM_S8_UINT -> VK_FORMAT_D16_UNORM_S8_UINT;
            case D24_UNORM_S8_UINT -> VK_FORMAT_D24_UNORM_S8_UINT;
            case D32_SFLOAT_S8_UINT -> VK_FORMAT_D32_SFLOAT_S8_UINT;
        };
    }

    /** {@code VkImageAspectFlags} of one aspect. */
    static int aspect(Aspect aspect) {
        return switch (aspect) {
            case COLOR -> VK_IMAGE_ASPECT_COLOR_BIT;
            case DEPTH -> VK_IMAGE_ASPECT_DEPTH_BIT;
            case STENCIL -> VK_IMAGE_ASPECT_STENCIL_BIT;
        };
    }

    /** {@code VkImageAspectFlags} of everything a format has. */
    static int aspects(Format format) {
        int bits = (format.hasDepth() ? VK_IMAGE_ASPECT_DEPTH_BIT : 0) | (format.hasStencil()
                ? VK_IMAGE_ASPECT_STENCIL_BIT : 0);
        return bits == 0 ? VK_IMAGE_ASPECT_COLOR_BIT : bits;
    }

    /** {@code VkFormatFeatureFlags2} that a role needs of an image, or of a buffer for vertices. */
    static long features(FormatUse use) {
        return switch (use) {
            case SAMPLED -> VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT;
            case SAMPLED_LINEAR -> VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT
                    | VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
            case STORAGE -> VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT;
            case STORAGE_ATOMIC -> VK_FORMAT_FEATURE_2_STORAGE_IMAGE_ATOMIC_BIT;
            case COLOR_TARGET -> VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT;
            case BLENDED_TARGET -> VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT;
            case DEPTH_TARGET -> VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT;
            case BLIT_SOURCE -> VK_FORMAT_FEATURE_2_BLIT_SRC_BIT;
            case BLIT_TARGET -> VK_FORMAT_FEATURE_2_BLIT_DST_BIT;
            case VERTEX -> VK_FORMAT_FEATURE_2_VERTEX_BUFFER_BIT;
        };
    }

    /** {@code VkShaderStageFlagBits}. */
    static int stageBit(ShaderStage stage) {
        return switch (stage) {
            case VERTEX -> VK_SHADER_STAGE_VERTEX_BIT;
            case TESSELLATION_CONTROL -> VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
            case TESSELLATION_EVALUATION -> VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
            case GEOMETRY -> VK_SHADER_STAGE_GEOMETRY_BIT;
            case FRAGMENT -> VK_SHADER_STAGE_FRAGMENT_BIT;
            case COMPUTE -> VK_SHADER_STAGE_COMPUTE_BIT;
            case TASK -> VK_SHADER_STAGE_TASK_BIT_EXT;
            case MESH -> VK_SHADER_STAGE_MESH_BIT_EXT;
        };
    }

    /** {@code VkDescriptorType}. */
    static int descriptorType(BindingKind kind) {
        return switch (kind) {
            case UNIFORM_BUFFER -> VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
            case STORAGE_BUFFER -> VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
            case UNIFORM_TEXEL_BUFFER -> VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
            case STORAGE_TEXEL_BUFFER -> VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
            case SAMPLED_IMAGE -> VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
            case STORAGE_IMAGE -> VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
            case SAMPLER -> VK_DESCRIPTOR_TYPE_SAMPLER;
            case COMBINED_IMAGE_SAMPLER -> VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        };
    }

    /** {@code VkImageViewType}. */
    static int viewType(ViewKind kind) {
        return switch (kind) {
            case D1 -> VK_IMAGE_VIEW_TYPE_1D;
            case D2 -> VK_IMAGE_VIEW_TYPE_2D;
            case D3 -> VK_IMAGE_VIEW_TYPE_3D;
            case CUBE -> VK_IMAGE_VIEW_TYPE_CUBE;
            case D1_ARRAY -> VK_IMAGE_VIEW_TYPE_1D_ARRAY;
            case D2_ARRAY -> VK_IMAGE_VIEW_TYPE_2D_ARRAY;
            case CUBE_ARRAY -> VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
        };
    }

    /** {@code VkComponentSwizzle}. */
    static int swizzle(Channel channel) {
        return switch (channel) {
            case ZERO -> VK_COMPONENT_SWIZZLE_ZERO;
            case ONE -> VK_COMPONENT_SWIZZLE_ONE;
            case R -> VK_COMPONENT_SWIZZLE_R;
            case G -> VK_COMPONENT_SWIZZLE_G;
            case B -> VK_COMPONENT_SWIZZLE_B;
            case A -> VK_COMPONENT_SWIZZLE_A;
        };
    }

    static int filter(Filter filter) {
        return filter == Filter.LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    }

    static int mipMode(Filter filter) {
        return filter == Filter.LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    }

    static int addressMode(AddressMode mode) {
        return switch (mode) {
            case REPEAT -> VK_SAMPLER_ADDRESS_MODE_REPEAT;
            case MIRRORED_REPEAT -> VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
            case CLAMP_TO_EDGE -> VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
            case CLAMP_TO_BORDER -> VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
            case MIRROR_CLAMP_TO_EDGE -> VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
        };
    }

    static int reduction(Reduction reduction) {
        return switch (reduction) {
            case AVERAGE -> VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
            case MIN -> VK_SAMPLER_REDUCTION_MODE_MIN;
            case MAX -> VK_SAMPLER_REDUCTION_MODE_MAX;
        };
    }

    static int topology(Topology topology) {
        return switch (topology) {
            case POINT_LIST -> VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
            case LINE_LIST -> VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
            case LINE_STRIP -> VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
            case TRIANGLE_LIST -> VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
            case TRIANGLE_STRIP -> VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
            case TRIANGLE_FAN -> VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN;
            case LINE_LIST_ADJACENCY -> VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY;
            case LINE_STRIP_ADJACENCY -> VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY;
            case TRIANGLE_LIST_ADJACENCY -> VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY;
            case TRIANGLE_STRIP_ADJACENCY -> VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY;
            case PATCH_LIST -> VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
        };
    }

    /** The first topology of the class a topology belongs to: within a class a pipeline takes any of them. */
    static Topology topologyClass(Topology topology) {
        return switch (topology) {
            case POINT_LIST -> Topology.POINT_LIST;
            case LINE_LIST, LINE_STRIP, LINE_LIST_ADJACENCY, LINE_STRIP_ADJACENCY -> Topology.LINE_LIST;
            case TRIANGLE_LIST, TRIANGLE_STRIP, TRIANGLE_FAN, TRIANGLE_LIST_ADJACENCY, TRIANGLE_STRIP_ADJACENCY ->
                Topology.TRIANGLE_LIST;
            case PATCH_LIST -> Topology.PATCH_LIST;
        };
    }

    /** Whether indices of all ones can restart a topology without a feature of its own. */
    static boolean isStrip(Topology topology) {
        return switch (topology) {
            case LINE_STRIP, TRIANGLE_STRIP, TRIANGLE_FAN, LINE_STRIP_ADJACENCY, TRIANGLE_STRIP_ADJACENCY -> true;
            case POINT_LIST, LINE_LIST, TRIANGLE_LIST, LINE_LIST_ADJACENCY, TRIANGLE_LIST_ADJACENCY,
                    PATCH_LIST -> false;
        };
    }

    static int cull(DrawState.Cull cull) {
        return switch (cull) {
            case NONE -> VK_CULL_MODE_NONE;
            case FRONT -> VK_CULL_MODE_FRONT_BIT;
            case BACK -> VK_CULL_MODE_BACK_BIT;
            case FRONT_AND_BACK -> VK_CULL_MODE_FRONT_AND_BACK;
        };
    }

    static int frontFace(DrawState.FrontFace face) {
        return face == DrawState.FrontFace.CLOCKWISE ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE;
    }

    static int polygonMode(DrawState.PolygonMode mode) {
        return switch (mode) {
            case FILL -> VK_POLYGON_MODE_FILL;
            case LINE -> VK_POLYGON_MODE_LINE;
            case POINT -> VK_POLYGON_MODE_POINT;
        };
    }

    static int blendFactor(DrawState.BlendFactor factor) {
        return switch (factor) {
            case ZERO -> VK_BLEND_FACTOR_ZERO;
            case ONE -> VK_BLEND_FACTOR_ONE;
            case SRC_COLOR -> VK_BLEND_FACTOR_SRC_COLOR;
            case ONE_MINUS_SRC_COLOR -> VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR;
            case DST_COLOR -> VK_BLEND_FACTOR_DST_COLOR;
            case ONE_MINUS_DST_COLOR -> VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
            case SRC_ALPHA -> VK_BLEND_FACTOR_SRC_ALPHA;
            case ONE_MINUS_SRC_ALPHA -> VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
            case DST_ALPHA -> VK_BLEND_FACTOR_DST_ALPHA;
            case ONE_MINUS_DST_ALPHA -> VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA;
            case CONSTANT_COLOR -> VK_BLEND_FACTOR_CONSTANT_COLOR;
            case ONE_MINUS_CONSTANT_COLOR -> VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR;
            case CONSTANT_ALPHA -> VK_BLEND_FACTOR_CONSTANT_ALPHA;
            case ONE_MINUS_CONSTANT_ALPHA -> VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
            case SRC_ALPHA_SATURATE -> VK_BLEND_FACTOR_SRC_ALPHA_SATURATE;
            case SRC1_COLOR -> VK_BLEND_FACTOR_SRC1_COLOR;
            case ONE_MINUS_SRC1_COLOR -> VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR;
            case SRC1_ALPHA -> VK_BLEND_FACTOR_SRC1_ALPHA;
            case ONE_MINUS_SRC1_ALPHA -> VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
        };
    }

    static int blendOp(DrawState.BlendOp op) {
        return switch (op) {
            case ADD -> VK_BLEND_OP_ADD;
            case SUBTRACT -> VK_BLEND_OP_SUBTRACT;
            case REVERSE_SUBTRACT -> VK_BLEND_OP_REVERSE_SUBTRACT;
            case MIN -> VK_BLEND_OP_MIN;
            case MAX -> VK_BLEND_OP_MAX;
        };
    }

    static int stencilOp(DrawState.StencilOp op) {
        return switch (op) {
            case KEEP -> VK_STENCIL_OP_KEEP;
            case ZERO -> VK_STENCIL_OP_ZERO;
            case REPLACE -> VK_STENCIL_OP_REPLACE;
            case INCREMENT_AND_CLAMP -> VK_STENCIL_OP_INCREMENT_AND_CLAMP;
            case DECREMENT_AND_CLAMP -> VK_STENCIL_OP_DECREMENT_AND_CLAMP;
            case INVERT -> VK_STENCIL_OP_INVERT;
            case INCREMENT_AND_WRAP -> VK_STENCIL_OP_INCREMENT_AND_WRAP;
            case DECREMENT_AND_WRAP -> VK_STENCIL_OP_DECREMENT_AND_WRAP;
        };
    }
}
