#version 450
struct Particle {
    vec2 place;
    vec2 velocity;
};
layout(set = 0, binding = 0) readonly buffer Particles {
    Particle particles[];
};
layout(location = 0) out vec4 shade;

void main() {
    Particle p = particles[gl_InstanceIndex];
    vec2 corner = vec2(0.014 * (gl_VertexIndex - 1), gl_VertexIndex == 1 ? 0.025 : -0.025);
    gl_Position = vec4(p.place + corner, 0, 1);
    shade = vec4(20 * abs(p.velocity.x), 16 * abs(p.velocity.y), 0.3, 1);
}
