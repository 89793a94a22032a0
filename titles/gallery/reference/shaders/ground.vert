#version 450
layout(set = 0, binding = 0) readonly buffer Corners {
    vec4 corners[]; // x, z, height, factor
};

void main() {
    gl_Position = corners[gl_VertexIndex];
}
