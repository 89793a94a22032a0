package org.lierne.lib.ngs2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleRefusal;

/** Systems, racks and voices come and go; codes and the order of checks are those of the ledger's lib.ngs2. */
class LifetimeTest {
    private final Synthesizer synth = new Synthesizer();
    private final GuestPtr<SystemOption> noOption = synth.at(0, SystemOption.class);
    private final GuestPtr<BufferRecord> noBuffer = synth.at(0, BufferRecord.class);
    private final GuestPtr<Long> nowhere = synth.at(0, Long.class);

    private int checked(SystemOption option) {
        GuestPtr<SystemOption> at = synth.at(0x4000, SystemOption.class);
        at.set(option);
        return synth.systems.bytes(at, synth.buffer()).code();
    }

    @Test
    void checksASystemsOptionInOrder() {
        assertEquals(0x804A8013, checked(new SystemOption(0x40, "", 0, 4096, 1, 1, 0)));
        assertEquals(0x804A8311, checked(new SystemOption(0x90, "", 0, 4096, 1, 1, 0)));
        assertEquals(0x804A8311, checked(new SystemOption(0x90, "", 0, 100, 64, 48_000, 8)));
        assertEquals(0x804A8310, checked(new SystemOption(0x90, "", 0, 512, 1024, 1, 0)));
        assertEquals(0x804A8051, checked(new SystemOption(0x90, "", 0, 512, 256, 44_000, 0)));
        assertEquals(0x804A8052, checked(new SystemOption(0x90, "", 0, 512, 256, 48_000, 38)));
        assertEquals(0, checked(new SystemOption(0x90, "", 0, 2048, 64, 192_000, 37)));
        assertEquals(0x804A8010, synth.systems.bytes(noOption, noBuffer).code());
        assertEquals(0x804A8010, synth.systems.reset(noOption).code());
    }

    @Test
    void tellsTheUsualOption() {
        GuestPtr<SystemOption> option = synth.at(0x4000, SystemOption.class);

        assertEquals(0, synth.systems.reset(option).code());

        assertEquals(new SystemOption(0x90, "", 0, 512, 256, 48_000, 8), option.get());
    }

    @Test
    void asksForMemoryAndLeavesTheTitlesValue() {
        GuestPtr<BufferRecord> buffer = synth.buffer();

        assertEquals(0, synth.systems.bytes(noOption, buffer).code());

        assertEquals(0, buffer.get().address());
        assertEquals(0x55, buffer.get().userValue());
        assertEquals(true, buffer.get().bytes() > 0);
    }

    @Test
    void aSystemInTheTitlesMemoryGivesItBack() {
        assertEquals(0x804A8020, synth.systems.create(noOption, noBuffer, nowhere).code());
        assertEquals(0x804A8010, synth.systems.create(noOption, synth.buffer(), nowhere).code());
        long system = synth.system();
        long rack = synth.rack(system, Synthesizer.SAMPLER);
        GuestPtr<BufferRecord> back = synth.at(0x4000, BufferRecord.class);

        assertEquals(0, synth.systems.destroy(system, back).code());

        assertEquals(0x9_0000, back.get().address());
        assertEquals(0x804A8201, synth.systems.destroy(system, back).code());
        assertEquals(0x804A8202, synth.racks.lock(rack).code());
    }

    @Test
    void memoryOfTheTitlesFunctionsIsTakenAndGivenBack() {
        GuestPtr<Leases.Allocator> allocator = synth.at(0x4000, Leases.Allocator.class);
        allocator.set(new Leases.Allocator(0, 0x6000, 0x99));
        assertEquals(0x804A8023, (int) synth.systems.createBy(noOption, allocator, nowhere).raw());
        allocator.set(new Leases.Allocator(0x5000, 0x6000, 0x99));
        assertEquals(0x804A8010, (int) synth.systems.createBy(noOption, allocator, nowhere).raw());
        synth.functions.put(0x5000L, record -> {
            assertEquals(0x99, synth.memory.getLong(record + 0x38));
            synth.memory.putLong(record, 0xA_0000 + synth.memory.getLong(record + 8));
            return 0;
        });
        long[] freed = new long[2];
        synth.functions.put(0x6000L, record -> {
            freed[freed[0] == 0 ? 0 : 1] = synth.memory.getLong(record);
            return 0;
        });
        GuestPtr<Long> handle = synth.handle();

        assertEquals(0, (int) synth.systems.createBy(noOption, allocator, handle).raw());
        long system = handle.get();
        assertEquals(0, (int) synth.racks.createBy(system, Synthesizer.MASTERING, synth.at(0, RackOption.class), allocator, handle).raw());
        GuestPtr<BufferRecord> back = synth.at(0x4100, BufferRecord.class);
        synth.memory.putLong(0x4100, -1);
        assertEquals(0, synth.systems.destroy(system, back).code());

        assertEquals(0xA_0000 + 0x1000 + 64 * 0x100, freed[0]);
        assertEquals(0xA_4000, freed[1]);
        assertEquals(new BufferRecord(0, 0, 0), back.get());
        assertEquals(0, synth.blocksInUse);
    }

