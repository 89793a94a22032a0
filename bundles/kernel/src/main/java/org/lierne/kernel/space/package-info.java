/**
 * The guest's address space: mappings, direct and flexible memory, and checked access. The loader places images here, threads their stacks;
 * exports reach it through {@link org.lierne.kernel.memory.AddressSpace} and {@link org.lierne.kernel.memory.GuestMemory}.
 */
@NullMarked
package org.lierne.kernel.space;

import org.jspecify.annotations.NullMarked;
