// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.DirectoryTree;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.NodeCopy;

/**
 * Athanor's own files on a master that does not share this machine's files. They are copied to a
 * directory of the cache, on this machine and on the master. The directory's name has a hash of
 * their content, so that one path is valid on both machines and files of another build are never
 * used.
 */
final class InstallationCopy {
  /** The file by which the launcher finds its jars. */
  private static final String STAMP = "target/dist/built";

  private static final int HASH_DIGITS = 16;

  private final Installation own;
  private final Path root;
  private final Path cache;

  InstallationCopy(Installation own, Path cache) {
    this.own = own;
    this.root = own.launcher().toAbsolutePath().getParent();
    this.cache = cache;
  }

  /**
   * Returns Athanor's files on the master, the first of the nodes. Copies them unless the master
   * shares this machine's files.
   */
  Installation on(List<Node> nodes, Mark mark, RunListener listener)
      throws IOException, InterruptedException {
    Node master = nodes.get(0);
    if (master.hasFilesOfThisMachine()) {
      return own;
    }
    SortedMap<String, Path> files = files();
    Path copy = cache.resolve("athanor-" + hash(files).substring(0, HASH_DIGITS));
    listener.doing("copying Athanor to " + master.name());
    if (Files.notExists(copy)) {
      copy(files, copy);
    }
    NodeCopy.ensure(master, mark, copy);
    return new Installation(
        copy.resolve(name(own.launcher())), copy.resolve(name(own.lib().toAbsolutePath())));
  }

  /** A hash of the names and the content of all files of an installation. */
  static String hash(Installation installation) throws IOException {
    return hash(new InstallationCopy(installation, Path.of("/")).files());
  }

  /**
   * A hash of the names and the content of files.
   *
   * @param named name → file
   */
  static String hash(Map<String, Path> named) throws IOException {
    TreeMap<String, Path> files = new TreeMap<>(named);
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    byte[] buffer = new byte[1 << 16];
    for (var file : files.entrySet()) {
      digest.update((file.getKey() + "\n" + Files.size(file.getValue()) + "\n").getBytes(UTF_8));
      try (InputStream in = Files.newInputStream(file.getValue())) {
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
          digest.update(buffer, 0, length);
        }
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Name below the installation's directory → file, ordered by name. */
  private SortedMap<String, Path> files() throws IOException {
    TreeMap<String, Path> files = new TreeMap<>();
    for (Path file : List.of(own.launcher().toAbsolutePath(), root.resolve(STAMP))) {
      if (Files.exists(file)) {
        files.put(name(file), file);
      }
    }
    Path lib = own.lib().toAbsolutePath();
    if (Files.isDirectory(lib)) {
      try (Stream<Path> below = Files.walk(lib)) {
        below.filter(Files::isRegularFile).forEach(file -> files.put(name(file), file));
      }
    }
    return files;
  }

  /**
   * The name of a file in the copy. Jars that are not below the launcher's directory are copied to
   * {@code lib}, with their subdirectories.
   */
  private String name(Path file) {
    Path lib = own.lib().toAbsolutePath();
    return file.startsWith(lib) && !lib.startsWith(root)
        ? Path.of("lib").resolve(lib.relativize(file)).toString()
        : root.relativize(file.toAbsolutePath()).toString();
  }

  /**
   * Makes the copy atomically: it is complete or absent, even if two runs make it at the same time.
   */
  private void copy(SortedMap<String, Path> files, Path target) throws IOException {
    Files.createDirectories(cache);
    Path part = Files.createTempDirectory(cache, ".athanor-");
    try {
      for (var file : files.entrySet()) {
        Path to = part.resolve(file.getKey());
        Files.createDirectories(to.getParent());
        Files.copy(file.getValue(), to, StandardCopyOption.COPY_ATTRIBUTES);
      }
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      if (Files.notExists(target)) {
        throw failed;
      }
    } finally {
      DirectoryTree.delete(part);
    }
  }
}
