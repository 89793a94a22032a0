package org.lierne.host;

/** Buttons of a controller, named by place so that any host device can be mapped to them. */
public enum ControllerButton {
    /** Lower face button. */
    SOUTH,
    /** Right face button. */
    EAST,
    /** Left face button. */
    WEST,
    /** Upper face button. */
    NORTH,
    UP, DOWN, LEFT, RIGHT,
    LEFT_SHOULDER, RIGHT_SHOULDER,
    /** The triggers as buttons, pressed from half way on. */
    LEFT_TRIGGER, RIGHT_TRIGGER,
    LEFT_STICK, RIGHT_STICK,
    /** The button that opens a title's menu. */
    MENU,
    /** The button left of the touch pad. */
    SHARE,
    TOUCH_PAD
}
