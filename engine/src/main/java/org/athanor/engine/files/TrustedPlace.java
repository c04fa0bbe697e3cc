// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether a directory is a safe place for private directories. The owner of a directory can
 * replace what others make in it. So no directory or link on the path may belong to another user if
 * it is in a directory that everybody can write, such as {@code /tmp}: that user may have prepared
 * it. Other directories of other users, such as a service's, are accepted, because only an
 * administrator can have made them. Groups are trusted. A directory that everybody can write and
 * that has no sticky bit is used with a warning, because volumes of containers are like that.
 */
public final class TrustedPlace {
  private static final Logger LOG = LoggerFactory.getLogger(TrustedPlace.class);
  private static final int WRITABLE_BY_ALL = 02;
  private static final int STICKY = 01000;
  private static final int MAX_LINKS = 40;
  private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

  private final Principal user;
  private final String key;
  private int links;

  private TrustedPlace(Principal user, String key) {
    this.user = user;
    this.key = key;
  }

  /**
   * Makes a directory with a predictable name, and the directories above it, for the owner only.
   * Existing directories keep their permissions.
   *
   * @param directory absolute
   * @param key the key that sets the directory, for messages
   * @throws IOException if the directory cannot be written, or another user may have prepared it
   */
  public static void make(Path directory, String key) throws IOException {
    UserPrincipal user;
    try {
      Files.createDirectories(directory, OwnerOnly.directory(directory));
      Path probe = Files.createTempFile(directory, ".athanor-", null);
      user = Files.getOwner(probe, NOFOLLOW_LINKS);
      Files.delete(probe);
    } catch (IOException e) {
      throw new IOException(
          "no file can be made in "
              + directory
              + ": "
              + FileErrors.reason(e)
              + "; set "
              + key
              + " to another directory",
          e);
    }
    require(directory, user, key);
  }

  /** Lets the same warnings be given again. */
  static void forgetWarnings() {
    WARNED.clear();
  }

  /**
   * Refuses a place that another user may have prepared.
   *
   * @param place an existing absolute directory
   * @param user the owner of files that this process creates
   * @param key the key that sets the place, for messages
   * @throws IOException if the place is refused
   */
  static void require(Path place, Principal user, String key) throws IOException {
    if (place.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      TrustedPlace check = new TrustedPlace(user, key);
      check.warnIfUnprotected(check.follow(place));
    }
  }

  /** Checks each directory and link on the path; returns the path without links. */
  private Path follow(Path path) throws IOException {
    Path at = path.getRoot();
    for (Path name : path) {
      if (name.toString().equals("..")) {
        at = at.getParent() == null ? at : at.getParent();
      } else if (!name.toString().equals(".")) {
        at = step(at, name);
      }
    }
    return at;
  }

  private Path step(Path at, Path name) throws IOException {
    Path next = at.resolve(name);
    Map<String, Object> attributes =
        Files.readAttributes(next, "unix:uid,owner,isSymbolicLink", NOFOLLOW_LINKS);
    Principal owner = (Principal) attributes.get("owner");
    boolean ours = (int) attributes.get("uid") == 0 || owner.equals(user);
    warnIfUnprotected(at);
    if (!ours && (mode(at) & WRITABLE_BY_ALL) != 0) {
      throw new IOException(
          next
              + " belongs to "
              + owner.getName()
              + ", not to "
              + user.getName()
              + ", and is in a directory that everybody can write: its owner could read and replace"
              + " the files of jobs; remove it, or set "
              + key
              + " to a directory of "
              + user.getName());
    }
    if (!(boolean) attributes.get("isSymbolicLink")) {
      return next;
    }
    if (++links > MAX_LINKS) {
      throw new IOException(next + ": too many symbolic links; set " + key + " to a directory");
    }
    return follow(at.resolve(Files.readSymbolicLink(next)));
  }

  private void warnIfUnprotected(Path directory) throws IOException {
    int mode = mode(directory);
    if ((mode & WRITABLE_BY_ALL) != 0 && (mode & STICKY) == 0 && WARNED.add(directory)) {
      LOG.warn(
          "{}: everybody can write it and it has no sticky bit, so other users can replace the"
              + " files of jobs; chmod +t it, or set {} to a directory of your own",
          directory,
          key);
    }
  }

  private static int mode(Path directory) throws IOException {
    return (int) Files.getAttribute(directory, "unix:mode", NOFOLLOW_LINKS);
  }
}
