// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.athanor.engine.files.PrivateDirectory;
import org.athanor.engine.localize.Comparisons.Pair;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links in the working directory, by which tasks open cache files with their plain names. The
 * working directory belongs to the JVM, so concurrent jobs share it. Jobs whose files of one name
 * have the same content share the link. A job that has another file of the name waits until the
 * others have ended, so that no task reads another job's file. A job takes all its names at once,
 * so two jobs never wait for each other.
 *
 * <p>Files are compared without the lock, so that the comparison of a large file delays no other
 * job. A decision is made under the lock if all files that it depends on have been compared, and
 * have not changed since. Otherwise the missing comparisons are made, and the decision is tried
 * again.
 *
 * <p>Existing files and links that the engine has not made are not changed. Thread-safe.
 */
final class WorkingDirectoryLinks {
  /** The links of this JVM; null until they are needed. */
  @GuardedBy("WorkingDirectoryLinks.class")
  private static WorkingDirectoryLinks shared;

  private static final Logger LOG = LoggerFactory.getLogger(WorkingDirectoryLinks.class);

  private final Path directory;
  private final BiPredicate<Path, Path> comparison;

  /**
   * The claims that hold each name, in the order of their requests. The link leads to the first
   * one's file.
   */
  @GuardedBy("this")
  private final Map<String, List<Claim>> holders = new HashMap<>();

  /** In the order of their requests. */
  @GuardedBy("this")
  private final List<Claim> waiting = new ArrayList<>();

  /** Directories that were made for links, and are deleted with the last link in them. */
  @GuardedBy("this")
  private final Set<Path> made = new HashSet<>();

  WorkingDirectoryLinks(Path directory) {
    this(directory, FileContents::same);
  }

  /**
   * @param comparison whether two files or directories have the same content
   */
  WorkingDirectoryLinks(Path directory, BiPredicate<Path, Path> comparison) {
    this.directory = directory;
    this.comparison = comparison;
  }

  /** Returns the links of this JVM, for the working directory that it has at the first call. */
  static synchronized WorkingDirectoryLinks shared() {
    if (shared == null) {
      shared = new WorkingDirectoryLinks(Path.of(System.getProperty("user.dir")));
    }
    return shared;
  }

  /** Lets the next call of {@link #shared} see a new working directory. No job may run. */
  static synchronized void forgetShared() {
    shared = null;
  }

  /** The names that one job needs. Its state is guarded by the links. */
  static final class Claim {
    private final String job;
    private final Map<String, Path> targets;
    private Consumer<Optional<String>> listener; // null once it has been notified
    private boolean comparing; // its own thread compares files and then decides
    private boolean released;

    /**
     * @param job the job's name in messages
     * @param targets local files and directories by name, which is relative to the working
     *     directory
     */
    Claim(String job, Map<String, Path> targets) {
      this.job = job;
      this.targets = Map.copyOf(targets);
    }
  }

  /**
   * A decision about a claim.
   *
   * @param conflict a message that names the job to wait for
   * @param outcome the listener to notify, if the claim holds its names or cannot have them
   */
  private record Decision(Optional<String> conflict, Optional<Outcome> outcome) {}

  /** A listener with its argument, to be notified outside the lock. */
  private record Outcome(Consumer<Optional<String>> listener, Optional<String> problem) {
    void notifyListener() {
      listener.accept(problem);
    }
  }

  /**
   * Takes the names of a job as soon as no other job has different files of these names.
   *
   * @param listener called once, on this thread or on the one that releases a name, but not after
   *     the claim is released; the argument is empty if the links exist, else the reason why they
   *     cannot be made
   * @return a message that names the job to wait for; empty if the listener has been called, or if
   *     the claim is released
   */
  Optional<String> acquire(Claim claim, Consumer<Optional<String>> listener) {
    synchronized (this) {
      if (claim.released) {
        return Optional.empty(); // the job was killed before it began
      }
      claim.listener = listener;
      claim.comparing = true;
      waiting.add(claim);
    }
    Comparisons comparisons = new Comparisons(comparison);
    while (true) {
      Set<Pair> missing = new LinkedHashSet<>();
      Decision decision;
      synchronized (this) {
        if (claim.released) {
          return Optional.empty();
        }
        decision = decide(claim, comparisons, missing);
        claim.comparing = !missing.isEmpty();
      }
      if (missing.isEmpty()) {
        decision.outcome.ifPresent(Outcome::notifyListener);
        return decision.conflict;
      }
      comparisons.make(missing);
    }
  }

