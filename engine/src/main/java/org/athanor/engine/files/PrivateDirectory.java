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
 * A directory of this process that other users can neither read nor predict: it has a random name
 * and is created with permissions for its owner only, in a place that {@link TrustedPlace} accepts.
 * The process holds the directory's {@link Lease} while it lives. If it is killed, a later process
 * deletes the directory ({@link Leftovers}). Thread-safe.
 */
public final class PrivateDirectory implements Closeable {
  /** The name of the threads that delete {@link Leftovers}; each ends when it has done so. */
  public static final String LEFTOVERS_THREAD = "athanor-leftovers";

  /** The purpose of a directory, which is a part of its name. */
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
  private static final int MAX_ATTEMPTS = 10;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Names of this process's directories, each with the key that sets its place. This process must
   * not open their leases a second time: closing such a file would release the process's lock.
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
   * Makes a directory. The first call for a place also starts to delete {@link Leftovers} there.
   *
   * @param place the parent directory; made if it does not exist
   * @param key the key that sets the place, for messages
   * @throws IOException if the directory cannot be made or would not be safe; the message names the
   *     place, the reason and the key
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

  /**
   * Lets the next call of {@link #create} for a place warn about it, and delete leftovers there, as
   * the first one of a process does.
   */
  public static void forgetPlaces() {
    TrustedPlace.forgetWarnings();
    Leftovers.forgetVisits();
  }

  private static PrivateDirectory make(Path place, Purpose purpose, String key) throws IOException {
    try {
      Files.createDirectories(place);
      for (int i = 0; i < MAX_ATTEMPTS; i++) {
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
    throw new IOException(
        "no directory can be made in "
            + place
            + ": another process deleted each of "
            + MAX_ATTEMPTS
            + " at once; set "
            + key
            + " to another directory");
  }

  private static Optional<PrivateDirectory> tryToMake(Path path, String key) throws IOException {
    String name = path.getFileName().toString();
    OWN.put(name, key); // before another thread of this process can see the directory
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

  /** Returns whether a file name is that of a private directory, of any process. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Returns whether {@code directory} is a private directory of a process that lives. */
  public static boolean isInUse(Path directory) {
    return isName(directory.getFileName().toString()) && Leftovers.isHeld(directory);
  }

  static boolean isOwn(String name) {
    return OWN.containsKey(name);
  }

  /** Returns the key that sets the place of this process's private directory around the path. */
  static Optional<String> keyOf(Path path) {
    for (Path name : path) {
      String key = OWN.get(name.toString());
      if (key != null) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  /** Returns the directory's absolute path. */
  public Path path() {
    return path;
  }

  /** Returns whether the directory still exists and has not been replaced. */
  public boolean isIntact() {
    try {
      return Objects.equals(fileKey, fileKey(path));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Deletes the directory with its contents.
   *
   * @throws IOException if a part cannot be deleted; a later process will try again
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
