// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.athanor.cli.LatinDigits;
import org.athanor.cli.Logging;
import org.athanor.cli.session.DriverRequest;
import org.athanor.cli.session.Libc;
import org.athanor.cli.session.Message;
import org.athanor.cli.session.SessionLog;
import org.athanor.cli.session.SessionPlace;
import org.athanor.cli.session.UnixSocket;
import org.athanor.cli.session.WarmUpDirectory;
import org.athanor.engine.thread.DaemonThread;

/**
 * The main class of an engine. It compiles its code by small jobs, says that it is ready, and runs
 * the drivers that its keeper gives it, one at a time. If the keeper ends, this JVM ends, too, with
 * the driver that runs.
 */
public final class WarmEngine {
  private static final int SIGTERM = 15;

  /** How long the driver has to clean up when the keeper has ended. */
  private static final long END_SECONDS = 60;

  private static final int HALTED = 137;

  /** A JVM that nobody has used for this time has time to collect its garbage. */
  private static final long QUIET_MILLIS = 2_000;

  /** A terminal on which nothing can be redrawn. */
  private static final String DUMB = "dumb";

  private static final double MEGABYTE = 1 << 20;

  private final UnixSocket keeper;
  private final List<Integer> own;
  private final Map<String, String> environment = Map.copyOf(System.getenv());
  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(work -> new DaemonThread(work, "athanor-warm"));

  // Set before the first driver of a client, by the thread that starts it.
  private JvmState state;
  private long classesAtStart;

  // Of the worker's thread. Done or cancelled while a driver runs.
  private Future<?> collection = CompletableFuture.completedFuture(null);

  @GuardedBy("this")
  private boolean busy;

  @GuardedBy("this")
  private boolean ending;

  @GuardedBy("this")
  private int served;

  @GuardedBy("this")
  private int parked;

  private WarmEngine(UnixSocket keeper) throws IOException {
    this.keeper = keeper;
    own = List.of(Libc.copy(0), Libc.copy(1), Libc.copy(2));
  }

  /**
   * Runs an engine until its keeper ends.
   *
   * @param arguments the socket on which the keeper takes connections of engines
   */
  public static void main(String[] arguments) throws IOException {
    SessionPlace place = new SessionPlace(Path.of(arguments[0]).getParent());
    SessionLog.open(place.log());
    Libc.leadGroup();
    LatinDigits.use();
    Logging.setUp(false);
    WarmEngine engine = new WarmEngine(UnixSocket.connect(arguments[0]));
    // The JDK's cache of jars would show a driver the jar that was there for another one.
    URLConnection.setDefaultUseCaches("jar", false);
    Path rehearsal = WarmUpDirectory.of(place, ProcessHandle.current().pid());
    Properties properties = (Properties) System.getProperties().clone();
    try {
      engine.state = new WarmUp(properties, rehearsal).run(engine.environment);
      engine.classesAtStart = EngineLimits.loadedClasses();
      engine.ready();
    } catch (IOException | RuntimeException | Error e) {
      // Other threads would keep the JVM.
      SessionLog.say("the engine ends before it was ready: " + e);
      System.exit(1);
    }
    engine.serve();
  }

  private void serve() {
    try {
      while (true) {
        begin(nextRequest());
      }
    } catch (IOException e) {
      end();
    } catch (RuntimeException | Error e) {
      // Other threads would keep the JVM, and nobody would give it another driver.
      SessionLog.say("the engine ends: " + e);
      System.exit(1);
    }
  }

  private Message nextRequest() throws IOException {
    Message message = keeper.receive();
    if (message.kind() != Message.Kind.RUN) {
      throw new IOException("unexpected message " + message.kind());
    }
    return message;
  }

