package org.lierne.kernel.title;

import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/** What a title switches for good; what one run switches stands in its {@link TitleRequest}. */
@ConsumerType
public interface TitleSwitches {
    /** Plugin id to on or off; a plugin not named stays at its own default. */
    Map<String, Boolean> ofTitle(String titleId);
}
