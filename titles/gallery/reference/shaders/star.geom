#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 12) out;
layout(location = 0) in vec4 shade[];
layout(location = 0) out vec4 colour;

vec2 places[6];
vec4 colours[6];

void triangle(int a, int b, int c) {
    int corners[3] = int[](a, b, c);
    for (int i = 0; i < 3; i++) {
        gl_Position = vec4(places[corners[i]], gl_in[0].gl_Position.zw);
        colour = colours[corners[i]];
        EmitVertex();
    }
    EndPrimitive();
}

// Three triangles at the corners, one between the middles of the sides, which go away from the centre and get brighter.
void main() {
    precise vec2 sum = gl_in[0].gl_Position.xy + gl_in[1].gl_Position.xy;
    sum = sum + gl_in[2].gl_Position.xy;
    precise vec2 centre = sum * (1.0 / 3.0);
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        places[i] = gl_in[i].gl_Position.xy;
        colours[i] = shade[i];
        precise vec2 middle = (gl_in[i].gl_Position.xy + gl_in[next].gl_Position.xy) * 0.5;
        precise vec2 away = (middle - centre) * 0.5;
        precise vec2 place = middle + away;
        places[3 + i] = place;
        colours[3 + i] = vec4((shade[i].rgb + shade[next].rgb) * 0.5 + 0.25, 1);
    }
    triangle(0, 3, 5);
    triangle(1, 4, 3);
    triangle(2, 5, 4);
    triangle(3, 4, 5);
}
