// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.archive;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
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
 * results name hosts and reasons of failures. Thread-safe.
 */
public final class Archive {
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
   * @param entry the entry
   * @param added whether it is new; else the archive had these results already
   * @param removed how many older entries were removed
   */
  public record Addition(Entry entry, boolean added, int removed) {}

  /**
   * Adds the results of a run. Earlier results of the same run, such as those before it was
   * resumed, are removed.
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
    Path source = Files.isDirectory(results) ? results.resolve(ResultsFile.NAME) : results;
    Results read = ResultsFile.read(source);
    Fingerprint fingerprint = Fingerprint.of(read, machine);
    Files.createDirectories(directory, OWNER_ONLY);
    Path ofMachine = ownDirectory(directory.resolve(fingerprint.id()));
    Path prepared = Files.createTempDirectory(ofMachine, NEW, OWNER_ONLY);
    Entry entry;
    boolean added;
    try {
      requireOwn(ofMachine, prepared);
      byte[] content = Files.readAllBytes(source);
      WholeFile.write(prepared.resolve(ResultsFile.NAME), out -> out.write(content));
      // What was copied counts: the run may have written the file again meanwhile.
      Results copied = ResultsFile.read(prepared);
      entry = entry(ofMachine, copied, content, fingerprint, commit, accept);
      EntryFile.write(at(entry, prepared));
      if (accept) {
        accept(prepared);
      }
      added = publish(prepared, entry.directory());
    } catch (IOException | RuntimeException failed) {
      deleteTree(prepared);
      throw failed;
    }
    if (!added) {
      deleteTree(prepared);
      if (accept) {
        accept(entry.directory());
      }
    }
    int removed = prune(entry, keep);
    removeAbandoned(ofMachine);
    return new Addition(entry, added, removed);
  }

  /**
   * All entries, oldest first.
   *
   * @throws IOException if there is no such archive, or an entry is damaged; one line
   */
  public List<Entry> entries() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException(
          directory + ": no such archive; athanor bench archive add makes it with its first entry");
    }
    List<Entry> entries = new ArrayList<>();
    for (Path machine : named(directory, MACHINE)) {
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
        accept);
  }

  private static Entry at(Entry entry, Path directory) {
    return new Entry(
        directory,
        entry.machine(),
        entry.machineText(),
        entry.experiment(),
        entry.started(),
        entry.athanor(),
        entry.commit(),
        entry.accepted());
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

  private static void accept(Path entry) throws IOException {
    try {
      Files.createFile(entry.resolve(EntryFile.ACCEPTED));
    } catch (FileAlreadyExistsException done) {
      // Accepted before.
    }
  }

  private int prune(Entry added, int keep) throws IOException {
    List<Entry> same =
        entriesOf(added.directory().getParent()).stream()
            .filter(entry -> entry.experiment().equals(added.experiment()))
            .toList();
    List<Entry> removed =
        new ArrayList<>(
            same.stream()
                .filter(entry -> entry.started().equals(added.started()))
                .filter(entry -> !entry.id().equals(added.id()))
                .toList());
    List<Entry> remaining = same.stream().filter(entry -> !removed.contains(entry)).toList();
    Optional<Entry> reference = newestAccepted(remaining);
    remaining.stream()
        .limit(Math.max(0, remaining.size() - keep))
        .filter(entry -> !entry.id().equals(added.id()))
        .filter(entry -> reference.map(kept -> !kept.id().equals(entry.id())).orElse(true))
        .forEach(removed::add);
    for (Entry entry : removed) {
      remove(entry.directory());
    }
    return removed.size();
  }

  /** Removes an entry in one step for readers; another process may do the same. */
  private static void remove(Path entry) throws IOException {
    Path hidden = Files.createTempDirectory(entry.getParent(), OLD, OWNER_ONLY);
    try {
      Files.move(entry, hidden, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException gone) {
      // Removed by another process.
    }
    deleteTree(hidden);
  }

  private static void removeAbandoned(Path machine) throws IOException {
    Instant limit = Instant.now().minus(ABANDONED);
    for (Path path : named(machine, Pattern.compile("\\.(?:new|old)-.*"))) {
      try {
        if (Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
            .toInstant()
            .isBefore(limit)) {
          deleteTree(path);
        }
      } catch (NoSuchFileException gone) {
        // Removed or published by another process.
      }
    }
  }

  /** The entries of a machine, oldest first. */
  private static List<Entry> entriesOf(Path machine) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (Path path : named(machine, ENTRY)) {
      try {
        entries.add(EntryFile.read(path));
      } catch (NoSuchFileException gone) {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
          throw new IOException(path + ": not an entry of an archive: remove it", gone);
        }
      }
    }
    entries.sort(Entry.OLDEST_FIRST);
    return entries;
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
    }
    return path;
  }

  /** Somebody else's directory might be changed by them at any time. */
  private static void requireOwn(Path machine, Path prepared) throws IOException {
    String owner = Files.getOwner(machine, LinkOption.NOFOLLOW_LINKS).getName();
    String own = Files.getOwner(prepared, LinkOption.NOFOLLOW_LINKS).getName();
    if (!owner.equals(own)) {
      throw new IOException(
          machine + ": belongs to " + owner + "; an archive is for one user: choose another one");
    }
  }

  private static void deleteTree(Path tree) throws IOException {
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
            if (failed instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failed;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failed)
              throws IOException {
            if (failed != null) {
              throw failed;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
