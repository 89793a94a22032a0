#version 450
layout(set = 0, binding = 0) uniform sampler2DShadow light;
layout(location = 0) in vec4 place;
layout(location = 0) out vec4 pixel;

void main() {
    float lit = 0.2 + 0.8 * textureLod(light, place.xyz, 0);
    pixel = vec4(lit, 0.9 * lit, 0.7 * lit, 1);
}
