package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.*;
import org.lierne.host.ControllerButton;
import org.lwjgl.glfw.GLFW;
import org.lwjgl.glfw.GLFWGamepadState;

class WindowTest {
    @Test
    void keepsProportionsInTheMiddleOfTheWindow() {
        assertEquals(new Rect(0, 0, 1280, 720), WindowDisplay.fit(1920, 1080, 1280, 720));
        assertEquals(new Rect(0, 60, 640, 360), WindowDisplay.fit(1920, 1080, 640, 480));
        assertEquals(new Rect(80, 0, 480, 480), WindowDisplay.fit(64, 64, 640, 480));
        assertEquals(new Rect(0, 239, 640, 1), WindowDisplay.fit(100000, 1, 640, 480));
    }

    @Test
    void readsKeysAsAController() {
        var keyboard = new Keyboard();
        keyboard.key(GLFW.GLFW_KEY_K, true);
        keyboard.key(GLFW.GLFW_KEY_A, true);
        keyboard.key(GLFW.GLFW_KEY_3, true);
        assertEquals(Set.of(ControllerButton.SOUTH, ControllerButton.RIGHT_TRIGGER), keyboard.state().buttons());
        assertEquals(-1, keyboard.state().leftX());
        assertEquals(1, keyboard.state().rightTrigger());

        keyboard.key(GLFW.GLFW_KEY_D, true);
        keyboard.key(GLFW.GLFW_KEY_K, false);
        assertEquals(0, keyboard.state().leftX());
        assertFalse(keyboard.state().isPressed(ControllerButton.SOUTH));

        keyboard.releaseAll();
        assertEquals(Set.of(), keyboard.state().buttons());
    }

    @Test
    void readsAGamepadAsAController() {
        try (var raw = GLFWGamepadState.calloc()) {
            raw.buttons(GLFW.GLFW_GAMEPAD_BUTTON_START, (byte) GLFW.GLFW_PRESS);
            raw.axes(GLFW.GLFW_GAMEPAD_AXIS_LEFT_Y, 0.25f).axes(GLFW.GLFW_GAMEPAD_AXIS_LEFT_TRIGGER, 1f)
                    .axes(GLFW.GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER, -1f);

            var state = Gamepad.read(raw);
            assertEquals(Set.of(ControllerButton.MENU, ControllerButton.LEFT_TRIGGER), state.buttons());
            assertEquals(0.25f, state.leftY());
            assertEquals(1, state.leftTrigger());
            assertEquals(0, state.rightTrigger());
        }
    }

    @Test
    @Tag("gpu")
    void countsPicturesWhereNothingIsShown() {
        try (var device = TestDevice.open(); GpuDisplay display = device.gpu.display("none", 64, 64)) {
            display.present(device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 4, 4), "picture"));
            assertEquals(1, display.presented());
            assertFalse(display.isVisible());
        }
    }

    /** Runs where there is a display, such as under {@code xvfb-run}. */
    @Test
    @Tag("gpu")
    void showsPicturesInAWindow() {
        try (var device = TestDevice.open(GpuOptions.headless().withPresentation(true));
                GpuDisplay display = device.gpu.display("a window", 320, 200)) {
            if (!display.isVisible()) {
                System.out.println("skipped: no display");
                return;
            }
            GpuImage plain = device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 64, 64), "plain");
            GpuImage srgb = device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_SRGB, 32, 20), "srgb");
            for (int i = 0; i < 5; i++) {
                GpuCommands commands = device.gpu.commands("paint");
                commands.clear(plain.view(), ClearColor.of(1, 0, i / 4f, 1));
                commands.clear(srgb.view(), ClearColor.of(0, 1, 0, 1));
                device.gpu.submit(commands);
                display.present(plain);
            }
            display.present(srgb);
            display.title("another title");
            assertEquals(6, display.presented());
            assertTrue(device.gpu.await(device.gpu.lastTicket(), 10_000_000_000L));
        }
    }

    /** The window system tells the new size whenever it likes, so pictures are shown until one has it. */
    @Test
    @Tag("gpu")
    void followsTheSizeOfTheWindow() {
        try (var device = TestDevice.open(GpuOptions.headless().withPresentation(true));
                GpuDisplay display = device.gpu.display("a window", 320, 200)) {
            if (!(display instanceof WindowDisplay window)) {
                System.out.println("skipped: no display");
                return;
            }
            GpuImage image = device.gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 64, 64), "plain");
            display.present(image);
            assertEquals(new Rect(0, 0, 320, 200), window.shownArea());
            window.resize(200, 300);
            for (int i = 0; i < 1000 && window.shownArea().width() != 200; i++) {
                display.present(image);
            }
            assertEquals(new Rect(0, 0, 200, 300), window.shownArea());
        }
    }
}
