#include "device.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static VkDevice device;
static VkQueue queue;
static VkCommandPool pool;
static VkDescriptorPool sets;
static VkPhysicalDeviceProperties properties;
static VkPhysicalDeviceMemoryProperties memories;
static const char *folder;

_Noreturn void fail(const char *what) {
    fprintf(stderr, "reference: %s failed\n", what);
    exit(1);
}

static void check(VkResult result, const char *what) {
    if (result != VK_SUCCESS) {
        fail(what);
    }
}

const char *device_name(void) { return properties.deviceName; }

void open_device(const char *modules) {
    folder = modules;
    VkInstance instance;
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    check(vkCreateInstance(&(VkInstanceCreateInfo){VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application}, NULL, &instance),
        "instance");
    VkPhysicalDevice physical;
    uint32_t one = 1;
    if (vkEnumeratePhysicalDevices(instance, &one, &physical) < 0 || one == 0) {
        fail("looking for a device");
    }
    vkGetPhysicalDeviceProperties(physical, &properties);
    vkGetPhysicalDeviceMemoryProperties(physical, &memories);
    float priority = 1;
    VkDeviceQueueCreateInfo queues = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkPhysicalDeviceVulkan13Features newer = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceFeatures features = {.logicOp = VK_TRUE, .tessellationShader = VK_TRUE, .geometryShader = VK_TRUE, .occlusionQueryPrecise = VK_TRUE,
        .fillModeNonSolid = VK_TRUE, .shaderClipDistance = VK_TRUE};
    check(vkCreateDevice(physical, &(VkDeviceCreateInfo){VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &newer, .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queues, .pEnabledFeatures = &features}, NULL, &device), "device");
    vkGetDeviceQueue(device, 0, 0, &queue);
    check(vkCreateCommandPool(device, &(VkCommandPoolCreateInfo){VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO}, NULL, &pool), "command pool");
    VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 512}, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 512}};
    check(vkCreateDescriptorPool(device, &(VkDescriptorPoolCreateInfo){VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 512,
        .poolSizeCount = 2, .pPoolSizes = sizes}, NULL, &sets), "descriptor pool");
}

/* ---- memory */

static VkDeviceMemory memory(VkMemoryRequirements needs, VkMemoryPropertyFlags flags) {
    for (uint32_t i = 0; i < memories.memoryTypeCount; i++) {
        if ((needs.memoryTypeBits >> i & 1) && (memories.memoryTypes[i].propertyFlags & flags) == flags) {
            VkDeviceMemory made;
            check(vkAllocateMemory(device, &(VkMemoryAllocateInfo){VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size,
                .memoryTypeIndex = i}, NULL, &made), "memory");
            return made;
        }
    }
    fail("looking for memory");
}

