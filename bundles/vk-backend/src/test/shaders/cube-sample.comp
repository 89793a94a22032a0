#version 460
// Samples the middle of each face of a cube.
layout(local_size_x = 6) in;
layout(set = 0, binding = 0) uniform usamplerCube cube;
layout(set = 0, binding = 1) buffer Target { uint faces[]; };
void main() {
    const vec3 axes[6] = vec3[](vec3(1, 0, 0), vec3(-1, 0, 0), vec3(0, 1, 0), vec3(0, -1, 0), vec3(0, 0, 1),
        vec3(0, 0, -1));
    faces[gl_LocalInvocationIndex] = textureLod(cube, axes[gl_LocalInvocationIndex], 0).x;
}
