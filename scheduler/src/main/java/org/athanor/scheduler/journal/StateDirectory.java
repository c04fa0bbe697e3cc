// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.scheduler.run.Tag;

/** The directory of a scheduler's state, which only its owner can use. */
public record StateDirectory(Path path) {
  private static final String PRIVATE = "rwx------";

  private static final String ATTEMPTS = "attempts"; // by which ours are known
  private static final String HOST = "host";
  private static final String HOOKS = "hooks";

  // Bytes of the lock's file: who has the first one leads, and has the second one, too. To see
  // whether there is a leader, others try the second one, which keeps nobody from leading.
  private static final long LEADS = 0;
  private static final long IS_SEEN = 1;

  /**
   * Creates the directory if there is none, and takes the rights of others away.
   *
   * @throws IOException also if it is another user's, or has files and is no such directory
   */
  public static StateDirectory create(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    if (Files.exists(absolute)) {
      check(absolute);
    }
    createPrivate(absolute);
    createPrivate(absolute.resolve(ATTEMPTS));
    createPrivate(absolute.resolve("requests"));
    createPrivate(absolute.resolve(HOOKS));
    return new StateDirectory(absolute);
  }

  private static void check(Path directory) throws IOException {
    String remedy = "; give a directory for runs only with --state";
    if (!Files.isDirectory(directory)) {
      throw new IOException(directory + ": is not a directory" + remedy);
    }
    if (!Files.getOwner(directory).equals(Files.getOwner(Path.of("/proc/self")))) {
      throw new IOException(
          directory + ": belongs to the user " + Files.getOwner(directory) + remedy);
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (!Files.isDirectory(directory.resolve(ATTEMPTS)) && files.findAny().isPresent()) {
        throw new IOException(directory + ": has files, but no runs" + remedy);
      }
    }
  }

  private static void createPrivate(Path directory) throws IOException {
    Files.createDirectories(
        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(PRIVATE));
  }

  /** The directory of an attempt; its files tell how it ended. */
  public Path attempt(String run, String job, int attempt) {
    return path.resolve(ATTEMPTS).resolve(run).resolve(Tag.part(job) + "-" + attempt);
  }

  /** Removes the directories of all attempts of a run. */
  public void removeAttempts(String run) throws IOException {
    Path top = path.resolve(ATTEMPTS).resolve(run);
    if (Files.notExists(top)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> walk = Files.walk(top)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    } catch (UncheckedIOException unreadable) { // a directory below it
      throw unreadable.getCause();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }

  /** Where other processes leave requests. */
  public Path requests() {
    return path.resolve("requests");
  }

  /** Where alerts for programs are. */
  public Path hooks() {
    return path.resolve(HOOKS);
  }

  /** The right to decide about the runs; the system takes it from a process that ends. */
  public static final class Leadership implements Closeable {
    private final FileChannel channel;

    private Leadership(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /**
   * Takes the lock; empty if another process, or another part of this one, has it.
   *
   * @throws IOException also if a scheduler of another machine worked here: its processes, which
   *     may still run, cannot be seen from this one
   */
  public Optional<Leadership> lead() throws IOException {
    return lead(thisHost());
  }

  /** The machine's identity where it has one, and its name. */
  private static String thisHost() throws IOException {
    Path id = Path.of("/etc/machine-id");
    String machine = Files.isReadable(id) ? Files.readString(id).strip() : "";
    String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    return (name + " " + machine).strip();
  }

  private void claim(String host) throws IOException {
    Path file = path.resolve(HOST);
    if (Files.exists(file)) {
      String other = Files.readString(file).strip();
      if (!other.equals(host)) {
        throw new IOException(
            path
                + ": a scheduler on the host "
                + other
                + " works or worked here, and this is "
                + host
                + "; run it there, or, if no scheduler and no job runs there any more, remove "
                + file);
      }
      return;
    }
    Path written = path.resolve(HOST + ".tmp");
    Files.writeString(written, host + "\n");
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** As {@link #lead()}, on a host. */
  Optional<Leadership> lead(String host) throws IOException {
    FileChannel channel = openLock();
    FileLock lock = null;
    boolean leads = false;
    try {
      lock = channel.tryLock(LEADS, 1, false);
      if (lock != null) {
        channel.lock(IS_SEEN, 1, false); // who looks has it for a moment only
        claim(host);
        leads = true;
      }
    } catch (OverlappingFileLockException e) {
      // Another part of this process has it.
    } finally {
      if (!leads) {
        channel.close();
      }
    }
    return leads ? Optional.of(new Leadership(channel)) : Optional.empty();
  }

  /** Whether a process leads. This one must not: what it closes gives its lock back. */
  public boolean isLed() throws IOException {
    try (FileChannel channel = openLock();
        FileLock lock = channel.tryLock(IS_SEEN, 1, true)) {
      return lock == null;
    }
  }

  private FileChannel openLock() throws IOException {
    return FileChannel.open(
        path.resolve("leader.lock"),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }
}
