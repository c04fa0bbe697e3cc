// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** Where a catalogue is: an SQLite file, or a PostgreSQL database. Immutable. */
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
   * @param text a file, which is made when it is first written, {@code jdbc:sqlite:FILE}, or {@code
   *     jdbc:postgresql://HOST/DATABASE?user=…}
   * @throws CatalogueException if it is none of them
   */
  public static CatalogueLocation of(String text) throws CatalogueException {
    if (text.startsWith(POSTGRESQL)) {
      return new CatalogueLocation(PostgresqlServer.at(text));
    }
    String file = text.startsWith(SQLITE) ? text.substring(SQLITE.length()) : text;
    if (file.isBlank() || file.startsWith("jdbc:")) {
      // Other URLs are not repeated here: they may hold a password.
      throw new CatalogueException(
          "catalogue "
              + (file.isBlank() ? "\"\"" : file.substring(0, file.indexOf(':', 5) + 1) + "…")
              + ": must be a file, jdbc:sqlite:FILE or jdbc:postgresql://HOST/DATABASE?user=NAME");
    }
    try {
      return of(Path.of(file));
    } catch (InvalidPathException e) {
      throw new CatalogueException("catalogue " + file + ": is no file name; choose another", e);
    }
  }

  public static CatalogueLocation of(Path file) {
    return new CatalogueLocation(new SqliteFile(file.toAbsolutePath()));
  }

  /**
   * What {@value #VARIABLE} names, else {@code athanor/profile.db} in {@code XDG_DATA_HOME}, which
   * is {@code ~/.local/share} if it is not set.
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

  /** False if nothing can have been entered yet, because the file is not there. */
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
