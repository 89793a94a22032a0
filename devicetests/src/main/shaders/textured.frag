#version 460
// Texel of a texture, tinted by instance.
layout(set = 1, binding = 0) uniform texture2D image;
layout(set = 1, binding = 1) uniform sampler nearest;
layout(set = 1, binding = 2) uniform Tints { vec4 tints[2]; };
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int instance;
layout(location = 0) out vec4 color;
void main() {
    color = texture(sampler2D(image, nearest), uv) * tints[instance];
}