struct buffer make_buffer(size_t size, const void *data) {
    struct buffer buffer = {.size = size};
    check(vkCreateBuffer(device, &(VkBufferCreateInfo){VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT
            | VK_BUFFER_USAGE_TRANSFER_DST_BIT}, NULL, &buffer.buffer), "buffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, buffer.buffer, &needs);
    VkDeviceMemory made = memory(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    check(vkBindBufferMemory(device, buffer.buffer, made, 0), "binding a buffer");
    check(vkMapMemory(device, made, 0, VK_WHOLE_SIZE, 0, &buffer.data), "mapping a buffer");
    memset(buffer.data, 0, size);
    if (data) {
        memcpy(buffer.data, data, size);
    }
    return buffer;
}

/* ---- commands: recorded, handed over, waited for */

static VkCommandBuffer begin(void) {
    VkCommandBuffer commands;
    check(vkAllocateCommandBuffers(device, &(VkCommandBufferAllocateInfo){VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool,
        .commandBufferCount = 1}, &commands), "command buffer");
    check(vkBeginCommandBuffer(commands, &(VkCommandBufferBeginInfo){VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO}), "recording");
    return commands;
}

static void end(VkCommandBuffer commands) {
    check(vkEndCommandBuffer(commands), "recording");
    check(vkQueueSubmit(queue, 1, &(VkSubmitInfo){VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands},
        VK_NULL_HANDLE), "submission");
    check(vkQueueWaitIdle(queue), "waiting");
}

/* ---- images */

static VkImageSubresourceRange whole(const struct image *image) {
    return (VkImageSubresourceRange){image->aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
}

struct image make_image(VkImageType type, VkFormat format, uint32_t width, uint32_t height, uint32_t depth, uint32_t layers,
                        VkSampleCountFlagBits samples) {
    int is_depth = format == VK_FORMAT_D32_SFLOAT || format == VK_FORMAT_D32_SFLOAT_S8_UINT;
    struct image image = {.format = format, .size = {width, height, depth}, .samples = samples,
        .aspect = format == VK_FORMAT_D32_SFLOAT_S8_UINT ? VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT
            : is_depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT};
    VkImageUsageFlags usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    if (samples > 1) {
        usage |= is_depth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    } else {
        usage |= VK_IMAGE_USAGE_SAMPLED_BIT | (is_depth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT : 0);
        usage |= is_depth || type == VK_IMAGE_TYPE_3D ? 0 : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    }
    check(vkCreateImage(device, &(VkImageCreateInfo){VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = layers == 6 ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0, .imageType = type, .format = format, .extent = image.size,
        .mipLevels = 1, .arrayLayers = layers, .samples = samples, .usage = usage}, NULL, &image.image), "image");
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device, image.image, &needs);
    check(vkBindImageMemory(device, image.image, memory(needs, 0), 0), "binding an image");
    VkImageViewType kind = type == VK_IMAGE_TYPE_3D ? VK_IMAGE_VIEW_TYPE_3D : layers == 6 ? VK_IMAGE_VIEW_TYPE_CUBE : VK_IMAGE_VIEW_TYPE_2D;
    VkImageSubresourceRange range = whole(&image);
    check(vkCreateImageView(device, &(VkImageViewCreateInfo){VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image.image, .viewType = kind,
        .format = format, .subresourceRange = range}, NULL, &image.view), "image view");
    VkCommandBuffer commands = begin();
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1,
        &(VkImageMemoryBarrier){VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .newLayout = VK_IMAGE_LAYOUT_GENERAL, .image = image.image,
            .subresourceRange = range});
    end(commands);
    return image;
}

VkSampler make_sampler(VkFilter filter, VkSamplerAddressMode mode) {
    VkSampler sampler;
    check(vkCreateSampler(device, &(VkSamplerCreateInfo){VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .magFilter = filter, .minFilter = filter,
        .addressModeU = mode, .addressModeV = mode, .addressModeW = mode}, NULL, &sampler), "sampler");
    return sampler;
}

VkSampler make_comparison(VkCompareOp comparison) {
    VkSampler sampler;
    check(vkCreateSampler(device, &(VkSamplerCreateInfo){VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .magFilter = VK_FILTER_LINEAR,
        .minFilter = VK_FILTER_LINEAR, .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .compareEnable = VK_TRUE, .compareOp = comparison}, NULL, &sampler), "sampler");
    return sampler;
}

void clear_colour(const struct image *image, float r, float g, float b, float a) {
    VkCommandBuffer commands = begin();
    VkImageSubresourceRange range = whole(image);
    vkCmdClearColorImage(commands, image->image, VK_IMAGE_LAYOUT_GENERAL, &(VkClearColorValue){{r, g, b, a}}, 1, &range);
    end(commands);
}

void clear_depth(const struct image *image, float depth, uint32_t stencil) {
    VkCommandBuffer commands = begin();
    VkImageSubresourceRange range = whole(image);
    vkCmdClearDepthStencilImage(commands, image->image, VK_IMAGE_LAYOUT_GENERAL, &(VkClearDepthStencilValue){depth, stencil}, 1, &range);
    end(commands);
}

static VkBufferImageCopy all_texels(const struct image *image, uint32_t layers) {
    return (VkBufferImageCopy){.imageSubresource = {image->aspect, 0, 0, layers}, .imageExtent = image->size};
}

void fill(const struct image *image, const void *texels, size_t size) {
    struct buffer from = make_buffer(size, texels);
    VkBufferImageCopy copy = all_texels(image, 1);
    if (size > (size_t)image->size.width * image->size.height * image->size.depth * 4) {
        copy.imageSubresource.layerCount = 6;
    }
    VkCommandBuffer commands = begin();
    vkCmdCopyBufferToImage(commands, from.buffer, image->image, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    end(commands);
}

void resolve(const struct image *from, const struct image *to) {
    VkCommandBuffer commands = begin();
    vkCmdResolveImage(commands, from->image, VK_IMAGE_LAYOUT_GENERAL, to->image, VK_IMAGE_LAYOUT_GENERAL, 1,
        &(VkImageResolve){{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {0, 0, 0}, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {0, 0, 0}, to->size});
    end(commands);
}

/* ---- programs */

static VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits which, const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.spv", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        fail(path);
    }
    static uint32_t words[65536];
    size_t bytes = fread(words, 1, sizeof words, file);
    fclose(file);
    VkShaderModule module;
    check(vkCreateShaderModule(device, &(VkShaderModuleCreateInfo){VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes,
        .pCode = words}, NULL, &module), path);
    return (VkPipelineShaderStageCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = which, .module = module,
        .pName = "main"};
}

static VkDescriptorType kind(const struct binding *binding) {
    return binding->buffer ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
}

static VkPipelineLayout layout(const struct binding *bindings, VkDescriptorSet *set) {
    VkDescriptorSetLayoutBinding places[MAX_BINDINGS];
    uint32_t count = 0;
    while (count < MAX_BINDINGS && (bindings[count].buffer || bindings[count].image)) {
        places[count] = (VkDescriptorSetLayoutBinding){count, kind(&bindings[count]), 1, VK_SHADER_STAGE_ALL, NULL};
        count++;
    }
    VkDescriptorSetLayout form;
    check(vkCreateDescriptorSetLayout(device, &(VkDescriptorSetLayoutCreateInfo){VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = count, .pBindings = places}, NULL, &form), "set layout");
    check(vkAllocateDescriptorSets(device, &(VkDescriptorSetAllocateInfo){VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = sets, .descriptorSetCount = 1, .pSetLayouts = &form}, set), "set");
    for (uint32_t i = 0; i < count; i++) {
        VkDescriptorImageInfo image = {bindings[i].sampler, bindings[i].image ? bindings[i].image->view : VK_NULL_HANDLE,
            VK_IMAGE_LAYOUT_GENERAL};
        VkDescriptorBufferInfo buffer = {bindings[i].buffer ? bindings[i].buffer->buffer : VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
        vkUpdateDescriptorSets(device, 1, &(VkWriteDescriptorSet){VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = *set, .dstBinding = i,
            .descriptorCount = 1, .descriptorType = kind(&bindings[i]), .pImageInfo = &image, .pBufferInfo = &buffer}, 0, NULL);
    }
    VkPipelineLayout made;
    check(vkCreatePipelineLayout(device, &(VkPipelineLayoutCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1,
        .pSetLayouts = &form}, NULL, &made), "pipeline layout");
    return made;
}

static VkPipeline pipeline(const struct draw *d, VkPipelineLayout layout) {
    VkPipelineShaderStageCreateInfo stages[4];
    uint32_t count = 0;
    stages[count++] = stage(VK_SHADER_STAGE_VERTEX_BIT, d->vertex);
    if (d->control) {
        stages[count++] = stage(VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, d->control);
        stages[count++] = stage(VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, d->evaluation);
    }
    if (d->geometry) {
        stages[count++] = stage(VK_SHADER_STAGE_GEOMETRY_BIT, d->geometry);
    }
    stages[count++] = stage(VK_SHADER_STAGE_FRAGMENT_BIT, d->fragment);
    VkVertexInputBindingDescription stride = {0, sizeof(struct vertex), VK_VERTEX_INPUT_RATE_VERTEX};
    VkVertexInputAttributeDescription parts[] = {{0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(struct vertex, position)},
        {1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(struct vertex, colour)}};
    VkPipelineVertexInputStateCreateInfo input = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = d->vertices ? 1 : 0, .pVertexBindingDescriptions = &stride,
        .vertexAttributeDescriptionCount = d->vertices ? 2 : 0, .pVertexAttributeDescriptions = parts};
    VkPipelineInputAssemblyStateCreateInfo assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = d->has_topology ? d->topology : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    VkPipelineTessellationStateCreateInfo patches = {VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .patchControlPoints = d->patch_points};
    float width = (float)d->colour->size.width, height = (float)d->colour->size.height;
    VkViewport viewport = {0, height, width, -height, 0, 1}; /* y upwards */
    VkRect2D scissor = {{0, 0}, {d->colour->size.width, d->colour->size.height}};
    VkPipelineViewportStateCreateInfo view = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1,
        .pViewports = &viewport, .scissorCount = 1, .pScissors = &scissor};
    VkPipelineRasterizationStateCreateInfo raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .polygonMode = d->fill,
        .lineWidth = 1};
    VkPipelineMultisampleStateCreateInfo samples = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = d->colour->samples};
    VkPipelineDepthStencilStateCreateInfo tests = d->tests;
    tests.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
    VkPipelineColorBlendAttachmentState blend = d->blend;
    blend.colorWriteMask = blend.colorWriteMask ? blend.colorWriteMask : 0xf;
    VkPipelineColorBlendStateCreateInfo blends = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .logicOpEnable = d->has_logic,
        .logicOp = d->logic, .attachmentCount = 1, .pAttachments = &blend};
    memcpy(blends.blendConstants, d->constants, sizeof d->constants);
    VkPipelineRenderingCreateInfo targets = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO, .colorAttachmentCount = 1,
        .pColorAttachmentFormats = &d->colour->format,
        .depthAttachmentFormat = d->depth ? d->depth->format : VK_FORMAT_UNDEFINED,
        .stencilAttachmentFormat = d->depth && (d->depth->aspect & VK_IMAGE_ASPECT_STENCIL_BIT) ? d->depth->format : VK_FORMAT_UNDEFINED};
    VkPipeline made;
    check(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &(VkGraphicsPipelineCreateInfo){VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        &targets, .stageCount = count, .pStages = stages, .pVertexInputState = &input, .pInputAssemblyState = &assembly,
        .pTessellationState = d->control ? &patches : NULL, .pViewportState = &view, .pRasterizationState = &raster,
        .pMultisampleState = &samples, .pDepthStencilState = &tests, .pColorBlendState = &blends, .layout = layout}, NULL, &made), "pipeline");
    return made;
}

