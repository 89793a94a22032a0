package org.lierne.recompiler.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a table held when it was read (rule A-025): which descriptors a program may choose, and which key chooses which. Where its images
 * are too many to be bound one by one, those that differ in nothing that a module looks at are one choice with several members.
 */
public final class TableSnapshot {
    /** Most choices of a table; an entry's low bits number them. */
    public static final int MAX_CHOICES = (1 << 12) - 1;
    /** Most members of a choice. */
    public static final int MAX_MEMBERS = 1 << 16;
    /** Where an entry has the number of the member. */
    public static final int MEMBER_SHIFT = 12;
    /** Set in a table's words for a choice that has members, beside the resource that stands for them. */
    public static final int HAS_MEMBERS = 1 << 31;

    private final int[] entries;
    private final List<List<DescriptorWords>> choices;
    private final boolean hasMembers;

    private TableSnapshot(int[] entries, List<List<DescriptorWords>> choices, boolean hasMembers) {
        this.entries = entries;
        this.choices = choices;
        this.hasMembers = hasMembers;
    }

    /**
     * @param records       by key; those that are not complete count as none
     * @param most          different descriptors that may be chosen
     * @param single        how many of them at most are a choice each
     * @param kinds         choices where they are more
     * @param areLevelsSeen whether modules look at whether an image has levels, whatever its format
     */
    static TableSnapshot of(List<DescriptorWords> records, int most, int single, int kinds, boolean areLevelsSeen) {
        Map<DescriptorWords, Integer> places = new LinkedHashMap<>();
        for (DescriptorWords record : records) {
            if (record.complete() && places.size() < most) {
                places.putIfAbsent(record, places.size());
            }
        }
        boolean hasMembers = places.size() > single;
        int[] numbers = new int[places.size()];
        List<List<DescriptorWords>> choices = new ArrayList<>();
        Map<Object, Integer> numberOf = new HashMap<>();
        for (Map.Entry<DescriptorWords, Integer> each : places.entrySet()) {
            Object kind = hasMembers ? kind(each.getKey(), areLevelsSeen) : each.getValue();
            Integer choice = numberOf.get(kind);
            if (choice == null && (!hasMembers || choices.size() < kinds)) {
                choice = choices.size();
                numberOf.put(kind, choice);
                choices.add(new ArrayList<>());
            }
            if (choice != null) {
                numbers[each.getValue()] = choice + 1 | choices.get(choice).size() << MEMBER_SHIFT;
                choices.get(choice).add(each.getKey());
            }
        }
        int[] entries = new int[records.size()];
        for (int key = 0; key < entries.length; key++) {
            Integer place = places.get(records.get(key));
            entries[key] = place == null ? 0 : numbers[place];
        }
        return new TableSnapshot(entries, choices.stream().map(List::copyOf).toList(), hasMembers);
    }

    /** What is the same for images between which modules make no difference. */
    private static Object kind(DescriptorWords words, boolean areLevelsSeen) {
        ImageBits bits = ImageBits.of(words);
        return words.isNull() ? words : new ImageBits(bits.type(), bits.format(), bits.selects(), bits.isOneSlice(), bits.isCubeArray(),
                bits.isLevelZeroAlone() && (areLevelsSeen || bits.isSamplingWritten()), bits.isCompressed(),
                bits.isSampleMask() ? bits.tiling() : 0);
    }

    /**
     * By the key's number: the choice, counted from 1, and from bit {@link #MEMBER_SHIFT} on its member, counted from 0; 0 for no record.
     * It is never changed.
     */
    public int[] entries() {
        return entries;
    }

    /** Members of each choice: one, or those of an array. */
    public List<List<DescriptorWords>> choices() {
        return choices;
    }

    /** Whether choices are arrays. */
    public boolean hasMembers() {
        return hasMembers;
    }

    /** The descriptor behind a key's number, empty where there is none. */
    public Optional<DescriptorWords> record(int number) {
        int entry = Integer.compareUnsigned(number, entries.length) < 0 ? entries[number] : 0;
        return entry == 0 ? Optional.empty()
                : Optional.of(choices.get((entry & MAX_CHOICES) - 1).get(entry >>> MEMBER_SHIFT));
    }
}
