#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
// Adds one to each word behind an address.
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint word; };
layout(push_constant) uniform Push { uvec2 address; };
void main() {
    Words mine = Words(uvec2(address.x + gl_GlobalInvocationID.x * 4, address.y));
    mine.word += 1;
}
