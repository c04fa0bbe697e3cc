// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** The location of a catalogue: an SQLite file, or a PostgreSQL database. Immutable. */
public final class CatalogueLocation {
  /** The environment variable that names a catalogue, as {@link #of} reads it. */
  public static final String VARIABLE = "ATHANOR_PROFILE";

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRESQL = "jdbc:postgresql:";

  private final Database database;

  private CatalogueLocation(Database database) {
    this.database = database;
  }

  /**
   * @param text a file, {@code jdbc:sqlite:FILE}, or {@code
   *     jdbc:postgresql://HOST/DATABASE?user=…}; a file is created when it is first written
   * @throws CatalogueException if the text is none of these
   */
  public static CatalogueLocation of(String text) throws CatalogueException {
    if (text.startsWith(POSTGRESQL)) {
      return new CatalogueLocation(PostgresqlServer.at(text));
    }
    String file = text.startsWith(SQLITE) ? text.substring(SQLITE.length()) : text;
    if (file.isBlank() || file.startsWith("jdbc:")) {
      // The message does not repeat the rest of other URLs: it may contain a password.
      throw new CatalogueException(
          "catalogue "
              + (file.isBlank() ? "\"\"" : file.substring(0, file.indexOf(':', 5) + 1) + "…")
              + ": must be a file, jdbc:sqlite:FILE or jdbc:postgresql://HOST/DATABASE?user=NAME");
    }
    try {
      return of(Path.of(file));
    } catch (InvalidPathException e) {
      throw new CatalogueException("catalogue " + file + ": is not a file name; choose another", e);
    }
  }

  public static CatalogueLocation of(Path file) {
    return new CatalogueLocation(new SqliteFile(file.toAbsolutePath()));
  }

  /**
   * The catalogue that {@value #VARIABLE} names; if it is not set, {@code athanor/profile.db} in
   * {@code XDG_DATA_HOME}, by default {@code ~/.local/share}.
   */
  public static CatalogueLocation of(Map<String, String> environment) throws CatalogueException {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      return of(named);
    }
    Path data = Path.of(environment.getOrDefault("XDG_DATA_HOME", ""));
    if (!data.isAbsolute()) {
      String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
      data = Path.of(home, ".local", "share");
    }
    return of(data.resolve("athanor").resolve("profile.db"));
  }

  /** Whether the catalogue exists. Always true for a server, which is not asked. */
  public boolean exists() {
    return database.exists();
  }

  Database database() {
    return database;
  }

  /** The file, or the URL without its parameters. */
  @Override
  public String toString() {
    return database.toString();
  }
}
