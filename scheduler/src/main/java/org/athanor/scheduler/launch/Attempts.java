// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.athanor.scheduler.run.ProcessId;

/**
 * Starts attempts, ends them, and notices their end, also of those that an earlier process of the
 * scheduler has started.
 *
 * <p>An attempt is a wrapper (resource {@code wrapper.sh}) in a session of its own. It waits on its
 * standard input for the word {@code go}. When the scheduler ends before it has said that, the
 * wrapper reads the end of the input, and ends without having started the driver: so no driver
 * starts whose process the scheduler does not know. When the driver ends, the wrapper writes its
 * exit code to a file, and ends what is left in its process group.
 *
 * <p>Processes of the attempt are found by a variable in their environment, so one that has left
 * the group and the session is found, too. An attempt is over when none of them runs.
 *
 * <p>Thread-safe. Ends are told on the thread {@code athanor-attempts}.
 */
public final class Attempts implements Closeable {
  /** How an attempt ended. */
  public sealed interface End {
    /** The driver ended. */
    record Exited(int code) implements End {}

    /** The driver was not started. */
    record NeverStarted() implements End {}

    /** Nobody knows how. */
    record Vanished() implements End {}
  }

  /** Learns how an attempt ended. */
  @FunctionalInterface
  public interface Listener {
    /** Called once, without locks. */
    void ended(End end);
  }

  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  /** So soon the system tells that a process has ended. */
  private static final Duration TOLD_WITHIN = Duration.ofSeconds(1);

  /** A wrapper is ended after so many times the grace. */
  private static final int GRACES_OF_WRAPPERS = 5;

  private static final String COMMAND = "command";
  private static final String EXIT = "exit";
  private static final String NOT_STARTED = "not-started";
  private static final String CPU = "cpu";
  private static final List<String> TRACES = List.of("process", "exit.tmp", EXIT, NOT_STARTED, CPU);

  /** User and system time of what the wrapper has started, in the second line. */
  private static final Pattern TIMES =
      Pattern.compile(".*\\n(\\d{1,9})m(\\d{1,2}[.,]\\d+)s (\\d{1,9})m(\\d{1,2}[.,]\\d+)s\\s*");

  /** The directory of an attempt's private configuration, removed when the attempt is over. */
  public static final String CONFIGURATION = "conf";

