// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.athanor.cli.session.EngineProcess.State;

/** The keeper's end of a client's connection: what one client asks for, from begin to end. */
final class ClientConnection implements Runnable {
  private static final int SIGTERM = 15;
  private static final int SIGKILL = 9;
  private static final int SIGCONT = 18;
  private static final int SIGSTOP = 19;

  /** How long the driver of a client that was killed has to clean up. */
  private static final long END_SECONDS = 60;

  private static final int MAX_SIGNAL = 31;

  private final UnixSocket client;
  private final Keeper keeper;
  private final Engines engines;

  // Of the connection's thread. The end of this process closes the connection then.
  private boolean stops;

  /** The engine that runs the client's driver, while it does. */
  @GuardedBy("this")
  private Optional<EngineProcess> driver = Optional.empty();

  @GuardedBy("this")
  private boolean driverIsStopped;

  ClientConnection(UnixSocket client, Keeper keeper, Engines engines) {
    this.client = client;
    this.keeper = keeper;
    this.engines = engines;
  }

  @Override
  public void run() {
    try {
      client.requireUser(keeper.place().socket());
      Message message = client.receive();
      try (Streams streams = new Streams(message.descriptors())) {
        answer(message, streams);
      }
    } catch (EOFException e) {
      // Somebody has only looked whether there is a session.
      return;
    } catch (IOException e) {
      SessionLog.say("a client is lost: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!stops) {
        client.close();
      }
    }
  }

  private void answer(Message message, Streams streams) throws IOException, InterruptedException {
    switch (message.kind()) {
      case RUN -> runDriver(message, streams);
      case STATUS -> {
        if (message.word().equals(Keeper.WHEN_READY) && !keeper.awaitReady()) {
          refuse("the session ends");
          return;
        }
        client.send(Message.of(Message.Kind.ANSWER, keeper.status().toArray(String[]::new)));
      }
      case STOP -> stop(message.word().equals(Keeper.FORCE));
      default -> throw new IOException("unexpected message " + message.kind());
    }
  }

  private void stop(boolean force) throws IOException, InterruptedException {
    if (!engines.end(force)) {
      client.send(Message.of(Message.Kind.REFUSED, "drivers run"));
      return;
    }
    engines.awaitEnd();
    client.send(Message.of(Message.Kind.ANSWER));
    stops = true;
  }

  private void runDriver(Message message, Streams streams)
      throws IOException, InterruptedException {
    List<String> words = message.words();
    if (words.size() < Keeper.MIN_WORDS || streams.descriptors().length != 3) {
      throw new IOException("malformed request");
    }
    int columns = columns(words.get(1));
    Origin origin = Origin.of(client.process());
    Optional<String> refusal = keeper.refusal(origin, words.get(0));
    if (refusal.isPresent()) {
      refuse(refusal.get());
      return;
    }
    Optional<EngineProcess> engine = engines.take();
    if (engine.isEmpty()) {
      refuse(
          "none of the session's " + engines.count() + " engines is free (athanor session status)");
      return;
    }
    DriverRequest request =
        new DriverRequest(
            engine.get().number(),
            columns,
            origin.umask(),
            origin.directory(),
            origin.environment(),
            words.subList(2, words.size()));
    runOn(engine.get(), request, streams);
  }

  private static int columns(String word) throws IOException {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IOException("malformed request", e);
    }
  }

  private void refuse(String reason) throws IOException {
    client.send(Message.of(Message.Kind.REFUSED, reason));
  }

  private void runOn(EngineProcess engine, DriverRequest request, Streams streams)
      throws InterruptedException {
    UnixSocket connection = engine.connection();
    Thread signals = null;
    try {
      engine.setDriver(String.join(" ", request.arguments()));
      connection.send(request.message(), streams.descriptors());
      streams.close();
      Message answer = connection.receive();
      tell(answer);
      if (answer.kind() == Message.Kind.STARTED) {
        setDriverProcess(engine);
        signals = new Thread(this::passSignals, "client-of-engine-" + engine.number());
        signals.start();
        answer = connection.receive();
        driverHasEnded();
        engine.enter(State.CLEANS_UP);
        tell(answer);
      }
      // The client may have closed its end, or waits for this.
      client.shutdown();
      engines.ready(engine, connection.receive().words());
    } catch (IOException e) {
      // The engine has ended: that is how some drivers end.
      connection.shutdown();
      int code = engine.awaitEnd();
      driverHasEnded();
      connection.close();
      tell(
          signals == null
              ? Message.of(Message.Kind.REFUSED, "the session's engine has ended")
              : Message.of(Message.Kind.EXITED, Integer.toString(code)));
      client.shutdown();
    } catch (RuntimeException | Error e) {
      // Nobody else would tell them anything.
      engine.kill();
      client.shutdown();
      throw e;
    } finally {
      if (signals != null) {
        signals.join(); // it reads from the connection, which will be closed
      }
    }
  }

  private synchronized void setDriverProcess(EngineProcess engine) {
    driver = Optional.of(engine);
  }

  private synchronized void driverHasEnded() {
    letDriverGoOn(); // its engine must clean up
    driver = Optional.empty();
    notifyAll();
  }

  /** Tells the client, if it is still there; the engine is served in any case. */
  private void tell(Message message) {
    try {
      client.send(message);
    } catch (IOException e) {
      client.shutdown();
    }
  }

  /** Passes signals on to the driver; ends it if the client ends. */
  private void passSignals() {
    try {
      while (true) {
        Message message = client.receive();
        int signal = Integer.parseInt(message.word());
        if (message.kind() != Message.Kind.SIGNAL || signal <= 0 || signal > MAX_SIGNAL) {
          throw new IOException("unexpected message");
        }
        signalDriver(signal);
      }
    } catch (IOException | NumberFormatException e) {
      endDriver();
    }
  }

  /** Does nothing once the driver has ended: its engine may run another one. */
  private synchronized void signalDriver(int signal) {
    switch (signal) {
      case SIGSTOP -> {
        driverIsStopped = driver.isPresent();
        driver.ifPresent(engine -> engine.signalAll(SIGSTOP));
      }
      case SIGCONT -> letDriverGoOn();
      default -> driver.ifPresent(engine -> engine.signal(signal));
    }
  }

  @GuardedBy("this")
  private void letDriverGoOn() {
    if (driverIsStopped) {
      driver.ifPresent(engine -> engine.signalAll(SIGCONT));
      driverIsStopped = false;
    }
  }

  private synchronized void endDriver() {
    signalDriver(SIGTERM);
    letDriverGoOn(); // to clean up
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
    try {
      while (driver.isPresent() && end - System.nanoTime() > 0) {
        wait(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()) + 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    signalDriver(SIGKILL);
  }
}
