#version 460
// Stores to the six faces of a cube through a 2D array view: face number, x, y.
layout(local_size_x = 4, local_size_y = 4) in;
layout(set = 0, binding = 0, rgba8ui) uniform writeonly uimage2DArray faces;
void main() {
    imageStore(faces, ivec3(gl_GlobalInvocationID), uvec4(gl_GlobalInvocationID.z + 1, gl_GlobalInvocationID.xy, 255));
}