  /** Releases a job's names, or stops waiting for them. */
  void release(Claim claim) {
    synchronized (this) {
      waiting.remove(claim);
      claim.released = true;
      claim.listener = null;
      releaseNames(claim);
    }
    Comparisons comparisons = new Comparisons(comparison);
    Set<Pair> missing = new LinkedHashSet<>();
    do {
      comparisons.make(missing);
      missing.clear();
      List<Outcome> outcomes = new ArrayList<>();
      synchronized (this) {
        for (Claim next : List.copyOf(waiting)) {
          if (!next.comparing) {
            decide(next, comparisons, missing).outcome.ifPresent(outcomes::add);
          }
        }
      }
      outcomes.forEach(Outcome::notifyListener);
    } while (!missing.isEmpty());
  }

  /**
   * Lets a waiting claim hold its names, unless another claim has different files.
   *
   * @param missing receives the comparisons that the decision depends on and that have not been
   *     made; nothing has changed then
   */
  @GuardedBy("this")
  private Decision decide(Claim claim, Comparisons comparisons, Set<Pair> missing) {
    Set<Pair> unknown = new LinkedHashSet<>();
    Optional<String> conflict = conflict(claim, comparisons, unknown);
    Optional<Outcome> outcome = Optional.empty();
    if (conflict.isEmpty() && unknown.isEmpty()) {
      Optional<String> problem = hold(claim, comparisons, unknown);
      if (unknown.isEmpty()) {
        waiting.remove(claim);
        outcome = Optional.of(new Outcome(claim.listener, problem));
        claim.listener = null;
      } else {
        releaseNames(claim);
      }
    }
    missing.addAll(unknown);
    return new Decision(conflict, outcome);
  }

  /**
   * Returns a message if a holder, or an earlier waiting claim, has a different file of one of the
   * names. Returns empty also if a comparison has not been made; {@code unknown} receives it.
   */
  @GuardedBy("this")
  private Optional<String> conflict(Claim claim, Comparisons comparisons, Set<Pair> unknown) {
    for (Map.Entry<String, Path> wanted : claim.targets.entrySet()) {
      String name = wanted.getKey();
      for (Claim other : othersWith(name, waiting.indexOf(claim))) {
        Pair pair = new Pair(other.targets.get(name), wanted.getValue());
        Optional<Boolean> same = comparisons.same(pair);
        if (same.isEmpty()) {
          unknown.add(pair);
          return Optional.empty();
        }
        if (!same.get()) {
          return Optional.of(
              claim.job
                  + " waits for "
                  + other.job
                  + ", which has another file named "
                  + name
                  + " in "
                  + directory
                  + "; to run both jobs at once, give one of the files another name (file#name)");
        }
      }
    }
    return Optional.empty();
  }

  @GuardedBy("this")
  private List<Claim> othersWith(String name, int before) {
    List<Claim> others = new ArrayList<>(holders.getOrDefault(name, List.of()));
    for (Claim earlier : waiting.subList(0, before)) {
      if (earlier.targets.containsKey(name)) {
        others.add(earlier);
      }
    }
    return others;
  }

  /**
   * Makes the links.
   *
   * @param unknown receives the comparisons with existing files that have not been made
   * @return a message if the link of another process has one of the names
   */
  @GuardedBy("this")
  private Optional<String> hold(Claim claim, Comparisons comparisons, Set<Pair> unknown) {
    Optional<String> problem = Optional.empty();
    for (Map.Entry<String, Path> wanted : claim.targets.entrySet()) {
      String name = wanted.getKey();
      List<Claim> users = holders.get(name);
      if (users != null) {
        users.add(claim);
        continue;
      }
      Pair pair = new Pair(directory.resolve(name), wanted.getValue());
      if (create(pair.one(), pair.other())) {
        holders.put(name, new ArrayList<>(List.of(claim)));
      } else if (Files.exists(pair.one(), NOFOLLOW_LINKS)) {
        Optional<Boolean> same = comparisons.same(pair);
        if (same.isEmpty()) {
          unknown.add(pair);
        } else if (!same.get()) {
          LOG.warn(
              "{} exists and is not replaced, so tasks that open it do not read the cache file {}",
              pair.one(),
              pair.other());
          problem = problem.or(() -> otherProcess(pair.one()));
        }
      }
    }
    return problem;
  }

