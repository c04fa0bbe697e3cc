// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.athanor.cluster.DirectoryTree;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.PrivateDirectory;

/**
 * Stores sets of artifacts between experiments, each in one directory. A set is complete or absent:
 * it is built in a temporary directory and then moved to its own, by one process at a time.
 * Thread-safe.
 */
public final class ArtifactStore {

  /** A set is on the disk three times: downloaded, unpacked, and in the client's own cache. */
  private static final int DISK_FACTOR = 3;

  private static final Mark STORE = new Mark("artifact-store");

  /** A file lock belongs to the process, so its threads need locks of their own. */
  private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private final Path root;
  private final Tools tools;
  private final Consumer<String> progress;

  /**
   * Describes a store; creates no files.
   *
   * @param progress receives a line for each step, from any thread
   */
  public ArtifactStore(Path root, Tools tools, Consumer<String> progress) {
    this.root = root.toAbsolutePath().normalize();
    this.tools = tools;
    this.progress = progress;
  }

  /**
   * {@code $ATHANOR_CACHE}, else {@code athanor} in {@code $XDG_CACHE_HOME} or {@code ~/.cache}.
   */
  public static Path defaultRoot(Map<String, String> environment) {
    if (environment.containsKey("ATHANOR_CACHE")) {
      return Path.of(environment.get("ATHANOR_CACHE"));
    }
    if (environment.containsKey("XDG_CACHE_HOME")) {
      return Path.of(environment.get("XDG_CACHE_HOME"), "athanor");
    }
    return Path.of(
        environment.getOrDefault("HOME", System.getProperty("user.home")), ".cache", "athanor");
  }

  /** The directory of a cache, which the environment can name. */
  public static PrivateDirectory cache(Path directory) {
    return new PrivateDirectory(directory, "set ATHANOR_CACHE to another directory");
  }

  /** The directory of the set, which may not exist yet. */
  public Path directory(ArtifactSet set) {
    return root.resolve(set.id());
  }

  public boolean has(ArtifactSet set) {
    return Files.isDirectory(directory(set));
  }

  /** Problems that prevent fetching, each with a remedy; does not access a repository. */
  public List<String> problems(ArtifactSet set) {
    List<String> problems = new ArrayList<>();
    if (has(set)) {
      return problems;
    }
    if (set instanceof ArtifactSet.MavenSet && tools.maven().isEmpty()) {
      problems.add(
          set.title()
              + ": mvn not found on PATH, and Athanor's mvnw needs unzip and curl there: install"
              + " Maven or both, or give an installed home");
    }
    if (set instanceof ArtifactSet.PipPackage && tools.pip().isEmpty()) {
      problems.add(
          set.title()
              + ": neither pip3 nor pip found on PATH: install pip, or give an installed home");
    }
    if (set instanceof ArtifactSet.PipPackage && tools.tar().isEmpty()) {
      problems.add(set.title() + ": tar not found on PATH: install it, or give an installed home");
    }
    Path existing = existingParent();
    if (!Files.isWritable(existing)) {
      problems.add(
          set.title()
              + ": "
              + existing
              + " is not writable: set ATHANOR_CACHE to another directory");
    }
    long needed = DISK_FACTOR * set.downloadBytes();
    long free = existing.toFile().getUsableSpace();
    if (free < needed) {
      problems.add(
          String.format(
              Locale.ROOT,
              "%s: %,d MB free in %s; must be %,d MB: set ATHANOR_CACHE to a larger disk",
              set.title(),
              free / 1_000_000,
              existing,
              needed / 1_000_000));
    }
    return problems;
  }

  /**
   * Fetches the set, or waits for another process or thread that does. Returns at once if it is
   * stored.
   *
   * @return its directory
   * @throws FetchException if a part of it cannot be had; nothing is left behind
   * @throws IOException if another user may have prepared the store's directory
   */
  public Path fetch(ArtifactSet set) throws IOException, InterruptedException {
    cache(root).check(Nodes.localhost(), STORE).forEach(progress);
    if (has(set)) {
      return directory(set);
    }
    List<String> problems = problems(set);
    if (!problems.isEmpty()) {
      throw new FetchException(String.join("; ", problems));
    }
    Files.createDirectories(root);
    Path lockFile = root.resolve(set.id() + ".lock");
    ReentrantLock threads = THREADS.computeIfAbsent(lockFile, file -> new ReentrantLock());
    threads.lockInterruptibly();
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = lock(channel, set)) {
      if (!has(set)) {
        fetchLocked(set);
      }
      assert lock.isValid();
      return directory(set);
    } finally {
      threads.unlock();
    }
  }

  private FileLock lock(FileChannel channel, ArtifactSet set) throws IOException {
    FileLock free = channel.tryLock();
    if (free != null) {
      return free;
    }
    progress.accept(set.title() + ": another process is fetching it, waiting");
    return channel.lock();
  }

  private void fetchLocked(ArtifactSet set) throws IOException, InterruptedException {
    String prefix = set.id() + ".partial-";
    removeLeftovers(prefix);
    Path partial = Files.createTempDirectory(root, prefix);
    Path log = root.resolve(set.id() + ".log");
    Files.deleteIfExists(log);
    try {
      if (set instanceof ArtifactSet.MavenSet maven) {
        announce(set, "Maven");
        MavenFetch.into(partial, maven, tools.maven(), log, progress);
      } else if (set instanceof ArtifactSet.PipPackage pip) {
        announce(set, "pip");
        new PipFetch(pip, tools, log).into(partial, progress);
      }
      Files.move(partial.resolve("home"), directory(set), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      DirectoryTree.delete(partial);
    }
    progress.accept(set.title() + ": ready");
  }

  private void announce(ArtifactSet set, String tool) {
    progress.accept(
        set.title()
            + ": fetching with "
            + tool
            + " (about "
            + set.downloadBytes() / 1_000_000
            + " MB unless cached)");
  }

  private void removeLeftovers(String prefix) throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      for (Path entry : entries.toList()) {
        if (entry.getFileName().toString().startsWith(prefix)) {
          DirectoryTree.delete(entry);
        }
      }
    }
  }

  private Path existingParent() {
    Path path = root;
    while (!Files.exists(path)) {
      path = path.getParent();
    }
    return path;
  }
}
