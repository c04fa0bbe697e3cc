// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A host over SSH, through the OpenSSH client, so that the user's configuration, agent and known
 * hosts apply. The client never prompts. All commands share one connection, which ends with {@link
 * #close} or after a minute without commands.
 *
 * <p>The user's login shell must be a POSIX shell, and the other nodes must be able to resolve the
 * host name.
 */
public final class SshNode extends ShellNode {
  private static final int CONNECT_SECONDS = 10;
  private static final int LOGIN_SECONDS = 60;
  private static final int EXIT_SECONDS = 10;

  private final Optional<String> user;
  private final String host;
  private final OptionalInt port;
  private final Optional<NamespaceNode> from;
  private final List<String> options;

  /** Directory of the connection's socket; null until it is needed. Guarded by this. */
  private Path directory;

  /**
   * @param from network namespace to connect from
   * @param options more arguments for ssh; they override those that are set here
   */
  SshNode(
      Optional<String> user,
      String host,
      OptionalInt port,
      Optional<NamespaceNode> from,
      List<String> options) {
    this.user = user;
    this.host = host;
    this.port = port;
    this.from = from;
    this.options = List.copyOf(options);
  }

  @Override
  public String name() {
    return port.isPresent() ? host + "-" + port.getAsInt() : host;
  }

  @Override
  public String specification() {
    return from.map(node -> node.specification() + "/").orElse("") + destination();
  }

  @Override
  public String address() {
    return host;
  }

  @Override
  ProcessBuilder launcher(List<String> command) throws IOException {
    Path socket = connect();
    // The outer shell stays to return 128 + n after signal n; its own messages are discarded.
    List<String> remote =
        new ArrayList<>(
            List.of("sh", "-c", "exec 3>&2 2>/dev/null; (exec \"$@\" 2>&3 3>&-); exit $?"));
    remote.add("sh");
    remote.addAll(command);
    String line = remote.stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
    return ssh(socket, List.of("-T"), List.of(line));
  }

  /** Opens the connection if there is none, and returns its socket. */
  private synchronized Path connect() throws IOException {
    if (directory == null) {
      directory = Files.createTempDirectory(shortTemporaryDirectory(), "athanor-");
    }
    Path socket = directory.resolve("s");
    if (Files.exists(socket)) {
      return socket;
    }
    // A file, not a pipe: the connection stays in the background and may keep its standard error.
    Path errors = directory.resolve("errors");
    Process process =
        ssh(socket, List.of("-f", "-N", "-o", "ControlMaster=yes"), List.of())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors.toFile())
            .start();
    try {
      if (!process.waitFor(LOGIN_SECONDS, TimeUnit.SECONDS)) {
        throw new CommandTimeoutException(
            "ssh " + destination() + ": has not logged in after " + LOGIN_SECONDS + " s");
      }
      if (process.exitValue() != 0) {
        throw new IOException(failure(process.exitValue(), Files.readString(errors).strip()));
      }
      return socket;
    } catch (IOException e) {
      process.destroyForcibly();
      close();
      throw e;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      close();
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /** A directory with a short path: the path of a socket has at most 107 characters. */
  private static Path shortTemporaryDirectory() {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    return runtime != null && Files.isWritable(Path.of(runtime))
        ? Path.of(runtime)
        : Path.of("/tmp");
  }

  private ProcessBuilder ssh(Path socket, List<String> purpose, List<String> command)
      throws IOException {
    List<String> line = new ArrayList<>(List.of("ssh"));
    line.addAll(options);
    line.addAll(purpose);
    for (String option :
        List.of(
            "BatchMode=yes",
            "ConnectTimeout=" + CONNECT_SECONDS,
            "ServerAliveInterval=15",
            "LogLevel=ERROR",
            "ControlMaster=no",
            "ControlPersist=60",
            "ControlPath=" + socket)) {
      line.addAll(List.of("-o", option));
    }
    port.ifPresent(number -> line.addAll(List.of("-p", Integer.toString(number))));
    line.addAll(List.of("--", atHost(host)));
    line.addAll(command);
    if (from.isPresent()) {
      return new ProcessBuilder(from.get().entering(line));
    }
    line.add(0, "setsid");
    return new ProcessBuilder(line);
  }

  @Override
  String failure(int status, String errors) {
    String portOption = port.isPresent() ? "-p " + port.getAsInt() + " " : "";
    return SshFailure.explain(destination(), portOption + atHost(host), status, errors);
  }

  private String destination() {
    String name = host.contains(":") ? "[" + host + "]" : host;
    return atHost(name) + (port.isPresent() ? ":" + port.getAsInt() : "");
  }

  private String atHost(String name) {
    return user.map(u -> u + "@" + name).orElse(name);
  }

  @Override
  String rangeOfEnd() {
    return "all";
  }

  @Override
  public boolean hasFilesOfThisMachine() {
    return false;
  }

  @Override
  public synchronized void close() {
    if (directory == null) {
      return;
    }
    try {
      Path socket = directory.resolve("s");
      if (Files.exists(socket)) {
        Process exit =
            ssh(socket, List.of("-O", "exit"), List.of())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        // A connection that does not answer ends by itself, a minute after its last command.
        exit.onExit().completeOnTimeout(exit, EXIT_SECONDS, TimeUnit.SECONDS).join();
        exit.destroyForcibly();
      }
      Files.deleteIfExists(directory.resolve("errors"));
      Files.deleteIfExists(socket);
      Files.deleteIfExists(directory);
      directory = null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