void draw(const struct draw *d) {
    VkDescriptorSet set;
    VkPipelineLayout places = layout(d->bindings, &set);
    VkPipeline made = pipeline(d, places);
    VkRenderingAttachmentInfo colour = {VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO, .imageView = d->colour->view,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL, .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD, .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
    VkRenderingAttachmentInfo depth = colour;
    depth.imageView = d->depth ? d->depth->view : VK_NULL_HANDLE;
    VkCommandBuffer commands = begin();
    if (d->query) {
        vkCmdResetQueryPool(commands, d->query, 0, 1);
    }
    vkCmdBeginRendering(commands, &(VkRenderingInfo){VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, {d->colour->size.width, d->colour->size.height}}, .layerCount = 1, .colorAttachmentCount = 1,
        .pColorAttachments = &colour, .pDepthAttachment = d->depth ? &depth : NULL,
        .pStencilAttachment = d->depth && (d->depth->aspect & VK_IMAGE_ASPECT_STENCIL_BIT) ? &depth : NULL});
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, made);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, places, 0, 1, &set, 0, NULL);
    if (d->vertices) {
        struct buffer vertices = make_buffer(d->count * sizeof *d->vertices, d->vertices);
        vkCmdBindVertexBuffers(commands, 0, 1, &vertices.buffer, &(VkDeviceSize){0});
    }
    if (d->query) {
        vkCmdBeginQuery(commands, d->query, 0, VK_QUERY_CONTROL_PRECISE_BIT);
    }
    vkCmdDraw(commands, d->count, d->instances ? d->instances : 1, 0, 0);
    if (d->query) {
        vkCmdEndQuery(commands, d->query, 0);
    }
    vkCmdEndRendering(commands);
    end(commands);
}

