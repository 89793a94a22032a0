package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.HostWord;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.DeviceFault;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TableSnapshot;
import org.lierne.recompiler.program.WordSource;
import org.osgi.service.component.annotations.Component;

/**
 * Names the resource behind every descriptor: its words are followed back to user data and scalar loads, which the host does again
 * when work is recorded. A scalar load from a pointer that can be followed is a word the host reads; one at an offset that cannot
 * is a read of the memory behind the pointer. Loads from the program's own code are constants.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "recompiler.descriptors", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, gives = Invariant.DESCRIPTORS_RESOLVED,
        after = {"pass.opt.implied-conditions", "wave.shared-values"})
public final class Descriptors implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        Resolving resolving = new Resolving(module, context);
        resolving.run();
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        return true;
    }

    private record Key(ShaderResource.Kind kind, DescriptorPath path) {
    }

    /** Who uses a resource: under which conditions, none known among them counting as always; and whether a lane's access does. */
    private static final class Uses {
        private final Set<WordSource> conditions = new LinkedHashSet<>();
        private boolean isAlways;
        private boolean isVector;
    }

    private static final class Resolving {
        private final IrModule module;
        private final PassContext context;
        private final Sources sources;
        private final Map<Key, Integer> known = new HashMap<>();
        private final Map<Ssa, Value> constants = new HashMap<>();
        private final List<Uses> uses = new ArrayList<>();
        private final Reachability reachability;
        private final ChangingKeys changing;
        private final TableKeys tables;
        private final Addresses addresses;
        private @Nullable WordSource reached;

        Resolving(IrModule module, PassContext context) {
            this.module = module;
            this.context = context;
            this.sources = new Sources(module);
            this.reachability = new Reachability(module, sources);
            this.changing = new ChangingKeys(module, sources, isOn(SourceModes.KEY_DOMAIN));
            this.tables = new TableKeys(sources, changing, isOn(SourceModes.VALUE_BOUNDS));
            this.addresses = new Addresses(module);
            module.resources().forEach(resource -> {
                known.put(new Key(resource.kind(), resource.path()), resource.index());
                uses.add(new Uses());
            });
        }

        /** The high dword of flat addresses of LDS. */
        private int sharedHigh() {
            return context.program().state().apertures().sharedHigh();
        }

        private boolean isOn(SourceModes mode) {
            return context.switches().isOn(mode);
        }

        void run() {
            for (IrBlock block : module.blocks()) {
                reached = reachability.of(block.id());
                for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                    Inst inst = at.next();
                    switch (inst) {
                        case ScalarLoad load -> at.set(scalar(load, at));
                        case BufferAccess access when access.buffer() instanceof Place.DescriptorWords words -> {
                            int buffer = resource(ShaderResource.Kind.BUFFER, words.words(), reads(access.op()), writes(access.op()),
                                    access.element().form() == Element.Form.DESCRIPTOR_FORMAT, access.pc());
                            uses.get(buffer).isVector = true;
                            faultsOfPairs(access.op(), access.element(), access.pc());
                            at.set(access.through(buffer));
                        }
                        case ImageAccess access when access.image() instanceof Place.DescriptorWords words -> image(access, words, at);
                        case GlobalAccess access when access.place() instanceof Place.Address address ->
                                at.set(global(access, address.address(), at));
                        case LdsAccess access when access.op().isAtomic() && access.element().bits() == 64 -> at.set(new LdsAccess(
                                access.result(), access.op(), access.address(), access.offsetBytes(), access.element(), access.data(),
                                aligned(access, access.address(), access.offsetBytes(), access.guard(), access.element(), 0, at), access.pc()));
                        default -> { }
                    }
                }
            }
            module.replace(constants);
            List.copyOf(module.resources()).forEach(this::finish);
            List.copyOf(module.resources()).stream().filter(ShaderResource::isTable).forEach(this::addRecords);
        }

        /** What a table lets choose, as resources behind all others. */
        private void addRecords(ShaderResource table) {
            DescriptorWords records = context.descriptor(table.index());
            boolean isImage = table.kind() == ShaderResource.Kind.IMAGE_TABLE;
            for (int i = 0; records != null && i < records.count(); i++) {
                ShaderResource.Kind kind = !isImage ? ShaderResource.Kind.SAMPLER
                        : (records.word(i) & TableSnapshot.HAS_MEMBERS) != 0 ? ShaderResource.Kind.IMAGE_SET : ShaderResource.Kind.IMAGE;
                module.addResource(new ShaderResource(records.word(i) & ~TableSnapshot.HAS_MEMBERS, kind, true, false, false, table.path(),
                        table.pc()));
            }
        }

        /** Conditions and what a scalar load does not look at are known when all uses are. */
        private void finish(ShaderResource resource) {
            if (resource.isTable() || resource.isOwn()) {
                return;
            }
            Uses by = uses.get(resource.index());
            List<WordSource> words = new ArrayList<>(resource.path().words());
            if (resource.kind() == ShaderResource.Kind.BUFFER && !by.isVector && isOn(SourceModes.SCALAR_BUFFERS)) {
                words.set(3, WordSource.literal(0));
            }
            WordSource condition = by.isAlways ? null : by.conditions.stream().reduce((a, b) -> WordSource.operation(
                    WordSource.Operator.OR, a, b)).orElse(null);
            SourceModes mode = resource.kind() == ShaderResource.Kind.SLOT ? SourceModes.REACHABILITY : SourceModes.CONDITIONAL_SOURCES;
            if (condition != null && isOn(mode)) {
                words.replaceAll(word -> WordSource.when(condition, word));
            }
            if (!words.equals(resource.path().words())) {
                module.setResource(resource.found(new DescriptorPath(words)));
            }
        }

        /** An image and a sampler of their own, or records of tables: those are taken apart once it is known what the tables hold. */
        private void image(ImageAccess access, Place.DescriptorWords words, IrBlock.Editor at) {
            TableAccess.Side image = side(ShaderResource.Kind.IMAGE, words.words(), access.op() != ImageOp.STORE,
                    access.op() == ImageOp.STORE || access.op().isAtomic(), access.pc());
            TableAccess.Side sampler = access.sampler() instanceof Place.DescriptorWords sampling
                    ? side(ShaderResource.Kind.SAMPLER, sampling.words(), true, false, access.pc())
                    : new TableAccess.Side(-1, true, null, null);
            boolean isDirect = image.key() == null && sampler.key() == null;
            int faults = isDirect ? -1 : faults(access.pc());
            if (isDirect || context.descriptor(faults) == null) {
                at.set(access.through(image.resource(), sampler.resource()));
            } else {
                new TableAccess(module, context, faults, access, at).expand(image, sampler);
            }
        }

        private TableAccess.Side side(ShaderResource.Kind kind, List<Value> words, boolean read, boolean written, Pc pc) {
            boolean isSampler = kind == ShaderResource.Kind.SAMPLER;
            boolean isFound = words.stream().allMatch(word -> sources.of(word) != null && !changing.hangsOn(word));
            TableKeys.Found found = isFound || !isOn(SourceModes.TABLES) ? null : tables.of(words);
            if (found == null) {
                return new TableAccess.Side(resource(kind, words, read, written, false, pc), isSampler, null, null);
            }
            int index = resource(isSampler ? ShaderResource.Kind.SAMPLER_TABLE : ShaderResource.Kind.IMAGE_TABLE, found.path(), true, false,
                    false, pc);
            return new TableAccess.Side(index, isSampler, found.key(), found.path().words().getFirst().key());
        }

        private int faults(Pc pc) {
            return resource(ShaderResource.Kind.FAULTS, new DescriptorPath(List.of()), true, true, false, pc);
        }

        /** An atomic on two words tells a fault where it lies off its boundary (rule C-027). */
        private void faultsOfPairs(MemoryOp op, Element element, Pc pc) {
            if (op.isAtomic() && element.bits() == 64) {
                faults(pc);
            }
        }

        /** A load through a pointer from memory tells a fault where that leads nowhere (rules ), if its word is used. */
        private void slot(ScalarLoad load, WordSource source, IrBlock.Editor at) {
            int slot = resource(ShaderResource.Kind.SLOT, new DescriptorPath(List.of(source)), true, false, false, load.pc());
            int faults = faults(load.pc());
            DescriptorWords state = context.descriptor(slot);
            if (state != null && state.word(0) != 0 && !addresses.isAddressOnly(load.result()) && source instanceof WordSource.Loaded loaded) {
                Ssa low = module.fresh(ScalarType.I32);
                Ssa high = module.fresh(ScalarType.I32);
                at.insertBefore(new HostWord(low, guarded(loaded.low()), load.pc()));
                at.insertBefore(new HostWord(high, guarded(loaded.high()), load.pc()));
                new Faults(module).tell(faults, DeviceFault.BAD_POINTER, low, high, null, load.pc(), at);
            }
        }

        private static boolean reads(MemoryOp op) {
            return op != MemoryOp.STORE;
        }

        private static boolean writes(MemoryOp op) {
            return op != MemoryOp.LOAD;
        }

        private Inst scalar(ScalarLoad load, IrBlock.Editor at) {
            return switch (load.place()) {
                case Place.DescriptorWords words -> load.through(
                        resource(ShaderResource.Kind.BUFFER, words.words(), true, false, false, load.pc()));
                case Place.ResourceRef _ -> load;
                case Place.Address address -> memory(load, address, at);
            };
        }

        private Inst memory(ScalarLoad load, Place.Address address, IrBlock.Editor at) {
            WordSource source = sources.of(load.result());
            WordSource low = sources.half(address.address(), false);
            WordSource high = sources.half(address.address(), true);
            if (source != null && !changing.isReadWhileRunning(load.result())) {
                Const own = ownCode(low, high, load);
                if (own != null) {
                    constants.put(load.result(), own);
                }
                if (own == null && low != null && high != null && (low.readsMemory() || high.readsMemory())) {
                    slot(load, source, at);
                }
                return new HostWord(load.result(), guarded(source), load.pc());
            }
            if (low == null || high == null) {
                Addressing through = new Addressing(load.pc(), at);
                Value offset = through.lookup.alu(ScalarType.I64, AluOp.ZERO_EXTEND, through.lookup.alu(ScalarType.I32, AluOp.IADD, load.offset(),
                        Const.i32(load.offsetBytes())));
                Value sum = through.lookup.alu(ScalarType.I64, AluOp.IADD, address.address(), offset);
                return through.access(new GlobalAccess(load.result(), MemoryOp.LOAD, address, Const.i64(0), GlobalAccess.Segment.GLOBAL,
                        Element.dwords(1), false, List.of(), null, load.pc()),
                        through.lookup.alu(ScalarType.I64, AluOp.AND, sum, Const.i64(-4)));
            }
            return load.through(resource(ShaderResource.Kind.MEMORY, new DescriptorPath(List.of(low, high)), true, false, false,
                    load.pc()));
        }

        /** The word where the host knows the place in the program to be reached (rule A-064). */
        private WordSource guarded(WordSource source) {
            WordSource condition = reached;
            return condition != null && isOn(SourceModes.REACHABILITY) ? WordSource.when(condition, source) : source;
        }

        /**
         * An access at a pointer that the host can follow plus something the lane computes becomes one of the memory behind the pointer.
         * Only the offset's low word is kept: what lies further than 2 GiB from the pointer is outside of the range bound around it.
         */
        private Inst global(GlobalAccess access, Value address, IrBlock.Editor at) {
            Value sharedOffset = access.segment() == GlobalAccess.Segment.FLAT && module.stage() == ShaderStage.COMPUTE
                    && isOn(SourceModes.APERTURE) ? sharedOffset(address) : null;
            if (sharedOffset != null && access.offset() instanceof Const constant) {
                Value guard = access.op().isAtomic() ? aligned(access, sharedOffset, (int) constant.bits(), access.guard(), access.element(),
                        sharedHigh(), at) : access.guard();
                return BytesOfLds.of(module, new LdsAccess(access.result(), access.op(), sharedOffset, (int) constant.bits(), access.element(),
                        access.data(), guard, access.pc()), at);
            }
            Sum low = new Sum();
            Sum high = new Sum();
            for (Value part : sources.parts(address)) {
                low.addHalf(part, false, access.guard());
                high.addHalf(part, true, access.guard());
            }
            if (access.segment() == GlobalAccess.Segment.SCRATCH) {
                return access;
            }
            if (low.host == null || high.host == null) {
                return unknown(access, address, at);
            }
            Value offset = access.offset() instanceof Const constant ? Const.i32((int) constant.bits()) : Const.i32(0);
            for (Value term : low.lane) {
                Ssa sum = module.fresh(ScalarType.I32);
                at.insertBefore(new Alu(sum, AluOp.IADD, List.of(offset, term), access.pc()));
                offset = sum;
            }
            faultsOfPairs(access.op(), access.element(), access.pc());
            int index = resource(ShaderResource.Kind.MEMORY, new DescriptorPath(List.of(low.host, high.host)), reads(access.op()),
                    writes(access.op()), false, access.pc());
            return new GlobalAccess(access.result(), access.op(), new Place.ResourceRef(index), offset, access.segment(),
                    access.element(), access.coherent(), access.data(), access.guard(), access.pc());
        }

        /** An access through an address that only the program knows; a flat one of a compute program may be to LDS (rules B-003, B-004). */
        private Inst unknown(GlobalAccess access, Value address, IrBlock.Editor at) {
            Addressing through = new Addressing(access.pc(), at);
            Value sum = access.offset() instanceof Const constant && constant.bits() == 0 ? address
                    : through.lookup.alu(ScalarType.I64, AluOp.IADD, address, access.offset());
            boolean mayBeShared = access.segment() == GlobalAccess.Segment.FLAT && module.stage() == ShaderStage.COMPUTE
                    && isOn(SourceModes.APERTURE) && context.program().state().ldsBytes() > 0;
            if (!mayBeShared) {
                return through.access(access, sum);
            }
            Value isShared = through.lookup.alu(ScalarType.B1, AluOp.IEQ, through.lookup.alu(ScalarType.I32, AluOp.HIGH_32, sum),
                    Const.i32(sharedHigh()));
            Value offset = through.lookup.alu(ScalarType.I32, AluOp.LOW_32, sum);
            Ssa ofLds = access.result() == null ? null : module.fresh(access.result().type());
            GlobalAccess here = access.where(both(access.guard(), isShared, through), access.result());
            Value guard = access.op().isAtomic() ? aligned(here, offset, 0, here.guard(), here.element(), sharedHigh(), at) : here.guard();
            at.insertBefore(BytesOfLds.of(module, new LdsAccess(ofLds, access.op(), offset, 0, access.element(), access.data(), guard, access.pc()),
                    at));
            Value isElsewhere = through.lookup.alu(ScalarType.B1, AluOp.INE, through.lookup.alu(ScalarType.I32, AluOp.HIGH_32, sum),
                    Const.i32(sharedHigh()));
            Ssa elsewhere = access.result() == null ? null : module.fresh(access.result().type());
            Inst other = through.access(access.where(both(access.guard(), isElsewhere, through), elsewhere), sum);
            if (ofLds == null || elsewhere == null) {
                return other;
            }
            at.insertBefore(other);
            return through.chosen(Objects.requireNonNull(access.result()), isShared, ofLds, elsewhere);
        }

        private Value both(@Nullable Value guard, Value condition, Addressing through) {
            return guard == null ? condition : through.lookup.alu(ScalarType.B1, AluOp.AND, guard, condition);
        }

        /** Writes accesses of one instruction through device addresses. */
        private final class Addressing {
            private final Pc pc;
            private final IrBlock.Editor at;
            private final AddressLookup lookup;

            Addressing(Pc pc, IrBlock.Editor at) {
                this.pc = pc;
                this.at = at;
                if (!isOn(SourceModes.ADDRESSES)) {
                    throw context.refuse(pc, "the pointer does not come from user data or memory behind it, and " + SourceModes.ADDRESSES.id()
                            + " is off");
                }
                int spans = resource(ShaderResource.Kind.SPANS, new DescriptorPath(List.of()), true, false, false, pc);
                boolean isTranslated = context.descriptor(spans) != null;
                if (isTranslated && !(context.host().has(HostFeature.BUFFER_DEVICE_ADDRESS) && context.host().has(HostFeature.INT64))) {
                    throw context.refuse(pc, "the address is computed in the program, and the device has no addresses (bufferDeviceAddress)");
                }
                this.lookup = new AddressLookup(module, spans, pc, at);
                if (isTranslated) {
                    context.acted(SourceModes.ADDRESSES, pc, "an address that only the program knows");
                }
            }

            /** The access at the device's address; one that is not mapped, or an atomic at no multiple of its size, faults instead. */
            GlobalAccess access(GlobalAccess access, Value address) {
                if (access.op() != MemoryOp.LOAD) {
                    resource(ShaderResource.Kind.SPANS, new DescriptorPath(List.of()), true, true, false, pc);
                }
                Element element = access.element();
                AddressLookup.Found found = lookup.find(address, element.bits() / 8 * element.count(), access.guard());
                Value isWrong = lookup.alu(ScalarType.B1, AluOp.IEQ, found.isMapped(), Const.FALSE);
                tell(DeviceFault.UNMAPPED, address, both(access.guard(), isWrong, this));
                Value allowed = both(access.guard(), found.isMapped(), this);
                if (access.op().isAtomic()) {
                    Value low = lookup.alu(ScalarType.I32, AluOp.AND, lookup.alu(ScalarType.I32, AluOp.LOW_32, address),
                            Const.i32(element.bits() / 8 - 1));
                    tell(DeviceFault.UNALIGNED, address, both(allowed, lookup.alu(ScalarType.B1, AluOp.INE, low, Const.i32(0)), this));
                    allowed = both(allowed, lookup.alu(ScalarType.B1, AluOp.IEQ, low, Const.i32(0)), this);
                }
                return new GlobalAccess(access.result(), access.op(), new Place.Address(found.device()), Const.i64(0), GlobalAccess.Segment.GLOBAL,
                        element, access.coherent(), access.data(), allowed, pc);
            }

            private void tell(DeviceFault fault, Value address, Value when) {
                new Faults(module).tell(faults(pc), fault, lookup.alu(ScalarType.I32, AluOp.LOW_32, address),
                        lookup.alu(ScalarType.I32, AluOp.HIGH_32, address), when, pc, at);
            }

            Inst chosen(Ssa result, Value condition, Value a, Value b) {
                if (result.type().size() == 1) {
                    return new Alu(result, AluOp.SELECT, List.of(condition, a, b), pc);
                }
                List<Value> parts = new ArrayList<>();
                for (int i = 0; i < result.type().size(); i++) {
                    parts.add(lookup.alu(ScalarType.I32, AluOp.SELECT, condition, lookup.part(a, i), lookup.part(b, i)));
                }
                return new Construct(result, parts, pc);
            }
        }

        /**
         * Where an atomic on LDS is done: at multiples of its size; elsewhere it faults (rules B-004, C-023).
         *
         * @param high high dword of the address that the fault names
         */
        private @Nullable Value aligned(Inst access, Value base, int offset, @Nullable Value guard, Element element, int high,
                IrBlock.Editor at) {
            int mask = element.bits() / 8 - 1;
            if (base instanceof Const constant && (constant.bits() + offset & mask) == 0) {
                return guard;
            }
            Faults faults = new Faults(module);
            Value address = faults.alu(ScalarType.I32, AluOp.IADD, List.of(base, Const.i32(offset)), access.pc(), at);
            Value low = faults.alu(ScalarType.I32, AluOp.AND, List.of(address, Const.i32(mask)), access.pc(), at);
            Value isWrong = faults.alu(ScalarType.B1, AluOp.INE, List.of(low, Const.i32(0)), access.pc(), at);
            Value isRight = faults.alu(ScalarType.B1, AluOp.IEQ, List.of(low, Const.i32(0)), access.pc(), at);
            faults.tell(faults(access.pc()), DeviceFault.UNALIGNED, address, Const.i32(high),
                    guard == null ? isWrong : faults.alu(ScalarType.B1, AluOp.AND, List.of(guard, isWrong), access.pc(), at), access.pc(), at);
            return guard == null ? isRight : faults.alu(ScalarType.B1, AluOp.AND, List.of(guard, isRight), access.pc(), at);
        }

        /** The byte of LDS at which a flat address lies whose high dword is known to be that of the window (rule C-038); else null. */
        private @Nullable Value sharedOffset(Value address) {
            if (address instanceof Const constant) {
                return constant.bits() >>> 32 == Integer.toUnsignedLong(sharedHigh()) ? Const.i32((int) constant.bits()) : null;
            }
            Value high = sources.halfValue(address, true);
            boolean isShared = high != null && sources.of(high) instanceof WordSource.Literal literal
                    && literal.word() == sharedHigh();
            return isShared ? sources.halfValue(address, false) : null;
        }

        /** A word taken apart into what the host can compute and what the lane adds. */
        private final class Sum {
            private @Nullable WordSource host;
            private final List<Value> lane = new ArrayList<>();

            void addHalf(Value wide, boolean high, @Nullable Value guard) {
                Value word = sources.halfValue(wide, high);
                if (word != null) {
                    add(word, guard);
                }
            }

            private void add(Value term, @Nullable Value guard) {
                if (term instanceof Const constant && constant.bits() == 0) {
                    return;
                }
                WordSource source = sources.of(term);
                Inst definition = source == null && term instanceof Ssa ssa ? sources.definition(ssa) : null;
                if (source != null) {
                    host = host == null ? source : WordSource.operation(WordSource.Operator.ADD, host, source);
                } else if (definition instanceof Alu alu && alu.op() == AluOp.IADD) {
                    add(alu.operand(0), guard);
                    add(alu.operand(1), guard);
                } else if (definition instanceof Alu alu && alu.op() == AluOp.SELECT && alu.operand(0).equals(guard)) {
                    // Where the guard does not hold nothing is accessed.
                    add(alu.operand(1), guard);
                } else {
                    lane.add(term);
                }
            }
        }

        /** The word of the program itself that a load at a constant address reads, null when it reads elsewhere. */
        private @Nullable Const ownCode(@Nullable WordSource low, @Nullable WordSource high, ScalarLoad load) {
            if (!(low instanceof WordSource.Literal a) || !(high instanceof WordSource.Literal b)
                    || !(load.offset() instanceof Const offset)) {
                return null;
            }
            ShaderProgram program = context.program();
            long address = (a.word() & 0xffffffffL | (long) b.word() << 32) + offset.bits() + load.offsetBytes();
            long index = (address & ~3L) - program.codeAddress() >> 2;
            return index >= 0 && index < program.wordCount() ? Const.i32(program.word((int) index)) : null;
        }

        private int resource(ShaderResource.Kind kind, List<Value> words, boolean read, boolean written, boolean formatted, Pc pc) {
            List<WordSource> followed = new ArrayList<>(words.size());
            for (int i = 0; i < words.size(); i++) {
                WordSource source = sources.of(words.get(i));
                if (source == null) {
                    throw context.refuse(pc, "word " + i + " of the " + kind.name().toLowerCase(java.util.Locale.ROOT)
                            + " descriptor is computed in the program (" + sources.obstacle(words.get(i))
                            + "), so the host cannot bind it");
                }
                followed.add(source);
            }
            return resource(kind, new DescriptorPath(followed), read, written, formatted, pc);
        }

        private int resource(ShaderResource.Kind kind, DescriptorPath path, boolean read, boolean written, boolean formatted, Pc pc) {
            Integer index = known.get(new Key(kind, path));
            if (index == null) {
                index = module.resources().size();
                known.put(new Key(kind, path), index);
                uses.add(new Uses());
                module.addResource(new ShaderResource(index, kind, read, written, formatted, path, pc.byteOffset()));
            } else {
                ShaderResource old = module.resources().get(index);
                module.setResource(new ShaderResource(index, kind, old.read() || read, old.written() || written,
                        old.formatted() || formatted, path, old.pc()));
            }
            WordSource condition = reached;
            if (condition == null) {
                uses.get(index).isAlways = true;
            } else {
                uses.get(index).conditions.add(condition);
            }
            return index;
        }
    }
}
