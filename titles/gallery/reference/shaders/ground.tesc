#version 450
layout(vertices = 4) out;

float edge(int a, int b) {
    return 0.5 * (gl_in[a].gl_Position.w + gl_in[b].gl_Position.w);
}

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelOuter[0] = edge(0, 2);
    gl_TessLevelOuter[1] = edge(0, 1);
    gl_TessLevelOuter[2] = edge(1, 3);
    gl_TessLevelOuter[3] = edge(2, 3);
    gl_TessLevelInner[0] = edge(0, 1);
    gl_TessLevelInner[1] = edge(0, 2);
}
