// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FileSystem;
import org.athanor.cli.Main;
import org.athanor.cli.session.SessionLog;
import org.athanor.engine.EmbeddedEngine;
import org.athanor.engine.client.SubmissionFiles;
import org.athanor.engine.exit.JvmExit;
import org.athanor.engine.localize.HadoopCaches;
import org.athanor.engine.yarn.YarnEngines;

/**
 * A driver in this JVM, from its first line to its end. It ends in one of two ways. If only its
 * main thread is left, and nothing that the end of a JVM would do for it but what this class does,
 * too, the driver ends and the JVM stays. In all other cases the JVM ends, as without a session.
 */
final class Driver implements Runnable {
  /** Is told about the end of a driver after which the JVM stays. */
  interface Listener {
    /**
     * Called on the driver's thread, once; nothing of the driver runs after that.
     *
     * @param code its exit code, 0 to 255
     * @param parks whether its thread stays, with what it refers to
     */
    void ended(int code, boolean parks);
  }

  /** Threads that have been told to end do so in less time, if they do. */
  private static final long THREADS_MILLIS = 500;

  /** The driver that runs; null if none does. */
  private static volatile Driver current;

  // No more of the request: a thread that stays must not keep the environment, which may have
  // secrets.
  private final List<String> arguments;
  private final Optional<JvmState> before;
  private final Listener listener;
  private final ThreadGroup group = new ThreadGroup("driver");
  private final Thread thread = new Thread(group, this, "main");
  private final Set<Thread> others = LiveThreads.now();
  private final AtomicBoolean ending = new AtomicBoolean();

  // Of the driver's thread.
  private Optional<LeftBehind> left = Optional.empty();
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

  /**
   * @param arguments of the command {@code athanor}
   * @param before what the driver must leave as it was; empty if everything is allowed
   */
  Driver(List<String> arguments, Optional<JvmState> before, Listener listener) {
    this.arguments = List.copyOf(arguments);
    this.before = before;
    this.listener = listener;
    thread.setDaemon(false);
  }

  /** Starts the driver. No other may run. */
  void start() {
    current = this;
    thread.start();
  }

  /** Notes why the JVM of the driver that runs cannot be another one's. */
  static void noteOfCurrent(String reason) {
    Driver running = current;
    if (running != null) {
      running.notes.add(reason);
    }
  }

  @Override
  public void run() {
    int code;
    noteWhatIsOpen();
    try {
      code = Main.execute(System.out, System.err, arguments.toArray(String[]::new));
    } catch (RuntimeException | Error e) {
      // As the JVM does with what the main thread throws.
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      code = 1;
    }
    if (!end(code, false)) {
      System.exit(code);
    }
  }

  private void noteWhatIsOpen() {
    try {
      left = Optional.of(new LeftBehind());
    } catch (IOException | RuntimeException e) {
      notes.add("its open files cannot be found: " + e);
    }
  }

  /**
   * Ends the driver whose main thread calls this method, which then does not return.
   *
   * @return false if the calling thread is another one, or the JVM must end with the driver
   */
  static boolean endOnThisThread(int code) {
    Driver running = current;
    if (running == null || Thread.currentThread() != running.thread || !running.end(code, true)) {
      return false;
    }
    // The frames below are the driver's. They must neither go on nor be unwound, which would run
    // its handlers.
    while (true) {
      LockSupport.park();
    }
  }

  private boolean end(int code, boolean parks) {
    if (ending.getAndSet(true)) {
      return false;
    }
    try {
      Optional<String> obstacle = obstacle();
      if (obstacle.isEmpty()) {
        obstacle = endAsJvm();
      }
      if (obstacle.isPresent()) {
        SessionLog.say("the JVM ends with its driver: " + obstacle.get());
        return false;
      }
    } catch (IOException | RuntimeException | Error e) {
      SessionLog.say("the JVM ends with its driver: " + e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
    Thread.currentThread().setName(parks ? "ended-driver" : "main");
    current = null;
    listener.ended(code & 0xff, parks);
    return true;
  }

  /** Says what the end of a JVM would do, or take away, that is not done here. */
  private Optional<String> obstacle() {
    if (!notes.isEmpty()) {
      return Optional.of(notes.get(0));
    }
    if (EmbeddedEngine.get().jobs().stream().anyMatch(job -> job.finishTime() == 0)) {
      return Optional.of("a job runs");
    }
    if (!YarnEngines.jobs().isEmpty()) {
      return Optional.of("jobs ran on YARN");
    }
    if (!DriverProcess.streamsAreOpen()) {
      return Optional.of("the driver has closed a standard stream of the JVM");
    }
    return before.flatMap(JvmState::obstacle);
  }

  /** Does what the end of the JVM would do; returns what prevents that the JVM stays. */
  private Optional<String> endAsJvm() throws IOException, InterruptedException {
    ExitHooks.runOwn();
    SubmissionFiles.deleteAll();
    if (!EmbeddedEngine.endApplication()) {
      return Optional.of("a job runs");
    }
    FileSystem.closeAll();
    closeClassLoaders();
    System.out.flush();
    System.err.flush();
    if (JvmExit.isDecided()) {
      return Optional.of("another exit code was decided on");
    }
    if (before.isEmpty() || left.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> thread = remainingThread();
    return thread.isPresent() ? thread : left.get().found();
  }

  /** Hadoop's tools put class loaders for {@code -libjars} above the driver's. */
  private static void closeClassLoaders() throws IOException {
    List<ClassLoader> loaders = new ArrayList<>();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    while (loader != null && loader != ClassLoader.getSystemClassLoader()) {
      loaders.add(loader);
      if (loader instanceof URLClassLoader closeable) {
        closeable.close();
      }
      loader = loader.getParent();
    }
    HadoopCaches.remove(loaders);
  }

  private Optional<String> remainingThread() throws InterruptedException {
    long end = System.currentTimeMillis() + THREADS_MILLIS;
    for (Thread other : LiveThreads.now()) {
      if (other == thread || others.contains(other)) {
        continue;
      }
      other.join(Math.max(1, end - System.currentTimeMillis()));
      if (other.isAlive()) {
        return Optional.of("its thread " + other.getName() + " goes on");
      }
    }
    return Optional.empty();
  }
}