  @GuardedBy("this")
  private void releaseNames(Claim claim) {
    for (Map.Entry<String, Path> target : claim.targets.entrySet()) {
      release(claim, target.getKey(), target.getValue());
    }
  }

  @GuardedBy("this")
  private void release(Claim claim, String name, Path target) {
    List<Claim> users = holders.get(name);
    if (users == null || !users.contains(claim)) {
      return;
    }
    boolean first = users.get(0) == claim;
    users.remove(claim);
    Path link = directory.resolve(name);
    if (users.isEmpty()) {
      holders.remove(name);
      remove(link, target);
    } else if (first) {
      replace(link, target, users.get(0).targets.get(name));
    }
  }

  @GuardedBy("this")
  private boolean create(Path link, Path target) {
    try {
      if (isLeftover(link)) {
        Files.delete(link);
      }
      makeDirectories(link.getParent());
      Files.createSymbolicLink(link, target);
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      boolean taken = e instanceof FileAlreadyExistsException;
      if (!taken || !Files.exists(link, NOFOLLOW_LINKS)) {
        LOG.warn(
            "the link {} to the cache file {} could not be made: {}", link, target, e.toString());
      }
    }
    return false;
  }

  /** Atomically makes the link lead to another file with the same content. */
  private void replace(Path link, Path from, Path to) {
    Path next = link.resolveSibling(".athanor-link-" + UUID.randomUUID());
    try {
      if (isLink(link, from)) {
        Files.createSymbolicLink(next, to);
        Files.move(next, link, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      LOG.warn("the link {} could not be redirected to {}: {}", link, to, e.toString());
    }
  }

  /** Deletes the link if it still leads to {@code target}, and empty directories made for it. */
  @GuardedBy("this")
  private void remove(Path link, Path target) {
    try {
      if (isLink(link, target)) {
        Files.delete(link);
        removeDirectories(link.getParent());
      }
    } catch (IOException e) {
      LOG.warn("the link {} could not be deleted: {}", link, e.toString());
    }
  }

  @GuardedBy("this")
  private void makeDirectories(Path wanted) throws IOException {
    if (!Files.exists(wanted)) {
      makeDirectories(wanted.getParent());
      Files.createDirectory(wanted);
      made.add(wanted);
    }
  }

  /** Deletes directories that are empty and were made for links; others belong to the user. */
  @GuardedBy("this")
  private void removeDirectories(Path lowest) throws IOException {
    for (Path at = lowest; made.contains(at); at = at.getParent()) {
      try {
        Files.delete(at);
      } catch (DirectoryNotEmptyException inUse) {
        return;
      }
      made.remove(at);
    }
  }

  private static boolean isLink(Path link, Path target) throws IOException {
    return Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(target);
  }

  /** Returns whether this is a link of a killed process, whose private directory is not in use. */
  private static boolean isLeftover(Path link) throws IOException {
    Optional<Path> owner = privateDirectory(link);
    return owner.isPresent() && !PrivateDirectory.isInUse(owner.get());
  }

  /** Returns a message if the existing link is that of another process. */
  private static Optional<String> otherProcess(Path link) {
    try {
      return privateDirectory(link)
          .map(
              unused ->
                  link
                      + " leads to a cache file of another running process, whose content differs"
                      + " from that of this job's file: run the job in another working directory, or give its"
                      + " file another name (file#name)");
    } catch (IOException e) {
      return Optional.of(link + " cannot be read: " + e);
    }
  }

  /** Returns the private directory into which a link leads; empty if it leads elsewhere. */
  private static Optional<Path> privateDirectory(Path link) throws IOException {
    if (!Files.isSymbolicLink(link)) {
      return Optional.empty();
    }
    Path target = Files.readSymbolicLink(link);
    for (Path at = target; at != null && at.getFileName() != null; at = at.getParent()) {
      if (PrivateDirectory.isName(at.getFileName().toString())) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }
}
