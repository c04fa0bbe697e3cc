// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

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
 * Links in the working directory, by which tasks open cache files with their plain names. The
 * working directory belongs to the JVM, so jobs that run at once share it. Jobs whose files of one
 * name have the same content share the link; a job that has another file of the name waits until
 * the others have ended, so that no task reads another job's file. Names are taken all at once,
 * hence two jobs never wait for each other.
 *
 * <p>Files are compared without the lock, so that a large one delays no other job. Under the lock a
 * decision is made if all that it needs has been compared and did not change since; else the rest
 * is compared, and the decision is made anew.
 *
 * <p>Files and links that are there already and are not the engine's are left alone. Thread-safe.
 */
final class WorkingDirectoryLinks {
  /** The links of this JVM. */
  static final WorkingDirectoryLinks SHARED =
      new WorkingDirectoryLinks(Path.of(System.getProperty("user.dir")));

  private static final Logger LOG = LoggerFactory.getLogger(WorkingDirectoryLinks.class);

  private final Path directory;
  private final BiPredicate<Path, Path> comparison;

  // Guarded by this, from here on.
  /** By name, in the order of asking; the link leads to the first one's file. */
  private final Map<String, List<Claim>> holders = new HashMap<>();

  /** In the order of asking. */
  private final List<Claim> waiting = new ArrayList<>();

  /** Directories that were made for links, and go with the last of them. */
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

  /** The names that one job wants. */
  static final class Claim {
    private final String job;
    private final Map<String, Path> targets;
    private Consumer<Optional<String>> listener; // until it is told
    private boolean asking; // its thread compares for it; others do not decide about it
    private boolean released;

    /**
     * @param job for messages
     * @param targets local files and directories by name, relative to the working directory
     */
    Claim(String job, Map<String, Path> targets) {
      this.job = job;
      this.targets = Map.copyOf(targets);
    }
  }

  /**
   * What became of a claim.
   *
   * @param conflict whom it waits for
   * @param outcome if its names were taken
   */
  private record Decision(Optional<String> conflict, Optional<Outcome> outcome) {}

  /** A listener that is to be told outside the lock. */
  private record Outcome(Consumer<Optional<String>> listener, Optional<String> problem) {
    void tell() {
      listener.accept(problem);
    }
  }

  /**
   * Takes the names of a job as soon as no other job has different files of these names.
   *
   * @param listener told once, on this thread or on the one that released a name: empty if the
   *     links are there, else why they cannot be. Not told if the claim is released before
   * @return whom the job waits for; empty if the listener was told, or the claim is released
   */
  Optional<String> acquire(Claim claim, Consumer<Optional<String>> listener) {
    synchronized (this) {
      if (claim.released) {
        return Optional.empty(); // the job was killed before it began
      }
      claim.listener = listener;
      claim.asking = true;
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
        claim.asking = !missing.isEmpty();
      }
      if (missing.isEmpty()) {
        decision.outcome.ifPresent(Outcome::tell);
        return decision.conflict;
      }
      comparisons.make(missing);
    }
  }

  /** Gives a job's names up, or stops waiting for them. */
  void release(Claim claim) {
    synchronized (this) {
      waiting.remove(claim);
      claim.released = true;
      claim.listener = null;
      giveUp(claim);
    }
    Comparisons comparisons = new Comparisons(comparison);
    Set<Pair> missing = new LinkedHashSet<>();
    do {
      comparisons.make(missing);
      missing.clear();
      List<Outcome> outcomes = new ArrayList<>();
      synchronized (this) {
        for (Claim next : List.copyOf(waiting)) {
          if (!next.asking) {
            decide(next, comparisons, missing).outcome.ifPresent(outcomes::add);
          }
        }
      }
      outcomes.forEach(Outcome::tell);
    } while (!missing.isEmpty());
  }

  /**
   * Lets a claim that waits hold its names, unless another one has different files.
   *
   * @param missing what must be compared before that can be said is added to it; nothing has
   *     changed then
   */
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
        giveUp(claim);
      }
    }
    missing.addAll(unknown);
    return new Decision(conflict, outcome);
  }

  /**
   * Which holder, or which of those that wait and asked before, has another file of a name. Empty
   * too if the first of them that may have one was not compared; it is added to {@code unknown}.
   */
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
                  + "; with other names (file#name) both run at once");
        }
      }
    }
    return Optional.empty();
  }

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
   * @param unknown what exists under a name and was not compared is added to it
   * @return why a name cannot be had, if one cannot
   */
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
              "{} exists and stays; tasks that open it do not read the cache file {}",
              pair.one(),
              pair.other());
          problem = problem.or(() -> otherProcess(pair.one()));
        }
      }
    }
    return problem;
  }

  private void giveUp(Claim claim) {
    claim.targets.forEach((name, target) -> release(claim, name, target));
  }

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
        LOG.warn("no link {} to the cache file {}: {}", link, target, e.toString());
      }
    }
    return false;
  }

  /** Lets the link lead to the same content elsewhere; at no time is it missing. */
  private void replace(Path link, Path from, Path to) {
    Path next = link.resolveSibling(".athanor-link-" + UUID.randomUUID());
    try {
      if (isLink(link, from)) {
        Files.createSymbolicLink(next, to);
        Files.move(next, link, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      LOG.warn("link {} does not lead to {}: {}", link, to, e.toString());
    }
  }

  /** Only what still is our link, and directories made for it that are empty now. */
  private void remove(Path link, Path target) {
    try {
      if (isLink(link, target)) {
        Files.delete(link);
        removeDirectories(link.getParent());
      }
    } catch (IOException e) {
      LOG.warn("link {} is left behind: {}", link, e.toString());
    }
  }

  private void makeDirectories(Path wanted) throws IOException {
    if (!Files.exists(wanted)) {
      makeDirectories(wanted.getParent());
      Files.createDirectory(wanted);
      made.add(wanted);
    }
  }

  /** Only those that were made for links and are empty: others are the user's. */
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

  /** A link of a process that was killed: its private directory is gone, or will be. */
  private static boolean isLeftover(Path link) throws IOException {
    Optional<Path> owner = privateDirectory(link);
    return owner.isPresent() && !PrivateDirectory.isInUse(owner.get());
  }

  /** Why a name cannot be had, if a running job of another process has it for another file. */
  private static Optional<String> otherProcess(Path link) {
    try {
      return privateDirectory(link)
          .map(
              unused ->
                  link
                      + " leads to a cache file of another running process, which has other content"
                      + " than this job's: run the job in another working directory, or give its"
                      + " file another name (file#name)");
    } catch (IOException e) {
      return Optional.of(link + " cannot be read: " + e);
    }
  }

  /** The private directory of the engine that a link leads into; empty if it does not. */
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
