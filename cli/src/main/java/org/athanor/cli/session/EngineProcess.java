// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One engine, as its keeper sees it: a JVM that runs one driver at a time. Thread-safe. */
final class EngineProcess {
  /** What an engine does. */
  enum State {
    /** Has not said yet that it is ready. */
    STARTS,
    /** Waits for a driver. */
    IDLE,
    /** Runs a driver. */
    BUSY,
    /** Its driver has ended, and it cleans up. */
    CLEANS_UP,
    /** The process has ended, or is about to. */
    ENDED
  }

  private static final int SIGCONT = 18;

  private final int number;
  private final Process process;
  private final CompletableFuture<UnixSocket> connection = new CompletableFuture<>();

  @GuardedBy("this")
  private State state = State.STARTS;

  @GuardedBy("this")
  private String driver = "";

  @GuardedBy("this")
  private long since = System.nanoTime();

  @GuardedBy("this")
  private List<String> report = List.of("0", "0", "0");

  private EngineProcess(int number, Process process) {
    this.number = number;
    this.process = process;
  }

  /**
   * Starts an engine.
   *
   * @param command the JVM, without the arguments that it gets here
   */
  static EngineProcess start(int number, List<String> command, SessionPlace place)
      throws IOException {
    List<String> words = new ArrayList<>(command);
    words.add(place.engineSocket());
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(place.directory().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(place.log().toFile()))
            .redirectError(ProcessBuilder.Redirect.appendTo(place.log().toFile()));
    return new EngineProcess(number, builder.start());
  }

  long process() {
    return process.pid();
  }

  int number() {
    return number;
  }

  /** Gives the engine's connection, once. */
  void connected(UnixSocket socket) {
    if (!connection.complete(socket)) {
      socket.close();
    }
  }

  /** The connection of an engine that has been ready. */
  UnixSocket connection() {
    return connection.join();
  }

  synchronized State state() {
    return state;
  }

  /** Changes the state, unless the engine has ended; returns the former one. */
  synchronized State enter(State next) {
    State former = state;
    if (former == State.ENDED) {
      return former;
    }
    state = next;
    since = System.nanoTime();
    if (next != State.BUSY) {
      driver = "";
    }
    return former;
  }

  synchronized void setDriver(String description) {
    driver = description;
  }

  synchronized void setReport(List<String> words) {
    report = words;
  }

  /** Waits for the end of the process; returns its exit code, as a shell would show it. */
  int awaitEnd() throws InterruptedException {
    return process.waitFor();
  }

  /** Sends a signal; does nothing if the process has ended. */
  void signal(int signal) {
    send(process.pid(), signal);
  }

  /** Sends a signal to the process and to those that its driver has started. */
  void signalAll(int signal) {
    send(-process.pid(), signal);
  }

  private void send(long receiver, int signal) {
    try {
      if (process.isAlive()) {
        Libc.signal(receiver, signal);
      }
    } catch (IOException e) {
      // It has ended meanwhile.
    }
  }

  /**
   * Tells the process to end: an engine ends when its connection does, and its driver with it, if
   * one runs.
   */
  void disconnect() {
    if (connection.isDone()) {
      connection.join().shutdown();
      // Ctrl-Z may have stopped it.
      signalAll(SIGCONT);
    }
    if (state() == State.STARTS) {
      process.destroy();
    }
  }

  /** Ends the process at once. */
  void kill() {
    process.destroyForcibly();
  }

  /** One line for people. */
  synchronized String line() {
    String doing =
        switch (state) {
          case STARTS -> "starts";
          case IDLE -> "idle";
          case BUSY -> "runs " + driver;
          case CLEANS_UP -> "cleans up";
          case ENDED -> "ends";
        };
    return "engine "
        + number
        + "  process "
        + process.pid()
        + ", "
        + doing
        + ", for "
        + Durations.text(System.nanoTime() - since)
        + "; "
        + report.get(0)
        + " drivers so far; heap "
        + report.get(1)
        + " of at most "
        + report.get(2)
        + " MB, memory "
        + ProcessMemory.residentMegabytes(process.pid())
        + " MB";
  }
}
