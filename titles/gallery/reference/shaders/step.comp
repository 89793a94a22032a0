#version 450
layout(local_size_x = 64) in;

struct Particle {
    vec2 place;
    vec2 velocity;
};
layout(set = 0, binding = 0) buffer Particles {
    Particle particles[];
};

void main() {
    precise Particle p = particles[gl_GlobalInvocationID.x];
    p.velocity.y -= 0.002;
    p.place += p.velocity;
    if (p.place.y < -0.9) {
        p.place.y = -1.8 - p.place.y;
        p.velocity.y *= -0.8;
    }
    particles[gl_GlobalInvocationID.x] = p;
}
