#version 450
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 colour;
layout(set = 0, binding = 0) readonly buffer Clip {
    vec4 planes[6];
    uint enabled;
};
layout(location = 0) out vec4 shade;
out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[6];
};

void main() {
    gl_Position = position;
    shade = colour;
    for (int i = 0; i < 6; i++) {
        gl_ClipDistance[i] = (enabled >> i & 1) != 0 ? dot(planes[i], position) : 1;
    }
}
