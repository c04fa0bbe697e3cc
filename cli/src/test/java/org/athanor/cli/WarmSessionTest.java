// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.athanor.cli.jobs.Acts;
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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drivers in a session with two engines, beside the same drivers in JVMs of their own. All
 * processes are real.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WarmSessionTest {
  private static final Pattern ENGINE =
      Pattern.compile("engine (\\d)  process (\\d+), (.*), for .*; (\\d+) drivers so far.*");

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
      assertThat(session("stop", "--force").code()).isZero();
    }
  }

  @BeforeEach
  void awaitIdle() throws Exception {
    while (!engines().stream().allMatch(engine -> engine.does().equals("idle"))) {
      assertThat(Thread.currentThread().isInterrupted()).as("time is out").isFalse();
      Thread.onSpinWait();
    }
  }

  private String[] start(String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("start"));
    words.addAll(List.of(options));
    words.add("--");
    List<String> jvm = new ArrayList<>(List.of("-Dathanor.session.rehearsals=1"));
    for (String name : List.of("java.lang", "java.util", "java.io", "sun.nio.fs")) {
      jvm.add(OPENS.formatted(name));
    }
    jvm.add("-javaagent:" + agent());
    List<String> engine = Athanor.command(directory, jvm);
    words.addAll(engine.subList(0, engine.size() - 1));
    words.add(WarmEngine.class.getName());
    return words.toArray(String[]::new);
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
    List<String> command = Athanor.command(directory, List.of("-Xint"));
    command.set(command.size() - 1, SessionClient.class.getName());
    command.addAll(List.of(socket().toString(), launcher.toString()));
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

  /** After these the engine, with its compiled code, takes the next driver. */
  @ParameterizedTest
  @ValueSource(strings = {"exit 259", "exit-in-tool 6", "throw", "change", "child"})
  void aDriverRunsAsInAJvmOfItsOwnWhichStays(String act) throws Exception {
    List<Engine> before = engines();
    Athanor warm = inSession(run(act));
    assertThat(warm).isEqualTo(alone(run(act)));
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
  @ValueSource(
      strings = {
        "exit-by-reflection 7",
        "halt 9",
        "leak-threads",
        "hook",
        "change-jvm",
        "change-resources",
        "close-output"
      })
  void aDriverRunsAsInAJvmOfItsOwnWhichEndsWithIt(String act) throws Exception {
    List<Engine> before = engines();
    assertThat(inSession(run(act))).isEqualTo(alone(run(act)));
    assertThat(inSession(run("show again"))).isEqualTo(shown);
    awaitIdle();
    assertThat(processes(engines())).hasSize(2).isNotEqualTo(processes(before));
  }

  /** TeraSort's partitioner opens a file by its name in the working directory. */
  @Test
  void tasksFindCacheFilesInTheDirectoryOfTheirDriver() throws Exception {
    for (String place : List.of("one", "two")) {
      Path here = Files.createDirectory(directory.resolve(place));
      for (String program : List.of("teragen 1000 rows", "terasort rows sorted")) {
        List<String> words =
            new ArrayList<>(List.of("run", "--quiet", "-Dmapreduce.job.reduces=2", "examples"));
        words.addAll(List.of(program.split(" ", -1)));
        ProcessBuilder client = client(words.toArray(String[]::new)).directory(here.toFile());
        Athanor run = finish(client);
        assertThat(run.code()).as(run.err()).isZero();
      }
      assertThat(here.resolve("sorted/_SUCCESS")).exists();
    }
  }

  private Process startWaiting(String... arguments) throws Exception {
    Path pipe = directory.resolve("pipe");
    assumeTrue(
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no named pipes");
    Process process =
        client(arguments)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("waiting").toFile())
            .start();
    assertThat(Files.readString(pipe)).isEqualTo("running\n");
    Files.delete(pipe);
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
  void twoDriversRunAtOnceAndAThirdWithoutTheSession() throws Exception {
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
    first.destroy();
    assertThat(first.waitFor()).isEqualTo(143);
    assertThat(second.waitFor()).isEqualTo(137);
  }

  @Test
  void aSignalEndsTheJobAndItsOutputIsRemoved() throws Exception {
    Process interrupted = startWaiting(waitingJob());
    assertThat(directory.resolve("out")).exists();
    interrupted.destroy();
    assertThat(interrupted.waitFor()).isEqualTo(143);
    assertThat(directory.resolve("out")).doesNotExist();
    assertThat(Files.readString(directory.resolve("waiting"))).isEmpty();
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
    int java = other.size();
    other.addAll(client(run("show a")).command());
    other.add(java + 1, "-Djna.tmpdir=/tmp"); // where this user can write
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