void dispatch(const char *module, const struct binding *bindings, uint32_t x, uint32_t y, uint32_t z) {
    VkDescriptorSet set;
    VkPipelineLayout places = layout(bindings, &set);
    VkPipeline made;
    check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = stage(VK_SHADER_STAGE_COMPUTE_BIT, module), .layout = places}, NULL, &made), "compute pipeline");
    VkCommandBuffer commands = begin();
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, made);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, places, 0, 1, &set, 0, NULL);
    vkCmdDispatch(commands, x, y, z);
    end(commands);
}

VkQueryPool make_query(void) {
    VkQueryPool query;
    check(vkCreateQueryPool(device, &(VkQueryPoolCreateInfo){VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_OCCLUSION,
        .queryCount = 1}, NULL, &query), "query");
    return query;
}

uint64_t query_result(VkQueryPool query) {
    uint64_t samples = 0;
    check(vkGetQueryPoolResults(device, query, 0, 1, sizeof samples, &samples, sizeof samples, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
        "query result");
    return samples;
}

/* ---- pictures */

static void word(FILE *file, uint32_t value) {
    uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value};
    fwrite(bytes, 1, 4, file);
}

static void chunk(FILE *file, const char *name, const uint8_t *data, size_t size) {
    word(file, (uint32_t)size);
    fwrite(name, 1, 4, file);
    fwrite(data, 1, size, file);
    uLong sum = crc32(crc32(0, NULL, 0), (const uint8_t *)name, 4);
    word(file, (uint32_t)(size ? crc32(sum, data, (uInt)size) : sum));
}

