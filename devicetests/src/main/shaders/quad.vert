#version 460
// A quad over the whole target as a strip; pulls its depth from a storage buffer by instance.
layout(set = 0, binding = 0) readonly buffer Depths { float depths[]; };
layout(location = 0) out vec2 uv;
layout(location = 1) flat out int instance;
void main() {
    uv = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    instance = gl_InstanceIndex;
    // The second instance covers the right half only.
    float left = gl_InstanceIndex == 0 ? -1.0 : 0.0;
    gl_Position = vec4(mix(left, 1.0, uv.x), uv.y * 2.0 - 1.0, depths[gl_InstanceIndex], 1.0);
}