    @Test
    void theAnswerOfAFunctionThatGivesNothingIsPassedOn() {
        GuestPtr<Leases.Allocator> allocator = synth.at(0x4000, Leases.Allocator.class);
        allocator.set(new Leases.Allocator(0x5000, 0, 0));
        synth.functions.put(0x5000L, _ -> 0x80020016L);

        assertEquals(0x80020016, (int) synth.systems.createBy(noOption, allocator, synth.handle()).raw());

        synth.functions.put(0x5000L, _ -> 0);
        assertEquals(0x804A8020, (int) synth.systems.createBy(noOption, allocator, synth.handle()).raw());
        assertEquals(0, synth.systems.systems(new GuestArray<>(synth.memory, 0, 0, Long.class), 0));
    }

    @Test
    void aRackIsWhatItsOptionSaidBeforeTheTitlesFunctionWroteThere() {
        GuestPtr<RackOption> option = synth.at(0x4100, RackOption.class);
        option.set(new RackOption(0xB0, "", 0, 512, 2, 0, 1, 1));
        GuestPtr<Leases.Allocator> allocator = synth.at(0x4000, Leases.Allocator.class);
        allocator.set(new Leases.Allocator(0x5000, 0, 0));
        synth.functions.put(0x5000L, record -> {
            synth.memory.putLong(record, 0xA_0000);
            option.set(new RackOption(0xB0, "", 0, 512, 5000, 0, 1, 1));
            return 0;
        });
        GuestPtr<Long> handle = synth.handle();

        assertEquals(0, (int) synth.racks.createBy(synth.system(), Synthesizer.SAMPLER, option, allocator, handle).raw());

        long rack = handle.get();
        assertEquals(0, synth.racks.voice(rack, 1, synth.handle()).code());
        assertEquals(0x804A8305, synth.racks.voice(rack, 2, synth.handle()).code());
    }

    @Test
    void checksARackInOrder() {
        GuestPtr<RackOption> option = synth.at(0, RackOption.class);
        assertEquals(0x804A8020, synth.racks.create(1, 1, option, noBuffer, nowhere).code());
        assertEquals(0x804A8010, synth.racks.create(1, 1, option, synth.buffer(), nowhere).code());
        assertEquals(0x804A8300, synth.racks.create(1, 0x2002, option, synth.buffer(), synth.handle()).code());
        assertEquals(0x804A8201, synth.racks.create(1, 0x1000, option, synth.buffer(), synth.handle()).code());
        assertThrows(HleRefusal.class, () -> synth.racks.create(1, 0x2001, option, synth.buffer(), synth.handle()));
        GuestPtr<RackOption> wrong = synth.at(0x4000, RackOption.class);
        wrong.set(new RackOption(0xAF, "", 0, 512, 1, 0, 1, 1));
        assertEquals(0x804A8013, synth.racks.bytes(0x1000, wrong, synth.buffer()).code());
        wrong.set(new RackOption(0xB0, "", 0, 512, 0x7FFF_FFFF, 0, 1, 1));
        assertThrows(HleRefusal.class, () -> synth.racks.bytes(0x1000, wrong, synth.buffer()));
    }

    @Test
    void voicesAreFoundByTheirNumbers() {
        long rack = synth.rack(synth.system(), Synthesizer.SAMPLER);
        assertEquals(0x804A8202, synth.racks.voice(1, 0, nowhere).code());
        assertEquals(0x804A8010, synth.racks.voice(rack, 0, nowhere).code());
        assertEquals(0x804A8305, synth.racks.voice(rack, 64, synth.handle()).code());
        assertEquals(0x804A8305, synth.racks.voice(rack, -1, synth.handle()).code());
        long voice = synth.voice(rack, 63);

        synth.voices.owner(voice, synth.at(0x4000, Long.class), synth.at(0x4008, Integer.class));

        assertEquals(rack, synth.memory.getLong(0x4000));
        assertEquals(63, synth.memory.getInt(0x4008));
        assertEquals(voice, synth.voice(rack, 63));
    }