void read_texels(const struct image *image, void *out, size_t size) {
    struct buffer texels = make_buffer(size, NULL);
    VkCommandBuffer commands = begin();
    VkBufferImageCopy copy = all_texels(image, 1);
    vkCmdCopyImageToBuffer(commands, image->image, VK_IMAGE_LAYOUT_GENERAL, texels.buffer, 1, &copy);
    end(commands);
    memcpy(out, texels.data, size);
}

/* Red, green and blue of four bytes a texel, as PNG. */
void write_picture(const struct image *image, const char *path) {
    uint32_t width = image->size.width, height = image->size.height;
    size_t size = (size_t)width * height * 4;
    uint8_t *texels = malloc(size);
    read_texels(image, texels, size);
    size_t raw = (size_t)(width * 3 + 1) * height;
    uint8_t *rows = calloc(raw, 1);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            memcpy(rows + (size_t)y * (width * 3 + 1) + 1 + x * 3, texels + (size_t)(y * width + x) * 4, 3);
        }
    }
    uLongf packed = compressBound(raw);
    uint8_t *data = malloc(packed);
    compress2(data, &packed, rows, raw, 9);
    FILE *file = fopen(path, "wb");
    if (!file) {
        fail(path);
    }
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
    uint8_t head[13] = {(uint8_t)(width >> 24), (uint8_t)(width >> 16), (uint8_t)(width >> 8), (uint8_t)width, (uint8_t)(height >> 24),
        (uint8_t)(height >> 16), (uint8_t)(height >> 8), (uint8_t)height, 8, 2, 0, 0, 0};
    chunk(file, "IHDR", head, sizeof head);
    chunk(file, "IDAT", data, packed);
    chunk(file, "IEND", NULL, 0);
    fclose(file);
    free(texels);
    free(rows);
    free(data);
}
