#version 450
layout(set = 0, binding = 0) uniform samplerCube cube;
layout(location = 0) in vec4 direction;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = texture(cube, direction.xyz);
}
