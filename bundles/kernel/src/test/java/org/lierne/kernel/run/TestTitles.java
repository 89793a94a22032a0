package org.lierne.kernel.run;

import static org.lierne.kernel.nativecpu.TestMachine.MACHINE;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.cpu.CallShape;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.cpu.RegisterFrame;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.format.Nid;
import org.lierne.kernel.loader.ImportTable;
import org.lierne.kernel.loader.ModuleLoader;
import org.lierne.kernel.module.ImportBinding;
import org.lierne.kernel.module.ImportKey;
import org.lierne.kernel.module.ImportResolver;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;

/** Runs titles with a handful of exports made here instead of library bundles. */
public final class TestTitles implements ImportResolver {
    final ByteArrayOutputStream output = new ByteArrayOutputStream();
    final List<String> refusals = new ArrayList<>();
    private final Map<String, CallTarget> functions = new HashMap<>();
    public final ImportTable imports = new ImportTable(MACHINE.cpu, MACHINE.places);
    private final GuestFiles files = (GuestFiles) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {GuestFiles.class},
            (p, m, a) -> hostPath((String) a[0]));
    /** The host folder behind {@code /app0}. */
    public Path app = Path.of("");

    public final ModuleLoader loader =
            new ModuleLoader(MACHINE.space, MACHINE.memory, MACHINE.places, MACHINE.tls, imports, MACHINE.threads, files);
    public final NativeTitleRunner runner =
            new NativeTitleRunner(MACHINE.space, MACHINE.memory, MACHINE.cpu, MACHINE.threads, loader, this, MACHINE.title);

    public TestTitles() {
        add("_init_env", "init", 1, false);
        add("atexit", "atexit", 1, false);
        add("catchReturnFromMain", "caught", 1, false);
        add("exit", "exit", 1, false);
        add("printf", "print", 0, true);
        add("malloc", "none", 1, false);
    }

    private void add(String name, String method, int parameters, boolean isVariadic) {
        try {
            List<Class<?>> types = isVariadic ? List.of(RegisterFrame.class) : IntStream.range(0, parameters)
                    .<Class<?>>mapToObj(i -> long.class).toList();
            MethodHandle handle = MethodHandles.lookup()
                    .findVirtual(TestTitles.class, method, MethodType.methodType(long.class, types)).bindTo(this);
            List<CallShape.Kind> kinds = IntStream.range(0, parameters).mapToObj(i -> CallShape.Kind.LONG).toList();
            function(name, handle, new CallShape(kinds, CallShape.Result.LONG, isVariadic));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public void function(String name, MethodHandle handle, CallShape shape) {
        String nid = Nid.of(name).text();
        functions.put(nid, new CallTarget(handle, shape, "libTest", name, nid, List.of()));
    }

    private Path hostPath(String guestPath) {
        Path file = app.resolve(guestPath.replaceFirst("^/app0/", ""));
        if (!Files.exists(file)) {
            throw new GuestErrno(Errno.ENOENT, guestPath);
        }
        return file;
    }

    public static Path root() {
        return Path.of(System.getProperty("lierne.root"));
    }

    public TitleOutcome run(Path title, Path report) {
        return runner.run(new TitleRequest(title, Optional.empty(), true, OptionalInt.empty(), Optional.empty(), Optional.empty(),
                Set.of(), Set.of(), Optional.of(report), output));
    }

    long init(long parameters) {
        return 0;
    }

    long atexit(long function) {
        return 0;
    }

    long caught(long status) {
        return 0;
    }

    long none(long bytes) {
        return 0;
    }

    long exit(long status) {
        throw MACHINE.title.exit((int) status);
    }

    /** Knows {@code %s} only. */
    long print(RegisterFrame frame) {
        String format = MACHINE.memory.getString(frame.registers().get(java.lang.foreign.ValueLayout.JAVA_LONG, 0), 1000);
        if (format.contains("%s")) {
            format = format.replace("%s", MACHINE.memory.getString(frame.registers().get(java.lang.foreign.ValueLayout.JAVA_LONG, 8), 100));
        }
        output.writeBytes(format.getBytes(StandardCharsets.UTF_8));
        return format.length();
    }

    static long refuse() {
        throw new HleRefusal("no bundle serves it");
    }

    @Override
    public ImportBinding resolve(ImportKey key, String importer) {
        CallTarget target = functions.get(key.nid());
        if (target != null) {
            return new ImportBinding.Function(target, "lib.test");
        }
        if (key.nid().equals(Nid.of("__stack_chk_guard").text())) {
            return new ImportBinding.Data(MACHINE.data(8), "lib.test");
        }
        try {
            MethodHandle handle = MethodHandles.lookup().findStatic(TestTitles.class, "refuse", MethodType.methodType(long.class));
            return new ImportBinding.Refusing(new CallTarget(handle, new CallShape(List.of(), CallShape.Result.LONG, false), key.library(),
                    key.nid(), key.nid(), List.of()), "");
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String servedBy(ImportKey key) {
        return functions.containsKey(key.nid()) ? "lib.test" : "nobody";
    }

    @Override
    public void refused(CallTarget target, String message) {
        refusals.add(message);
    }

    @Override
    public Optional<String> nameOf(String nid) {
        return Optional.empty();
    }
}
