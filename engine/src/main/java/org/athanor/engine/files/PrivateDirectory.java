// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * A directory of this process that other users can neither read nor foresee: it has a random name
 * and is made with permissions for its owner alone, in a place that {@link TrustedPlace} accepts.
 * While the process lives it holds the directory's {@link Lease}; what a killed process leaves
 * behind is removed by a later one ({@link Leftovers}). Thread-safe.
 */
public final class PrivateDirectory implements Closeable {
  /** What a directory is for; its name says so. */
  public enum Purpose {
    /** Submissions of a process. */
    STAGING,
    /** Localised files, spilled map output and logs of one job. */
    JOB,
    /** Settings and unpacked jar of one driver. */
    DRIVER;

    private String prefix() {
      return "athanor-" + name().toLowerCase(Locale.ROOT) + "-";
    }
  }

  private static final Pattern NAME =
      Pattern.compile("athanor-(?:staging|job|driver)-[0-9a-f]{32}");
  private static final int RANDOM_BYTES = 16;
  private static final int MOST_ATTEMPTS = 10;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Names of this process's directories, with the settings that placed them. Their leases must not
   * be opened: closing the file once would release the lock of the whole process.
   */
  private static final Map<String, String> OWN = new ConcurrentHashMap<>();

  private final Path path;
  private final FileChannel lease;
  private final Object fileKey;

  private PrivateDirectory(Path path, FileChannel lease) throws IOException {
    this.path = path;
    this.lease = lease;
    this.fileKey = fileKey(path);
  }

  /**
   * Makes a directory, and once per process and place begins to remove what killed processes left
   * there.
   *
   * @param place where; made if it does not exist
   * @param key the setting that names the place, for messages
   * @throws IOException if that is not possible or not safe; the message names the place, the
   *     reason, and the key
   */
  public static PrivateDirectory create(Path place, Purpose purpose, String key)
      throws IOException {
    Path absolute = place.toAbsolutePath();
    PrivateDirectory made = make(absolute, purpose, key);
    try {
      UserPrincipal user = Files.getOwner(made.path, NOFOLLOW_LINKS);
      TrustedPlace.require(absolute, user, key);
      Leftovers.removeLater(absolute, user);
      return made;
    } catch (IOException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private static PrivateDirectory make(Path place, Purpose purpose, String key) throws IOException {
    try {
      Files.createDirectories(place);
      for (int i = 0; i < MOST_ATTEMPTS; i++) {
        Optional<PrivateDirectory> made = tryToMake(place.resolve(randomName(purpose)), key);
        if (made.isPresent()) {
          return made.get();
        }
      }
    } catch (IOException e) {
      throw new IOException(
          "no directory can be made in "
              + place
              + ": "
              + FileErrors.reason(e)
              + "; set "
              + key
              + " to a directory that "
              + System.getProperty("user.name")
              + " can write",
          e);
    }
    throw new IOException("each directory that was made in " + place + " was removed at once");
  }

  private static Optional<PrivateDirectory> tryToMake(Path path, String key) throws IOException {
    String name = path.getFileName().toString();
    OWN.put(name, key); // before others of this process can see it
    boolean made = false;
    try {
      Files.createDirectory(path, OwnerOnly.directory(path));
      Optional<FileChannel> lease = Lease.take(path);
      made = lease.isPresent();
      return made ? Optional.of(new PrivateDirectory(path, lease.get())) : Optional.empty();
    } finally {
      if (!made) {
        Files.deleteIfExists(path.resolve(Lease.FILE));
        Files.deleteIfExists(path);
        OWN.remove(name);
      }
    }
  }

  private static String randomName(Purpose purpose) {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return purpose.prefix() + HexFormat.of().formatHex(random);
  }

  private static Object fileKey(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS).fileKey();
  }

  /** Whether a file name is one of these directories', of whatever process. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Whether {@code directory} has such a name and belongs to a process that lives. */
  public static boolean isInUse(Path directory) {
    return isName(directory.getFileName().toString()) && Leftovers.isHeld(directory);
  }

  static boolean isOwn(String name) {
    return OWN.containsKey(name);
  }

  /** The setting that placed the directory of this process that {@code path} is in, if it is. */
  static Optional<String> keyOf(Path path) {
    for (Path name : path) {
      String key = OWN.get(name.toString());
      if (key != null) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /** Absolute. */
  public Path path() {
    return path;
  }

  /** Whether the directory is still the one that was made: nobody deleted or replaced it. */
  public boolean isIntact() {
    try {
      return Objects.equals(fileKey, fileKey(path));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Deletes the directory and all that is in it.
   *
   * @throws IOException if something cannot be deleted; a later process tries again
   */
  @Override
  public void close() throws IOException {
    try {
      if (isIntact()) {
        DirectoryTree.delete(path);
      }
    } finally {
      lease.close();
      OWN.remove(path.getFileName().toString());
    }
  }
}
