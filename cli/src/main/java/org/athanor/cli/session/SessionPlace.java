// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The files of a user's session on this machine. The launcher looks for them too. The directory is
 * the user's alone (mode 0700).
 *
 * @param directory absolute
 */
public record SessionPlace(Path directory) {
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

  /**
   * Returns the place of the user who has this environment: one for each machine, because several
   * may share the user's home.
   *
   * @throws IOException if the system does not say the machine's name, or the user has no home
   */
  public static SessionPlace of(Map<String, String> environment) throws IOException {
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    if (cache.isEmpty()) {
      String home = environment.getOrDefault("HOME", "");
      if (home.isEmpty()) {
        throw new IOException("HOME is not set: a session's files are in $HOME/.cache/athanor");
      }
      cache = home + "/.cache";
    }
    Path session = Path.of(cache).resolve("athanor").resolve("session");
    return new SessionPlace(session.resolve(Files.readString(HOST).strip()).toAbsolutePath());
  }

  /** Where the keeper takes connections of clients. */
  public String socket() {
    return directory.resolve("socket").toString();
  }

  /** Where the keeper takes connections of its engines. */
  public String engineSocket() {
    return directory.resolve("engines").toString();
  }

  /** Locked by the keeper while it lives. */
  Path lock() {
    return directory.resolve("lock");
  }

  /** What the session's processes print themselves. */
  public Path log() {
    return directory.resolve("log");
  }

  /** The Java of the session, one line. */
  Path java() {
    return directory.resolve("java");
  }

  /** What the launcher compares before it starts a client; see {@link ClientStart}. */
  Path clientNeeds() {
    return directory.resolve("client.needs");
  }

  /** The JVM's options of a client, as a file of arguments. */
  Path clientOptions() {
    return directory.resolve("client.options");
  }
}