  private final LinuxProcesses processes = new LinuxProcesses();
  private final String script;
  private final Duration grace;
  private final Map<String, Watched> watched = new ConcurrentHashMap<>();
  private final Set<String> due = new LinkedHashSet<>(); // clock's thread only
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "athanor-attempts");
            thread.setDaemon(true);
            return thread;
          });

  /** An attempt that has not ended. */
  private static final class Watched {
    private final Path directory;
    private volatile Optional<Listener> listener; // empty: the end is kept until there is one
    private final Optional<Process> child; // empty if another scheduler started it
    private final Optional<ProcessId> wrapper;
    private volatile long killedNanos; // 0 if it is not being ended

    Watched(
        Path directory,
        Optional<Listener> listener,
        Optional<Process> child,
        Optional<ProcessId> wrapper) {
      this.directory = directory;
      this.listener = listener;
      this.child = child;
      this.wrapper = wrapper;
    }
  }

  /**
   * Begins.
   *
   * @param grace between SIGTERM and SIGKILL
   */
  public Attempts(Duration grace) throws IOException {
    this.grace = grace;
    try (InputStream in = Attempts.class.getResourceAsStream("wrapper.sh")) {
      this.script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Creates the directory of an attempt, for its owner only.
   *
   * @throws IOException also if an attempt was already started there
   */
  public static Path createDirectory(Path directory) throws IOException {
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    for (String trace : TRACES) {
      if (Files.exists(directory.resolve(trace))) {
        throw new IOException(
            directory.resolve(trace)
                + ": exists, so an attempt was already started there; an attempt needs a directory"
                + " of its own");
      }
    }
    return directory;
  }

  /**
   * Starts a wrapper, which waits. Its end is told to nobody before {@link #watch}.
   *
   * @param tag of the attempt
   * @param directory absolute, as {@link #createDirectory} makes it, which is called here, too
   */
  public ProcessId spawn(String tag, Path directory, Driver driver) throws IOException {
    createDirectory(directory);
    writeCommand(directory, driver.command());
    List<String> command =
        List.of("setsid", "sh", "-c", script, tag, directory.toAbsolutePath().toString());
    ProcessBuilder builder = new ProcessBuilder(command).directory(driver.directory().toFile());
    builder.environment().putAll(driver.environment());
    builder.environment().put(LinuxProcesses.COOKIE, tag);
    builder.redirectError(directory.resolve("wrapper-errors").toFile());
    Process child = builder.start();
    ProcessId wrapper;
    try {
      wrapper = identify(child, directory);
    } catch (IOException | RuntimeException e) {
      child.destroyForcibly();
      throw e;
    }
    watched.put(
        tag, new Watched(directory, Optional.empty(), Optional.of(child), Optional.of(wrapper)));
    return wrapper;
  }

  /** The wrapper's process, which is another one than the child if setsid has forked. */
  private ProcessId identify(Process child, Path directory) throws IOException {
    String line = firstLine(child);
    Optional<ProcessId> id =
        line == null || !line.strip().matches("[0-9]{1,18}")
            ? Optional.empty()
            : processes.process(Long.parseLong(line.strip()));
    return id.orElseThrow(
        () -> new IOException("the wrapper did not start: " + firstError(directory)));
  }

  /**
   * CPU time that the processes of an attempt that has ended used on this machine, user and system;
   * empty if its wrapper was ended before it could write that. What nobody waited for is not in it.
   */
  public static OptionalDouble cpuSeconds(Path directory) throws IOException {
    Path file = directory.resolve(CPU);
    if (!Files.exists(file)) {
      return OptionalDouble.empty();
    }
    Matcher times = TIMES.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    return times.matches()
        ? OptionalDouble.of(
            seconds(times.group(1), times.group(2)) + seconds(times.group(3), times.group(4)))
        : OptionalDouble.empty();
  }

  /**
   * When the driver of an attempt ended, by the clock of the files; empty if it has not ended, or
   * its wrapper was ended before it could write the exit code.
   */
  public static Optional<Instant> ended(Path directory) throws IOException {
    try {
      return Optional.of(Files.getLastModifiedTime(directory.resolve(EXIT)).toInstant());
    } catch (NoSuchFileException never) {
      return Optional.empty();
    }
  }

  private static double seconds(String minutes, String seconds) {
    return 60 * Double.parseDouble(minutes) + Double.parseDouble(seconds.replace(',', '.'));
  }

  private static String firstError(Path directory) {
    try {
      String text =
          Files.readString(directory.resolve("wrapper-errors"), StandardCharsets.ISO_8859_1);
      return text.lines().findFirst().orElse("it said nothing");
    } catch (IOException e) {
      return "its errors cannot be read";
    }
  }

  /** Not in the wrapper's arguments, which all users of the machine can read. */
  private static void writeCommand(Path directory, List<String> command) throws IOException {
    StringBuilder text = new StringBuilder("set --");
    for (String word : command) {
      if (word.indexOf('\0') >= 0) {
        throw new IOException("the command's argument \"" + word + "\" has a character 0");
      }
      text.append(" '").append(word.replace("'", "'\\''")).append('\'');
    }
    Path file = directory.resolve(COMMAND);
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text.append('\n'));
  }

  /**
   * Tells the end of an attempt that {@link #spawn(String, Path, Driver)} started, from now on.
   * Does nothing for one that has a listener.
   */
  public void watch(String tag, Listener listener) {
    Watched attempt = watched.get(tag);
    if (attempt != null && attempt.listener.isEmpty()) {
      attempt.listener = Optional.of(listener);
      var unused = attempt.child.get().onExit().thenRunAsync(() -> look(tag), clock);
    }
  }

  private static String firstLine(Process child) throws IOException {
    // Not closed: the wrapper closes its end, and the stream has nothing more.
    return new BufferedReader(
            new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII))
        .readLine();
  }

  /** Tells a wrapper to start the driver. One that has ended is told nothing; its end is seen. */
  public void go(String tag) throws IOException {
    Watched attempt = watched.get(tag);
    if (attempt != null && attempt.child.isPresent()) {
      try (var input = attempt.child.get().getOutputStream()) {
        input.write("go\n".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException brokenPipe) {
        // It was killed a moment ago; the system may not have told yet that it has ended.
        if (!hasEnded(attempt.child.get())) {
          throw brokenPipe;
        }
      }
    }
  }

  private static boolean hasEnded(Process child) {
    try {
      return child.waitFor(TOLD_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Watches an attempt that an earlier scheduler started. Does nothing if it is watched, so it can
   * be called before each {@link #go} and {@link #kill} of an attempt whose process is known.
   */
  public void attach(String tag, Path directory, Optional<ProcessId> wrapper, Listener listener) {
    Watched attempt = new Watched(directory, Optional.of(listener), Optional.empty(), wrapper);
    if (watched.putIfAbsent(tag, attempt) == null) {
      clock.execute(() -> look(tag));
    }
  }

  /**
   * Ends all processes of an attempt: SIGTERM, and SIGKILL after the grace. Does nothing if the
   * attempt is not watched.
   */
  public void kill(String tag) {
    Watched attempt = watched.get(tag);
    if (attempt == null) {
      return;
    }
    if (attempt.killedNanos == 0) {
      attempt.killedNanos = Math.max(1, System.nanoTime());
      attempt.child.ifPresent(Attempts::closeInput);
      clock.execute(() -> end(tag, attempt, false));
    }
  }

  /** A wrapper that waits ends without starting the driver. */
  private static void closeInput(Process child) {
    try {
      child.getOutputStream().close();
    } catch (IOException e) {
      // It has been told to go, or has ended.
      return;
    }
  }

  private void end(String tag, Watched attempt, boolean forcibly) {
    try {
      // The wrapper writes the exit code, and then ends; but not if the disk does not take it.
      boolean isStuck =
          System.nanoTime() - attempt.killedNanos > GRACES_OF_WRAPPERS * grace.toNanos();
      for (ProcessId member : processes.membersOf(tag)) {
        if (isStuck || !attempt.wrapper.filter(member::equals).isPresent()) {
          processes.signal(member, forcibly);
        }
      }
    } catch (IOException e) {
      // /proc cannot be listed now: the next look does it again.
    }
    look(tag);
  }

  /**
   * Looks whether an attempt is over, now and later until it is: together with all others that are
   * to be looked at by then, because the processes of all attempts are found in one pass. Thread:
   * the clock's.
   */
  private void look(String tag) {
    due.add(tag);
    if (due.size() == 1) {
      clock.execute(this::lookAtAll);
    }
  }

  private void lookAtAll() {
    Map<String, Watched> looked = new LinkedHashMap<>();
    for (String tag : due) {
      Watched attempt = watched.get(tag);
      if (attempt != null) {
        looked.put(tag, attempt);
      }
    }
    due.clear();
    Map<String, End> ends = ends(looked);
    looked.forEach(
        (tag, attempt) ->
            clock.execute(() -> looked(tag, attempt, Optional.ofNullable(ends.get(tag)))));
  }

  /** An attempt was looked at, and is over or not. Thread: the clock's. */
  private void looked(String tag, Watched attempt, Optional<End> end) {
    if (end.isPresent()) {
      // Without a listener, watch() looks again.
      if (attempt.listener.isPresent() && watched.remove(tag, attempt)) {
        removePrivate(attempt.directory);
        attempt.listener.get().ended(end.get());
      }
      return;
    }
    boolean polled = attempt.child.isEmpty() || !attempt.child.get().isAlive();
    if (attempt.killedNanos != 0) {
      boolean forcibly = System.nanoTime() - attempt.killedNanos > grace.toNanos();
      Runnable again = forcibly ? () -> end(tag, attempt, true) : () -> look(tag);
      var unused = clock.schedule(again, LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    } else if (polled) {
      var unused = clock.schedule(() -> look(tag), LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** How attempts ended; those that are not over, or cannot be seen now, are left out. */
  private Map<String, End> ends(Map<String, Watched> looked) {
    Map<String, Boolean> gone = new LinkedHashMap<>(); // without wrapper; with an exit code or not
    looked.forEach(
        (tag, attempt) -> {
          try {
            if (attempt.wrapper.isEmpty() || !processes.isAlive(attempt.wrapper.get())) {
              gone.put(tag, Files.exists(attempt.directory.resolve(EXIT)));
            }
          } catch (IOException unreadable) {
            return; // looked at again
          }
        });
    Map<String, End> ends = new HashMap<>();
    if (gone.isEmpty()) {
      return ends;
    }
    Map<String, List<ProcessId>> members;
    try {
      members = processes.membersOf(gone.keySet()); // after all that was seen of their wrappers
    } catch (IOException unreadable) {
      return ends;
    }
    gone.forEach(
        (tag, hasExit) -> {
          try {
            endOf(looked.get(tag), hasExit, members.getOrDefault(tag, List.of()))
                .ifPresent(end -> ends.put(tag, end));
          } catch (IOException unreadable) {
            return;
          }
        });
    return ends;
  }

  /** How an attempt ended whose wrapper has; empty if some of its processes live. */
  private Optional<End> endOf(Watched attempt, boolean hasExit, List<ProcessId> members)
      throws IOException {
    if (!members.isEmpty()) {
      if (hasExit) {
        // What the driver has left behind, out of its process group.
        for (ProcessId member : members) {
          processes.signal(member, true);
        }
      }
      return Optional.empty();
    }
    if (hasExit) {
      return Optional.of(exit(attempt.directory));
    }
    if (Files.exists(attempt.directory.resolve(NOT_STARTED))) {
      return Optional.of(new End.NeverStarted());
    }
    return Optional.of(new End.Vanished());
  }

  private static End exit(Path directory) throws IOException {
    String text = Files.readString(directory.resolve(EXIT), StandardCharsets.ISO_8859_1).strip();
    try {
      return new End.Exited(Integer.parseInt(text));
    } catch (NumberFormatException damaged) {
      return new End.Vanished(); // the machine broke down, and the file has not what was written
    }
  }

  /**
   * Removes what may have secrets of an attempt that is over, or was never started: its settings
   * and its command. What cannot be removed, only the owner can read.
   */
  public static void removePrivate(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve(COMMAND));
      Path configuration = directory.resolve(CONFIGURATION);
      if (Files.isDirectory(configuration, LinkOption.NOFOLLOW_LINKS)) {
        try (Stream<Path> all = Files.walk(configuration)) {
          for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(each);
          }
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return; // the attempt's end counts more
    }
  }

  /** Stops watching. The attempts go on. */
  @Override
  public void close() {
    clock.shutdownNow();
  }
}
