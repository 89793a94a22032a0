#version 460
layout(location = 0) in vec2 position;
layout(location = 1) in vec4 tint;
layout(location = 0) out vec4 color;
void main() {
    color = tint;
    gl_Position = vec4(position, 0.5, 1.0);
}
