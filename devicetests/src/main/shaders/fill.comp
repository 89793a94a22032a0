#version 460
// Fills a storage buffer: element i becomes i * factor + seed.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform Constants { uint factor; };
layout(set = 0, binding = 1) buffer Target { uint words[]; };
layout(push_constant) uniform Push { uint seed; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    words[i] = i * factor + seed;
}
