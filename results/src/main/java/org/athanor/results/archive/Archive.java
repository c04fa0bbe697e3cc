// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.archive;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.cluster.DirectoryTree;
import org.athanor.results.Results;
import org.athanor.results.Results.ProjectInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.WholeFile;

/**
 * Results of many runs in a directory of one user:
 *
 * <pre>
 * MACHINE/TIME-HASH/results.json   the results, as the run wrote them
 *                   entry.json     machine, experiment, commit
 *                   accepted       empty; if it exists, later runs are compared with this one
 * </pre>
 *
 * <p>MACHINE is the id of a {@link Fingerprint}, TIME the run's start, HASH of the content. Any
 * number of processes may add entries at the same time, and others read meanwhile: an entry is
 * prepared under a hidden name, and gets its own in one step. Directories have mode 0700, because
 * results name hosts and reasons of failures; those of other users, or in which others may write,
 * are refused, because references decide about changes. Thread-safe.
 */
public final class Archive {
  /** How often entries are read while others remove some. */
  private static final int MOST_READS = 5;

  private static final Pattern MACHINE = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern ENTRY = Pattern.compile("[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int HASH = 8;
  private static final String NEW = ".new-";
  private static final String OLD = ".old-";

  /** A process that has prepared an entry, or removed one, for so long is dead. */
  private static final Duration ABANDONED = Duration.ofDays(1);

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;

  /**
   * An archive; makes nothing yet.
   *
   * @param directory made when the first entry is added
   */
  public Archive(Path directory) {
    this.directory = directory;
  }

  /**
   * What was added.
   *
   * @param entry the entry of the run
   * @param added whether it is new; else the archive had these results already, or later ones of
   *     the same run
   * @param removed how many older entries were removed
   */
  public record Addition(Entry entry, boolean added, int removed) {}

  /**
   * Adds the results of a run. Earlier results of the same run, such as those before it was
   * resumed, are removed; if they were accepted, the later ones are.
   *
   * @param results the file, or its directory
   * @param machine a name that replaces the names of hosts, see {@link Fingerprint}
   * @param commit of the project that was measured; if it is empty, the one in the results, if any
   * @param accept whether later runs may be compared with it
   * @param keep how many entries of this machine and experiment may remain, from 1. The newest
   *     accepted one remains in any case
   * @throws IOException if the results cannot be read, or the archive cannot be written or belongs
   *     to somebody else; one line
   */
  public Addition add(
      Path results, Optional<String> machine, Optional<String> commit, boolean accept, int keep)
      throws IOException {
    if (keep < 1) {
      throw new IllegalArgumentException("keep: " + keep);
    }
    byte[] content = ResultsFile.content(results);
    Results parsed = ResultsFile.parse(results, content);
    Fingerprint fingerprint = Fingerprint.of(parsed, machine);
    Files.createDirectories(directory, OWNER_ONLY);
    requireOwn(directory);
    Path ofMachine = ownDirectory(directory.resolve(fingerprint.id()));
    Entry entry = entry(ofMachine, parsed, content, fingerprint, commit, accept);
    Path prepared = Files.createTempDirectory(ofMachine, NEW, OWNER_ONLY);
    boolean added;
    try {
      WholeFile.write(prepared.resolve(ResultsFile.NAME), out -> out.write(content));
      EntryFile.write(entry, prepared);
      if (accept) {
        accept(prepared);
      }
      added = publish(prepared, entry.directory());
    } catch (IOException | RuntimeException failed) {
      DirectoryTree.delete(prepared);
      throw failed;
    }
    if (!added) {
      DirectoryTree.delete(prepared);
    }
    Addition addition = prune(entry, added, accept, keep);
    removeAbandoned(ofMachine);
    return addition;
  }

  /**
   * All entries, oldest first.
   *
   * @throws IOException if there is no such archive, it belongs to somebody else or others may
   *     write in it, or an entry is damaged; one line
   */
  public List<Entry> entries() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException(
          directory + ": no such archive; athanor bench archive add makes it with its first entry");
    }
    requireOwn(directory);
    List<Entry> entries = new ArrayList<>();
    for (Path machine : named(directory, MACHINE)) {
      requireOwn(machine);
      entries.addAll(entriesOf(machine));
    }
    entries.sort(Entry.OLDEST_FIRST);
    return entries;
  }

  /**
   * The newest accepted entry of the same machine and experiment, other than the run itself.
   *
   * @param machine the name with which entries of this machine were added
   * @throws IOException if there is none; the message says why, in one line
   */
  public Entry reference(Results run, Optional<String> machine) throws IOException {
    Fingerprint fingerprint = Fingerprint.of(run, machine);
    List<Entry> entries = entries();
    List<Entry> same =
        entries.stream()
            .filter(entry -> entry.machine().equals(fingerprint.id()))
            .filter(entry -> entry.experiment().equals(run.name()))
            .filter(entry -> !entry.started().equals(run.started()))
            .toList();
    return newestAccepted(same)
        .orElseThrow(
            () ->
                new IOException(
                    String.format(
                        Locale.ROOT,
                        "%s: no accepted results of experiment %s on %s (machine %s), %d of %d entries"
                            + " are of both; add some with athanor bench archive add --accept",
                        directory,
                        run.name(),
                        fingerprint.text(),
                        fingerprint.id(),
                        same.size(),
                        entries.size())));
  }

  private static Optional<Entry> newestAccepted(List<Entry> entries) {
    return entries.stream().filter(Entry::accepted).max(Entry.OLDEST_FIRST);
  }

  private static Entry entry(
      Path machine,
      Results results,
      byte[] content,
      Fingerprint fingerprint,
      Optional<String> commit,
      boolean accept) {
    String id =
        TIME.format(results.started()) + "-" + Fingerprint.sha256(content).substring(0, HASH);
    return new Entry(
        machine.resolve(id),
        fingerprint.id(),
        fingerprint.text(),
        results.name(),
        results.started(),
        results.athanor(),
        commit.or(() -> results.project().map(ProjectInfo::text)),
        results.trials().size(),
        accept);
  }

  /** Returns false if there is such an entry already. */
  private static boolean publish(Path prepared, Path entry) throws IOException {
    try {
      Files.move(prepared, entry, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (IOException failed) {
      if (Files.isRegularFile(entry.resolve(EntryFile.NAME))) {
        return false;
      }
      throw failed;
    }
  }

  /** Returns false if another process has removed the entry. */
  private static boolean accept(Path entry) throws IOException {
    try {
      Files.createFile(entry.resolve(EntryFile.ACCEPTED));
    } catch (FileAlreadyExistsException done) {
      // Accepted before.
    } catch (NoSuchFileException gone) {
      return false;
    }
    return true;
  }

  /** Accepts the latest results of a run, unless another process has removed all of them. */
  private static void acceptLatest(Entry run) throws IOException {
    Optional<Entry> latest;
    do {
      latest = latest(run, ofExperiment(run));
    } while (latest.isPresent() && !accept(latest.get().directory()));
  }

  private static Optional<Entry> latest(Entry run, List<Entry> entries) {
    return entries.stream().filter(run::ofSameRun).max(Entry.LATEST_LAST);
  }

  /** The entries of the same machine and experiment, oldest first. */
  private static List<Entry> ofExperiment(Entry entry) throws IOException {
    return entriesOf(entry.directory().getParent()).stream()
        .filter(found -> found.experiment().equals(entry.experiment()))
        .toList();
  }

  /**
   * Leaves one entry of the run, and so many of the experiment. Of a run, every process removes
   * only entries that sort before another one, so the last of them stays whatever each has seen.
   */
  private static Addition prune(Entry entry, boolean added, boolean accept, int keep)
      throws IOException {
    if (accept) {
      acceptLatest(entry);
    }
    List<Entry> found = ofExperiment(entry);
    Entry kept = latest(entry, found).orElse(entry);
    int removed = 0;
    for (Entry earlier : found) {
      if (earlier.ofSameRun(kept) && !earlier.id().equals(kept.id())) {
        if (earlier.accepted()) {
          // Before it is removed: a reader must find the one or the other.
          acceptLatest(kept);
        }
        if (remove(earlier.directory())) {
          acceptLatest(kept);
        }
        removed++;
      }
    }
    List<Entry> remaining = ofExperiment(entry);
    Optional<Entry> reference = newestAccepted(remaining);
    for (Entry old : remaining.subList(0, Math.max(0, remaining.size() - keep))) {
      if (!old.id().equals(kept.id())
          && reference.map(newest -> !newest.id().equals(old.id())).orElse(true)) {
        remove(old.directory());
        removed++;
      }
    }
    return new Addition(
        latest(entry, remaining).orElse(kept), added && kept.id().equals(entry.id()), removed);
  }

  /**
   * Removes an entry in one step for readers; another process may do the same.
   *
   * @return whether it was accepted in the end
   */
  private static boolean remove(Path entry) throws IOException {
    Path hidden = Files.createTempDirectory(entry.getParent(), OLD, OWNER_ONLY);
    try {
      Files.move(entry, hidden, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException gone) {
      // Removed by another process.
    }
    boolean accepted = Files.exists(hidden.resolve(EntryFile.ACCEPTED), LinkOption.NOFOLLOW_LINKS);
    DirectoryTree.delete(hidden);
    return accepted;
  }

  private static void removeAbandoned(Path machine) throws IOException {
    Instant limit = Instant.now().minus(ABANDONED);
    for (Path path : named(machine, Pattern.compile("\\.(?:new|old)-.*"))) {
      try {
        if (Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
            .toInstant()
            .isBefore(limit)) {
          DirectoryTree.delete(path);
        }
      } catch (NoSuchFileException gone) {
        // Removed or published by another process.
      }
    }
  }

  /**
   * The entries of a machine, oldest first. If one is removed meanwhile, all are read again: the
   * one that takes its place may have been read before it was accepted.
   */
  private static List<Entry> entriesOf(Path machine) throws IOException {
    for (int again = MOST_READS; ; again--) {
      List<Path> paths = named(machine, ENTRY);
      List<Entry> entries = new ArrayList<>();
      for (Path path : paths) {
        try {
          entries.add(EntryFile.read(path));
        } catch (NoSuchFileException gone) {
          if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(path + ": not an entry of an archive: remove it", gone);
          }
        }
      }
      if (entries.size() == paths.size() || again == 1) {
        entries.sort(Entry.OLDEST_FIRST);
        return entries;
      }
    }
  }

  /** The directories, not links, with such names. */
  private static List<Path> named(Path parent, Pattern name) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(parent)) {
      for (Path path : paths) {
        if (name.matcher(path.getFileName().toString()).matches()
            && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          found.add(path);
        }
      }
    }
    return found;
  }

  private static Path ownDirectory(Path path) throws IOException {
    try {
      Files.createDirectory(path, OWNER_ONLY);
    } catch (FileAlreadyExistsException exists) {
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(path + ": is not a directory: remove it", exists);
      }
      requireOwn(path);
    }
    return path;
  }

  /** Refuses a directory in which somebody else than root may write; groups are trusted. */
  private static void requireOwn(Path path) throws IOException {
    UserPrincipal owner = Files.getOwner(path);
    if (!owner.equals(Files.getOwner(Path.of("/proc/self"))) && !owner.getName().equals("root")) {
      throw new IOException(
          path
              + ": belongs to "
              + owner.getName()
              + "; an archive is for one user: choose another one");
    }
    if (Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(
          path
              + ": everybody may write in it, and so change references: chmod o-w it, or choose"
              + " another one");
    }
  }
}
