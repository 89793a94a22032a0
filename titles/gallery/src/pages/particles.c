/* Particles that a compute program moves, drawn as instances. */
#include "../gallery.h"

PROGRAM(particle_step);
PROGRAM(particle_vertex);
PROGRAM(flat_pixel);

enum { BLEND_CONTROL = 0x1e0, ADDED = 1 << 30 | 1 | 1 << 8, CORNERS = 3, GROUP = 64 };

void draw_particles(struct command_buffer *buffer, const struct surface *target) {
    (void)target;
    struct particle *particles = shared_memory(PARTICLES * sizeof *particles, 256);
    for (int i = 0; i < PARTICLES; i++) {
        particles[i] = first_particle(i);
    }
    struct buffer_descriptor user = records(particles, sizeof *particles, PARTICLES);
    struct shader *step = SHADER(particle_step);
    for (int i = 0; i < PARTICLE_STEPS; i++) {
        dispatch(buffer, step, &user, sizeof user, PARTICLES / GROUP, 1, 1);
        acquire(buffer);
    }
    struct vertex corners[6];
    draw_flat(buffer, corners, (uint32_t)plain_backdrop(corners));
    set_context(buffer, BLEND_CONTROL, ADDED);
    struct pipeline pipeline = link_pipeline(NULL, SHADER(particle_vertex), SHADER(flat_pixel), PRIMITIVE_TRIANGLES);
    bind(buffer, &pipeline);
    user_data(buffer, VERTEX_USER, &user, sizeof user);
    sceAgcDcbSetNumInstances(buffer, PARTICLES);
    sceAgcDcbDrawIndexAuto(buffer, CORNERS, pipeline.vertex->specials->draw_modifier);
}
