#version 450
layout(quads, equal_spacing, cw) in;
layout(location = 0) out vec4 shade;

// a + t (b - a), rounded after each step.
float between(float a, float b, float t) {
    precise float step = t * (b - a);
    precise float sum = a + step;
    return sum;
}

void main() {
    vec4 a = gl_in[0].gl_Position, b = gl_in[1].gl_Position, c = gl_in[2].gl_Position, d = gl_in[3].gl_Position;
    float u = gl_TessCoord.x, v = gl_TessCoord.y;
    float x = between(a.x, b.x, u), z = between(a.y, c.y, v);
    precise float height = between(between(a.z, b.z, u), between(c.z, d.z, u), v);
    precise float across = fract(x) * (1 - fract(x)), along = fract(z) * (1 - fract(z));
    precise float bump = 7 * (across * along);
    height = height + bump;
    precise float w = z + 1.2;
    precise float up = 1.2 * (height - 1.1) + 0.5 * w;
    gl_Position = vec4(1.4 * x, up, w - 1, w);
    shade = vec4(height + 0.15, bump + 0.5, 0.3 * z, 1);
}
