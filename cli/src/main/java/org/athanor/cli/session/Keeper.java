// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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

  /** A field of a process's status: a bit for each signal. */
  private static final String IGNORED = "SigIgn:";

  /** SIGHUP, SIGINT, SIGTERM. */
  private static final List<Integer> SIGNALS = List.of(1, 2, 15);

  /** How long clients have to take their last message. */
  private static final long ANSWER_SECONDS = 5;

  /** Connections that cannot be taken, one after the other, until the session gives up. */
  private static final int MOST_FAILURES = 20;

  /** After a connection that could not be taken. */
  private static final long PAUSE_MILLIS = 250;

  private final SessionPlace place;
  private final String launcher;
  private final long idleSeconds;
  private final List<String> command;
  private final Engines engines;
  private final Origin origin;
  private final FileStamps files;
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

  /** Serve clients, or did: those that have ended are removed when another begins. */
  private final Set<Thread> clients = ConcurrentHashMap.newKeySet();

  // Referred to as long as this process lives: it would be closed otherwise.
  private FileChannel lock;
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
  public static void main(String[] arguments) throws InterruptedException {
    try {
      keep(arguments);
      System.exit(0);
    } catch (IOException e) {
      SessionLog.say(e.getMessage());
    } catch (RuntimeException | Error e) {
      SessionLog.say("the session ends: " + e);
    }
    System.exit(1);
  }

  private static void keep(String... arguments) throws IOException, InterruptedException {
    Origin origin = Origin.here();
    Libc.leaveTerminal();
    heedSignals();
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
    keeper.lock();
    keeper.run(Integer.parseInt(arguments[2]));
  }

  /**
   * A process ignores the signals that its parent did, and so do JVMs: after {@code nohup}, or in
   * the background of a script. Drivers must not, because their clients pass signals on.
   */
  private static void heedSignals() throws IOException {
    long ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith(IGNORED))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(IGNORED.length()).strip(), 16))
            .findFirst()
            .orElse(0);
    for (int signal : SIGNALS) {
      if ((ignored >>> (signal - 1) & 1) != 0) {
        Libc.resetSignal(signal);
      }
    }
  }

  /** The system releases the lock when this process has ended, not before. */
  private void lock() throws IOException {
    lock = FileChannel.open(place.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (lock.tryLock() == null) {
      throw new IOException("another session has this directory: " + place.directory());
    }
  }

  private void run(int count) throws IOException, InterruptedException {
    SessionLog.clear();
    deleteSockets();
    Files.deleteIfExists(place.clientOptions());
    WarmUpDirectory.deleteAll(place);
    try (UnixSocket forEngines = UnixSocket.listen(place.engineSocket());
        UnixSocket forClients = UnixSocket.listen(place.socket())) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::deleteSockets));
      accept(forEngines, "engines", socket -> daemon("engine", () -> welcome(socket)));
      accept(forClients, "clients", this::serve);
      engines.start(count);
      // Tells the command that has started this process; nothing is said there any more.
      System.out.println(LISTENS);
      Libc.duplicate(2, 1);
      daemon("client-options", this::prepareClients);
      awaitEnd();
      deleteSockets();
      engines.awaitEnd();
      awaitClients();
    }
  }

  private void awaitEnd() throws InterruptedException {
    if (awaitReady()) {
      engines.noteUse();
    }
    long idle = TimeUnit.SECONDS.toNanos(idleSeconds);
    while (!engines.isEnding()) {
      engines.awaitIdle(idle);
      if (!engines.isEnding() && engines.end(false)) {
        SessionLog.say("the session ends: no driver has run for " + Durations.text(idle));
      }
    }
  }

  /** Lets clients be told how their drivers have ended, and that the session has. */
  private void awaitClients() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS);
    for (Thread client : clients) {
      client.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
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

  private void serve(UnixSocket client) {
    clients.removeIf(thread -> !thread.isAlive());
    clients.add(daemon("client", new ClientConnection(client, this, engines)));
  }

  private void accept(UnixSocket listening, String name, Consumer<UnixSocket> taker) {
    daemon(name, () -> acceptAll(listening, name, taker));
  }

  /**
   * Takes connections until the session ends. If none can be taken for a while, for lack of
   * descriptors or memory, the session ends: clients would wait for it for ever.
   */
  private void acceptAll(UnixSocket listening, String name, Consumer<UnixSocket> taker) {
    try {
      int failures = 0;
      while (failures < MOST_FAILURES) {
        try {
          acceptOne(listening, taker);
          failures = 0;
        } catch (IOException | RuntimeException | Error e) {
          if (engines.awaitEnding(PAUSE_MILLIS)) {
            return;
          }
          failures++;
          SessionLog.say(name + ": a connection was not taken: " + e);
        }
      }
      SessionLog.say(
          "the session ends, once no driver runs: it cannot take connections of " + name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!engines.isEnding()) {
        deleteSockets();
        listening.close();
        engines.end(false);
      }
    }
  }

  private static void acceptOne(UnixSocket listening, Consumer<UnixSocket> taker)
      throws IOException {
    UnixSocket socket = listening.accept();
    boolean taken = false;
    try {
      taker.accept(socket);
      taken = true;
    } finally {
      if (!taken) {
        socket.close();
      }
    }
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
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
    boolean prepared = false;
    try {
      if (engines.awaitReady()) {
        new ClientStart(place, launcher, command.get(0)).prepare();
        prepared = true;
      }
    } catch (IOException | RuntimeException e) {
      SessionLog.say("the session ends: no client can be started: " + e);
      engines.end(false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ready.complete(prepared);
    }
  }

  /** Waits until clients can be served; returns false if they will never be. */
  boolean awaitReady() {
    return ready.join();
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
