// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The base of all nodes, which have a POSIX shell, tar and /proc. Subclasses differ in the local
 * process that reaches the node.
 */
abstract class ShellNode implements Node {
  private static final File NOTHING = new File("/dev/null");
  private static final File TERMINAL = new File("/dev/tty");

  /** Time-out of the internal commands that query a node. */
  private static final Duration ANSWER = Duration.ofSeconds(60);

  /** Time-out of a start, which may include a connection and a login shell. */
  private static final Duration START = Duration.ofSeconds(60);

  private static final Duration LONGEST_COPY = Duration.ofHours(12);

  /** The local process that runs a command on the node. */
  abstract ProcessBuilder launcher(List<String> command) throws IOException;

  /** Returns one line that says why nothing was started. */
  abstract String failure(int status, String errors);

  /** The processes that {@link #endAll} examines: {@code all} or those of the {@code namespace}. */
  abstract String rangeOfEnd();

  @Override
  public NodeProcess start(Mark mark, Command command) throws IOException {
    Map<String, String> environment = new TreeMap<>(command.environment());
    environment.put(Mark.VARIABLE, mark.id());
    return launch(describe(command), command, environment, START);
  }

  @Override
  public CommandResult run(Mark mark, Command command, Duration timeout)
      throws IOException, InterruptedException {
    Map<String, String> environment = new TreeMap<>(command.environment());
    environment.put(Mark.VARIABLE, mark.id());
    return finish(describe(command), describe(command), command, environment, timeout);
  }

  @Override
  public void copyTo(Path local, String remote) throws IOException, InterruptedException {
    Path file = local.toAbsolutePath().normalize();
    copy(LocalNode.THIS_MACHINE, file.toString(), this, remote);
  }

  @Override
  public void copyFrom(String remote, Path local) throws IOException, InterruptedException {
    Path file = local.toAbsolutePath().normalize();
    copy(this, remote, LocalNode.THIS_MACHINE, file.toString());
  }

  @Override
  public SystemInfo system() throws IOException, InterruptedException {
    return SystemInfoParser.parse(script(Script.DETECT, ANSWER).output());
  }

  @Override
  public int endAll(Mark mark, Duration grace) throws IOException, InterruptedException {
    CommandResult result =
        script(
            Script.END,
            ANSWER.plus(grace),
            mark.environmentPattern(),
            rangeOfEnd(),
            Long.toString(grace.toMillis()),
            Long.toString(ProcessHandle.current().pid()),
            ProcessIdentity.currentBoot(),
            ProcessIdentity.currentNamespace());
    String answer = result.output().strip();
    if (result.status() != 0) {
      throw new IOException(
          name() + ": processes " + answer + " of " + mark.id() + " cannot be ended");
    }
    return Integer.parseInt(answer);
  }

  /** Sends a signal, such as {@code TERM}; does nothing if the process has ended. */
  void signal(long pid, String signal) throws IOException, InterruptedException {
    Command kill = Command.of("kill", "-" + signal, Long.toString(pid));
    finish(name(), describe(kill), kill, Map.of(), ANSWER);
  }

  private CommandResult script(Script script, Duration timeout, String... arguments)
      throws IOException, InterruptedException {
    Command command = Command.of(script.with(List.of(arguments)));
    return finish(name(), name() + ": " + script, command, Map.of(), timeout);
  }

  /**
   * Runs a command to its end.
   *
   * @param starting begins the message if the command cannot be started
   * @param what begins the message if the command does not end
   */
  private CommandResult finish(
      String starting,
      String what,
      Command command,
      Map<String, String> environment,
      Duration timeout)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Duration start = timeout.compareTo(START) < 0 ? timeout : START;
    NodeProcess process = launch(starting, command, environment, start);
    Exchange exchange = Exchange.with(process, InputStream.nullInputStream());
    try {
      return exchange.await(what, begin, timeout);
    } finally {
      exchange.end();
    }
  }

  private ShellProcess launch(
      String what, Command command, Map<String, String> environment, Duration limit)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(command.directory().orElse(""));
    arguments.add(command.log().orElse(""));
    environment.forEach((name, value) -> arguments.add(name + "=" + value));
    arguments.add("--");
    arguments.addAll(command.arguments());
    try {
      ProcessBuilder launcher = launcher(Script.LAUNCH.with(arguments));
      switch (command.input()) {
        case PIPE -> {}
        case NOTHING -> launcher.redirectInput(ProcessBuilder.Redirect.from(NOTHING));
        case TERMINAL -> launcher.redirectInput(ProcessBuilder.Redirect.from(TERMINAL));
      }
      return ShellProcess.announcedBy(launcher.start(), this, limit);
    } catch (CommandTimeoutException e) {
      throw new CommandTimeoutException(what + ": " + e.getMessage());
    } catch (IOException e) {
      throw new IOException(what + ": " + Reason.withFile(e), e);
    }
  }

  private String describe(Command command) {
    return name() + ": " + command.arguments().get(0);
  }

  private static void copy(ShellNode from, String source, ShellNode to, String target)
      throws IOException, InterruptedException {
    if (from.hasFilesOfThisMachine()
        && to.hasFilesOfThisMachine()
        && Files.exists(Path.of(target))
        && Files.isSameFile(Path.of(source), Path.of(target))) {
      return;
    }
    String what = "copy of " + from.name() + ":" + source + " to " + to.name() + ":" + target;
    String name = Path.of(source).getFileName().toString();
    Command pack = Command.of(Script.PACK.with(List.of(source)));
    Command unpack = Command.of(Script.UNPACK.with(List.of(target, name)));
    long begin = System.nanoTime();
    NodeProcess packer = from.launch(what, pack, Map.of(), START);
    Exchange packing = Exchange.leavingOutput(packer);
    try {
      Exchange unpacking = Exchange.with(to.launch(what, unpack, Map.of(), START), packer.output());
      try {
        CommandResult unpacked = unpacking.await(what, begin, LONGEST_COPY);
        check(what, packing.await(what, System.nanoTime(), ANSWER));
        check(what, unpacked);
      } finally {
        unpacking.end();
      }
    } finally {
      packing.end();
    }
  }

  private static void check(String what, CommandResult result) throws IOException {
    if (result.status() != 0) {
      throw new IOException(what + ": " + result.errors().strip().replaceAll("\\R", "; "));
    }
  }
}
