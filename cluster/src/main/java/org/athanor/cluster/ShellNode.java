// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

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
 * What all nodes have in common: a POSIX shell, tar and /proc. They differ in the local process
 * that reaches them.
 */
abstract class ShellNode implements Node {
  /** For the node's answers to questions of our own. */
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private static final Duration LONGEST_COPY = Duration.ofHours(12);

  /** The local process that runs a command on the node. */
  abstract ProcessBuilder launcher(List<String> command) throws IOException;

  /** Why nothing was started, in one line. */
  abstract String failure(int status, String errors);

  /** Which processes {@link #endAll} looks at: {@code all} or those of its {@code namespace}. */
  abstract String rangeOfEnd();

  @Override
  public NodeProcess start(Mark mark, Command command) throws IOException {
    Map<String, String> environment = new TreeMap<>(command.environment());
    environment.put(Mark.VARIABLE, mark.id());
    return launch(describe(command), command, environment);
  }

  @Override
  public CommandResult run(Mark mark, Command command, Duration timeout)
      throws IOException, InterruptedException {
    return finish(start(mark, command), describe(command), timeout);
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

  /** Sends a signal, such as {@code TERM}; no matter if the process is gone. */
  void signal(long pid, String signal) throws IOException, InterruptedException {
    Command kill = Command.of("kill", "-" + signal, Long.toString(pid));
    finish(launch(name(), kill, Map.of()), describe(kill), ANSWER);
  }

  private CommandResult script(Script script, Duration timeout, String... arguments)
      throws IOException, InterruptedException {
    Command command = Command.of(script.with(List.of(arguments)));
    return finish(launch(name(), command, Map.of()), name() + ": " + script, timeout);
  }

  private static CommandResult finish(NodeProcess process, String what, Duration timeout)
      throws IOException, InterruptedException {
    Exchange exchange = Exchange.with(process, InputStream.nullInputStream());
    try {
      return exchange.await(what, timeout);
    } finally {
      exchange.end();
    }
  }

  private ShellProcess launch(String what, Command command, Map<String, String> environment)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(command.directory().orElse(""));
    arguments.add(command.log().orElse(""));
    environment.forEach((name, value) -> arguments.add(name + "=" + value));
    arguments.add("--");
    arguments.addAll(command.arguments());
    try {
      Process process = launcher(Script.LAUNCH.with(arguments)).start();
      return ShellProcess.announcedBy(process, this);
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
    NodeProcess packer = from.launch(what, pack, Map.of());
    Exchange packing = Exchange.leavingOutput(packer);
    try {
      Exchange unpacking = Exchange.with(to.launch(what, unpack, Map.of()), packer.output());
      try {
        CommandResult unpacked = unpacking.await(what, LONGEST_COPY);
        check(what, packing.await(what, ANSWER));
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
