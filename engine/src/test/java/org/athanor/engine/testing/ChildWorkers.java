// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.fleet.WorkerProcesses;

/**
 * Runs Workers as child JVMs on this machine, and starts another one for each that has ended. The
 * secret is in a file that only this user can read. What a child prints is in the file {@code
 * worker-N.log}. Thread-safe.
 */
public final class ChildWorkers implements WorkerProcesses {
  /** Before the keys of the configuration, in the file of a child. */
  static final String CONFIGURATION = "configuration.";

  private final Path directory;
  private final InetSocketAddress master;
  private final byte[] secret;
  private final int count;
  private final Options options;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Integer, Process> running = new HashMap<>();

  @GuardedBy("lock")
  private final Map<Integer, Process> all = new HashMap<>();

  @GuardedBy("lock")
  private int started;

  @GuardedBy("lock")
  private boolean closed;

  private final Map<String, String> configuration;
  private volatile Listener listener;

  /**
   * @param threads of each Worker
   * @param silence after which a peer counts as lost
   * @param lease for which a permission to commit holds
   * @param replaced whether another child is started for one that has ended
   */
  public record Options(int threads, Duration silence, Duration lease, boolean replaced) {}

  /**
   * @param directory for files of the children, and the parent of their local directories
   * @param count of the children that run at once
   */
  public ChildWorkers(
      Path directory, InetSocketAddress master, byte[] secret, int count, Options options) {
    this(directory, master, secret, count, options, Map.of());
  }

  /**
   * @param configuration more settings for the children
   */
  public ChildWorkers(
      Path directory,
      InetSocketAddress master,
      byte[] secret,
      int count,
      Options options,
      Map<String, String> configuration) {
    this.configuration = configuration;
    this.directory = directory;
    this.master = master;
    this.secret = secret.clone();
    this.count = count;
    this.options = options;
  }

  @Override
  public void begin(Listener told) {
    listener = told;
    for (int i = 0; i < count; i++) {
      start();
    }
  }

  private void start() {
    try {
      synchronized (lock) {
        if (!closed) {
          start(started++);
        }
      }
    } catch (IOException e) {
      listener.cannotStart(e.toString());
    }
  }

  @GuardedBy("lock")
  @SuppressWarnings("FutureReturnValueIgnored") // The listener is told when the process ends.
  private void start(int worker) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            WorkerMain.class.getName(),
            write(worker).toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Files.createDirectories(directory.resolve("worker-" + worker)).toFile())
            .redirectErrorStream(true)
            .redirectOutput(log(worker).toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    running.put(worker, process);
    all.put(worker, process);
    process.onExit().thenAccept(ended -> ended(worker, ended));
  }

  private Path write(int worker) throws IOException {
    Properties settings = new Properties();
    settings.setProperty("worker", Integer.toString(worker));
    settings.setProperty("host", "host" + worker);
    settings.setProperty("master.port", Integer.toString(master.getPort()));
    settings.setProperty("secret", new String(secret, StandardCharsets.US_ASCII));
    settings.setProperty("threads", Integer.toString(options.threads()));
    settings.setProperty("local", local(worker).toString());
    settings.setProperty("silence.millis", Long.toString(options.silence().toMillis()));
    settings.setProperty("lease.millis", Long.toString(options.lease().toMillis()));
    configuration.forEach((key, value) -> settings.setProperty(CONFIGURATION + key, value));
    Path file =
        Files.createFile(
            Files.createDirectories(directory).resolve("worker-" + worker + ".properties"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (OutputStream out = Files.newOutputStream(file)) {
      settings.store(out, null);
    }
    return file;
  }

  private void ended(int worker, Process process) {
    synchronized (lock) {
      running.remove(worker);
      lock.notifyAll();
      if (closed) {
        return;
      }
    }
    listener.ended(worker, "its process has ended with code " + process.exitValue(), false);
    if (options.replaced()) {
      start();
    }
  }

  /** Returns the process of a Worker, which may have ended. */
  public Process process(int worker) {
    synchronized (lock) {
      return all.get(worker);
    }
  }

  /** Returns the local directory of a Worker. */
  public Path local(int worker) {
    return directory.resolve("local-" + worker);
  }

  /** Returns the file with all that a Worker has printed. */
  public Path log(int worker) {
    return directory.resolve("worker-" + worker + ".log");
  }

  @Override
  public void kill(int worker) {
    Process process;
    synchronized (lock) {
      process = running.get(worker);
    }
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** Also waits until they have ended. */
  @Override
  public void close() {
    List<Process> left;
    synchronized (lock) {
      closed = true;
      left = List.copyOf(running.values());
    }
    left.forEach(Process::destroyForcibly);
    try {
      for (Process process : left) {
        process.waitFor(30, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
