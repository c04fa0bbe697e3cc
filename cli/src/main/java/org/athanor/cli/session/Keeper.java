// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The small process that keeps a session's engines, and gives them to clients. It ends when nobody
 * has used it for a while, when it is told to, or when its engines do not start; the engines end
 * with it. Only processes of the same user are served.
 */
public final class Keeper {
  /** What asks for the state once an engine is ready. */
  public static final String WHEN_READY = "ready";

  /** What ends a session although drivers run. */
  public static final String FORCE = "force";

  /** What the keeper prints when clients can connect. */
  public static final String LISTENS = "listens";

  /** Launcher, columns, and a command of at least one word. */
  static final int MIN_WORDS = 3;

  private static final int OWNER_ONLY = 077;

  private final SessionPlace place;
  private final String launcher;
  private final long idleSeconds;
  private final List<String> command;
  private final Engines engines;
  private final Origin origin;
  private final FileStamps files;
  private final LocalDateTime since =
      LocalDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);

  private Keeper(
      SessionPlace place, String launcher, long idleSeconds, List<String> command, Origin origin) {
    this.place = place;
    this.launcher = launcher;
    this.idleSeconds = idleSeconds;
    this.command = command;
    this.origin = origin;
    this.engines = new Engines(command, place);
    this.files = FileStamps.of(command, origin.environment().getOrDefault("HADOOP_CONF_DIR", ""));
  }

  /**
   * Runs a session.
   *
   * @param arguments its directory, the launcher, the number of engines, the idle time-out in
   *     seconds, and the command line of an engine
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Origin origin = Origin.here();
    Libc.leaveTerminal();
    Libc.setUmask(OWNER_ONLY);
    SessionPlace place = new SessionPlace(Path.of(arguments[0]));
    SessionLog.open(place.log());
    List<String> words = List.of(arguments);
    Keeper keeper =
        new Keeper(
            place,
            arguments[1],
            Long.parseLong(arguments[3]),
            words.subList(4, words.size()),
            origin);
    try (FileChannel file =
            FileChannel.open(place.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = file.tryLock()) {
      if (lock == null) {
        SessionLog.say("another session has this directory: " + place.directory());
        System.exit(1);
      }
      keeper.run(Integer.parseInt(arguments[2]));
    }
    System.exit(0);
  }

  private void run(int count) throws IOException, InterruptedException {
    deleteSockets();
    try (UnixSocket forEngines = UnixSocket.listen(place.engineSocket());
        UnixSocket forClients = UnixSocket.listen(place.socket())) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::deleteSockets));
      accept(forEngines, "engines", socket -> daemon("engine", () -> welcome(socket)));
      accept(
          forClients,
          "clients",
          socket -> daemon("client", new ClientConnection(socket, this, engines)));
      engines.start(count);
      // Tells the command that has started this process; nothing is said there any more.
      System.out.println(LISTENS);
      Libc.duplicate(2, 1);
      daemon("client-options", this::prepareClients);
      do {
        engines.awaitIdle(TimeUnit.SECONDS.toNanos(idleSeconds));
      } while (!engines.isEnding() && !engines.end(false));
      deleteSockets();
      SessionLog.say("the session ends");
      engines.awaitEnd();
    }
  }

  /** Clients find no session from now on. */
  private void deleteSockets() {
    try {
      Files.deleteIfExists(Path.of(place.socket()));
      Files.deleteIfExists(Path.of(place.engineSocket()));
    } catch (IOException e) {
      SessionLog.say("cannot be deleted: " + e.getMessage());
    }
  }

  private static void accept(UnixSocket listening, String name, Consumer<UnixSocket> taker) {
    daemon(
        name,
        () -> {
          try {
            while (true) {
              taker.accept(listening.accept());
            }
          } catch (IOException e) {
            SessionLog.say(name + ": no more connections: " + e.getMessage());
          }
        });
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Takes the connection of an engine, and waits until it is ready. */
  private void welcome(UnixSocket socket) {
    try {
      socket.requireUser(place.engineSocket());
      Optional<EngineProcess> engine = engines.find(socket.process());
      if (engine.isPresent()) {
        engine.get().connected(socket);
        engines.ready(engine.get(), socket.receive().words());
      } else {
        socket.close();
      }
    } catch (IOException e) {
      SessionLog.say("an engine has ended before it was ready");
      socket.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void prepareClients() {
    try {
      if (engines.awaitReady()) {
        new ClientStart(place, command.get(0)).prepare();
      }
    } catch (IOException e) {
      SessionLog.say("clients start without an archive: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the session now; its engines have ended. */
  void end() {
    deleteSockets();
    System.exit(0);
  }

  SessionPlace place() {
    return place;
  }

  /**
   * Says why the driver of a client cannot be run by this session.
   *
   * @param client what it was started with
   * @param itsLauncher the path of its launcher
   * @return empty if it can
   */
  Optional<String> refusal(Origin client, String itsLauncher) {
    if (!launcher.equals(itsLauncher)) {
      return Optional.of("it is a session of another Athanor, " + launcher);
    }
    Optional<String> difference = client.differenceFrom(origin);
    if (difference.isPresent()) {
      return difference;
    }
    return files.changed().map(file -> file + " has changed since the session was started");
  }

  /** Returns lines about the session and its engines. */
  List<String> status() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "session  process "
            + ProcessHandle.current().pid()
            + ", since "
            + since.toString().replace('T', ' ')
            + "; ends after "
            + Durations.text(TimeUnit.SECONDS.toNanos(idleSeconds))
            + " without a driver; memory "
            + ProcessMemory.residentMegabytes(ProcessHandle.current().pid())
            + " MB");
    lines.addAll(engines.lines());
    return lines;
  }
}