    @Test
    void checksWhatIsAskedOfAVoice() {
        long voice = synth.voice(synth.rack(synth.system(), Synthesizer.SAMPLER), 0);
        GuestPtr<Integer> state = synth.at(0x4000, Integer.class);
        assertEquals(0x804A8203, synth.voices.state(1, state, 0x38).code());
        assertEquals(0x804A8011, synth.voices.state(voice, synth.at(0, Integer.class), 7).code());
        assertEquals(0x804A8010, synth.voices.state(voice, synth.at(0, Integer.class), 8).code());
        synth.memory.putInt(0x4008, -1);
        assertEquals(0, synth.voices.state(voice, state, 8).code());
        assertEquals(-1, synth.memory.getInt(0x4008));
        assertEquals(0x804A8010, synth.voices.flags(voice, synth.at(0, Integer.class)).code());
        assertEquals(0x804A8360, synth.voices.control(1, 0).code());
        assertEquals(0x804A8203, synth.voices.control(1, 0x4000).code());
        GuestPtr<VoiceExports.PortFacts> port = synth.at(0x4000, VoiceExports.PortFacts.class);
        assertEquals(0x804A8011, synth.voices.port(voice, 0, port, 0x17).code());
        assertEquals(0, synth.voices.port(voice, 0, port, 0x18).code());
        assertEquals(new VoiceExports.PortFacts(-1, 1, 0, 0, 0), port.get());
    }

    @Test
    void hostileParametersAreRefused() {
        long system = synth.system();
        long voice = synth.sampler(system, 1, 48_000, 0, (short) 1);
        assertThrows(HleRefusal.class, () -> synth.control(voice, 2, 0x0F, 0, 0));
        assertThrows(HleRefusal.class, () -> synth.control(voice, 2, 0x10, 64, 0));
        assertThrows(HleRefusal.class, () -> synth.control(voice, 2, 0x10, 0, Float.floatToIntBits(Float.NaN)));
        assertThrows(HleRefusal.class, () -> synth.control(voice, 1, 0x18, 0, 0x7FFF_FFFF, 0x4000, 0));
        assertThrows(HleRefusal.class, () -> synth.control(voice, 0x1000_0005, 0x10, Float.floatToIntBits(Float.POSITIVE_INFINITY)));
        assertThrows(HleRefusal.class, () -> synth.control(voice, 0x1000_0001, 0x20, 0x8000, 0, 0x10, 0, 0, 0));
        assertThrows(HleRefusal.class, () -> synth.control(voice, 0x1000_0001, 0x20, 0x8000, 0, 0, -1, 0, 0));
        assertThrows(HleRefusal.class, () -> synth.control(voice, 0x5000_0000, 0x10, 0, 0));
        assertEquals(0x804A8050, synth.control(voice, 0x1000_0000, 0x20, 0x20, 1, 48_000));
        assertEquals(0x804A8052, synth.control(voice, 0x1000_0000, 0x20, 0x12, 38, 48_000));
        assertEquals(0x804A8051, synth.control(voice, 0x1000_0000, 0x20, 0x12, 1, 0));
        assertEquals(0x804A8203, synth.control(voice, 5, 0x18, 0, 0, (int) voice, 0));
        assertEquals(0x804A8203, synth.control(voice, 5, 0x18, 0, 0, (int) synth.mixer(synth.system(), Synthesizer.SUBMIXER, 1), 0));
    }

    @Test
    void aListWithoutAnEndIsRefused() {
        long voice = synth.voice(synth.rack(synth.system(), Synthesizer.SUBMIXER), 0);
        synth.memory.putInt(0x4000, 0x10 << 16 | 0x10);
        synth.memory.putInt(0x4004, 2);
        synth.memory.putInt(0x4010, -0x10 << 16 | 0x10);
        synth.memory.putInt(0x4014, 2);

        assertThrows(HleRefusal.class, () -> synth.voices.control(voice, 0x4000));
    }

    @Test
    void parametersFollowOneAnother() {
        long voice = synth.voice(synth.rack(synth.system(), Synthesizer.SUBMIXER), 0);
        synth.memory.putInt(0x4000, 0x20 << 16 | 0x10);
        synth.memory.putInt(0x4004, 2);
        synth.memory.putInt(0x4008, 1);
        synth.memory.putInt(0x400C, Float.floatToIntBits(0.25f));
        synth.memory.putInt(0x4020, 0x0C);
        synth.memory.putInt(0x4024, 6);
        synth.memory.putInt(0x4028, Voice.PLAY);

        assertEquals(0, synth.voices.control(voice, 0x4000).code());

        assertEquals(1, synth.flags(voice));
        GuestPtr<VoiceExports.PortFacts> port = synth.at(0x4100, VoiceExports.PortFacts.class);
        synth.voices.port(voice, 1, port, 0x18);
        assertEquals(0.25f, port.get().volume());
    }

