package org.lierne.lib.system_service;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** The system's settings by their ids. Documented: system calls, section 12. */
final class SystemSettings {
    static final int NAME_ID = 6;
    static final String NAME = "Lierne";
    private static final int LANGUAGE_ID = 1;
    private static final int TIME_ZONE_ID = 4;
    private static final int SUMMER_TIME_ID = 5;
    private static final int ENGLISH = 1;
    private static final int YEAR_FIRST = 0;
    private static final int HOURS_24 = 1;
    private static final int OFF = 0;
    private static final int CROSS = 1;

    /** Settings that are numbers and do not come from the host. */
    private static final Map<Integer, Integer> FIXED = Map.of(2, YEAR_FIRST, 3, HOURS_24, 7, OFF, 100, OFF, 208, OFF, 1000, CROSS);

    /** Host language tags by the guest's numbers; the longer tag wins. */
    private static final Map<String, Integer> LANGUAGES = Map.ofEntries(Map.entry("ja", 0), Map.entry("en", 1), Map.entry("fr", 2),
            Map.entry("es", 3), Map.entry("de", 4), Map.entry("it", 5), Map.entry("nl", 6), Map.entry("pt", 7), Map.entry("ru", 8),
            Map.entry("ko", 9), Map.entry("zh-TW", 10), Map.entry("zh", 11), Map.entry("fi", 12), Map.entry("sv", 13), Map.entry("da", 14),
            Map.entry("no", 15), Map.entry("nb", 15), Map.entry("pl", 16), Map.entry("pt-BR", 17), Map.entry("en-GB", 18),
            Map.entry("tr", 19), Map.entry("es-419", 20), Map.entry("ar", 21), Map.entry("fr-CA", 22), Map.entry("cs", 23),
            Map.entry("hu", 24), Map.entry("el", 25), Map.entry("ro", 26), Map.entry("th", 27), Map.entry("vi", 28), Map.entry("id", 29));

    private SystemSettings() {}

    static OptionalInt number(int id, Locale locale, ZoneId zone, Instant now) {
        return switch (id) {
            case LANGUAGE_ID -> OptionalInt.of(language(locale));
            case TIME_ZONE_ID -> OptionalInt.of(zone.getRules().getStandardOffset(now).getTotalSeconds() / 60);
            case SUMMER_TIME_ID -> OptionalInt.of(zone.getRules().isDaylightSavings(now) ? 1 : 0);
            default -> FIXED.containsKey(id) ? OptionalInt.of(FIXED.get(id)) : OptionalInt.empty();
        };
    }

    static int language(Locale locale) {
        Integer exact = LANGUAGES.get(locale.toLanguageTag());
        return exact != null ? exact : LANGUAGES.getOrDefault(locale.getLanguage(), ENGLISH);
    }
}
