// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A secret that a client must know to see pages. It is in a file that only its owner can read, so
 * that who may read the file may see the pages. Browsers keep another secret, made of it, in their
 * cookie: cookies are sent to every port of a host. Immutable.
 */
public final class AccessToken {
  private static final int BYTES = 32;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_.~+/=-]{32,512}");
  private static final int MOST_BYTES = 4096;
  private static final Set<PosixFilePermission> OTHERS =
      Set.copyOf(PosixFilePermissions.fromString("---rwxrwx"));

  private final byte[] token;
  private final String cookie;

  private AccessToken(String text) {
    this.token = digest(text);
    this.cookie = Base64.getUrlEncoder().withoutPadding().encodeToString(digest("cookie\n" + text));
  }

  /**
   * Reads the token of a file, or makes one if there is no file.
   *
   * @throws IOException with a message for the user, also if others may read the file
   */
  public static AccessToken in(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      create(file);
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + ": is no file with a token; remove it, or give another one");
    }
    Set<PosixFilePermission> others = EnumSet.copyOf(OTHERS);
    others.retainAll(Files.getPosixFilePermissions(file));
    if (!others.isEmpty()) {
      throw new IOException(
          file
              + ": has the rights "
              + PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
              + ", so others know the token; remove it, and a new one is made");
    }
    String text = Files.size(file) > MOST_BYTES ? "" : Files.readString(file).strip();
    if (!FORM.matcher(text).matches()) {
      throw new IOException(
          file
              + ": must have one line of 32 to 512 letters, digits and any of _.~+/=- ; remove it,"
              + " and a new one is made");
    }
    return new AccessToken(text);
  }

  /** The file gets its name when it is whole. */
  private static void create(Path file) throws IOException {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    FileAttribute<Set<PosixFilePermission>> mine =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Path directory = file.toAbsolutePath().getParent();
    Path part = Files.createTempFile(directory, ".token", ".part", mine);
    try {
      Files.writeString(part, text + "\n");
      Files.move(part, file);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Whether this is the token. Takes as long for any text of a length. */
  boolean is(String given) {
    return MessageDigest.isEqual(digest(given), token);
  }

  /** Whether a cookie's value was made of the token. */
  boolean isCookie(String given) {
    return MessageDigest.isEqual(digest(given), digest(cookie));
  }

  /** The value for a cookie. */
  String cookie() {
    return cookie;
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has SHA-256
    }
  }
}