    @Test
    void checksRenderingInOrder() {
        long system = synth.system();
        GuestPtr<SystemExports.RenderBuffer> buffer = synth.at(0x4000, SystemExports.RenderBuffer.class);
        assertEquals(0x804A8201, synth.systems.render(1, buffer, 32).code());
        assertEquals(0x804A830B, synth.systems.render(system, buffer, 32).code());
        assertEquals(0x804A8050, synth.systems.render(system, buffer, 1).code());
        buffer.set(new SystemExports.RenderBuffer(0, 8, 0x18, 0));
        assertEquals(0x804A8052, synth.systems.render(system, buffer, 1).code());
        buffer.set(new SystemExports.RenderBuffer(0, 8, 0x18, 2));
        assertEquals(0x804A8251, synth.systems.render(system, buffer, 1).code());
        assertEquals(0, synth.systems.render(system, synth.at(0, SystemExports.RenderBuffer.class), 0).code());
    }

    @Test
    void tellsWhatSystemsAndRacksAre() {
        long system = synth.system();
        long rack = synth.rack(system, Synthesizer.SAMPLER);
        synth.render(system, 1);
        GuestPtr<SystemExports.Facts> facts = synth.at(0x4000, SystemExports.Facts.class);
        assertEquals(0x804A8010, synth.systems.facts(1, synth.at(0, SystemExports.Facts.class), 0).code());
        assertEquals(0x804A8011, synth.systems.facts(1, facts, 0xB0).code());
        assertEquals(0x804A8201, synth.systems.facts(1, facts, 0xB8).code());

        assertEquals(0, synth.systems.facts(system, facts, 0xB8).code());
        assertEquals(new SystemExports.Facts("test", system, 0x9_0000, 0x10_0000, 0x55, 0, 64, 512, 0, 1, 0, 0, 1, 48_000, 64), facts.get());
        GuestPtr<RackExports.Facts> ofRack = synth.at(0x4000, RackExports.Facts.class);
        assertEquals(0, synth.racks.facts(rack, ofRack, 0xD8).code());
        assertEquals(system, ofRack.get().system());
        assertEquals(0x1000, ofRack.get().kind());
        assertEquals(64, ofRack.get().voices());
        GuestArray<Long> all = new GuestArray<>(synth.memory, 0x4200, 1, Long.class);
        assertEquals(1, synth.systems.systems(all, 1));
        assertEquals(system, synth.memory.getLong(0x4200));
        assertEquals(1, synth.systems.racks(system, all, 1).raw());
        assertEquals(rack, synth.memory.getLong(0x4200));
        assertEquals(0x804A8201, (int) synth.systems.racks(1, all, 1).raw());
    }

    @Test
    void grainAndRateAreChecked() {
        long system = synth.system();
        assertEquals(0x804A8201, synth.systems.setGrain(1, 64).code());
        assertEquals(0x804A8310, synth.systems.setGrain(system, 100).code());
        assertEquals(0x804A8310, synth.systems.setGrain(system, 576).code());
        assertEquals(0, synth.systems.setGrain(system, 512).code());
        assertEquals(0x804A8051, synth.systems.setRate(system, 44_000).code());
        assertEquals(0, synth.systems.setRate(system, 44_100).code());
    }

    @Test
    void keepsTheTitlesOwnValues() {
        long system = synth.system();
        long rack = synth.rack(system, Synthesizer.SAMPLER);

        synth.systems.setUserValue(system, 7);
        synth.racks.setUserValue(rack, 8);

        assertEquals(0, synth.systems.userValue(system, synth.handle()).code());
        assertEquals(7, synth.memory.getLong(0x1000));
        assertEquals(0, synth.racks.userValue(rack, synth.handle()).code());
        assertEquals(8, synth.memory.getLong(0x1000));
        assertEquals(0x804A8202, synth.racks.userValue(1, synth.handle()).code());
    }

    @Test
    void aLockedSystemIsRenderedByItsHolderAlone() throws Exception {
        long system = synth.system();
        long rack = synth.rack(system, Synthesizer.SAMPLER);
        GuestPtr<SystemExports.RenderBuffer> none = synth.at(0, SystemExports.RenderBuffer.class);
        synth.systems.lock(system);
        synth.racks.lock(rack);
        CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> synth.systems.render(system, none, 0).code());
        assertEquals(0, synth.systems.render(system, none, 0).code());
        synth.racks.unlock(rack);
        assertEquals(false, other.isDone());

        synth.systems.unlock(system);

        assertEquals(0, other.get(60, TimeUnit.SECONDS));
        assertThrows(HleRefusal.class, () -> synth.systems.unlock(system));
    }
}
