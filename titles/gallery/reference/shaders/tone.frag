#version 450
layout(set = 0, binding = 0) uniform sampler2D light;
layout(location = 0) out vec4 pixel;

void main() {
    vec3 c = texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb;
    pixel = vec4(sqrt(c / (1 + c)), 1);
}