  /** The keeper has ended: so does this JVM, with the driver that runs, as after a signal. */
  private void end() {
    boolean runs;
    synchronized (this) {
      ending = true;
      runs = busy;
    }
    if (!runs) {
      System.exit(0);
    }
    try {
      Libc.signal(ProcessHandle.current().pid(), SIGTERM);
      TimeUnit.SECONDS.sleep(END_SECONDS);
    } catch (IOException e) {
      System.exit(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // A shutdown hook of the driver does not end.
    Runtime.getRuntime().halt(HALTED);
  }

  private void begin(Message message) throws IOException {
    synchronized (this) {
      if (ending) {
        return; // the keeper will see the end of this process
      }
      busy = true;
    }
    Optional<String> refusal;
    DriverRequest request = DriverRequest.of(message);
    List<Integer> streams = Arrays.stream(message.descriptors()).boxed().toList();
    try {
      refusal = Unserved.reason(request);
      if (refusal.isEmpty()) {
        DriverProcess.enter(request, streams);
      }
    } catch (IOException e) {
      refusal = Optional.of(e.getMessage());
    } finally {
      streams.forEach(Libc::close);
    }
    if (refusal.isPresent()) {
      keeper.send(Message.of(Message.Kind.REFUSED, refusal.get()));
      worker.execute(this::renew);
      return;
    }
    keeper.send(Message.of(Message.Kind.STARTED));
    boolean redraws = !request.environment().getOrDefault("TERM", DUMB).equals(DUMB);
    if (request.columns() > 0 && redraws) {
      System.setProperty("athanor.terminal.columns", Integer.toString(request.columns()));
    }
    System.setProperty("athanor.session", "in the session's engine " + request.engine());
    new Driver(request.arguments(), Optional.of(state), this::ended).start();
  }

  /** Tells the keeper the exit code; nothing may be written to the driver's streams after that. */
  private void ended(int code, boolean parks) {
    try {
      DriverProcess.redirect(own);
      synchronized (this) {
        served++;
        parked += parks ? 1 : 0;
      }
      keeper.send(Message.of(Message.Kind.EXITED, Integer.toString(code)));
      worker.execute(this::renew);
    } catch (IOException | RuntimeException | Error e) {
      SessionLog.say("the end of a driver cannot be told: " + e);
      System.exit(code);
    }
  }

  /** Makes the JVM as it was, and ready for the next driver, or ends it. */
  private void renew() {
    try {
      collection.cancel(false);
      DriverProcess.redirect(own);
      // Classes add their default resources once, so the next driver would not have them.
      boolean changed = !state.addedResources().isEmpty();
      state.restore();
      DriverProcess.leave(environment);
      Optional<String> limit =
          changed ? Optional.of("a class has added default resources to Hadoop's") : limit();
      boolean ends;
      synchronized (this) {
        busy = false;
        ending |= limit.isPresent();
        ends = ending;
      }
      if (ends) {
        limit.ifPresent(reached -> SessionLog.say("the engine ends: " + reached));
        System.exit(0);
      }
      ready();
      collection = worker.schedule(this::collect, QUIET_MILLIS, TimeUnit.MILLISECONDS);
    } catch (IOException | RuntimeException | Error e) {
      SessionLog.say("the engine ends: " + e);
      System.exit(1);
    }
  }

  /**
   * Says which limit drivers have reached. Garbage is collected only if it could be what reaches a
   * limit, so that few drivers wait for that.
   */
  private Optional<String> limit() {
    Optional<String> reached;
    synchronized (this) {
      reached = EngineLimits.reachedBy(served, parked);
    }
    if (reached.isEmpty() && memoryLimit().isPresent()) {
      System.gc();
      reached = memoryLimit();
    }
    return reached;
  }

  private Optional<String> memoryLimit() {
    return EngineLimits.reachedBy(EngineLimits.Memory.now(classesAtStart));
  }

  private void ready() throws IOException {
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    int drivers;
    synchronized (this) {
      drivers = served;
    }
    keeper.send(
        Message.of(
            Message.Kind.READY,
            Integer.toString(drivers),
            Long.toString(Math.round(heap / MEGABYTE)),
            Long.toString(Math.round(Runtime.getRuntime().maxMemory() / MEGABYTE))));
  }

  /** Collects garbage for the next driver, while nobody waits for that. */
  private void collect() {
    synchronized (this) {
      if (busy) {
        return;
      }
    }
    System.gc();
  }
}
