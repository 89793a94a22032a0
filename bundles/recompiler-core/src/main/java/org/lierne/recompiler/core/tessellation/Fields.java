package org.lierne.recompiler.core.tessellation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.lierne.recompiler.program.PatchLayout.Field;

/** Finds out what lies where in a memory that patches share, from the accesses of one program. */
final class Fields {
    /** Slot of a control point where only an evaluation program is known. Documented: Mesa, off-chip layout. */
    private static final int SLOT_BYTES = 16;

    private record Group(int patchBytes, int plane, int pointBytes) {}

    private record Block(int patchBytes, int plane, int start) {}

    private Fields() {}

    /** What a hull program stores: records of its own control point, and 16-byte blocks that the patch has once. */
    static List<Field> stored(List<RingAccess> accesses, int patches, int firstLocation) {
        TreeMap<Group, Integer> starts = new TreeMap<>(Comparator.comparingInt(Group::patchBytes).thenComparingInt(Group::plane)
                .thenComparingInt(Group::pointBytes));
        TreeSet<Block> blocks = new TreeSet<>(Comparator.comparingInt(Block::patchBytes).thenComparingInt(Block::plane)
                .thenComparingInt(Block::start));
        for (RingAccess access : accesses) {
            for (int i = 0; access.isStore() && i < access.dwords(); i++) {
                RingPlace place = access.place().plus(4 * i);
                if (place.pointBytes() != 0) {
                    starts.merge(new Group(place.patchBytes(), place.plane(patches), place.pointBytes()), place.offset(), Math::min);
                } else {
                    blocks.add(new Block(place.patchBytes(), place.plane(patches), place.offset() & -SLOT_BYTES));
                }
            }
        }
        List<Field> fields = new ArrayList<>();
        starts.forEach((group, start) -> add(fields, new Field(true, group.patchBytes, group.plane, start, group.pointBytes, 0),
                firstLocation));
        blocks.forEach(block -> add(fields, new Field(false, block.patchBytes, block.plane, block.start, SLOT_BYTES, 0), firstLocation));
        return fields;
    }

    /** What an evaluation program reads whose hull program is not known: slots of control points, plane after plane. */
    static List<Field> slots(List<RingAccess> accesses, int patches) {
        TreeSet<Block> planes = new TreeSet<>(Comparator.comparingInt(Block::patchBytes).thenComparingInt(Block::plane));
        for (RingAccess access : accesses) {
            planes.add(new Block(access.place().patchBytes(), access.place().plane(patches), 0));
        }
        List<Field> fields = new ArrayList<>();
        planes.forEach(plane -> add(fields, new Field(true, plane.patchBytes, plane.plane, 0, SLOT_BYTES, 0), 0));
        return fields;
    }

    private static void add(List<Field> fields, Field field, int firstLocation) {
        int location = fields.isEmpty() ? firstLocation : fields.getLast().location() + fields.getLast().locations();
        fields.add(new Field(field.perPoint(), field.patchBytes(), field.plane(), field.start(), field.pointBytes(), location));
    }
}
