// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Links in the working directory, by which tasks open cache files with their plain names. The
 * working directory belongs to the JVM, so jobs that run at once share it: a name points to the
 * file of the job that asked first, and when that job ends, to the next one's. Files that are there
 * already are left alone. Thread-safe.
 */
final class WorkingDirectoryLinks {
  /** The links of this JVM. */
  static final WorkingDirectoryLinks SHARED =
      new WorkingDirectoryLinks(Path.of(System.getProperty("user.dir")));

  private static final long MAX_COMPARED_BYTES = 64L << 20;
  private static final Logger LOG = LoggerFactory.getLogger(WorkingDirectoryLinks.class);

  private final Path directory;
  // Guarded by this. Targets in the order of asking; the first is what the link points to.
  private final Map<String, List<Path>> targets = new HashMap<>();

  WorkingDirectoryLinks(Path directory) {
    this.directory = directory;
  }

  /**
   * Asks for a link; each call that returns true wants one {@link #release} of the same arguments.
   */
  synchronized boolean acquire(String name, Path target) {
    List<Path> users = targets.get(name);
    if (users != null) {
      if (!sameContent(users.get(0), target)) {
        LOG.warn(
            "{} in {}: a running job has another file of this name there; tasks that open it by its"
                + " plain name read that job's file (its own is {})",
            name,
            directory,
            target);
      }
      users.add(target);
      return true;
    }
    if (!create(directory.resolve(name), target)) {
      return false;
    }
    users = new ArrayList<>();
    users.add(target);
    targets.put(name, users);
    return true;
  }

  synchronized void release(String name, Path target) {
    List<Path> users = targets.get(name);
    if (users == null) {
      return;
    }
    Path current = users.get(0);
    users.remove(target);
    Path link = directory.resolve(name);
    if (users.isEmpty()) {
      targets.remove(name);
      remove(link, current);
    } else if (!users.get(0).equals(current)) {
      remove(link, current);
      create(link, users.get(0));
    }
  }

  private boolean create(Path link, Path target) {
    try {
      if (isLeftover(link)) {
        Files.delete(link);
      }
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, target);
      return true;
    } catch (FileAlreadyExistsException e) {
      if (!sameContent(link, target)) {
        LOG.warn(
            "{} exists and stays; tasks that open it do not read the cache file {}", link, target);
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn("no link {} to the cache file {}: {}", link, target, e.toString());
    }
    return false;
  }

  /** Only what still is our link, and directories made for it that are empty now. */
  private void remove(Path link, Path target) {
    try {
      if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(target)) {
        Files.delete(link);
        Path parent = link.getParent();
        while (!parent.equals(directory) && parent.toFile().delete()) {
          parent = parent.getParent();
        }
      }
    } catch (IOException e) {
      LOG.warn("link {} is left behind: {}", link, e.toString());
    }
  }

  /** A link of a process that was killed: it leads to a work directory of Athanor that is gone. */
  private static boolean isLeftover(Path link) throws IOException {
    return Files.isSymbolicLink(link)
        && !Files.exists(link)
        && Files.readSymbolicLink(link).toString().contains("/athanor");
  }

  /** For warnings only: large files of one size pass for the same. */
  private static boolean sameContent(Path one, Path other) {
    try {
      if (!Files.exists(one, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      if (Files.isSameFile(one, other)) {
        return true;
      }
      if (!Files.isRegularFile(one) || !Files.isRegularFile(other)) {
        return false;
      }
      long bytes = Files.size(one);
      return bytes == Files.size(other)
          && (bytes > MAX_COMPARED_BYTES || Files.mismatch(one, other) == -1);
    } catch (IOException e) {
      return false;
    }
  }
}
