// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.NativeLibrary;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.athanor.cli.jobs.Acts;
import org.athanor.cli.jobs.Throwing;
import org.athanor.cli.jobs.WaitingJob;
import org.athanor.cli.session.Libc;
import org.athanor.cli.session.SessionClient;
import org.athanor.cli.session.SessionControl;
import org.athanor.cli.session.SessionPlace;
import org.athanor.cli.warm.DriverCalls;
import org.athanor.cli.warm.WarmEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Drivers in a session with two engines, beside the same drivers in JVMs of their own. All
 * processes are real.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WarmSessionTest {
  private static final Pattern ENGINE =
      Pattern.compile("engine (\\d)  process (\\d+), (.*), for .*; (\\d+) drivers so far.*");

  private static final Pattern OPEN_FILES = Pattern.compile("Max open files +(\\d+) ");

  private static final Pattern KEEPER = Pattern.compile("session  process (\\d+), .*");

  private static final int POLL_MILLIS = 20;

  private static final String OPENS = "--add-opens=java.base/%s=ALL-UNNAMED";

  private Path directory;
  private Path launcher;
  private String acts;

  /** What a driver sees that finds the traces of no other. */
  private Athanor shown;

  /** An engine, as the command shows it. */
  private record Engine(int number, long process, String does, int drivers) {}

  @BeforeAll
  void startSession(@TempDir Path temporary) throws Exception {
    directory = temporary.toRealPath();
    assumeTrue(Libc.isSupported());
    launcher = directory.resolve("athanor");
    // What a client becomes where the session does not serve it.
    Files.writeString(launcher, "echo \"$*\"; exit 55\n");
    acts =
        TestJar.write(
                directory.resolve("acts.jar"),
                Acts.class,
                Stream.concat(Stream.of(Acts.class), Stream.of(Acts.class.getDeclaredClasses()))
                    .toArray(Class<?>[]::new))
            .toString();
    Athanor started = session(start("--engines", "2"));
    assertThat(started.err()).isEmpty();
    assertThat(started.code()).isZero();
    awaitIdle();
    shown = alone(run("show again"));
  }

  @AfterAll
  void stopSession() throws Exception {
    if (acts != null) {
      SessionPlace place = new SessionPlace(socket().getParent());
      assertThat(new SessionControl(place).stop(true)).isTrue();
    }
  }

  @BeforeEach
  void awaitIdle() throws Exception {
    await(
        () -> {
          List<Engine> engines = engines();
          return engines.size() == 2
              && engines.stream().allMatch(engine -> engine.does().equals("idle"));
        });
  }

  /** Waits for what a session shows when it is asked. */
  private static void await(Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS); // ends by the time-out of the test
    }
  }

  private String[] start(String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("start"));
    words.addAll(List.of(options));
    words.add("--");
    words.addAll(engineCommand(0));
    return words.toArray(String[]::new);
  }

  /**
   * The fewer jobs an engine runs at first, the sooner it is ready; without any, it stays for
   * drivers without jobs.
   */
  private List<String> engineCommand(int rehearsals) throws IOException {
    // As the launcher divides a small heap.
    List<String> jvm =
        new ArrayList<>(List.of("-XX:NewRatio=4", "-Dathanor.session.rehearsals=" + rehearsals));
    for (String name : List.of("java.lang", "java.util", "java.io", "sun.nio.fs")) {
      jvm.add(OPENS.formatted(name));
    }
    jvm.add("-javaagent:" + agent());
    List<String> engine = Athanor.command(directory, jvm);
    engine.set(engine.size() - 1, WarmEngine.class.getName());
    return engine;
  }

  private Path agent() throws IOException {
    Path jar = directory.resolve("agent.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", DriverCalls.class.getName());
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }

  /** Runs {@code athanor session}. */
  private Athanor session(String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of("session"));
    words.addAll(List.of(arguments));
    return finish(
        builder(
            Athanor.command(
                directory, List.of("-Dathanor.home=" + directory), words.toArray(String[]::new))));
  }

  private ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = Athanor.builder(directory, command);
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    builder.environment().put("ACTS", "of the client");
    return builder;
  }

  private Athanor finish(ProcessBuilder builder) throws Exception {
    File out = Files.createTempFile(directory, "out", null).toFile();
    File err = Files.createTempFile(directory, "err", null).toFile();
    Process process = builder.redirectOutput(out).redirectError(err).start();
    try (OutputStream input = process.getOutputStream()) {
      input.write("first line\nsecond line\n".getBytes(UTF_8));
    } catch (IOException e) {
      // Most drivers do not read it.
    }
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Athanor(
        process.exitValue(), Files.readString(out.toPath()), Files.readString(err.toPath()));
  }

  private Path socket() throws IOException {
    try (Stream<Path> hosts = Files.list(directory.resolve("cache/athanor/session"))) {
      return hosts.findFirst().orElseThrow().resolve("socket");
    }
  }

  /** Builds a process that runs a driver in the session. */
  private ProcessBuilder client(String... arguments) throws IOException {
    return clientOf(socket(), arguments);
  }

  private ProcessBuilder clientOf(Path socket, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + socket.resolveSibling("client.options"));
    command.add(SessionClient.class.getName());
    command.addAll(List.of(socket.toString(), launcher.toString()));
    command.addAll(List.of(arguments));
    return builder(command);
  }

  private Athanor inSession(String... arguments) throws Exception {
    return finish(client(arguments));
  }

  private Athanor alone(String... arguments) throws Exception {
    return finish(builder(Athanor.command(directory, List.of(), arguments)));
  }

  private List<Engine> engines() throws Exception {
    return new SessionControl(new SessionPlace(socket().getParent()))
        .status().stream()
            .map(ENGINE::matcher)
            .filter(Matcher::matches)
            .map(
                line ->
                    new Engine(
                        Integer.parseInt(line.group(1)),
                        Long.parseLong(line.group(2)),
                        line.group(3),
                        Integer.parseInt(line.group(4))))
            .toList();
  }

  private String[] run(String act) {
    return Stream.concat(Stream.of("run", "--quiet", acts), Stream.of(act.split(" ", -1)))
        .toArray(String[]::new);
  }

  private void expect(String act, int code, String out, String err) throws Exception {
    Athanor expected = new Athanor(code, out.replace("DIRECTORY", directory.toString()), err);
    assertThat(inSession(run(act))).isEqualTo(expected);
  }

  /** After these the engine, with its compiled code, takes the next driver. */
  @ParameterizedTest
  @CsvSource({
    "exit 259, 3, '', ''",
    "exit-in-tool 6, 6, '', ''",
    "throw, 1, '', 'athanor run: org.athanor.cli.jobs.Acts failed: IOException: thrown\n'",
    "change, 0, '', 'changed\n'",
    "child, 5, 'DIRECTORY\nof the client\nfirst line\nsecond line\n', ''"
  })
  void aDriverRunsAsInAJvmOfItsOwnWhichStays(String act, int code, String out, String err)
      throws Exception {
    List<Engine> before = engines();
    expect(act, code, out, err);
    assertThat(inSession(run("show again"))).isEqualTo(shown);
    awaitIdle();
    List<Engine> after = engines();
    assertThat(after).extracting(Engine::process).isEqualTo(processes(before));
    assertThat(after.stream().mapToInt(Engine::drivers).sum())
        .isEqualTo(before.stream().mapToInt(Engine::drivers).sum() + 2);
  }

  private static List<Long> processes(List<Engine> engines) {
    return engines.stream().map(Engine::process).toList();
  }

  /** What these leave behind, another driver must not find. */
  @ParameterizedTest
  @CsvSource({
    "exit-by-reflection 7, 7, ''",
    "exit-in-thread 8, 8, ''",
    "halt 9, 9, ''",
    "leak-threads, 0, 'leaked\n'",
    "hook, 4, 'hook\n'",
    "change-jvm, 0, 'changed to de_DE in Asia/Tokyo\n'",
    "change-resources, 0, ''",
    "leave-child, 0, ''",
    "leave-file, 0, ''",
    "close-output, 0, 'last\n'"
  })
  void aDriverRunsAsInAJvmOfItsOwnWhichEndsWithIt(String act, int code, String out)
      throws Exception {
    List<Engine> before = engines();
    expect(act, code, out, "");
    assertThat(inSession(run("show again"))).isEqualTo(shown);
    awaitIdle();
    assertThat(processes(engines())).hasSize(2).isNotEqualTo(processes(before));
  }

  /** Engines have a heap of 256 MB. The threads of these drivers stay, with 20 MB each. */
  @Test
  void driversThatFollowEachOtherDoNotFillAnEngine() throws Exception {
    List<Engine> before = engines();
    for (int i = 0; i < 12; i++) {
      expect("exit-with 20", 3, "", "");
    }
    awaitIdle();
    assertThat(processes(engines())).hasSize(2).isNotEqualTo(processes(before));
    assertThat(Files.readString(socket().resolveSibling("log")))
        .containsPattern(
            "the engine ends: its heap has \\d+ of at most \\d+ MB, and drivers have ");
  }

  @Test
  void nothingOfADriverIsInUseAfterIt() throws Exception {
    ProcessBuilder client = client(run("show again"));
    client.environment().put("ACTS", "secret");
    assertThat(finish(client).out()).contains("variable secret\n");
    awaitIdle();
    for (Engine engine : engines()) {
      Path process = Path.of("/proc", Long.toString(engine.process()));
      assertThat(Files.readSymbolicLink(process.resolve("cwd"))).isEqualTo(Path.of("/"));
      assertThat(Files.readSymbolicLink(process.resolve("fd/0"))).isEqualTo(Path.of("/dev/null"));
      for (String output : List.of("fd/1", "fd/2")) {
        assertThat(Files.readSymbolicLink(process.resolve(output)))
            .isEqualTo(socket().resolveSibling("log"));
      }
    }
    // In the same engine, the first that is idle.
    List<Engine> before = engines();
    client = client(run("show again"));
    client.environment().remove("ACTS");
    assertThat(finish(client).out()).contains("variable null\n");
    awaitIdle();
    assertThat(processes(engines())).isEqualTo(processes(before));
  }

  @Test
  void aReaderThatEndsDoesNotEndTheDriver() throws Exception {
    String[] command = run("print 20000");
    assertThat(codeBeforeHead(client(command))).isEqualTo(3);
    assertThat(inSession(run("show again"))).isEqualTo(shown);
  }

  private int codeBeforeHead(ProcessBuilder driver) throws Exception {
    ProcessBuilder head =
        new ProcessBuilder("head", "-n", "1").redirectOutput(directory.resolve("head").toFile());
    List<Process> pipeline = ProcessBuilder.startPipeline(List.of(driver, head));
    assertThat(pipeline.get(1).waitFor()).isZero();
    assertThat(Files.readString(directory.resolve("head"))).isEqualTo("line 0\n");
    return pipeline.get(0).waitFor();
  }

  @Test
  void aJarThatIsReplacedIsReadAnew() throws Exception {
    Path jar = directory.resolve("replaced.jar");
    TestJar.write(jar, Acts.class, Acts.class);
    assertThat(inSession("run", "--quiet", jar.toString(), "print", "1").out())
        .isEqualTo("line 0\n");
    TestJar.write(jar, Throwing.class, Throwing.class);
    assertThat(inSession("run", "--quiet", jar.toString()).err())
        .startsWith("athanor run: " + Throwing.class.getName() + " failed: ");
  }

  /** TeraSort's partitioner opens a file by its name in the working directory. */
  private void tasksFindCacheFilesInTheDirectoryOfTheirDriver(Path socket) throws Exception {
    for (String place : List.of("one", "two")) {
      Path here = Files.createDirectory(directory.resolve(place));
      for (String program : List.of("teragen 1000 rows", "terasort rows sorted")) {
        List<String> words =
            new ArrayList<>(List.of("run", "--quiet", "-Dmapreduce.job.reduces=2", "examples"));
        words.addAll(List.of(program.split(" ", -1)));
        ProcessBuilder client =
            clientOf(socket, words.toArray(String[]::new)).directory(here.toFile());
        Athanor run = finish(client);
        assertThat(run.code()).as(run.err()).isZero();
      }
      assertThat(here.resolve("sorted/_SUCCESS")).exists();
    }
  }

  private Process startWaiting(String... arguments) throws Exception {
    return startWaiting(client(arguments));
  }

  private Process startWaiting(ProcessBuilder client) throws Exception {
    Path told = Files.createFile(directory.resolve("pipe"));
    Process process =
        client
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("waiting").toFile())
            .start();
    await(() -> !process.isAlive() || Files.size(told) > 0);
    assertThat(process.isAlive()).as(Files.readString(directory.resolve("waiting"))).isTrue();
    Files.delete(told);
    return process;
  }

  private String[] waitingJob() throws IOException {
    Path in = Files.createDirectories(directory.resolve("in"));
    Files.writeString(in.resolve("text"), "one\n");
    Path jar =
        TestJar.write(
            directory.resolve("job.jar"),
            WaitingJob.class,
            WaitingJob.class,
            WaitingJob.Waits.class);
    return new String[] {"run", "--quiet", "-Dathanor.pool.size=8m", jar.toString(), "in", "out"};
  }

  @Test
  void twoDriversRunAtOnceAThirdWithoutTheSessionAndASignalEndsAJob() throws Exception {
    Process first = startWaiting(waitingJob());
    assertThat(inSession(run("show again"))).isEqualTo(shown);
    Process second = startWaiting(run("wait"));
    assertThat(inSession(run("show a")))
        .isEqualTo(
            new Athanor(
                55,
                "--without-session none of the session's 2 engines is free (athanor session"
                    + " status) "
                    + String.join(" ", run("show a"))
                    + "\n",
                ""));
    assertThat(session("stop"))
        .isEqualTo(
            new Athanor(
                1, "", "athanor session: drivers run; wait for them, or end them with --force\n"));
    second.destroyForcibly();
    assertThat(second.waitFor()).isEqualTo(137);
    assertThat(directory.resolve("out")).exists();
    first.destroy();
    assertThat(first.waitFor()).isEqualTo(143);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void ctrlCEndsADriverAndItsJobs() throws Exception {
    assumeFalse(ignoresInterrupts(), "this JVM ignores SIGINT, and so do its children");
    Process client = startWaiting(waitingJob());
    send("INT", client.pid());
    assertThat(client.waitFor()).isEqualTo(130);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  /** As what a shell runs in the background does. */
  private static boolean ignoresInterrupts() throws IOException {
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow()
            .replaceFirst("SigIgn:\\s*", "");
    return (Long.parseUnsignedLong(ignored, 16) & 1 << 1) != 0;
  }

  /** The client has a terminal, which it is not in the foreground of. */
  @Test
  void ctrlZStopsADriverWithItsChildrenUntilTheClientGoesOn() throws Exception {
    try (Terminal terminal = new Terminal()) {
      Path told = Files.createFile(directory.resolve("pipe"));
      File out = directory.resolve("waiting").toFile();
      Process client =
          client(run("wait-with-child")).redirectOutput(out).redirectError(terminal.file()).start();
      await(() -> !client.isAlive() || (Files.size(told) > 0 && catchesStop(client.pid())));
      assertThat(client.isAlive()).as(Files.readString(out.toPath())).isTrue();
      long engine =
          engines().stream()
              .filter(one -> one.does().startsWith("runs "))
              .map(Engine::process)
              .findFirst()
              .orElseThrow();
      List<Long> all =
          List.of(client.pid(), engine, Long.parseLong(Files.readString(told).strip()));
      Files.delete(told);
      for (int i = 0; i < 2; i++) {
        send("TSTP", client.pid());
        await(() -> all.stream().allMatch(WarmSessionTest::isStopped));
        send("CONT", client.pid());
        await(() -> all.stream().noneMatch(WarmSessionTest::isStopped));
      }
      send("TSTP", client.pid());
      await(() -> all.stream().allMatch(WarmSessionTest::isStopped));
      client.destroyForcibly();
      ProcessHandle.of(engine).ifPresent(process -> process.onExit().join());
    }
  }

  private static void send(String signal, long process) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + signal, "" + process).start().waitFor()).isZero();
  }

  private static boolean catchesStop(long process) throws IOException {
    String caught =
        Files.readAllLines(Path.of("/proc", "" + process, "status")).stream()
            .filter(line -> line.startsWith("SigCgt:"))
            .findFirst()
            .orElseThrow();
    long signals = Long.parseUnsignedLong(caught.substring("SigCgt:".length()).strip(), 16);
    return (signals >>> (18 - 1) & 1) != 0 && (signals >>> (20 - 1) & 1) != 0;
  }

  private static boolean isStopped(long process) {
    try {
      String line = Files.readString(Path.of("/proc", "" + process, "stat"));
      return line.startsWith("T", line.lastIndexOf(')') + 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A terminal that nobody looks at. */
  private static final class Terminal implements AutoCloseable {
    /** O_RDWR and O_NOCTTY. */
    private static final int FOR_OTHERS = 2 | 256;

    private final int master = call("posix_openpt", FOR_OTHERS);

    Terminal() {
      assertThat(call("grantpt", master)).isZero();
      assertThat(call("unlockpt", master)).isZero();
    }

    private static int call(String name, int argument) {
      return NativeLibrary.getProcess().getFunction(name).invokeInt(new Object[] {argument});
    }

    File file() {
      return new File(
          NativeLibrary.getProcess()
              .getFunction("ptsname")
              .invokeString(new Object[] {master}, false));
    }

    @Override
    public void close() {
      Libc.close(master);
    }
  }

  /** A process that is killed cannot clean up; in the session its driver still does. */
  @Test
  void aKilledClientTakesItsDriverWithIt() throws Exception {
    List<Engine> before = engines();
    startWaiting(waitingJob()).destroyForcibly().waitFor();
    awaitIdle();
    assertThat(directory.resolve("out")).doesNotExist();
    assertThat(processes(engines())).hasSize(2).isNotEqualTo(processes(before));
  }

  @Test
  void anEngineThatIsKilledEndsItsDriverOnly() throws Exception {
    Process waiting = startWaiting(run("wait"));
    Engine busy =
        engines().stream()
            .filter(engine -> engine.does().startsWith("runs "))
            .findFirst()
            .orElseThrow();
    ProcessHandle.of(busy.process()).orElseThrow().destroyForcibly();
    assertThat(waiting.waitFor()).isEqualTo(137);
    assertThat(inSession(run("exit 3")).code()).isEqualTo(3);
  }

  /** The engines of a killed keeper end, with their drivers; its files do not disturb. */
  @Test
  void aSessionFollowsOneThatWasKilledAndEndsWhenNobodyUsesIt() throws Exception {
    SessionPlace place = new SessionPlace(directory.resolve("other"));
    SessionControl control = new SessionControl(place);
    assertThat(control.start(launcher.toString(), 1, 3600, engineCommand(1))).isEmpty();
    ProcessHandle engine = process(control, ENGINE, 2);
    tasksFindCacheFilesInTheDirectoryOfTheirDriver(Path.of(place.socket()));
    assertThat(process(control, ENGINE, 2)).isEqualTo(engine);
    Files.createDirectories(place.directory().resolve("warm-up-1/in"));
    Process waiting = startWaiting(clientOf(Path.of(place.socket()), run("wait")));
    process(control, KEEPER, 1).destroyForcibly();
    assertThat(waiting.waitFor()).isEqualTo(1);
    assertThat(Files.readString(directory.resolve("waiting")))
        .startsWith("athanor run: the session has ended, and the driver with it");
    engine.onExit().join();
    assertThat(Path.of(place.socket())).exists();
    assertThat(control.runs()).isFalse();

    assertThat(control.start(launcher.toString(), 1, 1, engineCommand(0))).isEmpty();
    // A session has the lock as long as its process lives.
    try (FileChannel file =
            FileChannel.open(place.directory().resolve("lock"), StandardOpenOption.WRITE);
        FileLock held = file.lock()) {
      assertThat(held.isValid()).isTrue();
      assertThat(place.directory().toFile().list())
          .contains("log")
          .doesNotContain("socket", "engines")
          .noneMatch(name -> name.startsWith("warm-up"));
    }
    assertThat(Files.readString(place.log()))
        .endsWith("the session ends: no driver has run for 1 s\n");
  }

  private static ProcessHandle process(SessionControl control, Pattern line, int group)
      throws IOException {
    return control.status().stream()
        .map(line::matcher)
        .filter(Matcher::matches)
        .map(match -> ProcessHandle.of(Long.parseLong(match.group(group))).orElseThrow())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsFixedInAJvmMustBeAsWhenTheSessionWasStarted() throws Exception {
    for (Map.Entry<String, String> variable :
        Map.of("TZ", "Asia/Tokyo", "LC_ALL", "C", "ATHANOR_HEAP", "1g", "HADOOP_HOME", "/h")
            .entrySet()) {
      ProcessBuilder client = client(run("show a"));
      client.environment().put(variable.getKey(), variable.getValue());
      assertThat(finish(client).out())
          .startsWith(
              "--without-session "
                  + variable.getKey()
                  + " is not as when the session was started run --quiet ");
    }
    assertThat(inSession("run", "--debug", acts, "show").out())
        .startsWith("--without-session --debug needs a log that is set up for it run --debug ");
  }

  /** A command that comes meanwhile waits. */
  @Test
  void aSessionThatHadNoDescriptorLeftTakesConnectionsAgain() throws Exception {
    SessionControl control = new SessionControl(new SessionPlace(socket().getParent()));
    long keeper = process(control, KEEPER, 1).pid();
    Path limits = Path.of("/proc", Long.toString(keeper), "limits");
    Matcher before = OPEN_FILES.matcher(Files.readString(limits));
    assertThat(before.find()).isTrue();
    assumeTrue(limitFiles(keeper, "3"), "needs prlimit");
    // A call of accept that waits already has its descriptor.
    assertThat(control.runs()).isTrue();
    Process client = client(run("exit 3")).start();
    boolean ended = client.waitFor(500, TimeUnit.MILLISECONDS);
    assertThat(limitFiles(keeper, before.group(1))).isTrue();
    assertThat(ended).isFalse();
    assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(client.exitValue()).isEqualTo(3);
  }

  private static boolean limitFiles(long process, String most) throws Exception {
    try {
      return new ProcessBuilder("prlimit", "--pid=" + process, "--nofile=" + most + ":")
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  @Test
  void aSessionIsItsUsersAlone() throws Exception {
    Path socket = socket();
    assertThat(Files.getAttribute(socket, "unix:mode")).isEqualTo(0140700);
    assertThat((int) Files.getAttribute(socket.getParent(), "unix:mode") & 0777).isEqualTo(0700);
    List<String> other =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=54321",
                "--clear-groups",
                "--inh-caps=+dac_override",
                "--ambient-caps=+dac_override"));
    other.addAll(client(run("show a")).command());
    ProcessBuilder client = builder(other);
    assumeTrue(isRoot(), "only root can be another user");
    Athanor refused = finish(client);
    assertThat(refused.out())
        .as(refused.err())
        .startsWith(
            "--without-session the session does not answer: "
                + socket
                + ": belongs to user 0; must be of user 54321 run ");
  }

  private boolean isRoot() throws IOException {
    return Files.getAttribute(directory, "unix:uid").equals(0);
  }
}
